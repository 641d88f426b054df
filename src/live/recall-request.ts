/** What an agent asks of the recall tool: one of a handle, words to search for, and turns. */
export interface RecallRequest {
  readonly wanted: RecallWish;
  /** Where to go on, as the page before told: characters of what is recalled, or hits of a search. */
  readonly offset: number;
  /** The allowance of the answer. */
  readonly limitTokens: number;
}

export type RecallWish =
  | { readonly kind: 'handle'; readonly handle: string }
  | { readonly kind: 'search'; readonly words: string }
  | { readonly kind: 'turns'; readonly start: number; readonly end: number };

/** The allowance of one answer, in tokens. */
export const RECALL_ALLOWANCE = { default: 4_000, min: 200, max: 20_000 } as const;

/** A request, or the sentence that tells the agent what is wrong with it. */
export type ReadRequest = { readonly request: RecallRequest } | { readonly mistake: string };

/** Reads the tool's input, which a model wrote: numbers may come as strings, and what is empty counts as absent. */
export function readRecallRequest(input: unknown): ReadRequest {
  const fields = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const given = (['handle', 'search', 'turns'] as const).filter((name) => textOf(fields[name]) !== '');
  const [name] = given;
  if (name === undefined || given.length > 1) return { mistake: 'Give one of `handle`, `search` and `turns`.' };
  const wanted = wishOf(name, textOf(fields[name]));
  if (wanted === undefined) return { mistake: '`turns` is a turn or a range of turns, as "11" or "3-7".' };
  const limit = countOf(fields['limit']) ?? RECALL_ALLOWANCE.default;
  const limitTokens = Math.min(Math.max(limit, RECALL_ALLOWANCE.min), RECALL_ALLOWANCE.max);
  return { request: { wanted, offset: countOf(fields['offset']) ?? 0, limitTokens } };
}

function wishOf(name: 'handle' | 'search' | 'turns', text: string): RecallWish | undefined {
  if (name === 'handle') return { kind: 'handle', handle: text };
  if (name === 'search') return { kind: 'search', words: text };
  const match = /^t?(\d{1,9})(?:\s*-\s*t?(\d{1,9}))?$/.exec(text);
  const start = Number(match?.[1]);
  const end = Number(match?.[2] ?? match?.[1]);
  return match !== null && start <= end ? { kind: 'turns', start, end } : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

function countOf(value: unknown): number | undefined {
  const text = textOf(value);
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
