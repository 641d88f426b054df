import { FormatError } from '../../core/errors/format-error.ts';
import { parseJson } from '../json-syntax.ts';
import { type JsonItem, memberNamed, readContainer, skipSpace } from '../json-text.ts';
import { isObject, type JsonObject } from '../jsonl.ts';

/** One entry of `history`; `value` is not an object where the file is damaged. */
export interface HistoryEntry {
  readonly item: JsonItem;
  readonly raw: string;
  readonly value: unknown;
}

export interface Trajectory {
  readonly source: string;
  readonly root: JsonObject;
  /** Offset of `history`'s opening bracket. */
  readonly open: number;
  readonly entries: readonly HistoryEntry[];
}

export function readTrajectory(source: string): Trajectory {
  const root = parseJson(source);
  const history = isObject(root) ? root['history'] : undefined;
  if (!isObject(root) || !Array.isArray(history)) {
    throw new FormatError({ code: 'format-invalid', what: 'The trajectory has no history array', path: 'history', next: 'Pass a SWE-agent `.traj` file.' });
  }
  const member = memberNamed(readContainer(source, skipSpace(source, 0)), 'history');
  if (member === undefined) throw new Error('a parsed member stands in the text');
  const entries = readContainer(source, member.valueStart).items.map((item, index) => ({
    item,
    raw: source.slice(item.start, item.end),
    value: history[index] as unknown,
  }));
  return { source, root, open: member.valueStart, entries };
}
