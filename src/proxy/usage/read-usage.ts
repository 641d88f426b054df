import type { LiveFormat, MeasuredUsage } from '../../live/live-request.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The usage in a whole answer, or in one event of a stream (P62): the size of one call, cached parts included. */
export function readUsage(format: LiveFormat, json: unknown): MeasuredUsage | undefined {
  const top = fieldsOf(json);
  if (format === 'anthropic') return anthropicUsage(fieldsOf(fieldsOf(top['message'])['usage'] ?? top['usage']));
  if (format === 'openai') return openaiUsage(fieldsOf(top['usage']), 'prompt_tokens', 'completion_tokens');
  return openaiUsage(fieldsOf(fieldsOf(top['response'])['usage'] ?? top['usage']), 'input_tokens', 'output_tokens');
}

/** Tools that run at the provider make several calls in one answer; their sum is the size of none of them. */
function anthropicUsage(usage: Fields): MeasuredUsage | undefined {
  if (Object.values(fieldsOf(usage['server_tool_use'])).some((count) => numberOf(count) > 0)) return undefined;
  const inputTokens = numberOf(usage['input_tokens']) + numberOf(usage['cache_read_input_tokens']) + numberOf(usage['cache_creation_input_tokens']);
  return usageOf(inputTokens, usage['output_tokens']);
}

/** What was read from the cache is a part of the input here. */
function openaiUsage(usage: Fields, input: string, output: string): MeasuredUsage | undefined {
  return usageOf(numberOf(usage[input]), usage[output]);
}

function usageOf(inputTokens: number, output: unknown): MeasuredUsage | undefined {
  if (inputTokens === 0) return undefined;
  return typeof output === 'number' ? { inputTokens, outputTokens: numberOf(output) } : { inputTokens };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
