import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExchangeCall as Call, exchangeSpans } from '../../../test/generators/exchange-spans.ts';
import { CLAUDE_CODE_TOOLS } from '../../formats/claude-code/tools.ts';
import { loadShellParser } from '../../shell/parse-shell.ts';
import { touchesBelow, touchesFile, touchesFileOrInside } from '../handles/later-writes.ts';
import type { Exchange, Span } from '../span.ts';
import { type AnalyzeOptions, analyzeExchanges, type ExchangeAnalysis } from './analyze-exchanges.ts';
import { exchangeFacts } from './exchange-facts.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const options: AnalyzeOptions = { tools: CLAUDE_CODE_TOOLS, parseShell: await loadShellParser(), hash: sha256 };

function spansOf(calls: readonly Call[]): readonly Span[] {
  return exchangeSpans(calls, { result: '', place: (index) => ({ id: `t1.${index + 1}`, turn: 1 }) });
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
    // Finding 15: any program can print the text of a refusal.
    ['a write whose result reads as a refusal', { ...write('/w/a.ts'), isError: true, isUserAnswer: true }],
    ['a command whose result reads as a refusal', { ...bash('rm a.ts'), isError: true, isUserAnswer: true }],
  ])('a read of a file is invalidated by %s', (_name, later) => {
    expect(analyze([read('/w/a.ts'), read('/w/z.md'), later])[0]).toMatchObject({ handleState: 'invalidated', invalidatedBy: 2 });
  });

  it.each<[string, Call]>([
    ['another file', edit('/w/b.ts')],
    ['a read-only command', bash('cat a.ts')],
    ['a commit', bash('git add a.ts && git commit -m "a.ts"')],
    ['a test run', bash('npm test')],
    ['a failed write', { ...write('/w/a.ts'), isError: true }],
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
    const analyses = analyze(
      [
        { tool: 'WebFetch', input: { url: 'https://x/y', prompt: 'p' } },
        { tool: 'mcp__holdfast__recall', input: { handle } },
        bash(`holdfast recall ${handle}`),
        bash('rm -rf /w'),
      ],
      { isArchived: () => true },
    );
    expect(analyses.slice(0, 3).map((one) => [one.effect.effect, one.handleState])).toEqual([
      ['fetch-url', 'valid'],
      ['recall', 'valid'],
      ['recall', 'valid'],
    ]);
    expect(analyses[1]?.handle).toBe(handle);
    expect(analyses[2]?.handle).toBe(handle);
  });

  it('finding 14: a recall counts as one only where it succeeded and the archive gives that text; else it is one-shot', () => {
    const handle = `hf_${'a2'.repeat(10)}`;
    const byTool: Call = { tool: 'mcp__holdfast__recall', input: { handle }, result: 'the source' };
    const byShell = bash(`holdfast recall ${handle}`, 'the source');
    const isArchived = (asked: string, text: string) => asked === handle && text === 'the source';
    const statesOf = (calls: readonly Call[], more: Partial<AnalyzeOptions> = { isArchived }) =>
      analyze(calls, more).map((one) => [one.effect.effect, one.handleState, one.isRepeatable, one.handle]);
    for (const call of [byTool, byShell]) {
      expect(statesOf([call])).toEqual([['recall', 'valid', true, handle]]);
      const refuted = [
        { ...call, isError: true },
        { ...call, exitCode: 1 },
        { ...call, isPending: true },
        { ...call, resultText: 'no such handle' },
      ];
      for (const state of statesOf(refuted)) expect(state).toEqual(['one-shot', 'none', false, undefined]);
      expect(statesOf([call], { isArchived: () => false })).toEqual([['one-shot', 'none', false, undefined]]);
      expect(statesOf([call], {})).toEqual([['one-shot', 'none', false, undefined]]);
    }
    expect(
      analyze([
        { tool: 'Grep', input: { pattern: 'x' } },
        { ...byShell, exitCode: 1 },
      ])[0]?.handleState,
    ).toBe('valid');
  });

  it('finding 7: a read with a picture is superseded by the same picture alone, never by the lines beside it', () => {
    const shot = (text: string, base64?: string): Span['pieces'][number] => ({
      message: 0,
      raw: '',
      block: 0,
      content: {
        type: 'result',
        callId: 'c',
        text,
        isError: false,
        ...(base64 === undefined ? {} : { media: [{ mediaType: 'image/png', base64, value: {} }] }),
      },
    });
    const supersededOf = (...reads: readonly (readonly [text: string, base64?: string])[]) => {
      const spans = spansOf(reads.map(([text]) => read('/w/a.png', text))).map((span, at) => ({ ...span, pieces: [shot(...(reads[at] ?? ['']))] }));
      return analyzeExchanges(spans, options).get(0)?.supersededBy;
    };
    expect(supersededOf(['1', 'AAAA'], ['1\n2'])).toBeUndefined();
    expect(supersededOf(['1'], ['1\n2', 'AAAA'])).toBeUndefined();
    expect(supersededOf(['1', 'AAAA'], ['1', 'BBBB'])).toBeUndefined();
    expect(supersededOf(['1', 'AAAA'], ['1', 'AAAA'])).toBe(1);
    expect(supersededOf(['1'], ['1\n2'])).toBe(1);
  });

  it.each([
    '(cd sub && npm test); sed -i s/a/b/ src/x.ts',
    'A=$(cd /tmp && pwd); rm src/x.ts',
    '{ cd /tmp; ls; } | cat; rm src/x.ts',
    'cd /nonexist || true; rm src/x.ts',
    'cd /nonexist; rm src/x.ts',
    'cd /nonexist && ls; rm src/x.ts',
    'if cd /nonexist; then ls; fi; rm src/x.ts',
    'cd /tmp & rm src/x.ts',
    '! cd /nonexist && rm src/x.ts',
    'f() { cd /tmp; }; rm src/x.ts',
    'command cd src && rm x.ts',
    'pushd src && rm x.ts',
    'cd -P src && rm x.ts',
    'cd src && cd - && rm src/x.ts',
    'bash -c "cd src && sed -i s/a/b/ x.ts"',
    "eval 'cd src; rm x.ts'",
    'cd sub && ls $(cd /tmp && pwd) > ../src/x.ts',
    '(cd /tmp && ls) > src/x.ts',
    'cd src && for f in 1; do echo; done > x.ts',
    'env -C src rm x.ts',
    'git -C src rm x.ts',
  ])('finding 4: a file is written whatever `cd` stands in front: %s', (command) => {
    const place = { workingDirectory: '/repo' };
    expect(
      analyze([
        { ...read('/repo/src/x.ts'), ...place },
        { ...bash(command), ...place },
      ])[0],
    ).toMatchObject({ handleState: 'invalidated' });
  });

  it.each(['cd other && rm x.js', '(cd src && rm y.ts)', 'cd src && ls > y.ts'])('finding 4: another file is not: %s', (command) => {
    const place = { workingDirectory: '/repo' };
    expect(
      analyze([
        { ...read('/repo/src/x.ts'), ...place },
        { ...bash(command), ...place },
      ])[0],
    ).toMatchObject({ handleState: 'valid' });
  });

  it.each([
    'git -c advice.detachedHead=false checkout HEAD~1',
    'git -c core.x=1 stash',
    'sudo git reset --hard',
    'env git checkout main',
    'env A=1 git checkout main',
    'nice -n 5 git checkout main',
    'bash -c "git checkout main"',
    'sudo sh -lc "git checkout main"',
    'echo "git checkout main" | bash',
    'bash -c "$SCRIPT"',
    'git ls-files | xargs sed -i s/a/b/',
    'rg -l foo | xargs sed -i s/a/b/',
    'find -name "*.ts" -exec sed -i s/a/b/ {} +',
    'find src -exec sh -c "git stash" \\;',
    'find -name "*.ts" -delete',
    'cargo fmt',
    'npx prettier --write .',
    'gofmt -w .',
    'black .',
    'ruff format',
    'eslint --fix',
    'npm run lint:fix',
    'make fmt',
    'git co main',
    'git --unknown checkout main',
    'git worktree add ../x',
  ])('finding 5: a file is written by what changes files that it does not name: %s', (command) => {
    const place = { workingDirectory: '/repo' };
    expect(
      analyze([
        { ...read('/repo/src/x.ts'), ...place },
        { ...bash(command), ...place },
      ])[0],
    ).toMatchObject({ handleState: 'invalidated' });
  });

  it.each([
    ['cat src/*.ts', true],
    ['grep -n foo src/*.ts', true],
    ['wc -l src/*.ts', true],
    ['ls src/[ab].ts', true],
    ['find -L /repo/src -name x', true],
    ['find -H -O2 src -name x', true],
    ['find -D exec src -name x', true],
    ['grep -n foo lib/*.ts', false],
    ['find -L /repo/lib -name x', false],
  ])('finding 6: what a pattern or an option in front hides is read: %s', (command, isRead) => {
    const place = { workingDirectory: '/repo' };
    const [one] = analyze([{ ...bash(command, 'x'), ...place }, write('/repo/src/a.ts')]);
    expect(one).toMatchObject({ isRepeatable: true, handleState: isRead ? 'invalidated' : 'valid' });
  });

  it('finding 17: a read that turns out to be of a directory is invalidated by a write in it', () => {
    expect(analyze([read('/w/src', 'a.ts'), write('/w/src/b.ts')])[0]).toMatchObject({ handleState: 'invalidated', invalidatedBy: 1 });
    expect(analyze([read('/w/src', 'a.ts'), write('/w/lib/b.ts')])[0]?.handleState).toBe('valid');
  });

  it('finding 17: what shows a moment cannot be had again', () => {
    const shown = [
      'ps aux',
      'cat /proc/meminfo',
      'cat /dev/urandom',
      'uptime',
      'free -m',
      'df -h',
      'lsof',
      'ss -tln',
      'netstat -an',
      'top -b -n 1',
      'cd /proc && cat cpuinfo',
    ];
    for (const one of analyze(shown.map((command) => bash(command, 'x')))) expect(one).toMatchObject({ isRepeatable: false, handleState: 'none' });
    expect(analyze([read('/proc/1/status')])[0]?.isRepeatable).toBe(false);
    expect(analyze([read('/w/a.ts'), bash('ps aux')])[0]?.handleState).toBe('valid');
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
            if (reading?.kind === 'file') return written.some((by) => touchesFileOrInside(by.path, reading.path, by.isTree));
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
