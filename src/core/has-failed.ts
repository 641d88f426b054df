import type { Exchange } from './span.ts';

/** The format says so, or the exit code that it records. */
export function hasFailed(exchange: Exchange): boolean {
  return exchange.isError || (exchange.exitCode ?? 0) !== 0;
}

/** A line that a harness or a program ends (or begins) with: `exit code 1`, `Process exited with code 2`, `Exit status: 127`. */
const EXIT_LINE = /^\W{0,3}(?:command |process |program )?(?:exited with )?(?:exit )?(?:code|status):? (\d{1,3})\W{0,2}$/i;
/** Characters of a result in which its first and last lines are looked for. */
const END_CHARACTERS = 200;

/** The same where the format has no place for a status (Chat Completions): by the exit line of the result itself. */
export function saysFailed(exchange: Exchange): boolean {
  if (hasFailed(exchange)) return true;
  if (exchange.exitCode !== undefined) return false;
  const text = exchange.resultText;
  const lines = [text.slice(0, END_CHARACTERS).trimStart().split('\n')[0], text.slice(-END_CHARACTERS).trimEnd().split('\n').at(-1)];
  return lines.some((line) => Number(EXIT_LINE.exec(line?.trim() ?? '')?.[1] ?? 0) !== 0);
}
