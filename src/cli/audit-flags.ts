import { InvalidArgumentError } from 'commander';

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** A moment, in milliseconds: `2026-11-01`, or `7d` back from now. */
export function parseSince(text: string): number {
  const ago = /^(\d{1,5})([hdw])$/.exec(text.trim());
  if (ago !== null) return Date.now() - Number(ago[1]) * (UNITS[ago[2] ?? ''] ?? 0);
  const moment = DATE.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  if (Number.isNaN(moment)) throw new InvalidArgumentError('Give a date as 2026-11-01, or a time back as 12h, 7d or 4w.');
  return moment;
}
