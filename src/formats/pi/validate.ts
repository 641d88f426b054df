import { FormatError } from '../../core/errors/format-error.ts';
import { isObject } from '../jsonl.ts';
import { contentOfEntry } from './entry-content.ts';
import { idOf, readSession, type Session } from './session.ts';

const NEXT = 'Restore the session from its original; holdfast never changes a file in place.';

/** Whether pi can resume it: a header, readable lines, unique ids, parents that resolve, results behind their calls. */
export function validate(source: string): void {
  const session = readSession(source, { isStrict: true });
  if (session.file.lines[0]?.value['type'] !== 'session') {
    throw new FormatError({ code: 'format-invalid', what: 'The first line is no session header', line: 1, next: NEXT });
  }
  if (session.isTree) checkLinks(session);
  checkCompactions(session);
  checkExchanges(session);
}

function checkLinks(session: Session): void {
  const seen = new Set<string>();
  for (const line of session.file.lines) {
    const id = idOf(line);
    if (id === undefined) continue;
    if (seen.has(id)) throw new FormatError({ code: 'duplicate-id', what: `The entry id ${JSON.stringify(id)} stands twice`, line: line.line, next: NEXT });
    const parentId = line.value['parentId'];
    if (typeof parentId === 'string' && !seen.has(parentId)) {
      throw new FormatError({
        code: 'format-invalid',
        what: `The parent ${JSON.stringify(parentId)} does not stand before its child`,
        line: line.line,
        next: NEXT,
      });
    }
    seen.add(id);
  }
}

function checkCompactions(session: Session): void {
  for (const record of session.path) {
    const line = session.file.lines[record];
    if (line?.value['type'] !== 'compaction') continue;
    const index = line.value['firstKeptEntryIndex'];
    const isFound = session.isTree ? session.recordOfId.has(String(line.value['firstKeptEntryId'])) : typeof index === 'number' && index > 0 && index <= record;
    if (!isFound)
      throw new FormatError({ code: 'format-invalid', what: 'A compaction names a first kept entry that is not there', line: line.line, next: NEXT });
  }
}

function checkExchanges(session: Session): void {
  const calls = new Set<string>();
  for (const record of session.path) {
    const line = session.file.lines[record];
    if (line === undefined) continue;
    for (const { content } of contentOfEntry(line.value)?.blocks ?? []) {
      if (content.type === 'call') calls.add(content.callId);
      if (content.type !== 'result' || calls.has(content.callId) || isTolerated(line.value)) continue;
      throw new FormatError({ code: 'orphan-result', what: `A result stands before its call ${JSON.stringify(content.callId)}`, line: line.line, next: NEXT });
    }
  }
}

/** A result without an id answers nothing; the host leaves it out. */
function isTolerated(entry: Readonly<Record<string, unknown>>): boolean {
  return !(isObject(entry['message']) && typeof entry['message']['toolCallId'] === 'string');
}
