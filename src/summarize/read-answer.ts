import type { TextStreamPart, ToolSet } from 'ai';
import type { SegmentRequest, SegmentText, SummarizerUsage } from '../core/checkpoint/summarizer.ts';
import type { SummarizerFailure } from '../core/errors/summarizer-error.ts';
import type { DescribedFailure } from './describe-failure.ts';

/** From so many characters on it is counted whether the model runs on: then it is left, and not paid to its end. */
const CHARACTERS_A_TOKEN = 16;

/** The model answered, and the answer is no text that can stand. */
export class UnusableAnswer extends Error implements DescribedFailure {
  readonly failure: SummarizerFailure;
  readonly what: string;
  readonly isRetryable: boolean;
  /** It is paid all the same. */
  readonly usage: SummarizerUsage | undefined;

  constructor(
    failure: SummarizerFailure,
    what: string,
    { isRetryable = false, usage }: { readonly isRetryable?: boolean; readonly usage?: SummarizerUsage | undefined } = {},
  ) {
    super(what);
    this.usage = usage;
    this.failure = failure;
    this.what = what;
    this.isRetryable = isRetryable;
  }
}

/**
 * Reads the stream of one call. Of a model that runs on, the beginning, which is above the allowance already: whoever
 * judges it sees that it is too long.
 *
 * @throws UnusableAnswer where there is no text, or none that its model ended; the stream's own errors as they come.
 */
export async function readAnswer(parts: AsyncIterable<TextStreamPart<ToolSet>>, request: SegmentRequest): Promise<SegmentText> {
  const answer = new Answer();
  let charactersMax = request.allowanceTokens * CHARACTERS_A_TOKEN;
  for await (const part of parts) {
    answer.add(part);
    if (answer.characterCount <= charactersMax) continue;
    if (request.count(answer.text) > request.allowanceTokens) return { text: answer.text };
    charactersMax *= 2;
  }
  return answer.whole();
}

class Answer {
  #written = '';
  #hasThought = false;
  #end: Extract<TextStreamPart<ToolSet>, { readonly type: 'finish-step' }> | undefined;

  add(part: TextStreamPart<ToolSet>): void {
    if (part.type === 'error') throw part.error;
    if (part.type === 'reasoning-delta') this.#hasThought = true;
    if (part.type === 'text-delta') this.#written += part.text;
    if (part.type === 'finish-step') this.#end = part;
  }

  get characterCount(): number {
    return this.#written.length;
  }

  get text(): string {
    return withoutThinking(this.#written).trim();
  }

  whole(): SegmentText {
    const usage = this.#usage();
    refuseEnd(this.#end?.finishReason, this.#end?.rawFinishReason, usage);
    const { text } = this;
    if (text === '') {
      const hasThought = this.#hasThought || this.#written.trim() !== '';
      throw new UnusableAnswer('no-text', hasThought ? 'The model thought and wrote no text' : 'The model answered without text', { usage });
    }
    return { text, ...(usage === undefined ? {} : { usage }) };
  }

  /** As far as the provider said it. */
  #usage(): SummarizerUsage | undefined {
    const { inputTokens, outputTokens } = this.#end?.usage ?? {};
    return inputTokens === undefined && outputTokens === undefined ? undefined : { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  }
}

/** Only an answer that its model ended is one: what was cut off reads as if it were whole. */
function refuseEnd(finishReason: string | undefined, said: string | undefined, usage: SummarizerUsage | undefined): void {
  switch (finishReason) {
    case 'stop':
      return;
    case 'length':
      throw new UnusableAnswer('cut-off', 'The answer was cut off at its token limit', { usage });
    case 'content-filter':
      throw new UnusableAnswer('filtered', "The provider's filter withheld the answer", { usage });
    case 'error':
      throw new UnusableAnswer('broken-answer', 'The provider ended the answer with an error', { isRetryable: true, usage });
    default:
      // A stream that ended without saying why was cut by the connection; the same call may give it whole.
      throw new UnusableAnswer('cut-off', 'The answer has no end', { isRetryable: said === undefined, usage });
  }
}

const THINKING_OPEN = '<think>';
const THINKING_CLOSE = '</think>';

/** Some open models write their thinking into the text, before it. */
function withoutThinking(text: string): string {
  if (!text.trimStart().startsWith(THINKING_OPEN)) return text;
  const end = text.indexOf(THINKING_CLOSE);
  return end === -1 ? '' : text.slice(end + THINKING_CLOSE.length);
}
