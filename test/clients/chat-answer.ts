import { deltasOf, type ModelAnswer, type Usage, type WireAnswer } from './provider-answer.ts';
import type { ProviderMemory } from './provider-memory.ts';
import type { WireObject } from './wire-object.ts';

/** An answer of Chat Completions. */
export function chatAnswer(answer: ModelAnswer, body: WireObject, usage: Usage, memory: ProviderMemory): WireAnswer {
  const head = { id: memory.nextId('chatcmpl-'), created: 1_764_633_600, model: body['model'] };
  const calls = (answer.calls ?? []).map(({ name, input }) => ({
    id: memory.nextId('call_'),
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  const message = { role: 'assistant', content: answer.text ?? null, refusal: null, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  const chunk = (delta: unknown, finishReason: string | null = null) => ({
    data: { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finishReason }] },
  });
  return {
    json: { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish, logprobs: null }], usage: usageOf(usage) },
    events: [
      chunk({ role: 'assistant', content: '' }),
      ...deltasOf(answer.text ?? '').map((content) => chunk({ content })),
      ...calls.flatMap((call, index) => [
        chunk({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: '' } }] }),
        ...deltasOf(call.function.arguments).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
      ]),
      chunk({}, finish),
      ...(wantsUsage(body) ? [{ data: { ...head, object: 'chat.completion.chunk', choices: [], usage: usageOf(usage) } }] : []),
    ],
    end: '[DONE]',
  };
}

/** A stream tells its usage only to who asked. */
function wantsUsage(body: WireObject): boolean {
  const options = body['stream_options'] as WireObject | undefined;
  return options?.['include_usage'] === true;
}

function usageOf(usage: Usage) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
  };
}
