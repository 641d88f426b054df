import { editMembers, memberNamed, readContainer, valueText } from '../../formats/json-text.ts';
import { isObject, type JsonObject } from '../../formats/wire-document.ts';
import { isRecallItem } from './responses-items.ts';
import { type Frame, frameText, objectIn } from './sse-frames.ts';
import { numberOf, type ProviderAnswer, type StreamSplice } from './wire.ts';

type Passing = readonly (Buffer | string)[];

const BEGINNINGS: ReadonlySet<unknown> = new Set(['response.created', 'response.queued', 'response.in_progress']);
const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** One stream out of those of several answers: one beginning, items and events counted on, one end that has all items. */
export class ResponsesSplice implements StreamSplice {
  isOver = false;
  #done: JsonObject[] = [];
  /** By the provider's index of this answer: the client's, or `undefined` where the item is hidden. */
  #indexes = new Map<number, number | undefined>();
  #nextIndex = 0;
  #lastSequence: number | undefined;
  #isFirst = true;
  #end: { readonly frame: Frame; readonly response: JsonObject } | undefined;
  #held: Frame[] = [];
  readonly #earlier: ProviderAnswer[] = [];

  take(frame: Frame): Passing {
    const event = objectIn(frame);
    const response = event?.['response'];
    if (event !== undefined && ENDS.has(event['type']) && isObject(response)) {
      this.isOver = true;
      this.#end = { frame, response };
      return [];
    }
    if (this.#end !== undefined) this.#held.push(frame);
    if (this.#end !== undefined || (!this.#isFirst && BEGINNINGS.has(event?.['type']))) return [];
    return event === undefined ? [frame.bytes] : this.#passing(frame, event);
  }

  answer(): ProviderAnswer {
    const response = this.#end?.response ?? {};
    const output = Array.isArray(response['output']) ? response['output'].filter(isObject) : [];
    return {
      // Some servers leave the items out of the end.
      units: output.length > 0 ? output : this.#done,
      stopReason: typeof response['status'] === 'string' ? response['status'] : null,
      usage: isObject(response['usage']) ? response['usage'] : {},
      id: typeof response['id'] === 'string' ? response['id'] : undefined,
    };
  }

  nextRound(): void {
    this.#earlier.push(this.answer());
    this.#isFirst = false;
    this.isOver = false;
    this.#done = [];
    this.#indexes = new Map();
    this.#end = undefined;
    this.#held = [];
  }

  finish(): Passing {
    if (this.#end === undefined) return [];
    const { frame } = this.#end;
    const hasHidden = [...this.#indexes.values()].includes(undefined);
    const held = this.#held.map((one) => one.bytes);
    if (this.#isFirst && !hasHidden) return [frame.bytes, ...held];
    const data = frame.data ?? '';
    const member = memberNamed(readContainer(data), 'response');
    const response = mergedResponse(member === undefined ? '{}' : valueText(data, member), [...this.#earlier, this.answer()]);
    const sequence = this.#nextSequence(objectIn(frame) ?? {});
    const edits = new Map([['response', response], ...(sequence === undefined ? [] : ([['sequence_number', String(sequence)]] as const))]);
    return [frameText(String(objectIn(frame)?.['type']), editMembers(data, edits)), ...held];
  }

  #passing(frame: Frame, event: JsonObject): Passing {
    const { item, output_index: index } = event;
    if (typeof index !== 'number') return [this.#renumbered(frame, event, undefined)];
    if (event['type'] === 'response.output_item.added' && isObject(item)) this.#indexes.set(index, isRecallItem(item) ? undefined : this.#nextIndex++);
    if (event['type'] === 'response.output_item.done' && isObject(item)) this.#done.push(item);
    const forClient = this.#indexes.get(index);
    return forClient === undefined ? [] : [this.#renumbered(frame, event, forClient)];
  }

  #renumbered(frame: Frame, event: JsonObject, index: number | undefined): Buffer | string {
    const sequence = this.#nextSequence(event);
    const edits = new Map<string, string>();
    if (sequence !== undefined && sequence !== event['sequence_number']) edits.set('sequence_number', String(sequence));
    if (index !== undefined && index !== event['output_index']) edits.set('output_index', String(index));
    return edits.size === 0 ? frame.bytes : frameText(String(event['type']), editMembers(frame.data ?? '', edits));
  }

  #nextSequence(event: JsonObject): number | undefined {
    if (typeof event['sequence_number'] !== 'number') return undefined;
    this.#lastSequence = this.#lastSequence === undefined ? event['sequence_number'] : this.#lastSequence + 1;
    return this.#lastSequence;
  }
}

/** The last answer, with the client's items of all of them. */
export function mergedResponse(response: string, answers: readonly ProviderAnswer[]): string {
  const output = answers.flatMap(({ units }) => units.filter((item) => !isRecallItem(item)));
  const edits = new Map([['output', JSON.stringify(output)]]);
  const usage = answers.at(-1)?.usage ?? {};
  if (Object.keys(usage).length > 0) {
    const outputTokens = answers.reduce((sum, answer) => sum + numberOf(answer.usage, 'output_tokens'), 0);
    edits.set('usage', JSON.stringify({ ...usage, output_tokens: outputTokens, total_tokens: numberOf(usage, 'input_tokens') + outputTokens }));
  }
  return editMembers(response, edits);
}
