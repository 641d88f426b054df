import type { WireFormat } from './provider-answer.ts';

export interface ProviderError {
  readonly kind: 'invalid' | 'prompt-too-long' | 'too-large' | 'rate-limited' | 'overloaded' | 'server-error';
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Status and type of each error: Anthropic's first, then OpenAI's. */
const SHAPES: Readonly<Record<ProviderError['kind'], readonly [number, string, number, string, string | null]>> = {
  invalid: [400, 'invalid_request_error', 400, 'invalid_request_error', null],
  'prompt-too-long': [400, 'invalid_request_error', 400, 'invalid_request_error', 'context_length_exceeded'],
  'too-large': [413, 'request_too_large', 413, 'invalid_request_error', null],
  'rate-limited': [429, 'rate_limit_error', 429, 'rate_limit_error', 'rate_limit_exceeded'],
  overloaded: [529, 'overloaded_error', 503, 'server_error', null],
  'server-error': [500, 'api_error', 500, 'server_error', null],
};

/** An error in the shape of its provider. */
export function providerError(format: WireFormat, { kind, message, retryAfterSeconds }: ProviderError) {
  const [anthropicStatus, anthropicType, status, type, code] = SHAPES[kind];
  const headers: Record<string, string> = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  if (format === 'anthropic') {
    return { status: anthropicStatus, headers, body: { type: 'error', error: { type: anthropicType, message }, request_id: 'req_error' } };
  }
  return { status, headers, body: { error: { message, type, param: null, code } } };
}
