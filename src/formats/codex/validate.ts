import { FormatError } from '../../core/errors/format-error.ts';
import { isObject } from '../jsonl.ts';
import { readItem } from '../openai-responses/items.ts';
import { readRollout } from './rollout.ts';

const NEXT = 'Restore the rollout from its original; holdfast never changes a file in place.';

/** Whether Codex can resume it: readable lines, a session's record at the head, results behind their calls. */
export function validate(source: string): void {
  const rollout = readRollout(source, { isStrict: true });
  const { lines } = rollout.file;
  const head = lines[0]?.value;
  const id = isObject(head?.['payload']) ? head['payload']['id'] : head?.['id'];
  const isSession = head?.['type'] === 'session_meta' || (head?.['type'] === undefined && head?.['payload'] === undefined);
  if (!isSession || typeof id !== 'string') {
    throw new FormatError({ code: 'format-invalid', what: 'The first line is no record of the session', line: lines[0]?.line, next: NEXT });
  }
  for (const { value, line } of lines.slice(1)) {
    if ('payload' in value && !isObject(value['payload'])) {
      throw new FormatError({ code: 'format-invalid', what: 'A record has no readable payload', line, next: NEXT });
    }
  }
  checkExchanges(rollout);
}

/** A result whose call is nowhere is left out by the host; one before its call would take its place. */
function checkExchanges({ units, file }: ReturnType<typeof readRollout>): void {
  const firstCall = new Map<string, number>();
  const contents = units.map((unit) => (unit.kind === 'item' ? readItem(unit.item, '').blocks.map((block) => block.content) : []));
  for (const [index, blocks] of contents.entries())
    for (const content of blocks) if (content.type === 'call' && !firstCall.has(content.callId)) firstCall.set(content.callId, index);
  for (const [index, blocks] of contents.entries()) {
    for (const content of blocks) {
      if (content.type !== 'result' || (firstCall.get(content.callId) ?? index) <= index) continue;
      const line = file.lines[units[index]?.line ?? -1]?.line;
      throw new FormatError({ code: 'orphan-result', what: `A result stands before its call ${JSON.stringify(content.callId)}`, line, next: NEXT });
    }
  }
}
