import { editMembers } from '../../formats/json-text.ts';
import { isObject, type JsonObject } from '../../formats/wire-document.ts';
import { GrowingMessage } from './growing-message.ts';
import { isRecallToolCall, separatorBetween, textOf } from './openai-message.ts';
import { type Frame, frameText, objectIn } from './sse-frames.ts';
import { numberOf, type ProviderAnswer, type StreamSplice } from './wire.ts';

type Passing = readonly (Buffer | string)[];

const DONE = '[DONE]';

/** One stream out of those of several answers: one id, one role, one text, and the client's own calls counted from 0. */
export class OpenAiSplice implements StreamSplice {
  isOver = false;
  #message = new GrowingMessage();
  /** By the provider's number of a call in this answer: the client's, or `undefined` where it is hidden. */
  #numbers = new Map<number, number | undefined>();
  #nextNumber = 0;
  #isFirst = true;
  #id: unknown;
  #text = '';
  #usage: JsonObject = {};
  #stopReason: string | null = null;
  #held: Frame[] = [];
  #earlierTokens = 0;

  take(frame: Frame): Passing {
    if (frame.data?.trim() === DONE) this.isOver = true;
    const chunk = objectIn(frame);
    const choice = choiceOf(chunk);
    if (isObject(chunk?.['usage'])) this.#usage = chunk['usage'];
    if (choice === undefined || chunk === undefined)
      return this.isOver || isObject(chunk?.['usage']) || this.#held.length > 0 ? this.#hold(frame) : [frame.bytes];
    this.#id ??= chunk['id'];
    const delta = isObject(choice['delta']) ? choice['delta'] : {};
    this.#message.grow(delta);
    this.#number(delta);
    if (typeof choice['finish_reason'] !== 'string') return this.#passing(frame, chunk, choice, delta);
    this.#stopReason = choice['finish_reason'];
    return this.#end(frame, chunk, choice, delta);
  }

  answer(): ProviderAnswer {
    return { units: [this.#message.whole()], stopReason: this.#stopReason, usage: this.#usage };
  }

  nextRound(): void {
    this.#text = `${this.#text}${separatorBetween(this.#text, textOf(this.#message.whole()))}${textOf(this.#message.whole())}`;
    this.#earlierTokens += numberOf(this.#usage, 'completion_tokens');
    this.#isFirst = false;
    this.isOver = false;
    this.#message = new GrowingMessage();
    this.#numbers = new Map();
    this.#usage = {};
    this.#stopReason = null;
    this.#held = [];
  }

  finish(isForced: boolean): Passing {
    return this.#held.map((frame) => {
      const chunk = objectIn(frame);
      if (chunk === undefined || (this.#isFirst && !isForced && !this.#hasHidden())) return frame.bytes;
      const choice = choiceOf(chunk);
      if (choice === undefined) return this.#edited(frame, chunk, undefined);
      const delta = this.#forClient(isObject(choice['delta']) ? choice['delta'] : {});
      return this.#edited(frame, chunk, { ...choice, delta, ...(isForced ? { finish_reason: 'stop' } : {}) });
    });
  }

  #passing(frame: Frame, chunk: JsonObject, choice: JsonObject, delta: JsonObject): Passing {
    const shown = this.#forClient(delta);
    if (this.#isFirst && shown === delta) return [frame.bytes];
    return isEmpty(shown) ? [] : [this.#edited(frame, chunk, { ...choice, delta: shown })];
  }

  /** What the chunk of the end says beside that passes at once: the end itself may not. */
  #end(frame: Frame, chunk: JsonObject, choice: JsonObject, delta: JsonObject): Passing {
    if (this.#isFirst && !this.#hasHidden()) return this.#hold(frame);
    const shown = this.#forClient(delta);
    this.#hold({ ...frame, data: editMembers(frame.data ?? '', new Map([['choices', JSON.stringify([{ ...choice, delta: {} }])]])) });
    return isEmpty(shown) ? [] : [this.#edited(frame, chunk, { ...choice, delta: shown, finish_reason: null })];
  }

  /** The client's numbers of the calls that this delta begins. */
  #number(delta: JsonObject): void {
    for (const call of callsIn(delta)) {
      const number = numberOf(call, 'index');
      if (!this.#numbers.has(number)) this.#numbers.set(number, isRecallToolCall(call) ? undefined : this.#nextNumber++);
    }
  }

  #hasHidden(): boolean {
    return [...this.#numbers.values()].includes(undefined);
  }

  /** The same object where the client gets it as it is. */
  #forClient(delta: JsonObject): JsonObject {
    const { tool_calls: _, role, ...rest } = delta;
    const calls = callsIn(delta);
    const shown = calls.flatMap((call) => {
      const number = this.#numbers.get(numberOf(call, 'index'));
      return number === undefined ? [] : [{ ...call, index: number }];
    });
    const isSame = shown.length === calls.length && shown.every((call, place) => call.index === numberOf(calls[place] ?? {}, 'index'));
    if (this.#isFirst && isSame) return delta;
    return {
      ...(this.#isFirst && role !== undefined ? { role } : {}),
      ...rest,
      ...(typeof delta['content'] === 'string' ? { content: `${this.#separatorBefore(delta['content'])}${delta['content']}` } : {}),
      ...(shown.length === 0 ? {} : { tool_calls: shown }),
    };
  }

  /** Before the first words of a later answer. */
  #separatorBefore(text: string): string {
    return !this.#isFirst && textOf(this.#message.whole()) === text ? separatorBetween(this.#text, text) : '';
  }

  #edited(frame: Frame, chunk: JsonObject, choice: JsonObject | undefined): string {
    const edits = new Map<string, string>();
    if (chunk['id'] !== undefined) edits.set('id', JSON.stringify(this.#id ?? chunk['id']));
    if (choice !== undefined) edits.set('choices', JSON.stringify([choice]));
    if (isObject(chunk['usage'])) edits.set('usage', JSON.stringify(this.#summed(chunk['usage'])));
    return frameText(undefined, editMembers(frame.data ?? '', edits));
  }

  #summed(usage: JsonObject): JsonObject {
    const output = this.#earlierTokens + numberOf(usage, 'completion_tokens');
    return { ...usage, completion_tokens: output, total_tokens: numberOf(usage, 'prompt_tokens') + output };
  }

  #hold(frame: Frame): Passing {
    this.#held.push(frame);
    return [];
  }
}

function choiceOf(chunk: JsonObject | undefined): JsonObject | undefined {
  const choices = chunk?.['choices'];
  return Array.isArray(choices) && isObject(choices[0]) ? choices[0] : undefined;
}

function callsIn(delta: JsonObject): readonly JsonObject[] {
  return Array.isArray(delta['tool_calls']) ? delta['tool_calls'].filter(isObject) : [];
}

function isEmpty(delta: JsonObject): boolean {
  return Object.values(delta).every((value) => value === null || value === '' || value === undefined);
}
