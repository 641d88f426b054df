import { type ErrorAnswer, type Problem, type ProblemKind, STATUS } from './problem.ts';

const TYPES: Readonly<Record<ProblemKind, string>> = {
  'prompt-too-long': 'invalid_request_error',
  'body-too-large': 'invalid_request_error',
  forbidden: 'invalid_request_error',
  'address-unsafe': 'invalid_request_error',
  'upstream-unreachable': 'server_error',
  'upstream-timeout': 'server_error',
  stopping: 'server_error',
};

const CODES: Readonly<Record<ProblemKind, string>> = {
  'prompt-too-long': 'context_length_exceeded',
  'body-too-large': 'request_too_large',
  forbidden: 'forbidden',
  'address-unsafe': 'invalid_address',
  'upstream-unreachable': 'upstream_unreachable',
  'upstream-timeout': 'upstream_timeout',
  stopping: 'stopping',
};

/** `param`: the field that holds the history, `messages` or `input`. */
export function openaiError(problem: Problem, param: 'messages' | 'input'): ErrorAnswer {
  const { kind } = problem;
  const error = { message: messageOf(problem, param), type: TYPES[kind], param: kind === 'prompt-too-long' ? param : null, code: CODES[kind] };
  return { status: STATUS[kind], body: JSON.stringify({ error }) };
}

/** Clients know the case by its code, or by the provider's own words. */
function messageOf({ kind, message, sizes }: Problem, param: 'messages' | 'input'): string {
  if (kind !== 'prompt-too-long') return `holdfast: ${message}`;
  const words = 'Your input exceeds the context window of this model';
  if (sizes === undefined) return `${words}. holdfast: ${message}`;
  if (param === 'input') return `${words}: ${sizes.tokens} tokens of ${sizes.maximum}. holdfast: ${message}`;
  return `This model's maximum context length is ${sizes.maximum} tokens. However, your messages resulted in ${sizes.tokens} tokens. holdfast: ${message}`;
}
