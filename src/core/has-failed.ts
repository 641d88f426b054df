import type { Exchange } from './span.ts';

/** The format says so, or the exit code that it records. */
export function hasFailed(exchange: Exchange): boolean {
  return exchange.isError || (exchange.exitCode ?? 0) !== 0;
}
