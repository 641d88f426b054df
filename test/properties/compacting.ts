import fc from 'fast-check';
import type { Archive, LedgerEntry } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { type Compaction, compact } from '../../src/compact.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import type { CompactOptions } from '../../src/options.ts';
import type { AbstractConversation } from '../generators/abstract-conversation.ts';
import { SERIALIZERS } from '../generators/abstract-conversation.ts';
import { arbitraryConversation } from '../generators/arbitrary-conversation.ts';

export type GeneratedFormat = keyof typeof SERIALIZERS;
export const FORMATS = Object.keys(SERIALIZERS) as readonly GeneratedFormat[];

/** A conversation, how much of it may stay, and how the agent can recall. */
export interface Case {
  readonly conversation: AbstractConversation;
  readonly target: number;
  readonly recall: 'off' | 'cli' | 'tool';
}

export const arbitraryCase: fc.Arbitrary<Case> = fc.record({
  conversation: arbitraryConversation,
  target: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  recall: fc.constantFrom('off', 'cli', 'tool'),
});

/**
 * Runs a format: what two cores do in the minutes of a test run; more by `HOLDFAST_RUNS`. The seed is fast-check's: a failure
 * prints it with the path that repeats it. Shrinking a conversation takes minutes, so it is asked for with `HOLDFAST_SHRINK=1`.
 */
export function runsOf(count: number): fc.Parameters<unknown> {
  const seed = process.env['HOLDFAST_SEED'];
  const endOnFailure = process.env['HOLDFAST_SHRINK'] === undefined;
  return { endOnFailure, numRuns: Number(process.env['HOLDFAST_RUNS'] ?? count), ...(seed === undefined ? {} : { seed: Number(seed) }) };
}

export interface Run {
  readonly source: string;
  readonly archive: Archive;
  readonly outcome: Compaction | CompactionInvariantError;
  /** The newest ledger entry, where something was done. */
  readonly entry: LedgerEntry | undefined;
}

export async function runCase(format: GeneratedFormat, one: Case, options: Partial<CompactOptions> = {}): Promise<Run> {
  const source = SERIALIZERS[format](one.conversation);
  const archive = options.archive ?? memory({ tenantKey: 'properties' });
  const outcome = await compact(source, { format, target: one.target, recall: one.recall, ...options, archive }).catch((error: unknown) => {
    if (error instanceof CompactionInvariantError) return error;
    throw error;
  });
  const id = outcome instanceof CompactionInvariantError ? undefined : outcome.receipt.conversationId;
  const entry = id === undefined ? undefined : (await archive.ledger(id)).at(-1);
  return { source, archive, outcome, entry };
}

export function isRefused(outcome: Run['outcome']): outcome is CompactionInvariantError {
  return outcome instanceof CompactionInvariantError;
}
