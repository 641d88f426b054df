import type { ArchivedSpan } from '../archive.ts';
import { damaged } from '../failures.ts';
import { joinSpan } from '../record.ts';
import { restoreText } from '../search-text.ts';
import { type Connection, reading } from './connection.ts';
import { spanIds } from './holders.ts';
import { readRaw } from './packs.ts';
import type { SheetEntry } from './sheet.ts';
import { readSheet, sheetIds, sheetOf } from './sheets.ts';

const HANDLES_A_QUERY = 500;

/** All that the file says of a span. */
export interface StoredSpan extends SheetEntry {
  readonly raws: readonly string[];
  readonly searchText: string;
}

export function getSpans(connection: Connection, handles: readonly string[]): ReadonlyMap<string, ArchivedSpan> {
  const wanted = [...new Set(handles)];
  const found = new Map<string, ArchivedSpan>();
  for (let start = 0; start < wanted.length; start += HANDLES_A_QUERY) {
    reading(connection, () => {
      const page = spanIds(connection, wanted.slice(start, start + HANDLES_A_QUERY));
      // In the order of writing each pack is read once.
      for (const [handle, id] of [...page].toSorted(([, one], [, other]) => one - other)) {
        const entry = entryOf(connection, id, handle);
        if (!entry.isLoose) found.set(handle, spanOf(entry, rawsOf(connection, entry)));
      }
    });
  }
  return found;
}

export function getLooseRaw(connection: Connection, handle: string): string | undefined {
  return reading(connection, () => {
    const id = spanIds(connection, [handle]).get(handle);
    const entry = id === undefined ? undefined : entryOf(connection, id, handle);
    return entry?.isLoose ? rawsOf(connection, entry)[0] : undefined;
  });
}

function entryOf(connection: Connection, id: number, handle: string): SheetEntry {
  const entry = sheetOf(connection, id)?.entryOf(id);
  if (entry?.handle !== handle) throw damaged('A span cannot be read', handle);
  return entry;
}

/** In the order of the numbers. Those that are not there are left out. */
export function storedSpans(connection: Connection, ids: readonly number[]): readonly StoredSpan[] {
  const sorted = ids.toSorted((one, other) => one - other);
  return sorted.flatMap((id) => {
    const entry = sheetOf(connection, id)?.entryOf(id);
    return entry === undefined ? [] : [storedSpan(connection, entry)];
  });
}

export function storedSpan(connection: Connection, entry: SheetEntry): StoredSpan {
  const raws = rawsOf(connection, entry);
  const searchText = restoreText(entry.text, raws);
  if (searchText === undefined) throw damaged('The record of a span cannot be read', entry.handle);
  return { ...entry, raws, searchText };
}

/** Those that were put after the span with that number, in the order of writing. */
export function* entriesAfter(connection: Connection, id: number): Generator<SheetEntry> {
  for (const sheetId of sheetIds(connection, id)) {
    for (const entry of readSheet(connection, sheetId).entries()) if (entry.id > id) yield entry;
  }
}

export function spanOf(entry: SheetEntry, raws: readonly string[]): ArchivedSpan {
  const span = joinSpan(entry.record, raws);
  if (span === undefined) throw damaged('The record of a span and its raws do not belong together', entry.handle);
  return span;
}

function rawsOf(connection: Connection, entry: SheetEntry): readonly string[] {
  return entry.rawIds.map((rawId) => readRaw(connection, rawId));
}
