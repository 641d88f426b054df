import { FormatError } from '../../core/errors/format-error.ts';
import { isObject, readJsonl } from '../jsonl.ts';
import { readActiveBranch } from './active-branch.ts';
import { contentBlocks } from './record-content.ts';
import { repeatedRecords } from './repeated-records.ts';

const NEXT = 'Restore the transcript from its original; holdfast never changes a file in place.';

/** Whether Claude Code can resume it: readable lines, parents that resolve, unique ids, results behind their calls. */
export function validate(source: string): void {
  const { lines } = readJsonl(source, { isStrict: true });
  const branch = readActiveBranch(lines, repeatedRecords(lines));
  const seen = new Set<string>();
  for (const { value, line } of branch.isUnlinked ? [] : lines) {
    const { uuid, parentUuid } = value;
    if (typeof uuid !== 'string') continue;
    if (seen.has(uuid)) throw new FormatError({ code: 'duplicate-id', what: `The row id ${JSON.stringify(uuid)} stands twice`, line, next: NEXT });
    seen.add(uuid);
    if (typeof parentUuid === 'string' && !branch.recordOfUuid.has(parentUuid)) {
      throw new FormatError({ code: 'format-invalid', what: `The parent ${JSON.stringify(parentUuid)} is not in the file`, line, next: NEXT });
    }
  }
  const calls = new Set<string>();
  for (const record of branch.records) {
    const line = lines[record];
    for (const block of (line && contentBlocks(line.value)) ?? []) {
      if (!isObject(block)) continue;
      if (block['type'] === 'tool_use') calls.add(String(block['id']));
      if (block['type'] !== 'tool_result' || calls.has(String(block['tool_use_id']))) continue;
      throw new FormatError({
        code: 'orphan-result',
        what: `A result stands before its call ${JSON.stringify(block['tool_use_id'])}`,
        line: line?.line,
        next: NEXT,
      });
    }
  }
}
