import { afterEach, describe, expect, it } from 'vitest';
import { stopSignal } from './stop-signal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
type StopSignal = (typeof SIGNALS)[number];

/** The runner's own listeners, which would end it. */
const others: Readonly<Record<StopSignal, readonly unknown[]>> = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
const own = (signal: StopSignal) => process.listeners(signal).filter((listener) => !others[signal].includes(listener));

afterEach(() => {
  for (const signal of SIGNALS) for (const listener of own(signal)) process.off(signal, listener);
});

describe('the signal that stops a server', () => {
  it.each(SIGNALS)('given %s, then it resolves, and a second signal of either kind is left to end the process', async (signal) => {
    const stopped = stopSignal();
    expect(SIGNALS.map((one) => own(one).length)).toEqual([1, 1]);
    for (const listener of own(signal)) listener(signal);
    await stopped;
    expect(SIGNALS.map((one) => own(one).length)).toEqual([0, 0]);
  });
});
