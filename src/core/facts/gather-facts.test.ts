import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/properties/compacting.ts';
import { LIMITS } from '../limits.ts';
import type { SpanId } from '../span.ts';
import type { TurnIndex } from '../turn.ts';
import type { FactKind, FactSource } from './fact.ts';
import { gatherFacts } from './gather-facts.ts';

function source(text: string, fields: Partial<FactSource> = {}): FactSource {
  return { spanId: 't3.1' as SpanId, turn: 3 as TurnIndex, origin: 'output', text, hasFailed: false, writtenPaths: [], ...fields };
}

function ran(command: string, text: string, fields: Partial<FactSource> = {}): FactSource {
  return source(text, { toolName: 'bash', input: { command }, call: `bash ${command}`, ...fields });
}

const said = (text: string): FactSource => source(text, { origin: 'narration' });
const found = (one: FactSource): readonly string[] => gatherFacts([one]).map(({ kind, anchor }) => `${kind}: ${anchor}`);
const required = (sources: readonly FactSource[]): readonly string[] => gatherFacts(sources).flatMap(({ isRequired, anchor }) => (isRequired ? [anchor] : []));

/** What toolchains print, made up after their own formats: one line, one fact that must be among those found. */
const PRINTED: readonly (readonly [string, FactKind, string])[] = [
  ['TypeError: x is not a function', 'error', 'TypeError: x is not a function'],
  ['Uncaught RangeError [ERR_OUT_OF_RANGE]: The value is out of range', 'error', 'Uncaught RangeError [ERR_OUT_OF_RANGE]: The value is out of range'],
  ["  code: 'MODULE_NOT_FOUND',", 'error', "code: 'MODULE_NOT_FOUND'"],
  [
    'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
    'error',
    'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
  ],
  ['KeyboardInterruptError', 'error', 'KeyboardInterruptError'],
  ['E       AssertionError: assert 3 == 4', 'error', 'AssertionError: assert 3 == 4'],
  ['FAILED tests/test_a.py::test_sum - assert 3 == 4', 'error', 'FAILED tests/test_a.py::test_sum - assert 3 == 4'],
  ['=== 3 failed, 41 passed in 1.20s ===', 'count', '3 failed, 41 passed in 1.20s'],
  ['error[E0382]: borrow of moved value: `x`', 'error', 'error[E0382]: borrow of moved value: `x`'],
  ['  --> src/main.rs:4:5', 'identifier', 'src/main.rs:4:5'],
  ["thread 'main' panicked at src/main.rs:4:5:", 'error', "thread 'main' panicked at src/main.rs:4:5:"],
  ['test result: FAILED. 3 passed; 1 failed; 0 ignored', 'count', 'test result: FAILED. 3 passed; 1 failed; 0 ignored'],
  ['test a::b ... FAILED', 'error', 'test a::b ... FAILED'],
  ['panic: runtime error: index out of range [3] with length 3', 'error', 'panic: runtime error: index out of range [3] with length 3'],
  ['./main.go:12:3: undefined: foo', 'error', 'undefined: foo'],
  ['--- FAIL: TestSum (0.00s)', 'error', '--- FAIL: TestSum (0.00s)'],
  ['ok  \texample.com/sum\t0.012s', 'outcome', 'ok  \texample.com/sum\t0.012s'],
  [
    'Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()"',
    'error',
    'java.lang.NullPointerException: Cannot invoke "String.length()"',
  ],
  ['[ERROR] Failed to execute goal on project demo', 'error', 'Failed to execute goal on project demo'],
  ['Tests run: 5, Failures: 1, Errors: 0, Skipped: 0', 'count', 'Failures: 1'],
  ['BUILD FAILED in 3s', 'outcome', 'BUILD FAILED in 3s'],
  ["main.c:3:5: error: expected ';' before 'return'", 'error', "error: expected ';' before 'return'"],
  ["main.c:(.text+0x1a): undefined reference to `sum'", 'error', "undefined reference to `sum'"],
  ['Segmentation fault (core dumped)', 'error', 'Segmentation fault (core dumped)'],
  ['bash: foo: command not found', 'error', 'bash: foo: command not found'],
  ["ls: cannot access 'x': No such file or directory", 'error', "ls: cannot access 'x': No such file or directory"],
  ['rm: /etc/hosts: Permission denied', 'error', 'rm: /etc/hosts: Permission denied'],
  ['make: *** [all] Error 2', 'exit', 'make: *** [all] Error 2'],
  ['Command exited with code 137', 'exit', 'Command exited with code 137'],
  ['subprocess returned non-zero exit status 1.', 'exit', 'returned non-zero exit status 1'],
  [' FAIL  src/a.test.ts > adds', 'error', 'FAIL  src/a.test.ts > adds'],
  ['      Tests  3 failed | 41 passed (44)', 'count', 'Tests  3 failed | 41 passed (44)'],
  ['Tests:       1 failed, 3 passed, 4 total', 'count', 'Tests:       1 failed, 3 passed, 4 total'],
  ['not ok 3 - adds', 'error', 'not ok 3 - adds'],
  ['# fail 2', 'count', 'fail 2'],
  ["src/a.ts(16,58): error TS2305: Module 'x' has no exported member 'y'.", 'error', "error TS2305: Module 'x' has no exported member 'y'."],
  ["  12:5  error  'x' is assigned a value but never used  no-unused-vars", 'error', "error  'x' is assigned a value but never used  no-unused-vars"],
  ['✖ 3 problems (2 errors, 1 warning)', 'error', '✖ 3 problems (2 errors, 1 warning)'],
  ['a.py:1:1: F401 `os` imported but unused', 'error', 'F401 `os` imported but unused'],
  ['npm ERR! code ERESOLVE', 'exit', 'npm ERR! code ERESOLVE'],
  ['npm error Missing script: "chek"', 'error', 'Missing script: "chek"'],
  ['ERROR: Could not find a version that satisfies the requirement foo', 'error', 'ERROR: Could not find a version that satisfies the requirement foo'],
  ['Successfully installed requests-2.31.0', 'outcome', 'Successfully installed requests-2.31.0'],
  ['E: Unable to locate package foo', 'error', 'E: Unable to locate package foo'],
  ['error: could not compile `demo` (bin "demo") due to 1 previous error', 'error', 'error: could not compile `demo` (bin "demo") due to 1 previous error'],
  ['added 120 packages, and audited 121 packages in 3s', 'count', 'added 120 packages, and audited 121 packages in 3s'],
  ['HTTP/1.1 404 Not Found', 'exit', 'HTTP/1.1 404 Not Found'],
  ['request failed: 503 Service Unavailable', 'exit', '503 Service Unavailable'],
  ['SQLITE_BUSY: database is locked', 'error', 'SQLITE_BUSY: database is locked'],
  ['ERROR:  relation "users" does not exist', 'error', 'ERROR:  relation "users" does not exist'],
  ["ERROR 1045 (28000): Access denied for user 'app'@'db'", 'error', "ERROR 1045 (28000): Access denied for user 'app'@'db'"],
  ['fatal: not a git repository (or any of the parent directories): .git', 'error', 'fatal: not a git repository (or any of the parent directories): .git'],
  ['CONFLICT (content): Merge conflict in src/a.ts', 'error', 'CONFLICT (content): Merge conflict in src/a.ts'],
  [' ! [rejected]        main -> main (non-fast-forward)', 'error', '[rejected]        main -> main (non-fast-forward)'],
  ['[main 1a2b3c4] Add sum', 'outcome', '[main 1a2b3c4] Add sum'],
  ['   1a2b3c4..5d6e7f8  main -> main', 'outcome', '1a2b3c4..5d6e7f8  main -> main'],
  [' 2 files changed, 14 insertions(+), 3 deletions(-)', 'count', '2 files changed, 14 insertions(+), 3 deletions(-)'],
  [' create mode 100644 src/sum.ts', 'path', 'src/sum.ts'],
  ['\tmodified:   src/sum.ts', 'path', 'src/sum.ts'],
  ['Server listening on port 3000', 'outcome', 'Server listening on port 3000'],
  ['proxy bound to 127.0.0.1:8080', 'port', '127.0.0.1:8080'],
  ['open http://localhost:3000/a?b=1', 'url', 'http://localhost:3000/a?b=1'],
  ['Python 3.11.2', 'version', 'Python 3.11.2'],
  ['Node.js v23.4.0', 'version', 'Node.js v23.4.0'],
  ['downloaded 3.2 GB', 'quantity', '3.2 GB'],
  ['p99 latency: 12 ms', 'quantity', '12 ms'],
  ['deploy: status: pending approval', 'state', 'status: pending'],
  ['task 2 AWAITING_HUMAN', 'state', 'AWAITING_HUMAN'],
  ['subtask b: blocked on approval by ops', 'state', 'blocked on approval by ops'],
  ['session 3f2b8c1a-9d4e-4f6a-8b7c-1a2b3c4d5e6f opened', 'identifier', '3f2b8c1a-9d4e-4f6a-8b7c-1a2b3c4d5e6f'],
  ['moved to ABC-123 today', 'identifier', 'ABC-123'],
  ['digest 9f86d081884c7d659a2feaa0c55ad015', 'hash', '9f86d081884c7d659a2feaa0c55ad015'],
];

/** What looks like a fact and is none. */
const NO_FACTS: readonly string[] = [
  'the quick brown fox jumps over the lazy dog',
  '12:const total = 3;',
  'src/a.ts:12:throw new Error("broken: " + x)',
  '    12 │   if (failed) throw new TypeError("x: y");',
  'const version = getVersion();',
  '> demo@1.2.3 check',
  'deadbeef', // hex, but neither long nor in a context of hashes
  'UTF-8 and SHA-256 are names',
  'acceded and defaced are words',
];

describe('the table of structural kinds', () => {
  for (const [line, kind, anchor] of PRINTED) {
    it(`F5: ${kind} in ${JSON.stringify(line)}`, () => {
      const facts = gatherFacts([source(`before\n${line}\nafter`)]);
      expect(facts.map((fact) => `${fact.kind}: ${fact.anchor}`)).toContain(`${kind}: ${anchor}`);
    });
  }

  for (const line of NO_FACTS) {
    it(`F5: none in ${JSON.stringify(line)}`, () => {
      expect(found(source(`${line}\nthat was it`))).toEqual(['outcome: that was it']);
    });
  }

  it('F5: a colour in the middle of an error does not hide it, and no anchor holds an escape', () => {
    const facts = found(source('\u001b[31m3 failed\u001b[39m | \u001b[32m41 passed\u001b[39m\n\u001b[31mTypeError\u001b[39m: x is not a function'));
    expect(facts).toEqual(['count: 3 failed', 'count: 41 passed', 'error: x is not a function']);
  });

  it('F5: a patch and a fenced block are content', () => {
    expect(found(source('@@ -1,2 +1,2 @@\n-throw new Error: 3 tests failed\n+exit code 3\nthat was it'))).toEqual(['outcome: that was it']);
    expect(found(said('I write it:\n```\nthrow new TypeError: broken\n```\n'))).toEqual([]);
  });

  it('F5: a failed edit: what its tool said of it, and no path, as nothing was written', () => {
    expect(found(source('old text not found in a.ts', { hasFailed: true, call: 'edit /repo/src/a.ts' }))).toEqual(['error: old text not found in a.ts']);
  });

  it('F5: a failure that says nothing that is known still has its last words and its code', () => {
    expect(found(ran('frobnicate', 'one\nwhat a pity', { hasFailed: true, exitCode: 3 }))).toEqual(['exit: exit code 3', 'error: what a pity']);
  });
});

describe('what is required (F9)', () => {
  const failing = ran('npm test', 'TypeError: x is not a function\n 3 failed | 41 passed', { hasFailed: true, exitCode: 1 });
  const passing = ran('cd /repo && CI=1 npm test -- --run', '44 passed', {});

  it('F9: the errors of a chain that no later success closed', () => {
    expect(required([failing, ran('git status', 'On branch main')])).toEqual(
      expect.arrayContaining(['TypeError: x is not a function', 'exit code 1', '3 failed | 41 passed']),
    );
  });

  it('F9: a later success of the same chain closes it; its errors stay facts', () => {
    const facts = gatherFacts([failing, passing, ran('git status', 'On branch main')]);
    const error = facts.find(({ anchor }) => anchor === 'TypeError: x is not a function');
    expect(error?.isRequired).toBe(false);
    expect(facts.filter(({ isRequired }) => isRequired).map(({ anchor }) => anchor)).toContain('44 passed');
  });

  it('F9: an outcome that turned is required even where another followed it', () => {
    expect(required([failing, passing, failing])).toContain('44 passed');
  });

  it('F9: corrections are required, and the last conclusions of what was said', () => {
    const texts = required([said('Now I look.'), said('It turns out that the clock was off.'), said('All tests pass.')]);
    expect(texts).toEqual(['It turns out that the clock was off', 'All tests pass']);
  });

  it('F9: a path that a call wrote is a fact, and not required', () => {
    const write = source('done writing', { toolName: 'write', input: { file_path: '/repo/a.ts' }, writtenPaths: ['/repo/a.ts'] });
    expect(gatherFacts([write])).toContainEqual(expect.objectContaining({ kind: 'path', anchor: '/repo/a.ts', offset: -1, isRequired: false }));
  });

  it('F9: a listing ends nothing, unless the region ends with it', () => {
    const listing = ran('grep -rn foo src', 'No matches found');
    expect(required([listing, passing])).toEqual(['44 passed']);
    expect(required([passing, listing])).toEqual(['44 passed', 'No matches found']);
  });

  it('F9: required facts stay few, however much went wrong', () => {
    const log = Array.from({ length: 500 }, (_, at) => `TypeError: number ${String.fromCharCode(97 + (at % 26))}${at} is off`).join('\n');
    expect(required([ran('npm test', log, { hasFailed: true, exitCode: 1 })]).length).toBeLessThanOrEqual(6);
  });
});

describe('bounds', () => {
  it('F5: a long log gives few facts, its end among them', () => {
    const log = Array.from({ length: 20_000 }, (_, at) => `2026-01-01 worker-${at} took ${at} ms at job-${at * 7}`).join('\n');
    const facts = gatherFacts([source(`${log}\nBUILD FAILED in 3s`)]);
    expect(facts.length).toBeLessThanOrEqual(200);
    expect(facts.at(-1)?.anchor).toBe('BUILD FAILED in 3s');
  });

  it('F5: a message longer than an anchor is cut at the end of a word', () => {
    const [fact] = gatherFacts([source(`TypeError: ${'word '.repeat(100)}`)]);
    expect(fact?.anchor.length).toBeLessThanOrEqual(LIMITS.ANCHOR_CHARACTERS);
    expect(fact?.anchor.endsWith('word')).toBe(true);
  });

  it.each([
    ['one letter', 'a'.repeat(1_000_000)],
    ['CJK without a break', '漢'.repeat(50_000)],
    ['spaces', ' '.repeat(100_000)],
    ['newlines', '\n'.repeat(100_000)],
    ['colons', ': '.repeat(500_000)],
    ['numbers', '1 '.repeat(500_000)],
    ['long lines of letters', `${'a'.repeat(1900)}\n`.repeat(500)],
    ['long lines of paths', `${'a/b.c:1:'.repeat(230)}\n`.repeat(500)],
    ['escapes', '\u001b['.repeat(200_000)],
  ])('§10: one megabyte of %s ends', (_, text) => {
    for (const origin of ['output', 'narration'] as const) expect(gatherFacts([source(text, { origin })]).length).toBeLessThanOrEqual(200);
  });

  const alphabet = fc.constantFrom(
    'error: ',
    '3 failed',
    ' ',
    '\n',
    '\r',
    '\u001b[31m',
    'é',
    '漢',
    '😀',
    '\ud83d',
    'exit code 1',
    '`',
    'src/a.ts',
    ': ',
    '12',
    ' ms',
    'TypeError: x',
  );
  const text = fc.array(alphabet, { maxLength: 60 }).map((parts) => parts.join(''));
  const origin = fc.constantFrom('output' as const, 'narration' as const, 'thinking' as const);

  it('F5: every anchor stands where it says, in one line, bounded, and in its own line; facts come in order, each once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text, origin, hasFailed: fc.boolean(), exitCode: fc.option(fc.nat(255), { nil: undefined }) }), { maxLength: 4 }),
        (parts) => {
          const sources = parts.map((part) => source(part.text, { ...part, call: 'bash x' }));
          const facts = gatherFacts(sources);
          for (const fact of facts) {
            const { anchor, offset } = fact;
            if (offset >= 0) expect(sources[fact.source]?.text.slice(offset, offset + anchor.length)).toBe(anchor);
            expect(anchor).toBe(anchor.trim());
            expect(anchor).not.toMatch(/[\n\r\u001b]/);
            expect(anchor.length).toBeGreaterThan(0);
            expect(anchor.length).toBeLessThanOrEqual(LIMITS.ANCHOR_CHARACTERS);
            expect(fact.line).toContain(anchor);
          }
          const keys = facts.map((fact) => `${fact.source} ${fact.anchor}`);
          expect(new Set(keys).size).toBe(keys.length);
          const order = facts.map((fact) => fact.source * 1e9 + fact.offset);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
          expect(gatherFacts(sources)).toEqual(facts);
        },
      ),
      runsOf(300),
    );
  });
});
