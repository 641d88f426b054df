/** Why the proxy answers in the provider's place. */
export type ProblemKind = 'prompt-too-long' | 'body-too-large' | 'forbidden' | 'address-unsafe' | 'upstream-unreachable' | 'upstream-timeout' | 'stopping';

export interface Problem {
  readonly kind: ProblemKind;
  /** What happened, and what to do next. */
  readonly message: string;
  /** With `prompt-too-long`, where they are known. */
  readonly sizes?: { readonly tokens: number; readonly maximum: number } | undefined;
}

/** A problem in the shape of one family of providers. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
}

export const STATUS: Readonly<Record<ProblemKind, number>> = {
  'prompt-too-long': 400,
  'body-too-large': 413,
  forbidden: 403,
  'address-unsafe': 400,
  'upstream-unreachable': 502,
  'upstream-timeout': 504,
  stopping: 503,
};
