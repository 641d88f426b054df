import { objectsOf, repeated, textOf, type WireObject } from './wire-object.ts';

const ROLES = new Set(['developer', 'system', 'user', 'assistant', 'tool']);

/** What a server of Chat Completions checks; numbers are those of the rules of formats.md §2. Independent of `src/formats`. */
export function chatProblems(body: WireObject): readonly string[] {
  const messages = objectsOf(body['messages']);
  if (typeof body['model'] !== 'string') return ['you must provide a model parameter'];
  if (messages.length === 0) return ['[] is too short - messages'];
  const ids = messages.flatMap(callIds);
  return [
    ...messages.flatMap((message, index) => messageProblems(message, index)),
    ...messages.flatMap((message, index) => answerProblems(messages, message, index)),
    ...repeated(ids).map((id) => `messages: duplicate tool call id ${id}`),
    ...(ids.length > 0 && objectsOf(body['tools']).length === 0 ? ['tools: required while tool calls are in messages'] : []),
  ];
}

function messageProblems(message: WireObject, index: number): readonly string[] {
  const where = `messages.[${index}]`;
  const role = textOf(message['role']);
  const content = message['content'];
  const problems: string[] = [];
  if (!ROLES.has(role)) problems.push(`${where}: invalid role "${role}"`);
  if ((content === null || content === undefined) && (role !== 'assistant' || callIds(message).length === 0)) {
    problems.push(`${where}.content: expected a string, got null`);
  }
  if (Array.isArray(content) && content.length === 0) problems.push(`${where}.content: must not be empty`);
  for (const call of objectsOf(message['tool_calls'])) {
    const called = call['function'] as WireObject | undefined;
    if (call['type'] === 'function' && typeof called?.['arguments'] !== 'string') problems.push(`${where}.tool_calls: arguments must be a string`);
  }
  return problems;
}

/** Every call is answered directly after its message, and nothing else is (rule 1). */
function answerProblems(messages: readonly WireObject[], message: WireObject, index: number): readonly string[] {
  if (message['role'] === 'tool') {
    const asked = messages.slice(0, index).findLast(({ role }) => role !== 'tool');
    const id = textOf(message['tool_call_id']);
    return asked !== undefined && callIds(asked).includes(id)
      ? []
      : [`messages.[${index}]: messages with role 'tool' must be a response to a preceding message with 'tool_calls'`];
  }
  const rest = messages.slice(index + 1);
  const end = rest.findIndex(({ role }) => role !== 'tool');
  const answers = (end < 0 ? rest : rest.slice(0, end)).map((answer) => textOf(answer['tool_call_id']));
  return [
    ...callIds(message)
      .filter((id) => !answers.includes(id))
      .map((id) => `messages.[${index}]: tool_call_ids did not have response messages: ${id}`),
    ...repeated(answers).map((id) => `messages.[${index}]: more than one response message for ${id}`),
  ];
}

function callIds(message: WireObject): readonly string[] {
  return objectsOf(message['tool_calls']).map(({ id }) => textOf(id));
}
