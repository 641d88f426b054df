import { deltasOf, type ModelAnswer, type Usage, type WireAnswer } from './provider-answer.ts';
import { hashOf, type ProviderMemory } from './provider-memory.ts';
import { inputItems } from './responses-rules.ts';
import { objectsOf, textOf, type WireObject } from './wire-object.ts';

/** An answer of the Responses API. */
export function responsesAnswer(answer: ModelAnswer, body: WireObject, usage: Usage, memory: ProviderMemory): WireAnswer {
  const output = itemsOf(answer, body, memory);
  const response = {
    id: memory.nextId('resp_'),
    object: 'response',
    created_at: 1_764_633_600,
    status: 'completed',
    model: body['model'],
    error: null,
    incomplete_details: null,
    instructions: body['instructions'] ?? null,
    metadata: {},
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    output,
    usage: usageOf(usage),
  };
  if (body['store'] !== false) store(response.id, body, output, memory);
  return { json: response, events: eventsOf(response) };
}

function store(id: string, body: WireObject, output: readonly WireObject[], memory: ProviderMemory): void {
  const before = memory.stored.get(textOf(body['previous_response_id'])) ?? [];
  memory.stored.set(id, [...before, ...inputItems(body['input']), ...output]);
}

function itemsOf(answer: ModelAnswer, body: WireObject, memory: ProviderMemory): readonly WireObject[] {
  const items: WireObject[] = [];
  let reasoningId: string | undefined;
  if (answer.thinking !== undefined && body['reasoning'] !== undefined) {
    reasoningId = memory.nextId('rs_');
    const encrypted = hashOf([reasoningId, answer.thinking]);
    memory.encryptedOfReasoning.set(reasoningId, encrypted);
    items.push({ type: 'reasoning', id: reasoningId, summary: [], encrypted_content: encrypted });
  }
  const push = (item: WireObject) => {
    if (reasoningId !== undefined) memory.reasoningOfItem.set(textOf(item['id']), reasoningId);
    items.push(item);
  };
  if (answer.text !== undefined) {
    const content = [{ type: 'output_text', text: answer.text, annotations: [], logprobs: [] }];
    push({ type: 'message', id: memory.nextId('msg_'), role: 'assistant', status: 'completed', content });
  }
  for (const { name, input } of answer.calls ?? []) {
    const ids = { id: memory.nextId('fc_'), call_id: memory.nextId('call_') };
    push({ type: 'function_call', ...ids, name, arguments: JSON.stringify(input), status: 'completed' });
  }
  return items;
}

function usageOf(usage: Usage) {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cachedTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}

function eventsOf(response: { readonly output: readonly WireObject[] }): WireAnswer['events'] {
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  const events: WireObject[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...response.output.flatMap((item, index) => itemEvents(item, index)),
    { type: 'response.completed', response },
  ];
  return events.map((event, index) => ({ event: textOf(event['type']), data: { ...event, sequence_number: index } }));
}

function itemEvents(item: WireObject, outputIndex: number): readonly WireObject[] {
  const at = { output_index: outputIndex };
  const begun = item['type'] === 'function_call' ? { ...item, arguments: '' } : { ...item, content: [] };
  return [
    { type: 'response.output_item.added', ...at, item: item['type'] === 'reasoning' ? item : { ...begun, status: 'in_progress' } },
    ...innerEvents(item, { ...at, item_id: item['id'] }),
    { type: 'response.output_item.done', ...at, item },
  ];
}

function innerEvents(item: WireObject, at: WireObject): readonly WireObject[] {
  if (item['type'] === 'function_call') {
    const whole = textOf(item['arguments']);
    return [
      ...deltasOf(whole).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
      { type: 'response.function_call_arguments.done', ...at, arguments: whole },
    ];
  }
  const part = objectsOf(item['content'])[0];
  if (part === undefined) return [];
  const text = textOf(part['text']);
  const place = { ...at, content_index: 0 };
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...deltasOf(text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
  ];
}
