import { FormatError } from './core/errors/format-error.ts';

/** A conversation as text: as it was given, or a message array or a request body as JSON. Throws `FormatError` where it is none. */
export function sourceText(input: string | object): string {
  if (typeof input === 'string') return input;
  try {
    return JSON.stringify(input);
  } catch (cause) {
    throw new FormatError({
      code: 'format-invalid',
      what: 'The conversation is not JSON',
      next: 'Pass a message array or a request body without cycles.',
      cause,
    });
  }
}
