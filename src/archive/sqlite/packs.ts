import { damaged } from '../failures.ts';
import type { Connection } from './connection.ts';
import { Pack, type PackRow } from './pack.ts';

const COLUMNS = 'id, codec, byte_count AS byteCount, places, hash, bytes';

/** The pack that must hold the raw with that number. */
function packOf(connection: Connection, rawId: number): Pack {
  const known = connection.recentPacks.find(rawId);
  if (known !== undefined) return known;
  const row = connection.statement(`SELECT ${COLUMNS} FROM packs WHERE id <= ? ORDER BY id DESC LIMIT 1`).get(rawId) as unknown as
    | (PackRow & { readonly id: number })
    | undefined;
  const pack = row === undefined ? undefined : new Pack(row.id, row);
  if (pack === undefined || !pack.holds(rawId)) throw damaged('A raw of a span is missing', `raw ${rawId}`);
  connection.recentPacks.add(pack);
  return pack;
}

export function readRaw(connection: Connection, rawId: number): string {
  const raw = packOf(connection, rawId).rawOf(rawId);
  if (raw === undefined) throw damaged('A raw of a span is missing', `raw ${rawId}`);
  return raw;
}

export function packIds(connection: Connection): readonly number[] {
  return (connection.statement('SELECT id FROM packs ORDER BY id').all() as unknown as { id: number }[]).map((row) => row.id);
}

export function readPackRow(connection: Connection, id: number): PackRow {
  return connection.statement(`SELECT ${COLUMNS} FROM packs WHERE id = ?`).get(id) as unknown as PackRow;
}

export function insertPack(connection: Connection, id: number, row: PackRow): void {
  connection
    .statement('INSERT INTO packs (id, codec, byte_count, places, hash, bytes) VALUES (?, ?, ?, ?, ?, ?)')
    .run(id, row.codec, row.byteCount, row.places, row.hash, row.bytes);
}
