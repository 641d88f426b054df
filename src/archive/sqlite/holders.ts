import type { Connection } from './connection.ts';
import { type IdRange, joinRanges } from './id-ranges.ts';

/** The numbers of the spans with these handles, of those that are there. */
export function spanIds(connection: Connection, handles: readonly string[]): ReadonlyMap<string, number> {
  const sql = 'SELECT handle, spans.id FROM json_each(?) CROSS JOIN spans ON handle = value';
  const rows = connection.statement(sql).raw().all(JSON.stringify(handles)) as unknown as (readonly [string, number])[];
  return new Map(rows);
}

/** Inside a transaction: the row of a conversation, made where there is none. */
export function conversationRow(connection: Connection, conversationId: string): number {
  connection.statement('INSERT OR IGNORE INTO conversations (name) VALUES (?)').run(conversationId);
  return findConversation(connection, conversationId) ?? 0;
}

export function findConversation(connection: Connection, conversationId: string): number | undefined {
  const row = connection.statement('SELECT id FROM conversations WHERE name = ?').get(conversationId) as unknown as { id: number } | undefined;
  return row?.id;
}

/** What a conversation holds, sorted. */
export function rangesHeld(connection: Connection, conversation: number): readonly IdRange[] {
  return connection.statement('SELECT first, last FROM holders WHERE conversation = ? ORDER BY first').all(conversation) as unknown as IdRange[];
}

/** What any conversation holds. */
export function allRangesHeld(connection: Connection): readonly IdRange[] {
  return joinRanges(connection.statement('SELECT first, last FROM holders').all() as unknown as IdRange[]);
}

/** What a compaction names. */
export function rangesNamed(connection: Connection, compaction: number): readonly IdRange[] {
  return connection.statement('SELECT first, last FROM named WHERE compaction = ? ORDER BY first').all(compaction) as unknown as IdRange[];
}

/** Inside a transaction: the spans belong to the conversation from now on. */
export function holdSpans(connection: Connection, conversationId: string, ranges: readonly IdRange[]): void {
  const conversation = conversationRow(connection, conversationId);
  const held = rangesHeld(connection, conversation);
  setHeld(connection, conversation, held, joinRanges([...held, ...ranges]));
}

/** Inside a transaction: writes only the ranges that change. */
export function setHeld(connection: Connection, conversation: number, before: readonly IdRange[], after: readonly IdRange[]): void {
  const wanted = new Map(after.map((range) => [range.first, range.last]));
  const remove = connection.statement('DELETE FROM holders WHERE conversation = ? AND first = ?');
  for (const { first, last } of before) {
    if (wanted.get(first) === last) wanted.delete(first);
    else remove.run(conversation, first);
  }
  const insert = connection.statement('INSERT INTO holders (conversation, first, last) VALUES (?, ?, ?)');
  for (const [first, last] of wanted) insert.run(conversation, first, last);
}

export interface ConversationRow {
  readonly id: number;
  readonly name: string;
  /** When its newest compaction was recorded. */
  readonly newestMs: number | null;
}

export function conversationRows(connection: Connection): readonly ConversationRow[] {
  const sql = 'SELECT id, name, (SELECT max(recorded_at_ms) FROM compactions WHERE conversation = conversations.id) AS newestMs FROM conversations ORDER BY id';
  return connection.statement(sql).all() as unknown as ConversationRow[];
}

/** Numbers of raws that are in no span. */
export function looseIds(connection: Connection): ReadonlySet<number> {
  return new Set((connection.statement('SELECT id FROM spans WHERE is_loose = 1').all() as unknown as { id: number }[]).map((row) => row.id));
}
