import { setTimeout } from 'node:timers/promises';
import type { LanguageModel, streamText } from 'ai';
import type { AbortSignal } from '../core/abort-signal.ts';
import { type SegmentRequest, type SegmentText, type Summarizer, type SummarizerUsage, sumOfUsage } from '../core/checkpoint/summarizer.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import { SummarizerError } from '../core/errors/summarizer-error.ts';
import { type DescribedFailure, describeFailure, printableCause } from './describe-failure.ts';
import { loadPackage } from './load-package.ts';
import { PROMPT_VERSION, segmentPrompt } from './prompt.ts';
import { readAnswer, UnusableAnswer } from './read-answer.ts';

/** Any model of the AI SDK (`LanguageModel` of the package `ai`, 6 or 7): what a provider's package makes, or a gateway's name. */
export type AnyLanguageModel = string | { readonly specificationVersion: string; readonly provider: string; readonly modelId: string };

export interface ModelSummarizerOptions {
  /** Stands in the receipt. Default: the provider's and the model's name. */
  readonly name?: string | undefined;
  /** How long one call may take. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is made again after 408, 409, 425, 429, 5xx, a broken connection, a broken answer or a timeout. Default 3. */
  readonly retries?: number | undefined;
  /** Tokens that the model may think beside the text, where it thinks. Default 4,096. */
  readonly thinkingTokens?: number | undefined;
  /** Ends every call. */
  readonly signal?: AbortSignal | undefined;
  /** Waits before a call is made again. Default: a timer. */
  readonly sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Reads the clock, in milliseconds, for a `retry-after` that is a date. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

const TIMEOUT_MS = 120_000;
const RETRIES = 3;
const THINKING_TOKENS = 4_096;
const BACKOFF_MS = 1_000;
/** Longer waits are not made: the error says what the provider asked for. */
const LONGEST_WAIT_MS = 60_000;
const MS_A_SECOND = 1_000;
/** Room above the allowance, so that a text which is a little too long is seen whole and can be cut at a sentence. */
const OVERSHOOT = 1.5;
/** OpenAI keeps answers for 30 days unless told not to; other providers ignore it. */
const PROVIDER_OPTIONS = { openai: { store: false } };

/**
 * A summarizer that asks a model, with streaming. Nothing is loaded and nothing asked before the first segment.
 * Does I/O: network.
 *
 * @throws ConfigError where the package `ai` or the provider's key is missing.
 * @throws SummarizerError where there is no text after the retries: `failure` says why.
 * @example
 * const summarizer = modelSummarizer(anthropic('claude-haiku-4-5'), { retries: 5 });
 */
export function modelSummarizer(model: AnyLanguageModel, options: ModelSummarizerOptions = {}): Summarizer {
  const modelName = typeof model === 'string' ? model : `${model.provider}/${model.modelId}`;
  const name = options.name ?? modelName;
  const thinkingTokens = options.thinkingTokens ?? THINKING_TOKENS;
  return {
    name,
    // With the words of the prompt, all that the model is told besides.
    version: [PROMPT_VERSION, modelName, JSON.stringify({ thinkingTokens, overshoot: OVERSHOOT, ...PROVIDER_OPTIONS })].join(' '),
    async summarize(request, signal) {
      const { streamText } = await loadPackage<Sdk>('ai', 'A model as summarizer');
      const prompt = segmentPrompt(request);
      const call = async (callSignal: AbortSignal): Promise<SegmentText> => {
        const stop = new AbortController();
        try {
          const { fullStream } = streamText({
            ...prompt,
            model: model as LanguageModel,
            maxOutputTokens: Math.ceil(request.allowanceTokens * OVERSHOOT) + thinkingTokens,
            maxRetries: 0,
            abortSignal: AbortSignal.any([callSignal, stop.signal]),
            providerOptions: PROVIDER_OPTIONS,
            // Without it the SDK prints errors, requests and all, on the console.
            onError: () => undefined,
          });
          const answer = await readAnswer(fullStream, request);
          callSignal.throwIfAborted();
          return answer;
        } finally {
          stop.abort();
        }
      };
      return await withRetries({ name, request, options, signal: joined(options.signal, signal), call });
    },
  };
}

interface Sdk {
  readonly streamText: typeof streamText;
}

interface Retrying {
  readonly name: string;
  readonly request: SegmentRequest;
  readonly options: ModelSummarizerOptions;
  readonly signal: AbortSignal | undefined;
  readonly call: (signal: AbortSignal) => Promise<SegmentText>;
}

async function withRetries({ name, request, options, signal, call }: Retrying): Promise<SegmentText> {
  const { now = Date.now, sleep = pause, retries = RETRIES, timeoutMs = TIMEOUT_MS } = options;
  const paid: (SummarizerUsage | undefined)[] = [];
  for (let attempts = 1; ; attempts++) {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await call(joined(signal, timeout) ?? timeout);
      const usage = sumOfUsage([...paid, answer.usage]);
      return { text: answer.text, ...(usage === undefined ? {} : { usage }) };
    } catch (error) {
      if (error instanceof UnusableAnswer) paid.push(error.usage);
      signal?.throwIfAborted();
      const described = timeout.aborted ? timedOut(timeoutMs) : describe(error, now());
      const waitMs = described.retryAfterMs ?? Math.min(LONGEST_WAIT_MS, BACKOFF_MS * 2 ** (attempts - 1));
      if (!described.isRetryable || attempts > retries || waitMs > LONGEST_WAIT_MS) {
        const { failure, statusCode } = described;
        const what = waitMs > LONGEST_WAIT_MS ? `${described.what}, and asks to wait ${Math.ceil(waitMs / MS_A_SECOND)} seconds` : described.what;
        const cause = error instanceof UnusableAnswer ? undefined : printableCause(error, described.what);
        const { checkpoint, index: segment } = request;
        throw new SummarizerError({ failure, what, summarizer: name, checkpoint, segment, attempts, usage: sumOfUsage(paid), statusCode, cause });
      }
      await sleep(waitMs, signal);
    }
  }
}

function timedOut(timeoutMs: number): DescribedFailure {
  return { failure: 'timed-out', what: `The model did not answer within ${timeoutMs} ms`, isRetryable: true };
}

function describe(error: unknown, nowMs: number): DescribedFailure {
  if (error instanceof UnusableAnswer) return error;
  if (error instanceof Error && error.name === 'AI_LoadAPIKeyError') throw missingKey(error);
  return describeFailure(error, nowMs);
}

/** The SDK's own words here name the variable, never a key. */
function missingKey(error: Error): ConfigError {
  const variable = /\b[A-Z][A-Z0-9_]{2,40}\b(?= environment variable)/.exec(error.message)?.[0];
  return new ConfigError({
    what: "The provider's key is missing",
    option: 'summarizer',
    next: variable === undefined ? 'Give the key to the provider as its package says.' : `Set ${variable}, or give the key to the provider.`,
  });
}

function joined(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return AbortSignal.any([one, other]);
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted());
}
