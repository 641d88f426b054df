import { busy } from '../failures.ts';
import { rawHash } from '../record.ts';
import type { ExportedCompaction, ExportedSpan } from '../transfer/export-lines.ts';
import { exportLines } from '../transfer/export-lines.ts';
import { type ImportedLine, readExport, wrongLine } from '../transfer/read-export.ts';
import { type Connection, openConnection, reading } from './connection.ts';
import { DraftBuilder } from './draft.ts';
import { archiveFailure, guarded } from './failures.ts';
import { conversationRows, holdSpans, rangesHeld, spanIds } from './holders.ts';
import { holdsId, type IdRange, idsIn, joinRanges, rangesOf } from './id-ranges.ts';
import { readCompaction, writeEntry } from './ledger.ts';
import { patiently } from './patiently.ts';
import { storedSpans } from './read-spans.ts';
import type { Removed } from './removal.ts';
import { findRaws, writeDraft } from './write-draft.ts';

const SPANS_A_PAGE = 256;
/** Closed packs, or spans, after which an import writes: what it holds in memory stays below some megabytes. */
const PACKS_A_WRITE = 16;
const SPANS_A_WRITE = 10_000;

/** What is there now is exported, page by page; what is removed meanwhile stops the export. */
export function exportArchive(connection: Connection, conversationId: string | undefined): AsyncGenerator<string> {
  const { holders, names } = reading(connection, () => {
    const conversations = conversationRows(connection).filter(({ name }) => conversationId === undefined || name === conversationId);
    const isExported = new Set(conversations.map(({ id }) => id));
    const compactions = connection.statement('SELECT name, conversation FROM compactions ORDER BY id').all() as unknown as {
      name: string;
      conversation: number;
    }[];
    return {
      holders: conversations.map(({ id, name }) => ({ name, ranges: rangesHeld(connection, id) })),
      names: compactions.filter(({ conversation }) => isExported.has(conversation)).map(({ name }) => name),
    };
  });
  return exportLines(exportedSpans(connection, holders), exportedCompactions(connection, names));
}

interface Holder {
  readonly name: string;
  readonly ranges: readonly IdRange[];
}

function* exportedSpans(connection: Connection, holders: readonly Holder[]): Generator<ExportedSpan> {
  const ids = [...idsIn(joinRanges(holders.flatMap((holder) => holder.ranges)))];
  for (let start = 0; start < ids.length; start += SPANS_A_PAGE) {
    const wanted = ids.slice(start, start + SPANS_A_PAGE);
    yield* reading(connection, () => {
      const stored = storedSpans(connection, wanted);
      if (stored.length !== wanted.length) throw busy('Spans were removed while they were exported', connection.path);
      return stored.map(({ id, handle, isLoose, record, raws, searchText }): ExportedSpan => {
        const conversations = holders.filter(({ ranges }) => holdsId(ranges, id)).map(({ name }) => name);
        return { handle, isLoose, conversations, record, raws, searchText };
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
    await patiently(() => guarded(own.path, () => own.database.exec('BEGIN IMMEDIATE')));
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
    return this.#builder.closedPackCount >= PACKS_A_WRITE || this.#builder.spanCount >= SPANS_A_WRITE;
  }

  addRaw(line: Extract<ImportedLine, { type: 'raw' }>): void {
    if (findRaws(this.#connection, [line.hash]).size === 0) this.#builder.addRaw(line.hash, line.raw);
  }

  addSpan(line: Extract<ImportedLine, { type: 'span' }>): void {
    const content = `${line.isLoose} ${line.record} ${line.rawHashes.join(' ')}`;
    const known = this.#handles.get(line.handle) ?? this.#storedContent(line.handle);
    if (known !== undefined && known !== content) throw wrongLine(line.line, 'has a handle under which the archive holds another span');
    if (known === undefined) {
      const { handle, isLoose, rawHashes, record, searchText } = line;
      const raws = rawHashes.map((hash) => this.#builder.rawIndex(hash) ?? hash);
      this.#builder.addSpan({ handle, isLoose, raws, record, text: searchText, isImported: true });
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
    for (const [conversation, handles] of this.#held) holdSpans(this.#connection, conversation, rangesOf(spanIds(this.#connection, handles).values()));
    this.#builder = new DraftBuilder();
    this.#held = new Map();
    this.#handles = new Map();
  }

  #storedContent(handle: string): string | undefined {
    const [stored] = storedSpans(this.#connection, [...spanIds(this.#connection, [handle]).values()]);
    return stored === undefined ? undefined : `${stored.isLoose} ${stored.record} ${stored.raws.map(rawHash).join(' ')}`;
  }
}
