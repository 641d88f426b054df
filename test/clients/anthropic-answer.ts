import { isThinkingOn, prefixHash } from './anthropic-rules.ts';
import { deltasOf, type ModelAnswer, type Usage, type WireAnswer } from './provider-answer.ts';
import type { ProviderMemory } from './provider-memory.ts';
import type { WireObject } from './wire-object.ts';

type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

/** An answer of the Messages API. */
export function anthropicAnswer(answer: ModelAnswer, body: WireObject, usage: Usage, memory: ProviderMemory): WireAnswer {
  const content = blocksOf(answer, body, memory);
  const message = {
    id: memory.nextId('msg_'),
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content,
    stop_reason: (answer.calls ?? []).length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: usageOf(usage),
  };
  return { json: message, events: eventsOf(message, usage) };
}

function blocksOf(answer: ModelAnswer, body: WireObject, memory: ProviderMemory): readonly Block[] {
  const blocks: Block[] = [];
  let signature: string | undefined;
  if (answer.thinking !== undefined && isThinkingOn(body)) {
    signature = memory.sign(answer.thinking, prefixHash(body['messages']));
    blocks.push({ type: 'thinking', thinking: answer.thinking, signature });
  }
  if (answer.text !== undefined) blocks.push({ type: 'text', text: answer.text });
  for (const call of answer.calls ?? []) {
    const id = memory.nextId('toolu_');
    if (signature !== undefined) memory.signatureOfCall.set(id, signature);
    blocks.push({ type: 'tool_use', id, ...call });
  }
  return blocks;
}

function usageOf(usage: Usage) {
  return {
    input_tokens: usage.inputTokens - usage.cachedTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cachedTokens,
    output_tokens: usage.outputTokens,
  };
}

function eventsOf(message: { readonly content: readonly Block[]; readonly stop_reason: string }, usage: Usage): WireAnswer['events'] {
  const start = { ...message, content: [], stop_reason: null, usage: { ...usageOf(usage), output_tokens: 1 } };
  const events: Record<string, unknown>[] = [{ type: 'message_start', message: start }, { type: 'ping' }];
  message.content.forEach((block, index) => {
    events.push({ type: 'content_block_start', index, content_block: emptied(block) });
    for (const delta of deltas(block)) events.push({ type: 'content_block_delta', index, delta });
    events.push({ type: 'content_block_stop', index });
  });
  events.push({ type: 'message_delta', delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: { output_tokens: usage.outputTokens } });
  events.push({ type: 'message_stop' });
  return events.map((data) => ({ event: String(data['type']), data }));
}

function emptied(block: Block): Block {
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltas(block: Block): readonly WireObject[] {
  if (block.type === 'text') return deltasOf(block.text).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'tool_use') return deltasOf(JSON.stringify(block.input)).map((part) => ({ type: 'input_json_delta', partial_json: part }));
  return [...deltasOf(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })), { type: 'signature_delta', signature: block.signature }];
}
