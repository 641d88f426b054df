import { busy } from '../failures.ts';
import { rawHash } from '../record.ts';
import type { ExportedCompaction, ExportedSpan } from '../transfer/export-lines.ts';
import { exportLines } from '../transfer/export-lines.ts';
import { type ImportedLine, readExport, wrongLine } from '../transfer/read-export.ts';
import { type Connection, openConnection, reading } from './connection.ts';
import { DraftBuilder } from './draft.ts';
import { archiveFailure } from './failures.ts';
import { readCompaction, writeEntry } from './ledger.ts';
import { spanRows, spanRowsById, storedSpan } from './read-spans.ts';
import type { Removed } from './removal.ts';
import { holdSpans, holdsRaw, writeDraft } from './write-spans.ts';

const SPANS_A_PAGE = 256;
/** Closed packs after which an import writes: what it holds in memory stays below some megabytes. */
const PACKS_A_WRITE = 64;

/** What is there now is exported, page by page; what is removed meanwhile stops the export. */
export function exportArchive(connection: Connection, conversationId: string | undefined): AsyncGenerator<string> {
  const held = conversationId === undefined ? '' : 'AND name = ?';
  const values = conversationId === undefined ? [] : [conversationId];
  const { spanIds, names } = reading(connection, () => ({
    spanIds: (
      connection
        .statement(`SELECT DISTINCT span AS id FROM holders JOIN conversations ON conversations.id = conversation WHERE true ${held} ORDER BY span`)
        .all(...values) as unknown as { id: number }[]
    ).map((row) => row.id),
    names: (
      connection
        .statement(
          `SELECT compactions.name AS name FROM compactions JOIN conversations ON conversations.id = conversation WHERE true ${held.replace('name', 'conversations.name')} ORDER BY compactions.id`,
        )
        .all(...values) as unknown as { name: string }[]
    ).map((row) => row.name),
  }));
  return exportLines(exportedSpans(connection, spanIds, conversationId), exportedCompactions(connection, names));
}

function* exportedSpans(connection: Connection, ids: readonly number[], conversationId: string | undefined): Generator<ExportedSpan> {
  const holders = connection.statement('SELECT name FROM holders JOIN conversations ON conversations.id = conversation WHERE span = ? ORDER BY conversation');
  for (let start = 0; start < ids.length; start += SPANS_A_PAGE) {
    const wanted = ids.slice(start, start + SPANS_A_PAGE);
    yield* reading(connection, () => {
      const rows = spanRowsById(connection, wanted);
      if (rows.length !== wanted.length) throw busy('Spans were removed while they were exported', connection.path);
      return rows.map((row): ExportedSpan => {
        const { record, raws, searchText } = storedSpan(connection, row);
        const names = (holders.all(row.id) as unknown as { name: string }[]).map((holder) => holder.name);
        const conversations = names.filter((name) => conversationId === undefined || name === conversationId);
        return { handle: row.handle, isLoose: row.isLoose === 1, conversations, record, raws, searchText };
      });
    });
  }
}

function* exportedCompactions(connection: Connection, names: readonly string[]): Generator<ExportedCompaction> {
  for (const name of names) {
    const compaction = readCompaction(connection, name);
    if (compaction === undefined) throw busy('Compactions were removed while they were exported', connection.path);
    yield compaction;
  }
}

/**
 * Takes in an export in one transaction, on a connection of its own: lines come over time, and what the archive does
 * meanwhile must not fall into the transaction.
 */
export async function importArchive(connection: Connection, lines: AsyncIterable<string>): Promise<Removed> {
  const own = openConnection(connection.path, connection.now);
  try {
    own.database.exec('BEGIN IMMEDIATE');
    const counts = await takeIn(own, lines);
    own.database.exec('COMMIT');
    return counts;
  } catch (error) {
    throw archiveFailure(connection.path, error);
  } finally {
    // Closing without COMMIT rolls back.
    own.database.close();
  }
}

async function takeIn(connection: Connection, lines: AsyncIterable<string>): Promise<Removed> {
  const batch = new ImportBatch(connection);
  let spanCount = 0;
  let compactionCount = 0;
  for await (const line of readExport(lines)) {
    if (line.type === 'raw') batch.addRaw(line);
    else if (line.type === 'span') {
      batch.addSpan(line);
      spanCount += line.isLoose ? 0 : 1;
    } else {
      batch.write();
      if (writeEntry(connection, line.entry, line.recordedAtMs).length > 0) throw wrongLine(line.line, 'names a span that the export does not hold');
      compactionCount++;
    }
    if (batch.isFull) batch.write();
  }
  batch.write();
  return { spanCount, compactionCount };
}

/** What was read and is not written yet. */
class ImportBatch {
  #builder = new DraftBuilder();
  #held = new Map<string, string[]>();
  #handles = new Map<string, string>();

  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get isFull(): boolean {
    return this.#builder.closedPackCount >= PACKS_A_WRITE;
  }

  addRaw(line: Extract<ImportedLine, { type: 'raw' }>): void {
    if (!holdsRaw(this.#connection, line.hash)) this.#builder.addRaw(line.hash, line.raw);
  }

  addSpan(line: Extract<ImportedLine, { type: 'span' }>): void {
    const content = `${line.isLoose} ${line.record} ${line.rawHashes.join(' ')}`;
    const known = this.#handles.get(line.handle) ?? this.#storedContent(line.handle);
    if (known !== undefined && known !== content) throw wrongLine(line.line, 'has a handle under which the archive holds another span');
    if (known === undefined) {
      const { handle, isLoose, rawHashes, record, searchText } = line;
      this.#builder.addSpan({ handle, isLoose, rawHashes, record, text: searchText, isImported: true });
    }
    this.#handles.set(line.handle, content);
    for (const conversation of line.conversations) {
      const handles = this.#held.get(conversation) ?? [];
      handles.push(line.handle);
      this.#held.set(conversation, handles);
    }
  }

  write(): void {
    writeDraft(this.#connection, this.#builder.finish());
    for (const [conversation, handles] of this.#held) holdSpans(this.#connection, conversation, handles);
    this.#builder = new DraftBuilder();
    this.#held = new Map();
    this.#handles = new Map();
  }

  #storedContent(handle: string): string | undefined {
    const [row] = spanRows(this.#connection, [handle]);
    if (row === undefined) return undefined;
    const { record, raws } = storedSpan(this.#connection, row);
    return `${row.isLoose === 1} ${record} ${raws.map(rawHash).join(' ')}`;
  }
}
