import type { PlacedNote } from '../../core/conversation.ts';
import type { JsonObject } from '../jsonl.ts';

/** A record that the output has and the source has not. */
export interface Insert extends PlacedNote {
  /** The record of the source before which it is written. */
  readonly anchor: number;
  /** A note of holdfast; else a prompt of the user that only the queue held. */
  readonly isNote: boolean;
}

/** Members that every record of a session shares; taken from the neighbour before. */
const SHARED_MEMBERS = ['isSidechain', 'userType', 'cwd', 'sessionId', 'version', 'gitBranch', 'agentId', 'slug', 'timestamp'] as const;

export function insertRecord(insert: Insert, uuid: string, parentUuid: string | null, neighbour: JsonObject): string {
  const record: Record<string, unknown> = { parentUuid };
  for (const key of SHARED_MEMBERS) if (neighbour[key] !== undefined) record[key] = neighbour[key];
  return JSON.stringify({
    ...record,
    type: 'user',
    message: { role: 'user', content: insert.text },
    ...(insert.isNote ? { isMeta: true } : {}),
    uuid,
  });
}
