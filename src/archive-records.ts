import type { ArchivedSpan, ArchivedSpanInput } from './archive/archive.ts';
import type { Prepared } from './prepare.ts';

/** What is put into the archive for a span; `undefined` for one that it has already. */
export function spanInput(prepared: Prepared, index: number): ArchivedSpanInput | undefined {
  const record = prepared.records[index];
  return record === undefined ? undefined : { span: record, handle: prepared.handles[index] ?? '', searchText: searchText(prepared, index) };
}

function searchText(prepared: Prepared, index: number): string {
  const span = prepared.restored.conversation.spans[index];
  const call = span?.exchange ? `${span.exchange.toolName} ${JSON.stringify(span.exchange.input) ?? ''}\n` : '';
  return `${call}${span?.text ?? ''}`.toWellFormed();
}

/** One record for several spans, by their handles: what a shared handle resolves to. */
export function runRecord(prepared: Prepared, indexes: readonly number[]): ArchivedSpan {
  return {
    format: prepared.parsed.format,
    kind: 'note',
    provenance: 'holdfast',
    pieces: [{ role: 'user', raw: JSON.stringify({ run: indexes.map((index) => prepared.handles[index]) }), block: 0 }],
  };
}
