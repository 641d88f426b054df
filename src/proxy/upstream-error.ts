import { codeOf } from './fault.ts';

/** The provider gave no answer: nothing of one has come. */
export class UpstreamError extends Error {
  readonly kind: 'unreachable' | 'timeout' | 'client-left';
  /** As Node names it, `ECONNREFUSED`: never a message, which may name more. */
  readonly code: string;

  constructor(kind: UpstreamError['kind'], cause?: unknown) {
    const code = codeOf(cause);
    super(`The provider gave no answer (${kind}, ${code})`, { cause });
    this.name = 'UpstreamError';
    this.kind = kind;
    this.code = code;
  }
}
