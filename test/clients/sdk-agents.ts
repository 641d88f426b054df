import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { FAKE_KEY } from './coding-agents.ts';
import type { WireFormat } from './provider-answer.ts';

/** A small agent on an official SDK: it asks, carries out the calls, and asks again until there are none. */
export interface SdkAgent {
  readonly name: string;
  readonly format: WireFormat;
  /** Answers each prompt with the model's last words. */
  start(place: SdkPlace): (prompt: string) => Promise<string>;
}

export interface SdkPlace {
  readonly baseUrl: string;
  readonly readFile: (path: string) => string;
}

const MODEL = 'fake-model';
const SYSTEM = 'You are a careful assistant. You read notes with the tool `read`.';
const PARAMETERS = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } as const;
/** A broken stream ends in an error that no SDK retries by itself. */
const TRIES = 4;

export const SDK_AGENTS: readonly SdkAgent[] = [
  { name: '@anthropic-ai/sdk, streamed', format: 'anthropic', start: (place) => anthropicAgent(place, true) },
  { name: '@anthropic-ai/sdk, not streamed', format: 'anthropic', start: (place) => anthropicAgent(place, false) },
  { name: 'openai chat, streamed', format: 'openai', start: (place) => chatAgent(place, true) },
  { name: 'openai chat, not streamed', format: 'openai', start: (place) => chatAgent(place, false) },
  { name: 'openai responses, streamed', format: 'openai-responses', start: (place) => responsesAgent(place, true) },
  { name: 'openai responses, not streamed', format: 'openai-responses', start: (place) => responsesAgent(place, false) },
];

function anthropicAgent({ baseUrl, readFile }: SdkPlace, streamed: boolean): (prompt: string) => Promise<string> {
  const client = new Anthropic({ baseURL: baseUrl, apiKey: FAKE_KEY, maxRetries: TRIES });
  const messages: Anthropic.MessageParam[] = [];
  const ask = async (): Promise<Anthropic.Message> => {
    const body: Anthropic.MessageCreateParamsNonStreaming = {
      model: MODEL,
      max_tokens: 4_000,
      system: [{ type: 'text', text: SYSTEM, cache_control: { type: 'ephemeral' } }],
      tools: [{ name: 'read', description: 'Reads a note.', input_schema: { ...PARAMETERS, required: [...PARAMETERS.required] } }],
      thinking: { type: 'enabled', budget_tokens: 1_024 },
      messages,
    };
    return streamed ? client.messages.stream(body).finalMessage() : client.messages.create(body);
  };
  return async (prompt) => {
    messages.push({ role: 'user', content: prompt });
    for (;;) {
      const { content } = await again(ask);
      messages.push({ role: 'assistant', content });
      const calls = content.filter((block) => block.type === 'tool_use');
      if (calls.length === 0) return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
      messages.push({ role: 'user', content: calls.map((call) => ({ type: 'tool_result', tool_use_id: call.id, content: readFile(pathOf(call.input)) })) });
    }
  };
}

function chatAgent({ baseUrl, readFile }: SdkPlace, streamed: boolean): (prompt: string) => Promise<string> {
  const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: FAKE_KEY, maxRetries: TRIES });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: SYSTEM }];
  const ask = async () => {
    const body = { model: MODEL, messages, tools: [{ type: 'function' as const, function: { name: 'read', parameters: PARAMETERS } }] };
    return streamed
      ? client.chat.completions.stream({ ...body, stream_options: { include_usage: true } }).finalChatCompletion()
      : client.chat.completions.create(body);
  };
  return async (prompt) => {
    messages.push({ role: 'user', content: prompt });
    for (;;) {
      const message = (await again(ask)).choices[0]?.message;
      if (message === undefined) throw new Error('the answer has no choice');
      messages.push(message);
      const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function');
      if (calls.length === 0) return message.content ?? '';
      for (const call of calls) {
        messages.push({ role: 'tool', tool_call_id: call.id, content: readFile(pathOf(JSON.parse(call.function.arguments))) });
      }
    }
  };
}

function responsesAgent({ baseUrl, readFile }: SdkPlace, streamed: boolean): (prompt: string) => Promise<string> {
  const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: FAKE_KEY, maxRetries: TRIES });
  const input: OpenAI.Responses.ResponseInputItem[] = [];
  const ask = async (): Promise<OpenAI.Responses.Response> => {
    const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
      model: MODEL,
      instructions: SYSTEM,
      input,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low' },
      tools: [{ type: 'function', name: 'read', parameters: PARAMETERS, strict: false }],
    };
    return streamed ? client.responses.stream({ ...body, stream: true }).finalResponse() : client.responses.create(body);
  };
  return async (prompt) => {
    input.push({ role: 'user', content: prompt });
    for (;;) {
      const response = await again(ask);
      input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]));
      const calls = response.output.filter((item) => item.type === 'function_call');
      if (calls.length === 0) return response.output_text;
      for (const call of calls) input.push({ type: 'function_call_output', call_id: call.call_id, output: readFile(pathOf(JSON.parse(call.arguments))) });
    }
  };
}

async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; left > 0; left--) {
    try {
      return await ask();
    } catch (error) {
      // What the provider refused as invalid is refused again.
      if (error instanceof Error && 'status' in error && error.status === 400) throw error;
    }
  }
  return ask();
}

function pathOf(input: unknown): string {
  return String((input as { readonly path?: unknown }).path);
}
