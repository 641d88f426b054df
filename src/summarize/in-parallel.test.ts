import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../test/properties/compacting.ts';
import { inParallel } from './in-parallel.ts';

describe('several at once', () => {
  it('results are in the order of the items, and no more run than asked, whatever each takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (delays, concurrency) => {
        let running = 0;
        let most = 0;
        const { outcomes, failures } = await inParallel(
          delays,
          concurrency,
          async (delay) => {
            most = Math.max(most, ++running);
            await pause(delay);
            running--;
            return delay * 2;
          },
          undefined,
        );
        expect(outcomes).toEqual(delays.map((delay) => delay * 2));
        expect(failures).toEqual([]);
        expect(most).toBe(Math.min(concurrency, delays.length));
      }),
      runsOf(30),
    );
  });

  it('after a failure nothing further is begun, what runs is waited for, and failures come in the order of the items', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const { failures } = await inParallel(
      [0, 1, 2, 3, 4, 5],
      3,
      async (item) => {
        begun.push(item);
        await pause(item === 0 ? 20 : 1);
        ended.push(item);
        if (item !== 1) throw new Error(`of ${item}`);
        await pause(40);
      },
      undefined,
    );
    expect(begun).toEqual([0, 1, 2]);
    expect(ended.toSorted()).toEqual([0, 1, 2]);
    expect(failures.map(String)).toEqual(['Error: of 0', 'Error: of 2']);
  });

  it('an abort rejects at once with its reason, also where what runs does not heed it', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    const running = inParallel(
      [0, 1, 2],
      1,
      async (item) => {
        begun.push(item);
        stop.abort('enough');
        await new Promise(() => undefined);
      },
      stop.signal,
    );
    await expect(running).rejects.toBe('enough');
    await expect(inParallel([0], 1, async () => begun.push(9), stop.signal)).rejects.toBe('enough');
    expect(begun).toEqual([0]);
  });
});
