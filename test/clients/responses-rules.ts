import type { ProviderMemory } from './provider-memory.ts';
import { objectsOf, repeated, textOf, type WireObject } from './wire-object.ts';

const CALLS = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);
const OUTPUTS = new Set(['function_call_output', 'custom_tool_call_output', 'local_shell_call_output']);

/** What a server of the Responses API checks; numbers are those of the rules of formats.md §3. Independent of `src/formats`. */
export function responsesProblems(body: WireObject, memory: ProviderMemory): readonly string[] {
  if (typeof body['model'] !== 'string') return ['Missing required parameter: model'];
  const previous = body['previous_response_id'];
  const before = typeof previous === 'string' ? memory.stored.get(previous) : [];
  if (before === undefined) return [`Previous response with id '${textOf(previous)}' not found`];
  const items = [...objectsOf(before), ...inputItems(body['input'])];
  if (items.length === 0) return ['Missing required parameter: input'];
  return [...pairProblems(items), ...items.flatMap((item, index) => reasoningProblems(items, item, index, memory))];
}

export function inputItems(input: unknown): readonly WireObject[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : objectsOf(input);
}

/** Each call has one output later in the list, and the reverse (rule 1). */
function pairProblems(items: readonly WireObject[]): readonly string[] {
  const idsOf = (types: ReadonlySet<string>) => items.map((item, index) => ({ item, index })).filter(({ item }) => types.has(textOf(item['type'])));
  const calls = new Map(idsOf(CALLS).map(({ item, index }) => [textOf(item['call_id']), index]));
  const outputs = new Map(idsOf(OUTPUTS).map(({ item, index }) => [textOf(item['call_id']), index]));
  return [
    ...[...calls].filter(([id, index]) => (outputs.get(id) ?? -1) < index).map(([id]) => `No tool output found for function call ${id}.`),
    ...[...outputs.keys()].filter((id) => !calls.has(id)).map((id) => `No tool call found for function call output with call_id ${id}.`),
    ...repeated(idsOf(CALLS).map(({ item }) => textOf(item['call_id']))).map((id) => `Duplicate function call ${id}.`),
    ...repeated(idsOf(OUTPUTS).map(({ item }) => textOf(item['call_id']))).map((id) => `Duplicate output for function call ${id}.`),
    ...idsOf(CALLS)
      .filter(({ item }) => item['type'] === 'function_call' && typeof item['arguments'] !== 'string')
      .map(({ item }) => `arguments of ${textOf(item['call_id'])} must be a string`),
  ];
}

/** Reasoning and what follows it stay together, and it comes back as it was made (rule 2). */
function reasoningProblems(items: readonly WireObject[], item: WireObject, index: number, memory: ProviderMemory): readonly string[] {
  const id = textOf(item['id']);
  if (item['type'] === 'reasoning') {
    const next = items[index + 1];
    const follows = next !== undefined && next['role'] !== 'user' && !OUTPUTS.has(textOf(next['type']));
    const encrypted = item['encrypted_content'];
    const made = memory.encryptedOfReasoning.get(id);
    return [
      ...(follows ? [] : [`Item '${id}' of type 'reasoning' was provided without its required following item.`]),
      ...(typeof encrypted === 'string' && made !== undefined && made !== encrypted ? [`The encrypted content for item ${id} could not be verified.`] : []),
    ];
  }
  const needed = memory.reasoningOfItem.get(id);
  const stands = needed === undefined || items.slice(0, index).some((other) => other['id'] === needed);
  return stands ? [] : [`Item '${id}' of type '${textOf(item['type'])}' was provided without its required 'reasoning' item: '${needed}'.`];
}
