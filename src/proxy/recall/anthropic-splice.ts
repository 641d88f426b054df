import { editMembers } from '../../formats/json-text.ts';
import { isObject, type JsonObject } from '../../formats/wire-document.ts';
import { type Frame, frameText, objectIn } from './sse-frames.ts';
import { RECALL_TOOL_NAME } from './tool.ts';
import { numberOf, type ProviderAnswer, parsedInput, type StreamSplice } from './wire.ts';

/** Whether a block calls our tool. */
export function isRecallCall(block: JsonObject): boolean {
  return block['type'] === 'tool_use' && block['name'] === RECALL_TOOL_NAME;
}

type Passing = readonly (Buffer | string)[];

/** Figures of the last call alone: what the model has read, cached parts included. */
const INPUT_FIGURES = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const;

/** One stream out of those of several answers: one `message_start`, blocks counted on, one end. */
export class AnthropicSplice implements StreamSplice {
  isOver = false;
  #blocks: GrowingBlock[] = [];
  /** By the provider's index of this answer: the client's, or `undefined` where the block is hidden. */
  #indexes = new Map<number, number | undefined>();
  #nextIndex = 0;
  #isFirst = true;
  #usage: JsonObject = {};
  #stopReason: string | null = null;
  #held: Frame[] = [];
  #earlierOutputTokens = 0;

  take(frame: Frame): Passing {
    const event = objectIn(frame);
    switch (event?.['type']) {
      case 'message_start':
        return this.#start(frame, event);
      case 'content_block_start':
        return this.#startBlock(frame, event);
      case 'content_block_delta':
      case 'content_block_stop':
        return this.#goOnWithBlock(frame, event);
      case 'message_delta':
        this.#takeEnd(event);
        return this.#hold(frame);
      case 'message_stop':
        this.isOver = true;
        return this.#hold(frame);
      default:
        // Behind a held event its order is kept.
        return this.#held.length > 0 ? this.#hold(frame) : [frame.bytes];
    }
  }

  answer(): ProviderAnswer {
    return { units: this.#blocks.map((block) => block.whole()), stopReason: this.#stopReason, usage: this.#usage };
  }

  nextRound(): void {
    this.#earlierOutputTokens += numberOf(this.#usage, 'output_tokens');
    this.#isFirst = false;
    this.isOver = false;
    this.#blocks = [];
    this.#indexes = new Map();
    this.#usage = {};
    this.#stopReason = null;
    this.#held = [];
  }

  finish(isForced: boolean): Passing {
    return this.#held.map((frame) => {
      const event = objectIn(frame);
      const isEnd = event?.['type'] === 'message_delta';
      return isEnd && (isForced || !this.#isFirst) ? this.#lastDelta(frame, event, isForced) : frame.bytes;
    });
  }

  #start(frame: Frame, event: JsonObject): Passing {
    const message = event['message'];
    if (isObject(message) && isObject(message['usage'])) this.#usage = message['usage'];
    return this.#isFirst ? [frame.bytes] : [];
  }

  #startBlock(frame: Frame, event: JsonObject): Passing {
    const block = event['content_block'];
    if (!isObject(block)) return [frame.bytes];
    this.#blocks.push(new GrowingBlock(block));
    const isHidden = isRecallCall(block);
    this.#indexes.set(numberOf(event, 'index'), isHidden ? undefined : this.#nextIndex);
    if (!isHidden) this.#nextIndex++;
    return this.#renumbered(frame, event);
  }

  #goOnWithBlock(frame: Frame, event: JsonObject): Passing {
    if (isObject(event['delta'])) this.#blocks.at(-1)?.grow(event['delta']);
    return this.#renumbered(frame, event);
  }

  #renumbered(frame: Frame, event: JsonObject): Passing {
    const index = numberOf(event, 'index');
    const forClient = this.#indexes.get(index);
    if (forClient === undefined) return [];
    return [forClient === index ? frame.bytes : edited(frame, event, { index: forClient })];
  }

  #takeEnd(event: JsonObject): void {
    const { delta, usage } = event;
    if (isObject(delta) && typeof delta['stop_reason'] === 'string') this.#stopReason = delta['stop_reason'];
    if (isObject(usage)) this.#usage = { ...this.#usage, ...Object.fromEntries(Object.entries(usage).filter(([, figure]) => figure !== null)) };
  }

  #lastDelta(frame: Frame, event: JsonObject, isForced: boolean): string {
    const { delta, usage } = event;
    const input = Object.fromEntries(INPUT_FIGURES.flatMap((name) => (this.#usage[name] === undefined ? [] : [[name, this.#usage[name]]])));
    return edited(frame, event, {
      ...(isForced && isObject(delta) ? { delta: { ...delta, stop_reason: 'end_turn' } } : {}),
      usage: { ...(isObject(usage) ? usage : {}), ...input, output_tokens: this.#earlierOutputTokens + numberOf(this.#usage, 'output_tokens') },
    });
  }

  #hold(frame: Frame): Passing {
    this.#held.push(frame);
    return [];
  }
}

function edited(frame: Frame, event: JsonObject, changes: JsonObject): string {
  const edits = new Map(Object.entries(changes).map(([key, value]) => [key, JSON.stringify(value)]));
  return frameText(String(event['type']), editMembers(frame.data ?? '', edits));
}

/** Deltas that lengthen a text of their block; the text has the same name in both. */
const GROWN_BY: ReadonlyMap<unknown, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['signature_delta', 'signature'],
  ['compaction_delta', 'content'],
]);

/** A block as its deltas make it. */
class GrowingBlock {
  readonly #start: JsonObject;
  readonly #texts = new Map<string, string>();
  readonly #citations: unknown[] = [];
  #inputJson = '';

  constructor(start: JsonObject) {
    this.#start = start;
  }

  grow(delta: JsonObject): void {
    const grown = GROWN_BY.get(delta['type']);
    if (grown !== undefined) this.#append(grown, delta[grown]);
    else if (delta['type'] === 'input_json_delta' && typeof delta['partial_json'] === 'string') this.#inputJson += delta['partial_json'];
    else if (delta['type'] === 'citations_delta') this.#citations.push(delta['citation']);
  }

  #append(name: string, text: unknown): void {
    if (typeof text !== 'string') return;
    const before = this.#texts.get(name) ?? this.#start[name];
    this.#texts.set(name, `${typeof before === 'string' ? before : ''}${text}`);
  }

  /** What calls with is an object in any request: what a model wrote in its place does not go back. */
  whole(): JsonObject {
    const input = parsedInput(this.#inputJson);
    return {
      ...this.#start,
      ...Object.fromEntries(this.#texts),
      ...(this.#citations.length === 0 ? {} : { citations: this.#citations }),
      ...(this.#inputJson === '' ? {} : { input: isObject(input) ? input : {} }),
    };
  }
}
