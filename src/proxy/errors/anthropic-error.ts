import { type ErrorAnswer, type Problem, type ProblemKind, STATUS } from './problem.ts';

const TYPES: Readonly<Record<ProblemKind, string>> = {
  'prompt-too-long': 'invalid_request_error',
  'body-too-large': 'request_too_large',
  forbidden: 'permission_error',
  'address-unsafe': 'invalid_request_error',
  'upstream-unreachable': 'api_error',
  'upstream-timeout': 'timeout_error',
  stopping: 'overloaded_error',
};

export function anthropicError(problem: Problem): ErrorAnswer {
  const error = { type: TYPES[problem.kind], message: messageOf(problem) };
  return { status: STATUS[problem.kind], body: JSON.stringify({ type: 'error', error, request_id: null }) };
}

/** Clients know the case by the provider's own words, and read the two numbers out of them. */
function messageOf({ kind, message, sizes }: Problem): string {
  if (kind !== 'prompt-too-long') return `holdfast: ${message}`;
  const words = sizes === undefined ? 'prompt is too long' : `prompt is too long: ${sizes.tokens} tokens > ${sizes.maximum} maximum`;
  return `${words}. holdfast: ${message}`;
}
