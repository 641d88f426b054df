import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { LiveFormat } from '../../src/live/live-request.ts';
import { ANTHROPIC_SHAPE, OPENAI_SHAPE, type ProviderShape, RESPONSES_SHAPE } from './provider-answers.ts';

type Entry = Record<string, unknown>;

/** What a client has of one answer. */
export interface Got {
  readonly text: string;
  readonly thinking: readonly string[];
  readonly calls: readonly string[];
  readonly end: string;
  readonly outputTokens: number;
  /** What it keeps of it in its history. */
  readonly entries: readonly Entry[];
}

/** The official client of a provider, and what a test needs to know of its wire. */
export interface ClientUnderTest {
  readonly format: LiveFormat;
  readonly shape: ProviderShape;
  readonly historyName: 'messages' | 'input';
  readonly ends: { readonly done: string; readonly calls: string; readonly cut: string };
  /** Each answer is a message with its own texts, or one text. */
  ask(url: string, history: readonly Entry[], isStream: boolean, signal?: AbortSignal): Promise<Got>;
  tool(name: string): Entry;
  result(id: string, text: string): Entry;
  /** Ids of calls and of results that a history has, each in order. */
  pairs(history: readonly Entry[]): { readonly calls: readonly string[]; readonly results: readonly string[] };
}

const KEY = 'not-a-key';
const MODEL = 'model-1';

const anthropic: ClientUnderTest = {
  format: 'anthropic',
  shape: ANTHROPIC_SHAPE,
  historyName: 'messages',
  ends: { done: 'end_turn', calls: 'tool_use', cut: 'max_tokens' },
  tool: (name) => ({ name, description: 'of the client', input_schema: { type: 'object' } }),
  result: (id, text) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] }),
  ask: async (url, history, isStream, signal) => {
    const client = new Anthropic({ apiKey: KEY, baseURL: url, maxRetries: 0 });
    const body = { model: MODEL, max_tokens: 100, messages: history as never, tools: [anthropic.tool('read') as never] };
    const message = isStream ? await client.messages.stream(body, { signal }).finalMessage() : await client.messages.create(body, { signal });
    return {
      text: message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('|'),
      thinking: message.content.flatMap((block) => (block.type === 'thinking' ? [`${block.thinking} ${block.signature}`] : [])),
      calls: message.content.flatMap((block) => (block.type === 'tool_use' ? [`${block.id} ${JSON.stringify(block.input)}`] : [])),
      end: String(message.stop_reason),
      outputTokens: message.usage.output_tokens,
      entries: [{ role: 'assistant', content: message.content as never }],
    };
  },
  pairs: (history) => {
    const blocks = history.flatMap((message) => (Array.isArray(message['content']) ? (message['content'] as Entry[]) : []));
    return {
      calls: blocks.filter((block) => block['type'] === 'tool_use').map((block) => String(block['id'])),
      results: blocks.filter((block) => block['type'] === 'tool_result').map((block) => String(block['tool_use_id'])),
    };
  },
};

const openai: ClientUnderTest = {
  format: 'openai',
  shape: OPENAI_SHAPE,
  historyName: 'messages',
  ends: { done: 'stop', calls: 'tool_calls', cut: 'length' },
  tool: (name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }),
  result: (id, text) => ({ role: 'tool', tool_call_id: id, content: text }),
  ask: async (url, history, isStream, signal) => {
    const client = new OpenAI({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0 });
    const body = { model: MODEL, messages: history as never, tools: [openai.tool('read') as never] };
    const completion = isStream
      ? await client.chat.completions.stream({ ...body, stream_options: { include_usage: true } }, { signal }).finalChatCompletion()
      : await client.chat.completions.create(body, { signal });
    const [choice] = completion.choices;
    const message = choice?.message;
    const calls = (message?.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? [call] : []));
    return {
      text: message?.content ?? '',
      thinking: [],
      calls: calls.map((call) => `${call.id} ${call.function.arguments}`),
      end: String(choice?.finish_reason),
      outputTokens: completion.usage?.completion_tokens ?? 0,
      entries: [
        {
          role: 'assistant',
          content: message?.content ?? null,
          ...(calls.length === 0
            ? {}
            : { tool_calls: calls.map(({ id, type, function: { name, arguments: json } }) => ({ id, type, function: { name, arguments: json } })) }),
        },
      ],
    };
  },
  pairs: (history) => ({
    calls: history.flatMap((message) => ((message['tool_calls'] ?? []) as Entry[]).map((call) => String(call['id']))),
    results: history.flatMap((message) => (message['role'] === 'tool' ? [String(message['tool_call_id'])] : [])),
  }),
};

const responses: ClientUnderTest = {
  format: 'openai-responses',
  shape: RESPONSES_SHAPE,
  historyName: 'input',
  ends: { done: 'completed', calls: 'completed', cut: 'incomplete' },
  tool: (name) => ({ type: 'function', name, parameters: { type: 'object' }, strict: false }),
  result: (id, text) => ({ type: 'function_call_output', call_id: id, output: text }),
  ask: async (url, history, isStream, signal) => {
    const client = new OpenAI({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0 });
    const body = { model: MODEL, input: history as never, tools: [responses.tool('read') as never] };
    const response = isStream ? await client.responses.stream(body, { signal }).finalResponse() : await client.responses.create(body, { signal });
    return {
      text: response.output
        .flatMap((item) => (item.type === 'message' ? item.content.map((part) => (part.type === 'output_text' ? part.text : '')) : []))
        .join('|'),
      thinking: response.output.flatMap((item) => (item.type === 'reasoning' ? [`${item.summary[0]?.text} ${item.encrypted_content}`] : [])),
      calls: response.output.flatMap((item) => (item.type === 'function_call' ? [`${item.call_id} ${item.arguments}`] : [])),
      end: String(response.status),
      outputTokens: response.usage?.output_tokens ?? 0,
      // The client's parser adds what it read; a request has no such member.
      entries: (response.output as unknown as Entry[]).map(({ parsed_arguments: _, ...item }) => item),
    };
  },
  pairs: (history) => ({
    calls: history.filter((item) => item['type'] === 'function_call').map((item) => String(item['call_id'])),
    results: history.filter((item) => item['type'] === 'function_call_output').map((item) => String(item['call_id'])),
  }),
};

export const CLIENTS: readonly ClientUnderTest[] = [anthropic, openai, responses];
