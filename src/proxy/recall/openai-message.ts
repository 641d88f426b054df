import { isObject, type JsonObject } from '../../formats/wire-document.ts';
import { RECALL_TOOL_NAME } from './tool.ts';

/** Whether a tool call of Chat Completions calls our tool. */
export function isRecallToolCall(call: JsonObject): boolean {
  return isObject(call['function']) && call['function']['name'] === RECALL_TOOL_NAME;
}

export function toolCallsOf(message: JsonObject | undefined): readonly JsonObject[] {
  const calls = message?.['tool_calls'];
  return Array.isArray(calls) ? calls.filter(isObject) : [];
}

/** The text of an assistant's message. */
export function textOf(message: JsonObject | undefined): string {
  return typeof message?.['content'] === 'string' ? message['content'] : '';
}

/** Between the texts of two answers, which on this wire become one: where both have words, a paragraph of its own for each. */
export function separatorBetween(before: string, next: string): string {
  return before === '' || next === '' || before.endsWith('\n') || next.startsWith('\n') ? '' : '\n\n';
}

/** Members of an answer that a request may bring back. Some servers demand their reasoning in the open turn. */
const SENT_BACK = ['refusal', 'reasoning', 'reasoning_content', 'reasoning_details', 'tool_calls'] as const;

export function sendableMessage(message: JsonObject | undefined): JsonObject {
  const text = textOf(message);
  const more = SENT_BACK.flatMap((name) => (message?.[name] === undefined || message[name] === null ? [] : [[name, message[name]]]));
  return { role: 'assistant', content: text === '' ? null : text, ...Object.fromEntries(more) };
}
