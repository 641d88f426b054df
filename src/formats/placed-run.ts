import type { Span } from '../core/span.ts';

/** By record: the first span whose first record stands at it or behind it. `records` is by span. */
export function firstSpans(records: readonly (readonly number[])[], length: number): readonly number[] {
  const first = new Array<number>(length + 1).fill(records.length);
  for (const [span, [record]] of records.entries()) if (record !== undefined) first[record] = Math.min(first[record] ?? span, span);
  for (let record = length - 1; record >= 0; record--) first[record] = Math.min(first[record] ?? 0, first[record + 1] ?? records.length);
  return first;
}

/**
 * What a host put in place with a compaction whose spans begin at `at`: its own, and the run of what the harness wrote
 * behind them (files it read again, to-dos, the output of hooks). The echo of the command that asked for the compaction
 * may stand between; it is not what was put in place. A reminder beside what the user wrote belongs to that.
 */
export function placedRun(spans: readonly Span[], records: readonly (readonly number[])[], at: number, isOwn: (span: Span) => boolean): readonly number[] {
  let end = at;
  for (let span = spans[end]; span !== undefined && (isOwn(span) || span.provenance === 'harness'); span = spans[end]) end++;
  const next = records[end]?.[0];
  while (end > at && next !== undefined && records[end - 1]?.[0] === next) end--;
  const placed: number[] = [];
  for (let index = at; index < end; index++) if (spans[index]?.injection?.kind !== 'command-echo') placed.push(index);
  return placed;
}
