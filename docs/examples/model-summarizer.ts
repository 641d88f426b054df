import { type Archive, compact } from 'holdfast';
import { type AnyLanguageModel, modelSummarizer } from 'holdfast/summarize';

/** `model` is one of the AI SDK, as `anthropic('claude-haiku-4-5')` makes it. */
export function compactWithModel(messages: object[], archive: Archive, model: AnyLanguageModel) {
  return compact(messages, { format: 'anthropic', archive, summarizer: modelSummarizer(model) });
}
