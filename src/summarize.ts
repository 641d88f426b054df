/** `holdfast/summarize`: a model as summarizer. Needs the package `ai` and a provider's package, which it loads when they are first needed. */
import type { Summarizer } from './core/checkpoint/summarizer.ts';
import { type AnyLanguageModel, type ModelSummarizerOptions, modelSummarizer as summarizerOf } from './summarize/model.ts';
import { loadNamedModel } from './summarize/named-model.ts';

export type { SegmentRequest, SegmentText, Summarizer } from './core/checkpoint/summarizer.ts';
export type { Fact, FactKind, FactSource } from './core/facts/fact.ts';
export type { AnyLanguageModel, ModelSummarizerOptions } from './summarize/model.ts';

/**
 * A summarizer that asks a model of the AI SDK, with streaming, timeouts and retries. Nothing is asked before the first
 * segment. Does I/O: network.
 *
 * @throws ConfigError, when it is first used, where the package `ai` or the provider's key is missing.
 * @throws SummarizerError, when it is used, where there is no text after the retries: `failure` says why.
 * @example
 * const summarizer = modelSummarizer(anthropic('claude-haiku-4-5'), { retries: 5 });
 */
export function modelSummarizer(model: AnyLanguageModel, options: ModelSummarizerOptions = {}): Summarizer {
  return summarizerOf(model, options);
}

/**
 * The same for a model by its name: `anthropic/claude-haiku-4-5`, `openai/gpt-5-mini`. Keys and addresses come from the
 * provider package's own environment variables. Does I/O: loads the package.
 *
 * @throws ConfigError where the name is none, or the package is not installed.
 */
export async function namedModelSummarizer(name: string, options: ModelSummarizerOptions = {}): Promise<Summarizer> {
  return summarizerOf(await loadNamedModel(name), { name, ...options });
}
