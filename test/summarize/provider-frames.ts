export type Protocol = 'anthropic' | 'openai-chat' | 'openai-responses';
export type Stop = 'end' | 'limit' | 'filter';

/** How a protocol says it: events of a stream, and the body of an error. From the parsers of @ai-sdk/anthropic 3 and @ai-sdk/openai 3. */
export interface Frames {
  start(): string;
  thinking(text: string): string;
  text(text: string): string;
  end(stop: Stop): string;
  error(type: string, message: string): string;
  errorBody(type: string, message: string): unknown;
}

const INPUT_TOKENS = 900;
const OUTPUT_TOKENS = 70;

const named = (event: { readonly type: string }): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
const unnamed = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;

const anthropicBlock = (index: number, block: { readonly type: string }, delta: { readonly type: string }): string =>
  [
    named({ type: 'content_block_start', index, content_block: block } as { type: string }),
    named({ type: 'content_block_delta', index, delta } as { type: string }),
    named({ type: 'content_block_stop', index } as { type: string }),
  ].join('');

const ANTHROPIC_STOPS: Readonly<Record<Stop, string>> = { end: 'end_turn', limit: 'max_tokens', filter: 'refusal' };

const anthropic: Frames = {
  start: () =>
    named({
      type: 'message_start',
      message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], usage: { input_tokens: INPUT_TOKENS, output_tokens: 1 } },
    } as { type: string }),
  thinking: (text) => anthropicBlock(0, { type: 'thinking', thinking: '' } as { type: string }, { type: 'thinking_delta', thinking: text } as { type: string }),
  text: (text) => anthropicBlock(1, { type: 'text', text: '' } as { type: string }, { type: 'text_delta', text } as { type: string }),
  end: (stop) =>
    named({ type: 'message_delta', delta: { stop_reason: ANTHROPIC_STOPS[stop], stop_sequence: null }, usage: { output_tokens: OUTPUT_TOKENS } } as {
      type: string;
    }) + named({ type: 'message_stop' }),
  error: (type, message) => named({ type: 'error', error: { type, message } } as { type: string }),
  errorBody: (type, message) => ({ type: 'error', error: { type, message } }),
};

const chatChunk = (delta: unknown, finishReason: string | null): string =>
  unnamed({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });

const CHAT_STOPS: Readonly<Record<Stop, string>> = { end: 'stop', limit: 'length', filter: 'content_filter' };
const CHAT_USAGE = { prompt_tokens: INPUT_TOKENS, completion_tokens: OUTPUT_TOKENS, total_tokens: INPUT_TOKENS + OUTPUT_TOKENS };

const openaiChat: Frames = {
  start: () => chatChunk({ role: 'assistant', content: '' }, null),
  // Chat Completions do not show thinking.
  thinking: () => '',
  text: (text) => chatChunk({ content: text }, null),
  end: (stop) =>
    `${chatChunk({}, CHAT_STOPS[stop])}${unnamed({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [], usage: CHAT_USAGE })}data: [DONE]\n\n`,
  error: (type, message) => unnamed({ error: { message, type, param: null, code: null } }),
  errorBody: (type, message) => ({ error: { message, type, param: null, code: null } }),
};

const RESPONSES_USAGE = {
  input_tokens: INPUT_TOKENS,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: OUTPUT_TOKENS,
  output_tokens_details: { reasoning_tokens: 0 },
};
const RESPONSES_REASONS: Readonly<Record<Exclude<Stop, 'end'>, string>> = { limit: 'max_output_tokens', filter: 'content_filter' };
const responsesEvents = (...events: readonly unknown[]): string => events.map((event) => named(event as { type: string })).join('');

const openaiResponses: Frames = {
  start: () => responsesEvents({ type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'scripted', service_tier: null } }),
  thinking: (text) =>
    responsesEvents(
      { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1', encrypted_content: null } },
      { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', summary_index: 0 },
      { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', summary_index: 0, delta: text },
      { type: 'response.output_item.done', output_index: 0, item: { type: 'reasoning', id: 'rs_1', encrypted_content: null } },
    ),
  text: (text) =>
    responsesEvents(
      { type: 'response.output_item.added', output_index: 1, item: { type: 'message', id: 'msg_1' } },
      { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta: text },
      { type: 'response.output_item.done', output_index: 1, item: { type: 'message', id: 'msg_1' } },
    ),
  end: (stop) =>
    responsesEvents(
      stop === 'end'
        ? { type: 'response.completed', response: { usage: RESPONSES_USAGE } }
        : { type: 'response.incomplete', response: { incomplete_details: { reason: RESPONSES_REASONS[stop] }, usage: RESPONSES_USAGE } },
    ),
  error: (type, message) => responsesEvents({ type: 'error', sequence_number: 9, error: { type, code: type, message, param: null } }),
  errorBody: (type, message) => ({ error: { message, type, param: null, code: null } }),
};

export const FRAMES: Readonly<Record<Protocol, Frames>> = { anthropic, 'openai-chat': openaiChat, 'openai-responses': openaiResponses };
