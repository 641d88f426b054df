import { createHash } from 'node:crypto';
import type { SegmentRequest, SegmentText, Summarizer, SummarizerUsage } from '../core/checkpoint/summarizer.ts';

/** Texts that were paid for, by key. The archive keeps them, so that a killed run does not pay twice (C12). */
export interface SummaryCache {
  get(key: string): Promise<string | undefined>;
  /** Durable when it resolves. */
  put(key: string, text: string): Promise<void>;
}

/**
 * SHA-256 (hex) over everything that decides the text: the summarizer, its version, and the request with its complaints.
 * A summarizer of the caller's own may go by any field of it, so all are in it but the names of checkpoint and segment.
 */
export function summaryKey(summarizer: Pick<Summarizer, 'name' | 'version'>, request: SegmentRequest): string {
  const { startTurn, endTurn, sourceTokens, allowanceTokens, complaints = [] } = request;
  const head = [summarizer.name, summarizer.version, startTurn, endTurn, sourceTokens, allowanceTokens, complaints];
  const hash = createHash('sha256').update(JSON.stringify(head));
  for (const { spanId, turn, origin, call, toolName, input, text, hasFailed, exitCode, writtenPaths } of request.sources) {
    hash.update(JSON.stringify([spanId, turn, origin, call ?? null, toolName ?? null, input ?? null, text, hasFailed, exitCode ?? null, writtenPaths]));
  }
  for (const { kind, anchor, line, source, offset, isRequired } of request.facts) {
    hash.update(JSON.stringify([kind, anchor, line, source, offset, isRequired]));
  }
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
  const usage = countedUsage(written?.usage);
  if (typeof text !== 'string') throw new TextlessAnswer(usage);
  await cache?.put(key, text);
  return { text, isCached: false, ...(usage === undefined ? {} : { usage }) };
}

/** A summarizer of the caller's own gave something else than a text; it may have paid for it. */
export class TextlessAnswer extends TypeError {
  readonly usage: SummarizerUsage | undefined;

  constructor(usage: SummarizerUsage | undefined) {
    super('the summarizer gave no text');
    this.usage = usage;
  }
}

function countedUsage(usage: Partial<SummarizerUsage> | undefined): SummarizerUsage | undefined {
  const [inputTokens, outputTokens] = [usage?.inputTokens, usage?.outputTokens].map((tokens) => (Number.isFinite(tokens) ? Number(tokens) : undefined));
  return inputTokens === undefined && outputTokens === undefined ? undefined : { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
}
