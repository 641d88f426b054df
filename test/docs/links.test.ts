import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verbs } from '../../scripts/reference-pages.ts';
import { ERROR_CODES, RULES } from '../../src/index.ts';
import { fenced, PAGES, read } from './pages.ts';

const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts);
const flagsOf = new Map(verbs().map((verb) => [verb.name(), new Set(['--help', ...verb.options.flatMap((option) => [option.long, option.short])])]));
const allFlags = new Set([...flagsOf.values()].flatMap((flags) => [...flags]));

const withoutFences = (page: string): string => read(page).replace(/^```[\s\S]*?^```$/gm, '');
/** What stands between backticks in the prose. */
const inlineCode = (page: string): readonly string[] => [...withoutFences(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
/** Every line or piece of code that a reader may type. */
const typed = (page: string): readonly string[] => [...inlineCode(page), ...fenced(page, 'sh').flatMap((code) => code.split('\n'))];

/** As the pages' readers show headings as anchors. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...withoutFences(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function linksOf(page: string): readonly string[] {
  return [...withoutFences(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));
}

/** `holdfast VERB …` in a piece of code: the verb and the flags that follow it. */
function usesOf(code: string): readonly { readonly verb: string; readonly flags: readonly string[] }[] {
  return [...code.matchAll(/\bholdfast ([a-z]+)\b([^|;&]*)/g)].map(([, verb = '', rest = '']) => ({
    verb,
    flags: rest.match(/(?<=\s)--?[a-z][a-z-]*/g) ?? [],
  }));
}

/** Verbs and flags of these uses that the command line does not have. */
function unknownIn(codes: readonly string[]): readonly string[] {
  return codes.flatMap((code) =>
    usesOf(code).flatMap(({ verb, flags }) => {
      const known = flagsOf.get(verb);
      return known === undefined ? [`holdfast ${verb}`] : flags.filter((flag) => !known.has(flag)).map((flag) => `holdfast ${verb} ${flag}`);
    }),
  );
}

describe.each(PAGES)('%s', (page) => {
  it('every relative link leads to a file, and its anchor to a heading', () => {
    const broken = linksOf(page).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('every `npm run` names a script of package.json', () => {
    const named = typed(page).flatMap((code) => [...code.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name));
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('every `holdfast VERB --flag` exists', () => {
    expect(unknownIn(typed(page))).toEqual([]);
  });

  it('every flag that stands alone is one of some verb', () => {
    const named = inlineCode(page).flatMap((code) => code.match(/^--[a-z-]+/) ?? []);
    expect(named.filter((flag) => !allFlags.has(flag))).toEqual([]);
  });
});

describe('what errors, help and comments of the code tell a user to type', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  /** Between backticks, also where they are escaped in a template, and behind the `$` of an example. */
  const told = (text: string): readonly string[] => [
    ...[...text.matchAll(/\\?`((?:holdfast |-)[^`\n]*?)\\?`/g)].map(([, code = '']) => code),
    ...[...text.matchAll(/\$ (holdfast (?:(?!\\n|['`\n]).)*)/g)].map(([, code = '']) => code),
  ];
  /** There the flags are those of other programs. */
  const speaksOfShells = /^(?:core\/classify\/|core\/plan\/attempt|shell\/)/;
  const codes = files.flatMap((file) => told(readFileSync(join('src', file), 'utf8')).map((code) => ({ file, code })));

  it('every `holdfast VERB --flag` exists', () => {
    expect(codes.flatMap(({ file, code }) => unknownIn([code]).map((wrong) => `src/${file}: ${wrong}`))).toEqual([]);
  });

  it('every flag that stands alone is one of some verb', () => {
    const alone = codes
      .filter(({ file }) => !speaksOfShells.test(file))
      .flatMap(({ file, code }) => (code.match(/^(?:--[a-z][a-z-]*|-[a-z](?![\w-]))/) ?? []).map((flag) => ({ file, flag })));
    expect(alone.length).toBeGreaterThan(10);
    expect(alone.filter(({ flag }) => !allFlags.has(flag))).toEqual([]);
  });

  it('finds uses in strings, templates and examples', () => {
    expect(codes.length).toBeGreaterThan(40);
    expect(unknownIn(told("next: 'Restore it: `holdfast recall --compaction ID --source`.'"))).toEqual([
      'holdfast recall --compaction',
      'holdfast recall --source',
    ]);
    expect(told("next: 'Run `holdfast recall --nothing ID` again, with `--none`.'")).toEqual(['holdfast recall --nothing ID', '--none']);
    expect(told('what: `see \\`holdfast vrify\\` of it`')).toEqual(['holdfast vrify']);
    expect(told("'\\nExample:\\n  $ holdfast plan a.json --frob\\n  $ holdfast stats'")).toEqual(['holdfast plan a.json --frob', 'holdfast stats']);
  });
});

it('the pages name verbs, scripts, links and flags at all: so the checks above can fail', () => {
  expect(PAGES.flatMap(linksOf).length).toBeGreaterThan(20);
  expect(PAGES.flatMap(typed).flatMap(usesOf).length).toBeGreaterThan(30);
  expect(usesOf('npx holdfast recall hf_x --nothing | holdfast vrify')).toEqual([
    { verb: 'recall', flags: ['--nothing'] },
    { verb: 'vrify', flags: [] },
  ]);
});

it('rules and error codes that the pages show as code are those of the tables', () => {
  const ids = new Set<string>([...RULES.map((rule) => rule.id), ...Object.keys(ERROR_CODES)]);
  const shown = ['README.md', 'docs/guide.md'].flatMap((page) => [...withoutFences(page).matchAll(/\(`([a-z]+(?:-[a-z]+)+)`[,)]/g)].map(([, id = '']) => id));
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.filter((id) => !ids.has(id))).toEqual([]);
});
