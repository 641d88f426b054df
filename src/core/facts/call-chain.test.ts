import { describe, expect, it } from 'vitest';
import type { SpanId } from '../span.ts';
import type { TurnIndex } from '../turn.ts';
import { callChain } from './call-chain.ts';

const chainOf = (toolName: string, input: unknown) =>
  callChain({
    spanId: 't1.1' as SpanId,
    turn: 1 as TurnIndex,
    origin: 'output',
    toolName,
    input,
    call: toolName,
    text: '',
    hasFailed: false,
    writtenPaths: [],
  });
const shell = (command: string) => chainOf('bash', { command });

describe('call chains', () => {
  it.each([
    ['npm test', 'cd /repo && CI=1 npm test -- --run'],
    ['npm run check', 'npm run check 2>&1 | tail -20'],
    ['cargo build', 'RUST_LOG=debug timeout 60 cargo build --release'],
    ['tsc', 'npx tsc -p . --noEmit'.replace(' -p .', '')],
    ['git commit', 'git add -A && git commit -m "a message"'],
    ['git push', 'git push --set-upstream origin main'],
    ['pytest tests/test_a.py', 'python -m pytest -q tests/test_a.py'],
    ['make all', 'export A=1; make all'],
  ])('F9: the chain is %j in %j', (key, command) => {
    expect(shell(command)?.key).toBe(key);
  });

  it('F9: two targets are two chains', () => {
    expect(shell('pytest tests/a.py')?.key).not.toBe(shell('pytest tests/b.py')?.key);
    expect(chainOf('edit', { file_path: 'a.ts' })?.key).not.toBe(chainOf('edit', { file_path: 'b.ts' })?.key);
  });

  it('F9: what only looks has no outcome; what counts has', () => {
    for (const command of ['grep -rn foo src', 'ls -la', 'git log --oneline', 'cd /x && find . -name a']) expect(shell(command)?.isLook).toBe(true);
    for (const command of ['npm test', 'git push', 'make']) expect(shell(command)?.isLook).toBe(false);
    expect(shell('ls | wc -l')?.isListing).toBe(false);
    expect(chainOf('Read', { file_path: 'a.ts' })?.isLook).toBe(true);
  });

  it('F9: text of the assistant has no chain', () => {
    expect(callChain({ spanId: 't1.1' as SpanId, turn: 1 as TurnIndex, origin: 'narration', text: 'x', hasFailed: false, writtenPaths: [] })).toBeUndefined();
  });

  it('§10: a long command ends', () => {
    for (const command of ['a'.repeat(1_000_000), '|'.repeat(100_000), 'env '.repeat(100_000), '"'.repeat(100_000), ''])
      expect(shell(command)?.key.length).toBeLessThanOrEqual(200);
  });
});
