/** The class of an error, for a log: its message may hold words of the conversation. */
export function faultOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error;
}

/** The code of an error of holdfast (`archive-busy`) or of the system (`ECONNREFUSED`); `unknown` for any other. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:[A-Z][A-Z0-9_]{1,40}|[a-z][a-z-]{1,40})$/.test(code) ? code : 'unknown';
}
