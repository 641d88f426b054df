import type { Archive } from '../../src/archive/archive.ts';
import { compact } from '../../src/compact.ts';
import type { RecallMode } from '../../src/core/classify/rule.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { sha256 } from '../../src/hash.ts';
import { readTranscript, type Transcript } from './corpus.ts';

export const TARGETS = [0.5, 0.3, 0.15] as const;
export const RECALLS = ['off', 'cli'] as const satisfies readonly RecallMode[];

/** One compaction of one transcript, in figures, ids and hashes: no text. */
export interface Measurement {
  readonly name: string;
  readonly target: number;
  readonly recall: RecallMode;
  readonly outcome: 'compacted' | 'unchanged' | 'refused';
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly targetTokens: number;
  readonly noteTokens?: number;
  readonly outputHash?: string;
  /** Spans by action and rule. */
  readonly spans?: Readonly<Record<string, number>>;
  /** SHA-256 over the ids and actions of all spans. */
  readonly actionsHash?: string;
  /** Of a refusal: what has to stay, and tokens of it by rule. */
  readonly floorTokens?: number;
  readonly floor?: Readonly<Record<string, number>>;
}

export async function measure(
  transcript: Transcript,
  target: number,
  recall: RecallMode,
  archive: Archive,
): Promise<Measurement & { readonly text?: string; readonly conversationId?: string }> {
  const options = { archive, target, recall, fileName: transcript.name.split('/').at(-1), onInvalid: 'repair' } as const;
  const base = { name: transcript.name, target, recall };
  const outcome = await compact(readTranscript(transcript.name), options).catch((error: unknown) => {
    if (error instanceof CompactionInvariantError) return error;
    throw error;
  });
  if (outcome instanceof CompactionInvariantError) {
    const floor: Record<string, number> = {};
    for (const span of outcome.protectedSpans) floor[span.rule] = (floor[span.rule] ?? 0) + span.tokens;
    return { ...base, outcome: 'refused', targetTokens: outcome.targetTokens, floorTokens: outcome.floorTokens, floor: sorted(floor) };
  }
  const { receipt } = outcome;
  const spans: Record<string, number> = {};
  for (const span of receipt.spans) spans[`${span.action} ${span.rule}`] = (spans[`${span.action} ${span.rule}`] ?? 0) + 1;
  return {
    ...base,
    outcome: receipt.status,
    tokensBefore: receipt.tokensBefore,
    tokensAfter: receipt.tokensAfter,
    targetTokens: receipt.targetTokens,
    noteTokens: receipt.noteTokens,
    outputHash: sha256(outcome.text),
    spans: sorted(spans),
    actionsHash: sha256(receipt.spans.map((span) => `${span.id} ${span.action} ${span.rule}`).join('\n')),
    text: outcome.text,
    conversationId: receipt.conversationId,
  };
}

function sorted(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
