import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { ArchiveError } from '../../core/errors/archive-error.ts';
import { damaged, gone } from '../failures.ts';
import { NamedSpans } from '../named-spans.ts';
import { guarded } from './failures.ts';
import type { Pack } from './pack.ts';
import { RecentBlocks } from './recent-blocks.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION, UPGRADES } from './schema.ts';
import type { Sheet } from './sheet.ts';

/** How long opening waits for another process's write. */
const BUSY_TIMEOUT_MS = 5_000;
/** How long one try of a call does, once it is open: the thread stands still meanwhile. `patiently` tries again. */
const TRY_TIMEOUT_MS = 20;
/** Creating takes a lock that SQLite does not wait for; so many tries, with a pause between. */
const CREATE_TRIES = 100;
const CREATE_PAUSE_MS = 50;
const KEY_BYTES = 32;
const HEADER_BYTES = 100;

/** An open file and what is derived from it. Its statements are prepared once. */
export interface Connection {
  readonly path: string;
  readonly database: Database.Database;
  readonly tenantKey: Buffer;
  /** From the root: the process may change its folder. */
  readonly absolutePath: string;
  /** Which file it is, as the file system numbers it. */
  readonly fileId: string | undefined;
  readonly namedSpans: NamedSpans;
  readonly recentPacks: RecentBlocks<Pack>;
  readonly recentSheets: RecentBlocks<Sheet>;
  /** Reads the clock, for the ledger's dates. */
  readonly now: () => number;
  statement(sql: string): Database.Statement<unknown[], Row>;
}

/** A row as SQLite gives it; which columns are there is the statement's matter. */
export type Row = Readonly<Record<string, never>>;

export function openConnection(path: string, now: () => number): Connection {
  const absolutePath = resolve(path);
  return guarded(path, () => {
    createFile(path);
    const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
    try {
      const tenantKey = prepareFile(path, database);
      database.pragma(`busy_timeout = ${TRY_TIMEOUT_MS}`);
      const statements = new Map<string, Database.Statement<unknown[], Row>>();
      const statement = (sql: string): Database.Statement<unknown[], Row> => {
        const known = statements.get(sql) ?? database.prepare<unknown[], Row>(sql);
        statements.set(sql, known);
        return known;
      };
      return {
        path,
        database,
        tenantKey,
        absolutePath,
        fileId: fileIdOf(absolutePath),
        namedSpans: new NamedSpans(tenantKey),
        recentPacks: new RecentBlocks(),
        recentSheets: new RecentBlocks(),
        now,
        statement,
      };
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** SQLite gives `-wal` and `-shm` the permissions of the file: what is in an archive is its owner's alone (§10). */
function createFile(path: string): void {
  if (existsSync(path)) {
    // SQLite takes a file that is shorter than its header for a new one.
    const { size } = statSync(path);
    if (size > 0 && size < HEADER_BYTES) throw damaged('The file is no archive of holdfast', path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}

/** Makes the tables of a new file; of an old one proves that it is ours, before anything is changed. Returns the key. */
function prepareFile(path: string, database: Database.Database): Buffer {
  for (let tries = 1; isEmpty(database); tries++) {
    try {
      createTables(database);
    } catch (error) {
      // Another process is creating it at this moment.
      if (!/^SQLITE_BUSY/.test(String((error as { code?: unknown }).code)) || tries >= CREATE_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, CREATE_PAUSE_MS);
    }
  }
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) throw damaged('The file is no archive of holdfast', path);
  const read = (key: string): unknown => database.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key);
  upgradeTables(path, database);
  const key = read('tenant_key');
  if (!Buffer.isBuffer(key) || key.length !== KEY_BYTES) throw damaged("The archive's key is missing", path);
  setPragmas(database);
  return key;
}

function isEmpty(database: Database.Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0;
}

function createTables(database: Database.Database): void {
  database.pragma('journal_mode = WAL');
  database
    .transaction(() => {
      if (!isEmpty(database)) return;
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.exec(SCHEMA);
      const insert = database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
      insert.run('schema_version', BigInt(SCHEMA_VERSION));
      insert.run('indexed_through', 0n);
      insert.run('next_id', 1n);
      insert.run('tenant_key', randomBytes(KEY_BYTES));
    })
    .immediate();
}

/** Two processes may open an old file at once: the second finds it upgraded. */
function upgradeTables(path: string, database: Database.Database): void {
  const readVersion = database.prepare("SELECT value FROM meta WHERE key = 'schema_version'").pluck();
  const first = readVersion.get();
  if (first === SCHEMA_VERSION) return;
  if (!UPGRADES.has(Number(first))) throw otherVersion(path, first);
  database
    .transaction(() => {
      for (let version = Number(readVersion.get()); version < SCHEMA_VERSION; version++) {
        database.exec(UPGRADES.get(version) ?? '');
        database.prepare("UPDATE meta SET value = ? WHERE key = 'schema_version'").run(BigInt(version + 1));
      }
    })
    .immediate();
}

function setPragmas(database: Database.Database): void {
  database.pragma('synchronous = FULL'); // §3: durable when it resolves
  database.pragma('foreign_keys = ON');
  database.pragma('secure_delete = ON'); // §6: `erase` leaves nothing behind
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
}

function otherVersion(path: string, version: unknown): ArchiveError {
  return new ArchiveError({
    code: 'archive-version',
    what: `The archive has version ${String(version)}; this holdfast reads version ${SCHEMA_VERSION}`,
    where: path,
    next: 'Export it with the holdfast that wrote it and import that here, or name another archive; nothing was changed.',
  });
}

function fileIdOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`;
}

/**
 * One transaction that may write: it waits for other writers first, so that what it reads stays true.
 *
 * An open file may be removed or replaced. SQLite writes on into the old one, and what left a window would be gone with it.
 */
export function immediately<T>(connection: Connection, run: () => T): T {
  return guarded(connection.path, () => {
    if (fileIdOf(connection.absolutePath) !== connection.fileId) throw gone(connection.path);
    return connection.database.transaction(run).immediate();
  });
}

/** One transaction that only reads: all of it sees one state. */
export function reading<T>(connection: Connection, run: () => T): T {
  return guarded(connection.path, () => connection.database.transaction(run).deferred());
}
