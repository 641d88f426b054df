import { editMembers, memberNamed, readContainer, rebuildContainer, sliceJsonString, valueText } from '../../formats/json-text.ts';
import { isObject, type JsonObject } from '../../formats/wire-document.ts';
import { essenceOfEntry } from './essence.ts';
import { isRecallToolCall, sendableMessage, separatorBetween, textOf, toolCallsOf } from './openai-message.ts';
import { OpenAiSplice } from './openai-splice.ts';
import { frameText } from './sse-frames.ts';
import {
  type AnsweredCalls,
  type HiddenRounds,
  numberOf,
  type ProviderAnswer,
  type PutBack,
  parsedInput,
  type RecallResult,
  type RecallWire,
  summed,
} from './wire.ts';

/** Ends of an answer that wait for results; some servers say `stop` beside calls. */
const CONTINUED: ReadonlySet<string | null> = new Set(['tool_calls', 'stop']);

/** Recall in Chat Completions: an answer is one unit, its message; the texts of several become one. */
export const OPENAI_WIRE: RecallWire = {
  historyName: 'messages',
  callsOf: (answer) =>
    callsOf(answer)
      .filter(isRecallToolCall)
      .map((call) => ({ id: String(call['id']), input: isObject(call['function']) ? parsedInput(String(call['function']['arguments'])) : undefined })),
  isContinued: (answer) => CONTINUED.has(answer.stopReason) && callsOf(answer).length > 0 && callsOf(answer).every(isRecallToolCall),
  waitsForClient: (answer) => CONTINUED.has(answer.stopReason) && visibleCalls(answer).length > 0,
  roundTrip: (_request, round) => roundTrip(round),
  visiblePart: (answers) => {
    const last = answers.at(-1);
    if (last === undefined || (textOf(last.units[0]) === '' && visibleCalls(last).length === 0)) return undefined;
    return { length: 1, essence: essenceOfEntry({ role: 'assistant', content: joinedText(answers), tool_calls: visibleCalls(last) }) };
  },
  hiddenRounds: (_request, rounds, last) => hiddenRounds(rounds, last),
  essenceOf: ([message]) => essenceOfEntry(message),
  putBack: ([message], _following, hidden) => (message === undefined ? undefined : putBack(message, hidden)),
  readJson,
  mergedJson,
  splice: () => new OpenAiSplice(),
  errorFrame: (body, message) =>
    frameText(undefined, JSON.stringify({ error: isObject(body?.['error']) ? body['error'] : { message, type: 'server_error', param: null, code: null } })),
};

function callsOf(answer: ProviderAnswer): readonly JsonObject[] {
  return toolCallsOf(answer.units[0]);
}

function visibleCalls(answer: ProviderAnswer): readonly JsonObject[] {
  return callsOf(answer).filter((call) => !isRecallToolCall(call));
}

function joinedText(answers: readonly ProviderAnswer[]): string {
  return answers.map(({ units }) => textOf(units[0])).reduce((before, next) => `${before}${separatorBetween(before, next)}${next}`, '');
}

function roundTrip({ answer, results }: AnsweredCalls): readonly string[] {
  return [JSON.stringify(sendableMessage(answer.units[0])), ...results.map(resultMessage)];
}

function resultMessage({ call, text }: RecallResult): string {
  return JSON.stringify({ role: 'tool', tool_call_id: call.id, content: text });
}

function hiddenRounds(rounds: readonly AnsweredCalls[], last: AnsweredCalls): HiddenRounds {
  const text = textOf(last.answer.units[0]);
  const whole = joinedText([...rounds.map(({ answer }) => answer), last.answer]);
  const calls: { at: number; text: string }[] = [];
  let at = 0;
  for (const call of callsOf(last.answer)) {
    if (!isRecallToolCall(call)) at++;
    else if (last.results.some((result) => result.call.id === call['id'])) calls.push({ at, text: JSON.stringify(call) });
  }
  return { before: rounds.flatMap(roundTrip), cut: whole.length - text.length, calls, results: last.results.map(resultMessage) };
}

function putBack(message: string, hidden: HiddenRounds): PutBack | undefined {
  const edits = new Map<string, string>();
  if (hidden.cut > 0) {
    const content = restOfContent(message, hidden.cut);
    if (content === undefined) return undefined;
    edits.set('content', content);
  }
  if (hidden.calls.length > 0) {
    const calls = withCalls(message, hidden.calls);
    if (calls === undefined) return undefined;
    edits.set('tool_calls', calls);
  }
  const rest = edits.size === 0 ? message : editMembers(message, edits);
  return { part: [...hidden.before, rest, ...hidden.results] };
}

/** The content without the texts of earlier answers; `null` beside calls alone, as the provider had it. */
function restOfContent(message: string, cut: number): string | undefined {
  const member = memberNamed(readContainer(message), 'content');
  const raw = member === undefined ? '' : valueText(message, member);
  // As parts it would have to be cut within them: such a client has its history as it is.
  if (!raw.startsWith('"')) return undefined;
  const { length } = JSON.parse(raw) as string;
  return cut < length ? sliceJsonString(raw, 0, cut) : 'null';
}

/** Our calls stand where the model put them among the client's. */
function withCalls(message: string, hidden: HiddenRounds['calls']): string | undefined {
  const member = memberNamed(readContainer(message), 'tool_calls');
  const raw = member === undefined ? '' : valueText(message, member);
  if (!raw.startsWith('[')) return undefined;
  const container = readContainer(raw);
  const at = (place: number): string[] => hidden.filter((call) => call.at === place).map((call) => call.text);
  return rebuildContainer(
    raw,
    container,
    (index, item) => (at(index).length === 0 ? undefined : [...at(index), valueText(raw, item)].join(',')),
    at(container.items.length),
  );
}

function readJson(body: JsonObject): ProviderAnswer | undefined {
  const { choices, usage } = body;
  if (!Array.isArray(choices) || choices.length !== 1 || !isObject(choices[0]) || !isObject(choices[0]['message'])) return undefined;
  const stopReason = choices[0]['finish_reason'];
  return { units: [choices[0]['message']], stopReason: typeof stopReason === 'string' ? stopReason : null, usage: isObject(usage) ? usage : {} };
}

function mergedJson(text: string, answers: readonly ProviderAnswer[], isForced: boolean): string {
  const last = answers.at(-1);
  const [choice] = (JSON.parse(text) as { readonly choices: readonly JsonObject[] }).choices;
  if (last === undefined || choice === undefined) return text;
  const { tool_calls: _, ...message } = last.units[0] ?? {};
  const whole = joinedText(answers);
  const calls = visibleCalls(last);
  const merged = { ...message, content: whole === '' ? null : whole, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  const output = summed(answers, 'completion_tokens');
  const usage = { ...last.usage, completion_tokens: output, total_tokens: numberOf(last.usage, 'prompt_tokens') + output };
  return editMembers(
    text,
    new Map([
      ['choices', JSON.stringify([{ ...choice, message: merged, ...(isForced ? { finish_reason: 'stop' } : {}) }])],
      ...(Object.keys(last.usage).length === 0 ? [] : ([['usage', JSON.stringify(usage)]] as const)),
    ]),
  );
}
