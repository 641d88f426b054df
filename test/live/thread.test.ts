import { describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { ArchiveError } from '../../src/core/errors/archive-error.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { ConfigError } from '../../src/core/errors/config-error.ts';
import { FormatError } from '../../src/core/errors/format-error.ts';
import { HoldfastError } from '../../src/core/errors/holdfast-error.ts';
import { VerificationError } from '../../src/core/errors/verification-error.ts';
import type { SpanId } from '../../src/core/span.ts';
import type { TurnIndex } from '../../src/core/turn.ts';
import { CompactionThread } from '../../src/live/thread/compaction-thread.ts';
import { receivedError, sentError } from '../../src/live/thread/sent-error.ts';
import { o200kCounter } from '../../src/tokens/o200k-counter.ts';
import { bodyOf, session } from './agent.ts';

const ERRORS: readonly HoldfastError[] = [
  new ArchiveError({ code: 'archive-busy', what: 'Busy', where: '/a.db', next: 'Wait.', cause: { code: 'SQLITE_BUSY' } }),
  new ConfigError({ what: 'No', option: '--to', next: 'Yes.' }),
  new FormatError({ code: 'format-invalid', what: 'Broken', line: 3, byteOffset: 99, path: 'messages[1]', next: 'Mend it.' }),
  new CompactionInvariantError({
    targetTokens: 10,
    reclaimedTokens: 2,
    floorTokens: 20,
    fixedTokens: 1,
    protectedSpans: [{ id: 't1.1' as SpanId, turn: 1 as TurnIndex, tokens: 19, rule: 'user-text' }],
  }),
  new VerificationError([]),
];

describe('§8: compaction on a thread of its own', () => {
  it.each(ERRORS.map((error) => [error.name, error] as const))('%s comes over as it was thrown', (_name, error) => {
    const received = receivedError(structuredClone(sentError(error)));
    expect(received).toBeInstanceOf(error.constructor);
    expect(HoldfastError.is(received)).toBe(true);
    expect(received.message).toBe(error.message);
    expect((received as HoldfastError).exitCode).toBe(error.exitCode);
    expect((received as HoldfastError).toJSON()).toEqual(error.toJSON());
  });

  it('any other fault comes over by its message alone', () => {
    const received = receivedError(structuredClone(sentError(new TypeError('x is not a function'))));
    expect(received.message).toBe('x is not a function');
    expect(HoldfastError.is(received)).toBe(false);
  });

  // Here the program of the thread is not built: it ends as one does that has no memory left.
  it('given a thread that ends, then what it had fails and its conversation is given back, and so with the next', async () => {
    const released: string[] = [];
    const thread = new CompactionThread('sqlite:never.db', async (conversationId) => void released.push(conversationId));
    const options = { format: 'anthropic', conversationId: 'c', archive: memory(), counter: o200kCounter() } as const;
    for (let count = 0; count < 2; count++) {
      await expect(thread.shorten(bodyOf('anthropic', session('anthropic', 2)), options, { wanted: 100, most: 200 })).rejects.toThrow(/compaction-worker/);
    }
    expect(released).toEqual(['c', 'c']);
    await thread.close();
  });
});
