import { isObject, type JsonObject } from '../../formats/wire-document.ts';
import { withEntries } from './history.ts';
import type { AnsweredCalls, ProviderAnswer, RecallCall, RecallResult, RecallWire } from './wire.ts';

/** Rounds of recall in one answer to the client; after them the tool says that there are no more. */
const ROUNDS_MAX = 8;
/** Rounds in which a model may call on all the same. Then its answer ends as it is. */
const REFUSED_ROUNDS_MAX = 2;

const REFUSAL = 'There are no more recalls in this turn: go on with what you have.';
const NO_ROOM = 'What was recalled does not fit into the context: ask for less of it with `limit`, or go on without it.';

/** Answers one call; it does not throw. */
export type AnswerCall = (call: RecallCall) => Promise<RecallResult>;

/** The answers of the provider to one request of the client, and what the tool said between them. */
export class Rounds {
  readonly #wire: RecallWire;
  readonly #firstBody: string;
  #request: JsonObject | undefined;
  readonly #answerCall: AnswerCall;
  readonly #rounds: AnsweredCalls[] = [];
  #body: string;
  /** Before the last round. */
  #bodyBefore: string;

  constructor(wire: RecallWire, body: string, answerCall: AnswerCall) {
    this.#wire = wire;
    this.#firstBody = body;
    this.#body = body;
    this.#bodyBefore = body;
    this.#answerCall = answerCall;
  }

  /** Read when it is wanted: most answers have no call of ours. */
  get request(): JsonObject {
    if (this.#request !== undefined) return this.#request;
    const request: unknown = JSON.parse(this.#firstBody);
    this.#request = isObject(request) ? request : {};
    return this.#request;
  }

  get all(): readonly AnsweredCalls[] {
    return this.#rounds;
  }

  /** Whether another answer follows: this one waits for our calls alone. */
  isContinued(answer: ProviderAnswer): boolean {
    return this.#wire.isContinued(answer) && this.#rounds.length < ROUNDS_MAX + REFUSED_ROUNDS_MAX;
  }

  /** The next request's body, with the answer and the results of its calls. */
  async next(answer: ProviderAnswer): Promise<string> {
    return this.#append({ answer, results: await this.#results(answer) });
  }

  /** E7: the next request's body without what was recalled last, where it does not fit. The model is told so. */
  nextWithoutResults(): string {
    const last = this.#rounds.pop();
    if (last === undefined) return this.#body;
    this.#body = this.#bodyBefore;
    return this.#append({ answer: last.answer, results: last.results.map(({ call }) => ({ call, text: NO_ROOM, isError: true })) });
  }

  #append(round: AnsweredCalls): string {
    this.#rounds.push(round);
    this.#bodyBefore = this.#body;
    this.#body = withEntries(this.#wire, this.#body, this.#wire.roundTrip(this.request, round));
    return this.#body;
  }

  /** The last answer: calls among the client's own are answered, for when the client brings its results. */
  async last(answer: ProviderAnswer): Promise<LastAnswer> {
    const isForced = this.#wire.isContinued(answer);
    const isCut = !isForced && !this.#wire.waitsForClient(answer);
    return { isForced, answer, results: isForced || isCut ? [] : await this.#results(answer) };
  }

  async #results(answer: ProviderAnswer): Promise<readonly RecallResult[]> {
    const results: RecallResult[] = [];
    for (const call of this.#wire.callsOf(answer)) {
      results.push(this.#rounds.length < ROUNDS_MAX ? await this.#answerCall(call) : { call, text: REFUSAL, isError: true });
    }
    return results;
  }
}

export interface LastAnswer extends AnsweredCalls {
  /** It waits for our calls, which are not answered any more. */
  readonly isForced: boolean;
}
