import { editMembers, memberNamed, readContainer, rebuildContainer, valueText } from '../../formats/json-text.ts';
import { isObject, type JsonObject } from '../../formats/wire-document.ts';
import { AnthropicSplice, isRecallCall } from './anthropic-splice.ts';
import { essenceOfEntry, isBlank } from './essence.ts';
import { frameText } from './sse-frames.ts';
import { type AnsweredCalls, type HiddenRounds, type ProviderAnswer, type PutBack, type RecallResult, type RecallWire, summed } from './wire.ts';

/** Recall in Anthropic's Messages: a unit is a block, a part of the history one assistant message. */
export const ANTHROPIC_WIRE: RecallWire = {
  historyName: 'messages',
  callsOf: (answer) => answer.units.filter(isRecallCall).map((block) => ({ id: String(block['id']), input: block['input'] })),
  isContinued: (answer) => answer.stopReason === 'tool_use' && answer.units.some(isRecallCall) && !answer.units.some(isClientCall),
  waitsForClient: (answer) => answer.stopReason === 'tool_use' && answer.units.some(isClientCall),
  roundTrip: (_request, round) => roundTrip(round),
  visiblePart: (answers) => {
    const blocks = answers.map(visibleBlocks);
    // A message with nothing in it is none.
    return blocks.at(-1)?.length === 0 ? undefined : { length: 1, essence: essenceOfEntry({ role: 'assistant', content: blocks.flat() }) };
  },
  hiddenRounds: (_request, rounds, last) => hiddenRounds(rounds, last),
  essenceOf: ([message]) => essenceOfEntry(message),
  putBack: ([message], following, hidden) => (message === undefined ? undefined : putBack(message, following, hidden)),
  readJson,
  mergedJson,
  splice: () => new AnthropicSplice(),
  errorFrame: (body, message) =>
    frameText('error', JSON.stringify(body?.['type'] === 'error' ? body : { type: 'error', error: { type: 'api_error', message } })),
};

function isClientCall(block: JsonObject): boolean {
  return block['type'] === 'tool_use' && !isRecallCall(block);
}

function sendableBlocks(answer: ProviderAnswer): readonly JsonObject[] {
  return answer.units.filter((block) => !isBlank(block));
}

function visibleBlocks(answer: ProviderAnswer): readonly JsonObject[] {
  return sendableBlocks(answer).filter((block) => !isRecallCall(block));
}

/** Thinking and its signature go back as they came (rule 6 of the wire), in the place where they stood. */
function roundTrip({ answer, results }: AnsweredCalls): readonly string[] {
  return [
    JSON.stringify({ role: 'assistant', content: sendableBlocks(answer) }),
    JSON.stringify({ role: 'user', content: results.map((result) => resultBlock(result)) }),
  ];
}

function resultBlock({ call, text, isError }: RecallResult): JsonObject {
  return { type: 'tool_result', tool_use_id: call.id, content: text, ...(isError ? { is_error: true } : {}) };
}

function hiddenRounds(rounds: readonly AnsweredCalls[], last: AnsweredCalls): HiddenRounds {
  const cut = rounds.reduce((sum, { answer }) => sum + visibleBlocks(answer).length, 0);
  const calls: { at: number; text: string }[] = [];
  let at = cut;
  for (const block of sendableBlocks(last.answer)) {
    if (!isRecallCall(block)) at++;
    else if (last.results.some(({ call }) => call.id === block['id'])) calls.push({ at, text: JSON.stringify(block) });
  }
  return { before: rounds.flatMap(roundTrip), cut, calls, results: last.results.map((result) => JSON.stringify(resultBlock(result))) };
}

function putBack(message: string, following: string | undefined, hidden: HiddenRounds): PutBack | undefined {
  const rest = restOf(message, hidden);
  if (rest === undefined) return undefined;
  const part = [...hidden.before, rest];
  if (hidden.results.length === 0) return { part };
  const answered = following === undefined ? undefined : withResults(following, hidden.results);
  return answered === undefined ? undefined : { part, following: answered };
}

/** The client's message without what stands before it now, and with our calls among its own. */
function restOf(message: string, { cut, calls }: HiddenRounds): string | undefined {
  const content = contentAsBlocks(message);
  if (content === undefined) return undefined;
  const container = readContainer(content);
  let at = 0;
  const callsAt = (place: number): string[] => calls.filter((call) => call.at === place).map((call) => call.text);
  const edited = rebuildContainer(
    content,
    container,
    (_index, item) => {
      const text = valueText(content, item);
      if (isBlank(JSON.parse(text))) return at < cut ? null : undefined;
      const inserted = callsAt(at);
      if (at++ < cut) return null;
      return inserted.length === 0 ? undefined : [...inserted, text].join(',');
    },
    [],
  );
  const atEnd = callsAt(at);
  const whole = atEnd.length === 0 ? edited : rebuildContainer(edited, readContainer(edited), () => undefined, atEnd);
  return cut === 0 && calls.length === 0 ? message : editMembers(message, new Map([['content', whole]]));
}

/** Rule 3 of the wire: results come first. */
function withResults(message: string, results: readonly string[]): string | undefined {
  const value: unknown = JSON.parse(message);
  const content = contentAsBlocks(message);
  if (!isObject(value) || value['role'] !== 'user' || content === undefined) return undefined;
  const blocks = content.trim().slice(1, -1).trim();
  return editMembers(message, new Map([['content', `[${[...results, ...(blocks === '' ? [] : [blocks])].join(',')}]`]]));
}

function contentAsBlocks(message: string): string | undefined {
  const member = memberNamed(readContainer(message), 'content');
  const content = member === undefined ? undefined : valueText(message, member);
  if (content?.startsWith('"')) return `[{"type":"text","text":${content}}]`;
  return content?.startsWith('[') ? content : undefined;
}

function readJson(body: JsonObject): ProviderAnswer | undefined {
  const { content, stop_reason: stopReason, usage } = body;
  if (body['type'] !== 'message' || !Array.isArray(content)) return undefined;
  return { units: content.filter(isObject), stopReason: typeof stopReason === 'string' ? stopReason : null, usage: isObject(usage) ? usage : {} };
}

function mergedJson(text: string, answers: readonly ProviderAnswer[], isForced: boolean): string {
  const content = answers.flatMap(({ units }) => units.filter((block) => !isRecallCall(block)));
  const usage = { ...answers.at(-1)?.usage, output_tokens: summed(answers, 'output_tokens') };
  return editMembers(
    text,
    new Map([['content', JSON.stringify(content)], ['usage', JSON.stringify(usage)], ...(isForced ? ([['stop_reason', '"end_turn"']] as const) : [])]),
  );
}
