import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { installInto, removeFrom } from '../../src/install/edit-file.ts';
import type { HostContext, HostFile } from '../../src/install/host.ts';
import { HOSTS } from '../../src/install/hosts/index.ts';

const CONTEXT: HostContext = {
  scope: 'user',
  environment: {},
  homeFolder: '/home/dev',
  workingDirectory: '/w',
  command: 'npx -y holdfast',
  commandWords: ['npx', '-y', 'holdfast'],
  isThere: () => false,
  pluginSources: new Map(),
};
const JSON_FILES = [...HOSTS['claude-code'].filesOf(CONTEXT), ...HOSTS.codex.filesOf(CONTEXT), ...HOSTS.opencode.filesOf(CONTEXT)].filter(
  (file) => file.kind === 'json',
);
const TOML_FILE = HOSTS.codex.filesOf(CONTEXT).find((file) => file.kind === 'toml') as HostFile;

/** Configs in which the sections that we write into may be there already, with values of others. */
const config = fc
  .record(
    {
      hooks: fc.dictionary(
        fc.constantFrom('PreCompact', 'SessionStart', 'Stop'),
        fc.array(fc.record({ hooks: fc.array(fc.record({ command: fc.string() })) })),
      ),
      mcpServers: fc.dictionary(fc.string(), fc.jsonValue()),
      mcp: fc.dictionary(fc.string(), fc.jsonValue()),
      other: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .chain((value) => fc.constantFrom(value, { ...value, last: 1 }, {}));

const form = fc.record({
  indent: fc.constantFrom('', '  ', '\t', '    '),
  hasMark: fc.boolean(),
  eol: fc.constantFrom('\n', '\r\n'),
  tail: fc.constantFrom('', '\n', '\n\n', ' '),
  comment: fc.constantFrom('', '// about this ', '/* about this */ '),
});

/** The JSON of a config as somebody else might have written it, with comments where lines begin. */
function written(value: unknown, { indent, hasMark, eol, tail, comment }: Parameters<Parameters<typeof form.map>[0]>[0]): string {
  const lines = JSON.stringify(value, null, indent).split('\n');
  const commented = lines.map((line, index) => (comment !== '' && index > 0 ? `${line} ${comment}` : line));
  return `${hasMark ? '\uFEFF' : ''}${commented.join('\n')}${tail}`.replaceAll('\n', eol);
}

const read = (text: string): unknown => parseJsonc(text.replace('\uFEFF', ' '), [], { allowTrailingComma: true });

describe('any configuration', () => {
  it('JSON: installed and taken out again it is the same to the byte; in between it says what it said, and holds ours once', () => {
    fc.assert(
      fc.property(fc.constantFrom(...JSON_FILES), config, form, (file, value, how) => {
        const before = written(value, how);
        const installed = installInto(file, before, undefined);
        const again = installInto(file, installed.text, installed.record);
        expect(again.text).toBe(installed.text);
        expect(installInto(file, installed.text, undefined).text).toBe(installed.text);
        expect(removeFrom(file, installed.text ?? '', installed.record).text).toBe(before);
        const unrecorded = removeFrom(file, installed.text ?? '', undefined).text ?? '';
        expect(pruned(read(unrecorded))).toEqual(pruned(read(before)));
      }),
      { numRuns: 300 },
    );
  });

  it('TOML: installed and taken out again it is the same to the byte; in between all else says what it said', () => {
    const values = fc.dictionary(
      fc.stringMatching(/^[a-z_]{1,8}$/),
      fc.oneof(fc.string(), fc.integer({ min: 0, max: 9 }), fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string())),
    );
    fc.assert(
      fc.property(values, fc.constantFrom('\n', '\r\n'), fc.boolean(), (value, eol, hasEnding) => {
        const before = stringifyToml(value).trimEnd().replaceAll('\n', eol) + (hasEnding ? eol : '');
        const installed = installInto(TOML_FILE, before, undefined);
        const { mcp_servers: servers, ...rest } = parseToml(installed.text ?? '') as Record<string, unknown>;
        expect(servers).toMatchObject({ holdfast: { command: 'npx' } });
        expect(isDeepStrictEqual(rest, withoutServers(parseToml(before)))).toBe(true);
        expect(removeFrom(TOML_FILE, installed.text ?? '', installed.record).text).toBe(before);
        expect(parseToml(removeFrom(TOML_FILE, installed.text ?? '', undefined).text ?? '')).toEqual(parseToml(before));
      }),
      { numRuns: 200 },
    );
  });
});

function withoutServers(value: Record<string, unknown>): Record<string, unknown> {
  const { mcp_servers: _, ...rest } = value;
  return rest;
}

/** Without a record, a section that was there and empty goes with ours. */
function pruned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isEmpty = (one: unknown): boolean => typeof one === 'object' && one !== null && Object.keys(one).length === 0;
  const { hooks, mcp, mcpServers, ...rest } = value as Record<string, unknown>;
  const kept = Object.fromEntries(Object.entries((hooks ?? {}) as Record<string, unknown>).filter(([, groups]) => !isEmpty(groups)));
  const sections = { hooks: kept, mcp, mcpServers };
  return { ...rest, ...Object.fromEntries(Object.entries(sections).filter(([, section]) => section !== undefined && !isEmpty(section))) };
}
