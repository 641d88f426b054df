import type { JsonObject } from '../../formats/wire-document.ts';
import type { Frame } from './sse-frames.ts';

/** A call of the recall tool. */
export interface RecallCall {
  readonly id: string;
  /** As the model wrote it; `undefined` where that is no JSON. */
  readonly input: unknown;
}

/** What the tool said to a call. */
export interface RecallResult {
  readonly call: RecallCall;
  readonly text: string;
  readonly isError: boolean;
}

/** One answer of the provider, whole: blocks, items, or one message. */
export interface ProviderAnswer {
  /** In order, ours and the client's. */
  readonly units: readonly JsonObject[];
  readonly stopReason: string | null;
  readonly usage: JsonObject;
  /** Names the answer, where the provider keeps it. */
  readonly id?: string | undefined;
}

/** An answer with what the tool said to its calls. */
export interface AnsweredCalls {
  readonly answer: ProviderAnswer;
  readonly results: readonly RecallResult[];
}

/**
 * Round trips that the client never saw, in terms of the part of its history that stands for them: one message, or a run
 * of items. All texts are JSON.
 */
export interface HiddenRounds {
  /** Entries that come before what is left of the part. */
  readonly before: readonly string[];
  /** How much of the part, from its beginning, stands in `before` already: units, or characters of a text. */
  readonly cut: number;
  /** Calls that stand among the client's own; `at` counts units of the whole part. */
  readonly calls: readonly { readonly at: number; readonly text: string }[];
  /** Their results, for the place where the client brings those of its own calls. */
  readonly results: readonly string[];
}

/** A part of the client's history that stands for round trips. */
export interface VisiblePart {
  /** Entries of the history: a message is one. */
  readonly length: number;
  /** What tells it from others, whatever a client adds to it or writes differently. */
  readonly essence: string;
}

/** How one wire format carries calls, results and answers. */
export interface RecallWire {
  /** Name of the request's history. */
  readonly historyName: 'messages' | 'input';
  callsOf(answer: ProviderAnswer): readonly RecallCall[];
  /** Whether the answer waits for our calls alone: then it is continued here. */
  isContinued(answer: ProviderAnswer): boolean;
  /** Whether the client is to bring results: then it may bring ours too. */
  waitsForClient(answer: ProviderAnswer): boolean;
  /** Entries that the history of the next request has more: the answer with all that binds it, and the results. */
  roundTrip(request: JsonObject, round: AnsweredCalls): readonly string[];
  /** What the client will have in its history for these answers; `undefined` where nothing can be put back in. */
  visiblePart(answers: readonly ProviderAnswer[]): VisiblePart | undefined;
  hiddenRounds(request: JsonObject, rounds: readonly AnsweredCalls[], last: AnsweredCalls): HiddenRounds;
  /** Of entries as a client sends them. */
  essenceOf(entries: readonly unknown[]): string;
  /** What stands for the part: texts of entries, those of the part and the one behind it. `undefined` where it does not fit. */
  putBack(part: readonly string[], following: string | undefined, hidden: HiddenRounds): PutBack | undefined;
  /** The answer that a JSON body holds; `undefined` where it holds none. */
  readJson(body: JsonObject): ProviderAnswer | undefined;
  /** The last body as the client gets it, for all answers. */
  mergedJson(text: string, answers: readonly ProviderAnswer[], isForced: boolean): string;
  splice(): StreamSplice;
  /** Ends a stream that is under way with the provider's own shape of an error. */
  errorFrame(body: JsonObject | undefined, message: string): string;
}

export interface PutBack {
  readonly part: readonly string[];
  /** Instead of the entry behind it. */
  readonly following?: string | undefined;
}

/** Makes one stream out of several: what passes to the client, event by event. */
export interface StreamSplice {
  /** What passes now. What ends an answer is held back until it is known whether it is the last. */
  take(frame: Frame): readonly (Buffer | string)[];
  /** The event that ends an answer was seen. */
  readonly isOver: boolean;
  /** The answer so far. */
  answer(): ProviderAnswer;
  /** What was held back goes, and another answer follows. */
  nextRound(): void;
  /** What was held back, as it ends all answers. `isForced`: our calls in it stay without an answer. */
  finish(isForced: boolean): readonly (Buffer | string)[];
}

/** What a call says, where a model wrote JSON; the tool tells it where not. */
export function parsedInput(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function numberOf(usage: JsonObject, name: string): number {
  const value = usage[name];
  return typeof value === 'number' ? value : 0;
}

/** The sum of a figure over all answers. */
export function summed(answers: readonly ProviderAnswer[], name: string): number {
  return answers.reduce((sum, answer) => sum + numberOf(answer.usage, name), 0);
}
