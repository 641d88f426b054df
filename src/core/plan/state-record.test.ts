import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeCall as Call, exchangeSpans } from '../../../test/generators/exchange-spans.ts';
import { runsOf } from '../../../test/properties/compacting.ts';
import { CLAUDE_CODE_TOOLS } from '../../formats/claude-code/tools.ts';
import { loadShellParser } from '../../shell/parse-shell.ts';
import { type ClassifiedSpan, classify } from '../classify/classify.ts';
import type { ShellParser } from '../classify/shell.ts';
import type { SectionTitle } from '../markers/note.ts';
import type { Span } from '../span.ts';
import { SpanTexts } from './span-texts.ts';
import { StateRecord } from './state-record.ts';

let parseShell: ShellParser;
beforeAll(async () => {
  parseShell = await loadShellParser();
});

const bash = (command: string, more: Partial<Call> = {}): Call => ({ tool: 'Bash', input: { command }, ...more });
const failing = (command: string, result = 'error: it broke'): Call => bash(command, { isError: true, result });
const edit = (path: string, more: Partial<Call> = {}): Call => ({ tool: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' }, ...more });
const write = (path: string): Call => ({ tool: 'Write', input: { file_path: path, content: 'x' } });
const read = (path: string, more: Partial<Call> = {}): Call => ({ tool: 'Read', input: { file_path: path }, ...more });

function spansOf(calls: readonly Call[]): readonly Span[] {
  return exchangeSpans(calls, { result: 'done', place: (index) => ({ id: `t${index + 1}.1`, turn: index + 1 }) });
}

function classified(spans: readonly Span[]): readonly ClassifiedSpan[] {
  const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
  return classify(spans, {
    tools: CLAUDE_CODE_TOOLS,
    parseShell,
    hash,
    recall: 'cli',
    tokens: spans.map(() => 100),
    keepRecentTokens: 0,
    keepRecentExchanges: 0,
  });
}

const handleOf = (index: number): string => `hf_${'abcdefghijklmnopqrst'.slice(0, 19)}${'abcdefghijklmnopqrstuvwxyz234567'[index % 32]}`;
const GROUP = 'hf_gggggggggggggggggggg';

function record(spans: readonly Span[], options: { readonly lineCount?: number; readonly isKept?: (index: number) => boolean } = {}) {
  const all = classified(spans);
  const state = new StateRecord(all, { texts: new SpanTexts(all), handleOf, lineCount: options.lineCount ?? 12 });
  const groups: (readonly number[])[] = [];
  const actions = all.map((one, index) =>
    options.isKept?.(index) ? 'keep' : one.handleState === 'valid' ? ('evict' as const) : ('evict_with_tombstone' as const),
  );
  const sections = state.sections(actions, (indexes) => {
    groups.push(indexes);
    return GROUP;
  });
  const lines = (title: SectionTitle) => sections.find((section) => section.title === title)?.lines ?? [];
  return { lines, texts: (title: SectionTitle) => lines(title).map((line) => line.text), groups };
}

const failed = (...calls: readonly Call[]): readonly string[] => record(spansOf(calls)).texts('tried and failed');

describe('§7: tried and failed', () => {
  it('§7: a failed call stands with what was run and with the error in its own words, its turn and its handle', () => {
    const { lines } = record(spansOf([bash('ls'), failing('npm run deploy', 'building\nError: EACCES: permission denied, open /etc/x\n at deploy')]));
    expect(lines('tried and failed')).toEqual([{ text: 'Bash npm run deploy: Error: EACCES: permission denied, open /etc/x', turn: 2, handle: handleOf(1) }]);
  });

  it.each<[string, Call, Call]>([
    ['the same call', failing('make dist'), bash('make dist')],
    ['the same pipe', failing('make dist | tee log'), bash('make dist | tee log')],
    ['the same call of a tool that no table knows', { tool: 'mcp__x', input: { id: 7 }, isError: true }, { tool: 'mcp__x', input: { id: 7 } }],
    ['all tests, where a part had failed', failing('npm test -- --run a'), bash('npm test')],
    ['the same script by its other name', failing('npm test'), bash('npm run test')],
    ['the same program through its runner and with flags', failing('tsc'), bash('npx tsc -p .')],
    ['the same program with its output cut', failing('npx tsc -p . 2>&1 | head -20'), bash('npx tsc --noEmit')],
    ['a directory, where a file of it had failed', failing('pytest tests/unit/test_a.py -x'), bash('python -m pytest tests/')],
    ['the file of a test', failing('pytest tests/test_a.py::test_b'), bash('pytest -q tests/test_a.py')],
    ['all packages', failing('go test ./pkg/a'), bash('go test ./...')],
    ['the same after a change of directory', failing('cd /w && cargo build'), bash('cargo build --release')],
    ['the same behind a step that had to succeed', failing('npm run build'), bash('npm install && npm run build')],
    ['the same script with another way to show it', failing('npx vitest run src/a.test.ts'), bash('vitest run --reporter dot src/a.test.ts')],
    ['the same on more processes', failing('pytest -n 4 tests/a.py'), bash('pytest tests/a.py')],
    ['a push that names its branch', failing('git push'), bash('git push -u origin main')],
    ['a commit with other words', failing('git commit -m "a"'), bash("git commit -am 'b, with the hook content'")],
    ['the same operands with another flag', failing('mkdir a/b'), bash('mkdir -p a/b')],
    ['an edit of the same file', edit('/w/a.ts', { isError: true, result: 'String to replace not found' }), edit('/w/./a.ts')],
    ['a write of the file that could not be edited', edit('/w/a.ts', { isError: true, result: 'String to replace not found' }), write('/w/a.ts')],
    ['the making of the file that could not be read', read('/w/a.ts', { isError: true, result: 'File does not exist: not found' }), write('/w/a.ts')],
    [
      'the same tool on the same thing',
      { tool: 'mcp__jira', input: { id: 'A-1', body: 'x' }, isError: true },
      { tool: 'mcp__jira', input: { id: 'A-1', body: 'y' } },
    ],
  ])('§7: is closed by a later success on the same thing: %s', (_name, failure, success) => {
    expect(failed(failure)).toHaveLength(1);
    expect(failed(failure, success)).toEqual([]);
    expect(failed(success, failure)).toHaveLength(1);
  });

  it.each<[string, Call, Call]>([
    ['another part of the tests', failing('npm test -- a'), bash('npm test -- b')],
    ['a part, where all had failed', failing('npm test'), bash('npm test -- --run a')],
    ['a part told by an option', failing('npm test'), bash('npm test -- --grep=a')],
    ['some cases of the file', failing('pytest tests/test_a.py'), bash('pytest tests/test_a.py -k name')],
    ['one file of two', failing('eslint src/a.ts src/b.ts'), bash('eslint src/a.ts')],
    ['another file read', failing('cat missing.ts', 'cat: missing.ts: No such file or directory'), bash('cat other.ts')],
    ['another pattern sought', failing('grep -n one a.ts', 'grep: a.ts: No such file or directory'), bash('grep -n two a.ts')],
    ['another script', failing('npm run build'), bash('npm run lint')],
    ['another directory', failing('npm test'), bash('cd packages/a && npm test')],
    ['another environment', failing('NODE_ENV=production npm run build'), bash('npm run build')],
    ['a pipe, whose status is that of its end', failing('npm test'), bash('npm test | tail -5')],
    ['a list that goes on after a failure', failing('npm test'), bash('npm test || true')],
    ['a list whose last command succeeded', failing('npm test'), bash('npm test; echo done')],
    ['help on it', failing('npm test'), bash('npm test --help')],
    ['one step of several', failing('npm run build && npm test'), bash('npm run build')],
    ['another way to ask', failing('curl https://example.org/a'), bash('curl -X POST https://example.org/a')],
    ['another mode of a script', failing('node cli.js --up'), bash('node cli.js --down')],
    ['another branch pushed', failing('git push origin a'), bash('git push origin b')],
    ['another remedy on the same file', failing('sed -i s/a/b/ x.ts'), bash('sed -i s/c/d/ x.ts')],
    ['an edit of another file', edit('/w/a.ts', { isError: true, result: 'not found' }), edit('/w/b.ts')],
    [
      'another view by one tool of many commands',
      { tool: 'mcp__edit', input: { command: 'view', path: 'a' }, isError: true },
      { tool: 'mcp__edit', input: { command: 'view', path: 'b' } },
    ],
    ['its text in a longer script', failing('npm test'), bash('for a in 1 2; do npm test; done')],
  ])('§7: a disproved action stays while nothing succeeded on the same thing: %s', (_name, failure, other) => {
    expect(failed(failure, other)).toHaveLength(1);
  });

  it('§7: each step of a list may succeed on its own', () => {
    expect(failed(failing('npm run build && npm test'), bash('npm run build'), bash('npm test'))).toEqual([]);
  });

  it('§7: of several failures on the same thing the latest stands, and the most recent is first', () => {
    expect(failed(failing('make a', 'error: one'), failing('make b', 'error: two'), failing('make a', 'error: three'))).toEqual([
      'Bash make a: error: three',
      'Bash make b: error: two',
    ]);
  });

  it('§7: a reading that found nothing is no failed attempt, one that could not read is', () => {
    expect(failed(failing('grep -rn name src', ''))).toEqual([]);
    expect(failed(failing('cat gone.ts', 'cat: gone.ts: No such file or directory'))).toHaveLength(1);
  });

  it('§7: what stays in the window is not told again', () => {
    expect(record(spansOf([failing('make a'), failing('make b')]), { isKept: (index) => index === 1 }).texts('tried and failed')).toEqual([
      'Bash make a: error: it broke',
    ]);
  });

  it('§7: it is bounded: the most recent one by one, the others counted behind one handle that recalls them all', () => {
    const { lines, groups } = record(spansOf(Array.from({ length: 9 }, (_, index) => failing(`make part-${index}`))), { lineCount: 3 });
    expect(lines('tried and failed').map((line) => [line.text, line.turn, line.handle])).toEqual([
      ['Bash make part-8: error: it broke', 9, handleOf(8)],
      ['Bash make part-7: error: it broke', 8, handleOf(7)],
      ['Bash make part-6: error: it broke', 7, handleOf(6)],
      ['6 earlier failures', 6, GROUP],
    ]);
    expect(groups).toEqual([[0, 1, 2, 3, 4, 5]]);
  });

  it('P26: neither the call nor the error of a line holds a secret, and no cut makes one unknown', () => {
    const token = ['gh', 'p_', 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zaB3dE5gH'].join('');
    const texts = failed(
      failing(`curl -H "Authorization: Bearer ${token}" https://example.org`, `Error: cannot use ${token}`),
      failing('deploy', `${'x\n'.repeat(1996)}Error: cannot use ${token}`),
      failing('restart', `${'x '.repeat(3000)}\n${'y'.repeat(4000 - 20)}${token}`),
    );
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text).not.toMatch(/gh[p]_|aB3dE/);
  });
});

describe('§7: open work, waiting, changed, live index', () => {
  it('§7: the latest plan stands with every state and qualifier, the finished items counted, the rest counted too', () => {
    const todos = ['completed', 'in_progress', 'blocked: needs approval', 'pending', 'pending'].map((status, index) => ({ content: `step ${index}`, status }));
    const { texts } = record(spansOf([{ tool: 'TodoWrite', input: { todos } }]), { lineCount: 3 });
    expect(texts('open work')).toEqual(['[in_progress] step 1', '[blocked: needs approval] step 2', '[pending] step 3', '1 more are open', '1 completed']);
  });

  it('P26: an item of the plan is told without its secret', () => {
    const todos = [{ content: 'set PASSWORD=tr0ub4dor&3 on the host', status: 'pending' }];
    expect(record(spansOf([{ tool: 'TodoWrite', input: { todos } }])).texts('open work')).toEqual(['[pending] set PASSWORD=[redacted:password] on the host']);
  });

  it('§7: what was asked and not answered waits, what was answered does not', () => {
    const ask = (question: string, more: Partial<Call> = {}): Call => ({
      tool: 'AskUserQuestion',
      input: { questions: [{ question }], name: question },
      ...more,
    });
    const { lines } = record(spansOf([ask('Drop the table?', { result: 'No' }), ask('Deploy now?', { isPending: true, result: '' })]));
    expect(lines('waiting')).toEqual([{ text: 'AskUserQuestion Deploy now?', turn: 2, handle: handleOf(1) }]);
  });

  it('§7, E15: every evicted file stands with its last hash, written ones apart, each once, however small the record is', () => {
    const calls = [read('/w/a.ts'), write('/w/b.ts'), ...Array.from({ length: 30 }, (_, index) => write(`/w/c${index}.ts`)), write('/w/b.ts'), read('/w/a.ts')];
    const { texts } = record(spansOf(calls), { lineCount: 1 });
    expect(texts('changed')).toHaveLength(31);
    expect(texts('changed').filter((text) => text.startsWith('/w/b.ts@'))).toHaveLength(1);
    expect(texts('live index')).toEqual([expect.stringMatching(/^\/w\/a\.ts@[0-9a-f]{12}$/)]);
  });

  it('hostile commands of a megabyte end, and any call is closed by its own success', () => {
    const command = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc
        .array(fc.constantFrom('npm', 'test', '&&', '||', ';', '|', '"', "'", '\\', '$(', 'cd', '-x', '--a=b', '2>&1', '>', '<<', 'a', '\n', '(', '#'), {
          maxLength: 12,
        })
        .map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(command, (text) => {
        expect(failed(failing(text), bash(text))).toEqual([]);
      }),
      runsOf(200),
    );
    for (const part of ['a', '漢', ' ', '\n', '"', '\\', '-a ', '&& ']) expect(failed(failing(`make ${part.repeat(1e6 / part.length)}`))).toHaveLength(1);
  });
});
