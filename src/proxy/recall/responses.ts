import { isObject, type JsonObject } from '../../formats/wire-document.ts';
import { essenceOfEntry } from './essence.ts';
import { isRecallItem, sendableItems, waitsForClient } from './responses-items.ts';
import { mergedResponse, ResponsesSplice } from './responses-splice.ts';
import { frameText } from './sse-frames.ts';
import { type AnsweredCalls, type HiddenRounds, type ProviderAnswer, type PutBack, parsedInput, type RecallResult, type RecallWire } from './wire.ts';

/** Recall in Responses: a unit is an item, a part of the history the run of items of an answer. */
export const RESPONSES_WIRE: RecallWire = {
  historyName: 'input',
  callsOf: (answer) => answer.units.filter(isRecallItem).map((item) => ({ id: String(item['call_id']), input: parsedInput(String(item['arguments'])) })),
  isContinued: (answer) => answer.stopReason === 'completed' && answer.units.some(isRecallItem) && !waitsForClient(answer.units),
  waitsForClient: (answer) => answer.stopReason === 'completed' && waitsForClient(answer.units),
  roundTrip,
  visiblePart: (answers) => {
    const items = answers.flatMap(visibleItems);
    return items.length === 0 ? undefined : { length: items.length, essence: essenceOf(items) };
  },
  hiddenRounds,
  essenceOf,
  putBack: (part, _following, hidden) => putBack(part, hidden),
  readJson,
  mergedJson: (text, answers) => mergedResponse(text, answers),
  splice: () => new ResponsesSplice(),
  errorFrame,
};

function visibleItems(answer: ProviderAnswer): readonly JsonObject[] {
  return answer.units.filter((item) => !isRecallItem(item));
}

function essenceOf(items: readonly unknown[]): string {
  return JSON.stringify(items.map(essenceOfEntry));
}

function roundTrip(request: JsonObject, { answer, results }: AnsweredCalls): readonly string[] {
  return [...sendableItems(request, answer.units).map((item) => JSON.stringify(item)), ...results.map(resultItem)];
}

function resultItem({ call, text }: RecallResult): string {
  return JSON.stringify({ type: 'function_call_output', call_id: call.id, output: text });
}

function hiddenRounds(request: JsonObject, rounds: readonly AnsweredCalls[], last: AnsweredCalls): HiddenRounds {
  const cut = rounds.reduce((sum, { answer }) => sum + visibleItems(answer).length, 0);
  const calls: { at: number; text: string }[] = [];
  let at = cut;
  for (const item of last.answer.units) {
    if (!isRecallItem(item)) at++;
    else if (last.results.some(({ call }) => call.id === item['call_id'])) calls.push({ at, text: JSON.stringify(item) });
  }
  return { before: rounds.flatMap((round) => roundTrip(request, round)), cut, calls, results: last.results.map(resultItem) };
}

function putBack(part: readonly string[], hidden: HiddenRounds): PutBack {
  const callsAt = (at: number): string[] => hidden.calls.filter((call) => call.at === at).map((call) => call.text);
  const rest = part.slice(hidden.cut).flatMap((item, index) => [...callsAt(hidden.cut + index), item]);
  return { part: [...hidden.before, ...rest, ...callsAt(part.length), ...hidden.results] };
}

function readJson(body: JsonObject): ProviderAnswer | undefined {
  const { output, status, usage, id } = body;
  if (!Array.isArray(output)) return undefined;
  return {
    units: output.filter(isObject),
    stopReason: typeof status === 'string' ? status : null,
    usage: isObject(usage) ? usage : {},
    id: typeof id === 'string' ? id : undefined,
  };
}

function errorFrame(body: JsonObject | undefined, message: string): string {
  const error = isObject(body?.['error']) ? body['error'] : {};
  return frameText(
    'error',
    JSON.stringify({ type: 'error', code: error['code'] ?? null, message: error['message'] ?? message, param: error['param'] ?? null }),
  );
}
