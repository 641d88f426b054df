import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAUDE_CODE_TOOLS } from '../../formats/claude-code/tools.ts';
import { loadShellParser } from '../../shell/parse-shell.ts';
import { touchesBelow, touchesFile } from '../handles/later-writes.ts';
import type { Exchange, Span, SpanId } from '../span.ts';
import { type AnalyzeOptions, analyzeExchanges, type ExchangeAnalysis } from './analyze-exchanges.ts';
import { exchangeFacts } from './exchange-facts.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const options: AnalyzeOptions = { tools: CLAUDE_CODE_TOOLS, parseShell: await loadShellParser(), hash: sha256 };

interface Call extends Partial<Exchange> {
  readonly tool: string;
  readonly input: unknown;
  readonly result?: string;
}

function spansOf(calls: readonly Call[]): readonly Span[] {
  return calls.map(({ tool, input, result = '', ...more }, index) => ({
    id: `t1.${index + 1}` as SpanId,
    index,
    turn: 1,
    kind: 'exchange',
    provenance: 'tool',
    text: result,
    pieces: [],
    exchange: {
      callId: `c${index}`,
      toolName: tool,
      input,
      resultText: result,
      isError: false,
      isPending: false,
      callMessage: index,
      workingDirectory: '/w',
      ...more,
    },
  }));
}

function analyze(calls: readonly Call[], more: Partial<AnalyzeOptions> = {}): readonly ExchangeAnalysis[] {
  return [...analyzeExchanges(spansOf(calls), { ...options, ...more }).values()];
}

const read = (path: string, result = 'x', more: object = {}): Call => ({ tool: 'Read', input: { file_path: path, ...more }, result });
const write = (path: string, content = 'new'): Call => ({ tool: 'Write', input: { file_path: path, content } });
const edit = (path: string): Call => ({ tool: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' } });
const bash = (command: string, result = ''): Call => ({ tool: 'Bash', input: { command }, result });

describe('DESIGN §4: exchanges and their handles', () => {
  it('a read of a file has a handle with its path, lines and hash, valid while nothing wrote it', () => {
    const [one] = analyze([read('/w/a.ts', 'x', { offset: 10, limit: 5 }), edit('/w/b.ts')]);
    expect(one).toMatchObject({ isRepeatable: true, handleState: 'valid', handle: `/w/a.ts#10-14@${sha256('x').slice(0, 12)}` });
  });

  it.each<[string, Call]>([
    ['an edit', edit('/w/a.ts')],
    ['a write through another spelling of the path', write('/w/b/../a.ts')],
    ['a shell command that names it', bash('rm a.ts')],
    ['a move', bash('mv a.ts c.ts')],
    ['a redirection', bash('echo x > a.ts')],
    ['a shell command in another directory', bash("cd /w/src && sed -i 's/a/b/' ../a.ts")],
    ['the loss of its directory', bash('rm -rf /w')],
    ['a change of the whole tree', bash('git checkout main')],
    ['a command that does not parse', bash('echo "open')],
    ['a program that names it', bash('python gen.py a.ts')],
    ['an unknown tool that names it', { tool: 'mcp__fs__put', input: { target: { path: 'a.ts' } } }],
    ['a sub-agent told about it', { tool: 'Task', input: { prompt: 'Mend a.ts, please.' } }],
    ['a write that has no result yet', { ...write('/w/a.ts'), isPending: true }],
  ])('a read of a file is invalidated by %s', (_name, later) => {
    expect(analyze([read('/w/a.ts'), read('/w/z.md'), later])[0]).toMatchObject({ handleState: 'invalidated', invalidatedBy: 2 });
  });

  it.each<[string, Call]>([
    ['another file', edit('/w/b.ts')],
    ['a read-only command', bash('cat a.ts')],
    ['a commit', bash('git add a.ts && git commit -m "a.ts"')],
    ['a test run', bash('npm test')],
    ['a failed write', { ...write('/w/a.ts'), isError: true }],
    ['a write that the user refused', { ...write('/w/a.ts'), isError: true, isUserAnswer: true }],
    ['a command that the user refused', { ...bash('rm a.ts'), isError: true, isUserAnswer: true }],
  ])('a read of a file stays valid after %s', (_name, later) => {
    expect(analyze([read('/w/a.ts'), later])[0]).toMatchObject({ handleState: 'valid' });
  });

  it('a command handle is invalidated by a write below what it searched, and by any command that may change something', () => {
    const grep: Call = { tool: 'Grep', input: { pattern: 'x', path: '/w/src' } };
    expect(analyze([grep, edit('/w/src/deep/a.ts')])[0]?.handleState).toBe('invalidated');
    expect(analyze([grep, bash('npm test')])[0]?.handleState).toBe('invalidated');
    expect(analyze([grep, edit('/w/lib/a.ts'), bash('ls')])[0]?.handleState).toBe('valid');
    expect(analyze([{ tool: 'Glob', input: { pattern: '*' } }, edit('/w/lib/a.ts')])[0]?.handleState).toBe('invalidated');
  });

  it('a URL and a recall stay valid whatever is written', () => {
    const handle = `hf_${'a2'.repeat(10)}`;
    const analyses = analyze([
      { tool: 'WebFetch', input: { url: 'https://x/y', prompt: 'p' } },
      { tool: 'mcp__holdfast__recall', input: { handle } },
      bash(`holdfast recall ${handle}`),
      bash('rm -rf /w'),
    ]);
    expect(analyses.slice(0, 3).map((one) => [one.effect.effect, one.handleState])).toEqual([
      ['fetch-url', 'valid'],
      ['recall', 'valid'],
      ['recall', 'valid'],
    ]);
    expect(analyses[1]?.handle).toBe(handle);
    expect(analyses[2]?.handle).toBe(handle);
  });

  it('the last write of a file is valid, an earlier one is superseded; moved or deleted, all are', () => {
    const [first, last] = analyze([write('/w/a.ts'), edit('/w/a.ts')]);
    expect(first).toMatchObject({ isLastWrite: false, handleState: 'invalidated', supersededWriteBy: 1 });
    expect(last).toMatchObject({ isLastWrite: true, handleState: 'valid', changedPaths: ['/w/a.ts'], isRepeatable: false });
    expect(analyze([write('/w/a.ts'), bash('rm a.ts')])[0]).toMatchObject({ isLastWrite: false, handleState: 'invalidated', supersededWriteBy: 1 });
  });

  it('a failed exchange: a write wrote nothing; what only reads can be tried again by its own call', () => {
    const [failedWrite, failedRead] = analyze([
      { ...write('/w/a.ts'), isError: true },
      { ...read('/w/gone.ts', 'no such file'), isError: true },
      { ...bash('grep x a', 'none'), exitCode: 1 },
    ]);
    expect(failedWrite).toMatchObject({ handleState: 'none', changedPaths: [], isRepeatable: false });
    expect(failedWrite?.isLastWrite).toBeUndefined();
    expect(failedRead).toMatchObject({ isRepeatable: true, handleState: 'valid' });
    expect(failedRead?.handle).toMatch(/^Read\(file_path="\/w\/gone.ts"\)@/);
  });

  it('a call without a result has no handle', () => {
    expect(analyze([{ ...read('/w/a.ts'), isPending: true }])[0]).toMatchObject({ isRepeatable: false, handleState: 'none' });
  });

  it('P36: of identical reads the older are superseded by the newest, which the edit invalidates', () => {
    const analyses = analyze([read('/w/a.ts'), read('/w/a.ts'), read('/w/a.ts'), edit('/w/a.ts')]);
    expect(analyses.slice(0, 3).map((one) => one.supersededBy)).toEqual([2, 2, undefined]);
    expect(analyses[2]).toMatchObject({ handleState: 'invalidated', invalidatedBy: 3, handle: `/w/a.ts@${sha256('x').slice(0, 12)}` });
  });

  it('a read is superseded by a later one that shows its lines among others, letter for letter, and by no other', () => {
    const part = read('/w/a.ts', '2\n3', { offset: 2, limit: 2 });
    expect(analyze([part, read('/w/a.ts', '1\n2\n3\n4')])[0]?.supersededBy).toBe(1);
    expect(analyze([part, bash('cat a.ts', '1\n2\n3\n4\n')])[0]?.supersededBy).toBe(1);
    expect(analyze([part, read('/w/a.ts', '1\n2\nchanged\n4')])[0]?.supersededBy).toBeUndefined();
    expect(analyze([part, read('/w/b.ts', '1\n2\n3\n4')])[0]?.supersededBy).toBeUndefined();
    expect(analyze([part, read('/w/a.ts', '1\n2')])[0]?.supersededBy).toBeUndefined();
    expect(analyze([read('/w/a.ts', '1\n2\n3'), part])[0]?.supersededBy).toBeUndefined();
  });

  it('the same command with another result is no repetition', () => {
    expect(analyze([bash('git status', 'a'), bash('git status', 'b')])[0]?.supersededBy).toBeUndefined();
    expect(analyze([bash('git status', 'a'), bash('git status', 'a')])[0]?.supersededBy).toBe(1);
  });

  it('MCP annotations: an unknown tool is repeatable only if it is read-only and idempotent', () => {
    const call: Call = { tool: 'mcp__db__query', input: { sql: 'select 1' } };
    const definition = { name: 'mcp__db__query', readOnlyHint: true, idempotentHint: true };
    expect(analyze([call], { toolDefinitions: [definition] })[0]).toMatchObject({
      isRepeatable: true,
      handleState: 'valid',
      handle: expect.stringMatching(/^mcp__db__query\(sql="select 1"\)@/),
    });
    expect(analyze([call], { toolDefinitions: [{ ...definition, idempotentHint: false }] })[0]).toMatchObject({ isRepeatable: false, handleState: 'none' });
    expect(analyze([call])[0]?.isRepeatable).toBe(false);
    expect(analyze([call, { tool: 'mcp__db__insert', input: {} }], { toolDefinitions: [definition] })[0]?.handleState).toBe('invalidated');
  });

  it('P58: a skill is loaded by its name, and can be again', () => {
    expect(analyze([{ tool: 'Skill', input: { skill: 'review' }, result: '# Review' }])[0]).toMatchObject({
      isRepeatable: true,
      handle: expect.stringContaining('skill="review"'),
    });
  });

  it('a live probe finds a file gone, or with another hash; a part of a file says nothing', () => {
    const probe = (path: string) => ({ '/w/same.ts': sha256('a\nb\n'), '/w/other.ts': sha256('other'), '/w/gone.ts': null })[path];
    const states = analyze(
      [
        bash('cat same.ts', 'a\nb'),
        read('/w/same.ts', '     1→a\n     2→b'),
        bash('cat other.ts', 'a'),
        read('/w/other.ts', 'a', { offset: 3, limit: 1 }),
        read('/w/gone.ts', 'a', { offset: 3, limit: 1 }),
        read('/w/unknown.ts', 'a'),
        write('/w/same.ts', 'a\nb'),
      ].slice(0, 6),
      { probe },
    ).map((one) => one.handleState);
    expect(states).toEqual(['valid', 'valid', 'invalidated', 'valid', 'invalidated', 'valid']);
    expect(analyze([write('/w/same.ts', 'a\nb'), write('/w/other.ts', 'x')], { probe }).map((one) => one.handleState)).toEqual(['valid', 'invalidated']);
  });
});

const path = fc.constantFrom('/w/a.ts', '/w/src/b.ts', '/w/src', 'src/b.ts');
const call: fc.Arbitrary<Call> = fc
  .tuple(
    fc.oneof(
      path.map((one) => read(one)),
      fc
        .tuple(path, fc.nat({ max: 3 }), fc.nat({ max: 3 }))
        .map(([one, offset, limit]) =>
          read(one, ['1', '2', '3', '4', '5', '6', '7'].slice(offset, offset + limit + 1).join('\n'), { offset: offset + 1, limit: limit + 1 }),
        ),
      path.map((one) => write(one)),
      path.map((one) => edit(one)),
      fc
        .tuple(fc.constantFrom('cat', 'rm', 'ls', 'grep -r x', 'python', 'git checkout --', 'tee'), path)
        .map(([command, one]) => bash(`${command} ${one}`, 'x')),
      fc.constantFrom('git status', 'git checkout main', 'npm test', 'date', 'ls').map((command) => bash(command, 'x')),
      fc.constantFrom<Call>(
        { tool: 'unknown', input: { about: 'src/b.ts' } },
        { tool: 'Grep', input: { pattern: 'x' } },
        { tool: 'TodoWrite', input: { todos: [] } },
      ),
    ),
    fc.record({ isError: fc.boolean(), isPending: fc.constant(false) }),
    fc.integer({ min: 0, max: 5 }),
  )
  .map(([one, outcome, dice]) => (dice === 0 ? { ...one, ...outcome } : dice === 1 ? { ...one, isPending: true } : one));

describe('properties of the analysis', () => {
  it('the nearest later write is the one that a plain search through all later exchanges finds', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 14 }), (calls) => {
        const spans = spansOf(calls);
        const facts = spans.map((span) => exchangeFacts(span, span.exchange as Exchange, options));
        const analyses = analyze(calls);
        for (const [index, one] of facts.entries()) {
          const found = facts.findIndex((later, at) => {
            if (at <= index) return false;
            const written = [...later.touches.named, ...later.touches.loose].map((one) => ({ path: one, isTree: false }));
            if (later.touches.tree !== undefined) written.push({ path: later.touches.tree, isTree: true });
            if (one.isWrite) return one.touches.named.some((own) => written.some((by) => touchesFile(by.path, own, by.isTree)));
            const { reading } = one;
            if (reading?.kind === 'file') return written.some((by) => touchesFile(by.path, reading.path, by.isTree));
            return reading?.kind === 'below' && (later.isChanging || reading.paths.some((own) => written.some((by) => touchesBelow(by.path, own))));
          });
          expect(analyses[index]?.invalidatedBy).toBe(found === -1 ? undefined : found);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('a superseded read has its content in the read that superseded it, which comes later and is of the same target', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 14 }), (calls) => {
        for (const [index, one] of analyze(calls).entries()) {
          if (one.supersededBy === undefined) continue;
          expect(one.supersededBy).toBeGreaterThan(index);
          expect(`\n${calls[one.supersededBy]?.result}\n`).toContain(`\n${calls[index]?.result}\n`);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('what is repeatable changed nothing, what has no handle has no state, and a superseded write names its successor', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 10 }), (calls) => {
        for (const one of analyze(calls)) {
          if (one.isRepeatable) expect(one.changedPaths).toEqual([]);
          expect(one.handleState === 'none').toBe(one.handle === undefined);
          if (one.isLastWrite === false) expect(one.supersededWriteBy).toBeDefined();
        }
      }),
    );
  });
});
