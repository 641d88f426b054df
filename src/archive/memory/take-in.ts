import { type ImportedLine, wrongLine } from '../transfer/read-export.ts';
import type { HeldSpan, Holdings, Removed } from './holdings.ts';

/** Takes the lines of an export into `holdings`, which are to be thrown away where it throws. Returns what came. */
export function takeIn(holdings: Holdings, lines: Iterable<ImportedLine>): Removed {
  const raws = new Map<string, string>();
  let spanCount = 0;
  let compactionCount = 0;
  for (const line of lines) {
    if (line.type === 'raw') raws.set(line.hash, line.raw);
    else if (line.type === 'span') {
      const { handle, isLoose, record, searchText } = line;
      takeInSpan(holdings, handle, { record, raws: line.rawHashes.map((hash) => raws.get(hash) ?? ''), searchText, isLoose, isImported: true }, line.line);
      for (const conversationId of line.conversations) holdings.hold(conversationId, handle);
      spanCount += isLoose ? 0 : 1;
    } else {
      if (holdings.append(line.entry, line.recordedAtMs).length > 0) throw wrongLine(line.line, 'names a span that the export does not hold');
      compactionCount++;
    }
  }
  return { spanCount, compactionCount };
}

function takeInSpan(holdings: Holdings, handle: string, span: HeldSpan, line: number): void {
  const known = holdings.spans.get(handle);
  if (known === undefined) {
    holdings.add(handle, span);
    return;
  }
  const isSame = known.record === span.record && known.isLoose === span.isLoose && JSON.stringify(known.raws) === JSON.stringify(span.raws);
  if (!isSame) throw wrongLine(line, 'has a handle under which the archive holds another span');
}
