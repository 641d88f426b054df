import { FormatError } from '../../core/errors/format-error.ts';
import { isObject } from '../jsonl.ts';
import { blocksOfEntry } from './entry-content.ts';
import { readTrajectory } from './trajectory.ts';

const NEXT = 'Restore the trajectory from its original; holdfast never changes a file in place.';

/** Whether SWE-agent can replay it: JSON with a history of entries with roles, results behind their calls. */
export function validate(source: string): void {
  const calls = new Set<string>();
  for (const [index, { value }] of readTrajectory(source).entries.entries()) {
    const path = `history[${index}]`;
    if (!isObject(value) || typeof value['role'] !== 'string') {
      throw new FormatError({ code: 'format-invalid', what: 'An entry of the history has no role', path, next: NEXT });
    }
    for (const { content } of blocksOfEntry(value)) {
      if (content.type === 'call') calls.add(content.callId);
      if (content.type !== 'result' || calls.has(content.callId)) continue;
      throw new FormatError({ code: 'orphan-result', what: `A result stands before its call ${JSON.stringify(content.callId)}`, path, next: NEXT });
    }
  }
}
