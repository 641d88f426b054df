import { createHash } from 'node:crypto';
import type { SegmentRequest, SegmentText, Summarizer } from '../core/checkpoint/summarizer.ts';

/** Texts that were paid for, by key. The archive keeps them, so that a killed run does not pay twice (C12). */
export interface SummaryCache {
  get(key: string): Promise<string | undefined>;
  /** Durable when it resolves. */
  put(key: string, text: string): Promise<void>;
}

/** SHA-256 (hex) over everything that decides the text: the summarizer, its version, and the request with its complaints. */
export function summaryKey(summarizer: Pick<Summarizer, 'name' | 'version'>, request: SegmentRequest): string {
  const { startTurn, endTurn, allowanceTokens, complaints = [] } = request;
  const head = [summarizer.name, summarizer.version, startTurn, endTurn, allowanceTokens, complaints];
  const hash = createHash('sha256').update(JSON.stringify(head));
  for (const { turn, origin, call, text, hasFailed, exitCode } of request.sources) {
    hash.update(JSON.stringify([turn, origin, call ?? null, text, hasFailed, exitCode ?? null]));
  }
  for (const { kind, anchor, line, source, isRequired } of request.facts) hash.update(JSON.stringify([kind, anchor, line, source, isRequired]));
  return hash.digest('hex');
}

export interface CachedText extends SegmentText {
  readonly isCached: boolean;
}

/**
 * The text of a request: from the cache, or from the summarizer and then into the cache before anything is made of it.
 * It is kept as it came, so that a later run judges it again and comes to the same.
 */
export async function cachedText(
  summarizer: Summarizer,
  request: SegmentRequest,
  cache: SummaryCache | undefined,
  signal: AbortSignal | undefined,
): Promise<CachedText> {
  const key = cache === undefined ? '' : summaryKey(summarizer, request);
  const known = await cache?.get(key);
  if (known !== undefined) return { text: known, isCached: true };
  signal?.throwIfAborted();
  const written = await summarizer.summarize(request, signal);
  // A caller's own summarizer may answer anything.
  const text: unknown = written?.text;
  if (typeof text !== 'string') throw new TypeError('the summarizer gave no text');
  await cache?.put(key, text);
  const { inputTokens, outputTokens } = written.usage ?? {};
  const isCounted = Number.isFinite(inputTokens) && Number.isFinite(outputTokens);
  return { text, isCached: false, ...(isCounted ? { usage: { inputTokens: Number(inputTokens), outputTokens: Number(outputTokens) } } : {}) };
}
