import { randomUUID } from 'node:crypto';
import { busy } from '../failures.ts';
import { type Connection, immediately } from './connection.ts';
import { currentOwner, isDead, type LockOwner } from './lock-owner.ts';

/**
 * Takes a conversation for one writer (P44). The row is read and written in one immediate transaction, so that of two
 * processes that ask at once, one waits and then sees the other's row.
 */
export function takeLock(connection: Connection, conversationId: string): () => void {
  const token = randomUUID();
  const owner = currentOwner();
  immediately(connection, () => {
    refuseWhereHeld(connection, conversationId);
    connection
      .statement('INSERT INTO locks (conversation, token, process_id, started_at, host) VALUES (?, ?, ?, ?, ?)')
      .run(conversationId, token, owner.processId, owner.startedAt, owner.host);
  });
  return () => immediately(connection, () => connection.statement('DELETE FROM locks WHERE conversation = ? AND token = ?').run(conversationId, token));
}

/** The lock that this process has of the conversation, whichever of its connections took it. */
export function dropOwnLock(connection: Connection, conversationId: string): void {
  const { processId, startedAt, host } = currentOwner();
  const sql = 'DELETE FROM locks WHERE conversation = ? AND process_id = ? AND started_at = ? AND host = ?';
  immediately(connection, () => connection.statement(sql).run(conversationId, processId, startedAt, host));
}

/** Inside a transaction. Removes a dead owner's lock; throws `archive-busy` for a living one's. */
export function refuseWhereHeld(connection: Connection, conversationId: string): void {
  const owner = lockOwners(connection).get(conversationId);
  if (owner === undefined) return;
  if (!isDead(owner)) {
    const next = 'Wait until it is done, then run the command again: what it archived is used.';
    throw busy(`Process ${owner.processId} is compacting the conversation`, `${conversationId}, on ${owner.host.split(' ')[0]}`, next);
  }
  connection.statement('DELETE FROM locks WHERE conversation = ?').run(conversationId);
}

/** The conversations that a process holds which is not proven dead. */
export function heldConversations(connection: Connection): ReadonlySet<string> {
  return new Set([...lockOwners(connection)].filter(([, owner]) => !isDead(owner)).map(([conversationId]) => conversationId));
}

function lockOwners(connection: Connection): ReadonlyMap<string, LockOwner> {
  const rows = connection.statement('SELECT conversation, process_id AS processId, started_at AS startedAt, host FROM locks').all() as unknown as (LockOwner & {
    conversation: string;
  })[];
  return new Map(rows.map((row) => [row.conversation, row]));
}
