import { HoldfastError } from '../core/errors/holdfast-error.ts';
import type { SummarizerFailure } from '../core/errors/summarizer-error.ts';

/** What a failed call means, in our own words: nothing of a provider's text, headers or keys is in it (DESIGN §10). */
export interface DescribedFailure {
  readonly failure: SummarizerFailure;
  readonly what: string;
  /** The same call may succeed later. */
  readonly isRetryable: boolean;
  readonly statusCode?: number | undefined;
  /** What the provider asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** Fields that errors of the AI SDK, of providers' streams and of `fetch` may have. Read by shape: two copies of a package have two classes. */
interface ErrorFields {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
  readonly statusCode?: unknown;
  readonly responseHeaders?: unknown;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly cause?: unknown;
  readonly lastError?: unknown;
}

/** How deep causes are followed. */
const CAUSES = 6;
/** Providers' error types are words of a small list; anything else is not repeated. */
const ERROR_TYPE = /^[a-z]{2,24}(?:_[a-z]{2,24}){0,4}$/;
const NETWORK_CODE = /^(?:E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN|NOTFOUND)[A-Z]{0,16}|UND_ERR_[A-Z_]{1,32})$/;
/** Wrong as JSON or in shape: another try may give a whole answer. */
const BROKEN_ANSWERS = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_EmptyResponseBodyError',
  'AI_NoContentGeneratedError',
  'AI_NoOutputGeneratedError',
]);
/** Error types in the middle of a stream that pass by themselves: Anthropic's and OpenAI's documentation of errors, 2026. */
const PASSING_TYPES = /^(?:overloaded_error|api_error|server_error|timeout_error|internal_error)$/;
/** Where it is the account and not the moment, waiting does not help. */
const NO_QUOTA = new Set(['insufficient_quota', 'billing_error']);
const TOO_MANY = 429;
const RETRYABLE_STATUS = new Set([408, 409, 425]);

export function describeFailure(error: unknown, nowMs: number): DescribedFailure {
  const chain = causesOf(error);
  const types = chain.flatMap(errorTypes);
  const statusCode = chain.map((one) => one.statusCode).find((status) => Number.isInteger(status)) as number | undefined;
  if (statusCode !== undefined && statusCode >= 400) return ofStatus(statusCode, types, retryAfterMs(chain, nowMs));
  // The SDK says by a bare string that the parts of a stream do not belong together.
  if (typeof error === 'string' || chain.some((one) => BROKEN_ANSWERS.has(String(one.name)))) {
    return { failure: 'broken-answer', what: 'The model gave an answer that is not what its protocol demands', isRetryable: true };
  }
  if (types.includes('rate_limit_error')) return { failure: 'rate-limited', what: 'The provider limits the rate (rate_limit_error)', isRetryable: true };
  const passing = types.find((type) => PASSING_TYPES.test(type));
  if (passing !== undefined) return { failure: 'overloaded', what: `The provider failed in the middle of its answer (${passing})`, isRetryable: true };
  const network = chain.map((one) => one.code).find((code) => typeof code === 'string' && NETWORK_CODE.test(code));
  if (network !== undefined || chain.some(isBrokenConnection)) {
    return { failure: 'network', what: `The connection to the provider failed${network === undefined ? '' : ` (${String(network)})`}`, isRetryable: true };
  }
  return { failure: 'other', what: `The summarizer failed (${nameOf(error)})`, isRetryable: false };
}

/** An error that may be printed whole: its class and our words. The original holds the request, headers and the provider's words. */
export function printableCause(error: unknown, what: string): Error {
  if (HoldfastError.is(error)) return error;
  const cause = new Error(what);
  cause.name = nameOf(error);
  return cause;
}

function ofStatus(statusCode: number, types: readonly string[], waitMs: number | undefined): DescribedFailure {
  const type = types[0] === undefined ? '' : ` (${types[0]})`;
  const fields = { statusCode, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
  if (types.some((one) => NO_QUOTA.has(one))) {
    return { ...fields, failure: 'refused', what: `The provider answered ${statusCode}${type}: the account has no quota`, isRetryable: false };
  }
  if (statusCode === TOO_MANY) return { ...fields, failure: 'rate-limited', what: `The provider answered ${statusCode}${type}`, isRetryable: true };
  if (statusCode >= 500 || RETRYABLE_STATUS.has(statusCode)) {
    return { ...fields, failure: 'overloaded', what: `The provider answered ${statusCode}${type}`, isRetryable: true };
  }
  return { ...fields, failure: 'refused', what: `The provider answered ${statusCode}${type}`, isRetryable: false };
}

function causesOf(error: unknown): readonly ErrorFields[] {
  const chain: ErrorFields[] = [];
  let current = error;
  while (typeof current === 'object' && current !== null && chain.length < CAUSES) {
    const fields: ErrorFields = current;
    chain.push(fields);
    current = fields.lastError ?? fields.cause;
  }
  return chain;
}

/** `{ type: 'overloaded_error' }`, `{ error: { type } }`, `{ data: { error: { type, code } } }`. */
function errorTypes(fields: ErrorFields): readonly string[] {
  const places = [fields, fields.error, fieldsOf(fields.data), fieldsOf(fields.data).error, fieldsOf(fieldsOf(fields.data).error).error];
  const words = places.map(fieldsOf).flatMap((place) => [place.type, place.code]);
  return [...new Set(words.filter((word): word is string => typeof word === 'string' && ERROR_TYPE.test(word) && word !== 'error'))];
}

function fieldsOf(value: unknown): ErrorFields {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Undici ends a broken body with `TypeError: terminated`, a connection that never was with `TypeError: fetch failed`. */
function isBrokenConnection(fields: ErrorFields): boolean {
  return fields instanceof TypeError && /^(?:terminated|fetch failed|network error)$/i.test(fields.message);
}

const MS_A_SECOND = 1_000;

/** `retry-after-ms`, or `retry-after` in seconds or as a date (RFC 9110 §10.2.3). */
function retryAfterMs(chain: readonly ErrorFields[], nowMs: number): number | undefined {
  for (const { responseHeaders } of chain) {
    if (typeof responseHeaders !== 'object' || responseHeaders === null) continue;
    const headers = responseHeaders as Readonly<Record<string, unknown>>;
    const inMs = Number.parseFloat(String(headers['retry-after-ms']));
    if (Number.isFinite(inMs)) return Math.max(0, inMs);
    const value = headers['retry-after'];
    if (typeof value !== 'string') continue;
    const waitMs = /^\d{1,9}(?:\.\d{1,9})?$/.test(value.trim()) ? Number(value) * MS_A_SECOND : Date.parse(value) - nowMs;
    if (Number.isFinite(waitMs)) return Math.max(0, waitMs);
  }
  return undefined;
}

/** Names of classes are short words; anything else is not repeated. */
function nameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^[A-Za-z_]{1,48}$/.test(name) ? name : 'Error';
}
