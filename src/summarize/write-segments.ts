import { type SegmentRequest, type Summarizer, type SummarizerUsage, segmentName, sumOfUsage } from '../core/checkpoint/summarizer.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import { SummarizerError } from '../core/errors/summarizer-error.ts';
import type { Fact } from '../core/facts/fact.ts';
import { describeFailure, printableCause } from './describe-failure.ts';
import { extractive } from './extractive.ts';
import { inParallel } from './in-parallel.ts';
import { factsAlone, repairedText } from './repair.ts';
import { type CachedText, cachedText, type SummaryCache, TextlessAnswer } from './summary-cache.ts';

/** What the gates and the drift check say of a text. */
export interface CheckedText {
  /** What may stand of it: drift is cut. */
  readonly text: string;
  /** What is wrong with the text that may stand, a sentence each. Stands in the second request, so it may quote the text; never in an event. */
  readonly problems: readonly string[];
  /** Facts that must be in it and are not. */
  readonly missing: readonly Fact[];
  /** DESIGN §10: lines were cut of it that speak to its reader, and none of its facts stands: that is no hedge, and the facts are put in (E16). */
  readonly isHostile?: boolean | undefined;
}

export interface WriteSegmentsOptions {
  readonly summarizer: Summarizer;
  readonly check: (request: SegmentRequest, text: string) => CheckedText;
  readonly cache?: SummaryCache | undefined;
  /** Segments that are written at once; at least 1. */
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** C20: what happens where the summarizer fails after its retries. */
  readonly onError: 'fallback' | 'throw';
  /** The extractive text, for `onError: 'fallback'`. It is checked like any other. */
  readonly fallback?: ((request: SegmentRequest) => string) | undefined;
}

export interface SegmentEvent {
  readonly name: string;
  readonly message: string;
  /** `k1`, `k2`, …, where the request names it. */
  readonly checkpoint?: string;
  readonly segment: number;
}

export interface WrittenSegment {
  readonly index: number;
  /** Passed `check` and fits the allowance. Absent: no text can stand, and the caller externalizes the segment. */
  readonly text?: string | undefined;
  /** Who wrote the text; of an absent one, who tried last. */
  readonly summarizer: string;
  /** Texts that were asked for: 1, or 2 with a retry. */
  readonly attempts: number;
  /** Of all answers that were paid for now, those that could not be used included. */
  readonly usage?: SummarizerUsage | undefined;
  /** No call was made for it: every text was in the cache. */
  readonly isCached: boolean;
  readonly events: readonly SegmentEvent[];
}

/**
 * Writes the text of every segment: from the cache or the summarizer; checked; asked once more with what was wrong;
 * repaired with the missing facts; else left to the caller to externalize (DESIGN §5). Results are in the order of
 * the requests, whatever the concurrency. Does I/O where the summarizer or the cache does.
 *
 * @throws SummarizerError with `onError: 'throw'`. Segments that were being written are finished first, so that what is
 * paid for is in the cache; no further one is begun.
 * @throws the signal's reason, at once, when it aborts.
 */
export async function writeSegments(requests: readonly SegmentRequest[], options: WriteSegmentsOptions): Promise<readonly WrittenSegment[]> {
  const { outcomes, failures } = await inParallel(requests, options.concurrency, (request) => writeSegment(request, options), options.signal);
  const [first] = failures;
  if (first === undefined) return outcomes;
  const failed = failures.filter((error) => error instanceof SummarizerError);
  if (!(first instanceof SummarizerError) || failed.length === 1) throw first;
  throw first.alsoFor(failed.flatMap((error) => error.failedSegments));
}

async function writeSegment(request: SegmentRequest, options: WriteSegmentsOptions): Promise<WrittenSegment> {
  const tries = new Tries(request, options);
  try {
    return await writeChecked(tries);
  } catch (error) {
    options.signal?.throwIfAborted();
    // A wrong option or a broken archive is no failure of the summarizer: no text makes it good.
    if (HoldfastError.is(error) && !(error instanceof SummarizerError)) throw error;
    const failure = asSummarizerError(error, tries);
    if (options.onError === 'throw') throw failure;
    return fallBack(tries, failure);
  }
}

async function writeChecked(tries: Tries): Promise<WrittenSegment> {
  const first = await tries.ask(undefined);
  if (first !== undefined && isSound(first)) return tries.ended(first.text);
  const second = await tries.ask(tries.complaints(first));
  if (second !== undefined && isSound(second)) return tries.ended(second.text);
  for (const judged of [second, first]) {
    const text = judged === undefined ? undefined : tries.repaired(judged);
    if (text !== undefined) return tries.ended(text);
  }
  tries.report('segment-unwritten', `no text of ${tries.options.summarizer.name} can stand for it after ${tries.attempts} attempts`);
  return tries.ended(undefined);
}

/** C20: the receipt says who wrote the text, and why. */
function fallBack(tries: Tries, failure: SummarizerError): WrittenSegment {
  const { fallback } = tries.options;
  const reason = `${failure.what} (${failure.code}, ${tries.options.summarizer.name})`;
  const judged = fallback === undefined ? undefined : tries.judge(fallback(tries.request));
  const text = judged === undefined || isSound(judged) ? judged?.text : tries.repaired(judged);
  tries.report('summarizer-failed', text === undefined ? `${reason}: it has no text` : `${reason}: its text is extractive`);
  return { ...tries.ended(text), summarizer: extractive.name };
}

interface Judged extends CheckedText {
  readonly isTooLong: boolean;
}

function isSound(judged: Judged): boolean {
  return judged.problems.length === 0 && judged.missing.length === 0 && !judged.isTooLong;
}

/** What was asked, paid and seen for one segment. */
class Tries {
  readonly request: SegmentRequest;
  readonly options: WriteSegmentsOptions;
  readonly #events: SegmentEvent[] = [];
  readonly #texts: CachedText[] = [];
  readonly #paid: (SummarizerUsage | undefined)[] = [];
  attempts = 0;
  #unusable: SummarizerError | undefined;

  constructor(request: SegmentRequest, options: WriteSegmentsOptions) {
    this.request = request;
    this.options = options;
  }

  /** Nothing where the answer was no usable text, the first time: then asking again with the reason may help. */
  async ask(complaints: readonly string[] | undefined): Promise<Judged | undefined> {
    const { summarizer, cache, signal } = this.options;
    this.attempts++;
    const request = complaints === undefined ? this.request : { ...this.request, complaints };
    if (complaints !== undefined) this.report('segment-retried', this.#unusable?.what ?? 'its first text was not sound');
    let written: CachedText;
    try {
      written = await cachedText(summarizer, request, cache, signal);
    } catch (error) {
      if (error instanceof SummarizerError || error instanceof TextlessAnswer) this.#paid.push(error.usage);
      signal?.throwIfAborted();
      if (complaints !== undefined || !(error instanceof SummarizerError) || error.code !== 'summarizer-unusable') throw error;
      this.#unusable = error;
      return undefined;
    }
    signal?.throwIfAborted();
    this.#texts.push(written);
    this.#paid.push(written.usage);
    return this.judge(written.text);
  }

  judge(written: string): Judged {
    const { request, options } = this;
    const checked = options.check(request, written);
    const { text, problems } = checked;
    if (text.trim() === '') return { ...checked, problems: [...problems, 'Nothing of it could stand.'], isTooLong: false };
    return { ...checked, isTooLong: request.count(text) > request.allowanceTokens };
  }

  /** What the second request says. */
  complaints(first: Judged | undefined): readonly string[] {
    if (first === undefined) return [`${this.#unusable?.what ?? 'There was no text'}.`];
    const { allowanceTokens, count } = this.request;
    return [
      ...(first.isTooLong ? [`It took ${count(first.text)} tokens; ${allowanceTokens} are allowed.`] : []),
      ...first.problems,
      ...first.missing.map((fact) => `These exact characters are missing: ${fact.anchor}`),
    ];
  }

  /** A text whose only faults are missing facts, its length and hostile lines, with all put right; it is judged again. */
  repaired(judged: Judged): string | undefined {
    if (judged.problems.length > 0 && judged.isHostile !== true) return undefined;
    const text = repairedText(this.request, judged.text, judged.missing) ?? (judged.isHostile === true ? factsAlone(this.request, judged.missing) : undefined);
    const again = text === undefined ? undefined : this.judge(text);
    if (again === undefined || !isSound(again)) return undefined;
    this.report('segment-repaired', `${judged.missing.length} missing facts were put in${judged.isTooLong ? ', and its end was cut to the allowance' : ''}`);
    return again.text;
  }

  report(name: string, message: string): void {
    const { checkpoint, index: segment } = this.request;
    this.#events.push({ name, message: `${segmentName(this.request)}: ${message}`, ...(checkpoint === undefined ? {} : { checkpoint }), segment });
  }

  /** Of all answers so far. */
  get usage(): SummarizerUsage | undefined {
    return sumOfUsage(this.#paid);
  }

  ended(text: string | undefined): WrittenSegment {
    const { usage } = this;
    return {
      index: this.request.index,
      ...(text === undefined ? {} : { text }),
      summarizer: this.options.summarizer.name,
      attempts: this.attempts,
      ...(usage === undefined ? {} : { usage }),
      isCached: this.#texts.length > 0 && this.#texts.length === this.attempts && this.#texts.every((one) => one.isCached),
      events: [...this.#events],
    };
  }
}

/** A summarizer of the caller's own may throw anything; what it threw is described, not repeated. */
function asSummarizerError(error: unknown, tries: Tries): SummarizerError {
  if (error instanceof SummarizerError) return inCheckpoint(error, tries);
  const { failure, what, statusCode } = describeFailure(error, 0);
  return new SummarizerError({
    failure,
    what,
    summarizer: tries.options.summarizer.name,
    checkpoint: tries.request.checkpoint,
    segment: tries.request.index,
    attempts: tries.attempts,
    usage: tries.usage,
    statusCode,
    cause: printableCause(error, what),
  });
}

/** A summarizer of the caller's own may not name the segment as it was asked, nor know what was paid before. */
function inCheckpoint(error: SummarizerError, tries: Tries): SummarizerError {
  const { checkpoint, index: segment } = tries.request;
  const { failure, what, summarizer, attempts, statusCode, cause } = error;
  return new SummarizerError({ failure, what, summarizer, checkpoint, segment, attempts, usage: tries.usage, statusCode, cause });
}
