/** Raised with every change of the tables or of what they hold. A file of a version without an upgrade is refused, untouched. */
export const SCHEMA_VERSION = 2;

const SUMMARIES = `
CREATE TABLE summaries (
  key TEXT NOT NULL, conversation INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE, json TEXT NOT NULL, hash BLOB NOT NULL,
  PRIMARY KEY (key, conversation)
) STRICT, WITHOUT ROWID;
CREATE INDEX summaries_by_conversation ON summaries (conversation);
`;

/** What makes a file of a version one of the next, in one transaction when it is opened. */
export const UPGRADES: ReadonlyMap<number, string> = new Map([[1, SUMMARIES]]);

/** In the file's header (`PRAGMA application_id`): "HFST". */
export const APPLICATION_ID = 0x48465354;

/**
 * Raws lie in packs, records in sheets, both compressed and many together; the rows of `raws` and `spans` only say
 * which number a content has. Numbers are given in the order of writing, and never twice: so the number of a pack or
 * sheet, which is that of its first entry, says what lies in it, and readers may keep it at hand. For the same reason
 * what a conversation holds, and what a compaction names, is a few ranges of numbers and not a row a span: an insert
 * into a tree costs more than compressing what it points to (`bench/archive.ts`).
 *
 * A row of `spans` with `is_loose` is a raw that is in no span. Columns that point at numbers have no foreign keys;
 * `check` proves them instead.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE packs (
  id INTEGER PRIMARY KEY, codec TEXT NOT NULL, byte_count INTEGER NOT NULL, places TEXT NOT NULL, hash BLOB NOT NULL, bytes BLOB NOT NULL
) STRICT;
CREATE TABLE sheets (
  id INTEGER PRIMARY KEY, codec TEXT NOT NULL, byte_count INTEGER NOT NULL, hash BLOB NOT NULL, bytes BLOB NOT NULL
) STRICT;
CREATE TABLE raws (hash BLOB PRIMARY KEY, id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE spans (handle TEXT PRIMARY KEY, id INTEGER NOT NULL, is_loose INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX loose_spans ON spans (id) WHERE is_loose = 1;
CREATE TABLE conversations (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE holders (
  conversation INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE, first INTEGER NOT NULL, last INTEGER NOT NULL,
  PRIMARY KEY (conversation, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE compactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
  conversation INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  recorded_at_ms INTEGER NOT NULL, codec TEXT NOT NULL, byte_count INTEGER NOT NULL, hash BLOB NOT NULL, entry BLOB NOT NULL
) STRICT;
CREATE INDEX compactions_by_conversation ON compactions (conversation);
CREATE TABLE named (
  compaction INTEGER NOT NULL REFERENCES compactions (id) ON DELETE CASCADE, first INTEGER NOT NULL, last INTEGER NOT NULL,
  PRIMARY KEY (compaction, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE locks (
  conversation TEXT PRIMARY KEY, token TEXT NOT NULL, process_id INTEGER NOT NULL, started_at TEXT NOT NULL, host TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 0'
);
${SUMMARIES}`;
