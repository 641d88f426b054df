import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArchivedSpanInput } from '../archive.ts';
import { busy, wrongKey } from '../failures.ts';
import { rawHandle, splitHandle } from '../handle.ts';
import { rawHash, splitSpan } from '../record.ts';
import { shortenText } from '../search-text.ts';
import { type Connection, immediately } from './connection.ts';
import { type Draft, DraftBuilder } from './draft.ts';
import { guarded } from './failures.ts';

/** A put is drafted anew when another process erased what it counted on; more often than this is no accident. */
const PUT_TRIES = 5;
/** Packs after which a long put gives other work of this process its turn. */
const PACKS_A_TURN = 16;

export async function putSpans(connection: Connection, conversationId: string, inputs: readonly ArchivedSpanInput[]): Promise<void> {
  const byHandle = new Map(inputs.map((input) => [input.handle, input]));
  await putHandles(connection, conversationId, [...byHandle.keys()], (builder, handle) => {
    const input = byHandle.get(handle);
    if (input === undefined) return;
    const { record, raws } = splitSpan(input.span);
    const rawHashes = raws.map(rawHash);
    if (splitHandle(connection.tenantKey, record, rawHashes) !== handle) throw wrongKey(handle);
    for (const [index, hash] of rawHashes.entries()) if (!holdsRaw(connection, hash)) builder.addRaw(hash, raws[index] ?? '');
    const text = shortenText(input.searchText.toWellFormed(), raws);
    builder.addSpan({ handle, isLoose: false, isImported: false, rawHashes, record, text });
  });
}

export async function putLooseRaws(connection: Connection, conversationId: string, raws: readonly string[]): Promise<readonly string[]> {
  const handles = raws.map((raw) => rawHandle(connection.tenantKey, raw));
  const byHandle = new Map(handles.map((handle, index) => [handle, raws[index] ?? '']));
  await putHandles(connection, conversationId, [...byHandle.keys()], (builder, handle) => {
    const raw = byHandle.get(handle) ?? '';
    const hash = rawHash(raw);
    if (!holdsRaw(connection, hash)) builder.addRaw(hash, raw);
    builder.addSpan({ handle, isLoose: true, isImported: false, rawHashes: [hash], record: '{}', text: '' });
  });
  return handles;
}

/** P22: what is known is not written again; where all is known and held by the conversation, nothing is written. */
async function putHandles(
  connection: Connection,
  conversationId: string,
  handles: readonly string[],
  add: (builder: DraftBuilder, handle: string) => void,
): Promise<void> {
  for (let tries = 0; tries < PUT_TRIES; tries++) {
    const state = guarded(connection.path, () => stateOf(connection));
    const known = guarded(connection.path, () => knownHandles(connection, handles));
    if (known.size === handles.length && guarded(connection.path, () => countHeld(connection, conversationId, handles)) === handles.length) return;
    const builder = new DraftBuilder();
    let packCount = 0;
    for (const handle of handles) {
      if (!known.has(handle)) guarded(connection.path, () => add(builder, handle));
      if (builder.closedPackCount < packCount + PACKS_A_TURN) continue;
      packCount = builder.closedPackCount;
      await nextTurn();
    }
    const draft = builder.finish();
    if (immediately(connection, () => commit(connection, conversationId, handles, draft, state))) return;
  }
  throw busy('Other processes keep changing what is being put', conversationId);
}

/** Changes with every write, of this connection or another: what was read at the same state still stands. */
function stateOf(connection: Connection): string {
  const own = connection.statement('SELECT total_changes() AS count').get() as unknown as { count: number };
  return `${own.count} ${connection.database.pragma('data_version', { simple: true })}`;
}

function knownHandles(connection: Connection, handles: readonly string[]): ReadonlySet<string> {
  const rows = connection.statement('SELECT handle FROM spans WHERE handle IN (SELECT value FROM json_each(?))').all(JSON.stringify(handles));
  return new Set((rows as unknown as { handle: string }[]).map((row) => row.handle));
}

/**
 * False, with nothing written, where another process changed what the draft counts on: it removed what was known, or
 * put the same meanwhile. A twin must not lie in a pack unnamed, as `erase` would not find it.
 */
function commit(connection: Connection, conversationId: string, handles: readonly string[], draft: Draft, state: string): boolean {
  const isAsDrafted = stateOf(connection) === state || isStillTrue(connection, handles, draft);
  if (!isAsDrafted) return false;
  writeDraft(connection, draft);
  holdSpans(connection, conversationId, handles);
  return true;
}

function isStillTrue(connection: Connection, handles: readonly string[], draft: Draft): boolean {
  const drafted = new Set(draft.spans.map((span) => span.handle));
  const own = new Set(draft.raws.map((raw) => raw.hash));
  return (
    handles.every((handle) => drafted.has(handle) !== holdsHandle(connection, handle)) &&
    draft.spans.every((span) => span.rawHashes.every((hash) => own.has(hash) !== holdsRaw(connection, hash)))
  );
}

/** Inside a transaction, in which nothing of the draft is there yet. */
export function writeDraft(connection: Connection, draft: Draft): void {
  const insertPack = connection.statement('INSERT INTO packs (codec, byte_count, hash, bytes) VALUES (?, ?, ?, ?)');
  const packs = draft.packs.map((pack) => Number(insertPack.run(pack.codec, pack.byteCount, pack.hash, pack.bytes).lastInsertRowid));
  const insertRaw = connection.statement('INSERT INTO raws (hash, encoding, pack, start, length) VALUES (?, ?, ?, ?, ?)');
  for (const raw of draft.raws) insertRaw.run(Buffer.from(raw.hash, 'hex'), raw.encoding, packs[raw.pack], raw.start, raw.length);
  const insertSpan = connection.statement('INSERT INTO spans (handle, is_loose, is_imported, pack, start, length) VALUES (?, ?, ?, ?, ?, ?)');
  const insertSpanRaw = connection.statement('INSERT INTO span_raws (span, position, raw) SELECT ?, ?, id FROM raws WHERE hash = ?');
  for (const span of draft.spans) {
    const added = insertSpan.run(span.handle, span.isLoose ? 1 : 0, span.isImported ? 1 : 0, packs[span.pack], span.start, span.length);
    for (const [position, hash] of span.rawHashes.entries()) insertSpanRaw.run(added.lastInsertRowid, position, Buffer.from(hash, 'hex'));
  }
}

/** Inside a transaction: the spans belong to the conversation from now on. */
export function holdSpans(connection: Connection, conversationId: string, handles: readonly string[]): void {
  connection
    .statement('INSERT OR IGNORE INTO holders (conversation, span) SELECT ?, id FROM spans WHERE handle IN (SELECT value FROM json_each(?)) ORDER BY id')
    .run(conversationRow(connection, conversationId), JSON.stringify(handles));
}

/** Inside a transaction: the row of a conversation, made where there is none. */
export function conversationRow(connection: Connection, conversationId: string): number {
  connection.statement('INSERT OR IGNORE INTO conversations (name) VALUES (?)').run(conversationId);
  return (connection.statement('SELECT id FROM conversations WHERE name = ?').get(conversationId) as unknown as { id: number }).id;
}

function countHeld(connection: Connection, conversationId: string, handles: readonly string[]): number {
  const row = connection
    .statement(
      `SELECT count(*) AS held FROM spans JOIN holders ON holders.span = spans.id JOIN conversations ON conversations.id = holders.conversation
       WHERE conversations.name = ? AND handle IN (SELECT value FROM json_each(?))`,
    )
    .get(conversationId, JSON.stringify(handles));
  return (row as unknown as { held: number }).held;
}

export function holdsHandle(connection: Connection, handle: string): boolean {
  return connection.statement('SELECT 1 FROM spans WHERE handle = ?').get(handle) !== undefined;
}

export function holdsRaw(connection: Connection, hash: string): boolean {
  return connection.statement('SELECT 1 FROM raws WHERE hash = ?').get(Buffer.from(hash, 'hex')) !== undefined;
}
