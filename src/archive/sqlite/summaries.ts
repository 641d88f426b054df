import { createHash } from 'node:crypto';
import { damaged } from '../failures.ts';
import { type Connection, immediately, reading } from './connection.ts';
import { conversationRow } from './holders.ts';

interface SummaryRow {
  readonly key: string;
  /** As JSON, which keeps lone surrogates (C18). */
  readonly json: string;
  readonly hash: Buffer;
}

export function writeSummary(connection: Connection, conversationId: string, key: string, text: string): void {
  immediately(connection, () => {
    const json = JSON.stringify(text);
    connection
      .statement('INSERT OR REPLACE INTO summaries (conversation, key, json, hash) VALUES (?, ?, ?, ?)')
      .run(conversationRow(connection, conversationId), key, json, hashOf(key, json));
  });
}

export function readSummary(connection: Connection, key: string): string | undefined {
  return reading(connection, () => {
    const row = connection.statement('SELECT key, json, hash FROM summaries WHERE key = ? LIMIT 1').get(key) as unknown as SummaryRow | undefined;
    return row === undefined ? undefined : proven(row);
  });
}

/** Inside a transaction. */
export function checkSummaries(connection: Connection): void {
  for (const row of connection.statement('SELECT key, json, hash FROM summaries').iterate() as unknown as Iterable<SummaryRow>) proven(row);
}

function proven(row: SummaryRow): string {
  if (!hashOf(row.key, row.json).equals(row.hash)) throw damaged("A summarizer's text is not what was written", `summary ${row.key.slice(0, 16)}`);
  return JSON.parse(row.json) as string;
}

function hashOf(key: string, json: string): Buffer {
  return createHash('sha256').update(`${key}\n${json}`).digest();
}
