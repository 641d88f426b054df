/** Raised with every change of the tables or of what they hold. A file of another version is refused, untouched. */
export const SCHEMA_VERSION = 1;

/** In the file's header (`PRAGMA application_id`): "HFST". */
export const APPLICATION_ID = 0x48465354;

/**
 * Raws and records lie in packs; the rows here only say where. `holders` says which conversations a span belongs to,
 * `named` which spans a compaction names. A row of `spans` with `is_loose` is a raw that is in no span.
 *
 * Columns without a foreign key (`pack`, `raw`, `named.span`) would need an index of their own for each; `check`
 * proves them instead. Numbers of packs and spans are never given twice (AUTOINCREMENT): readers keep packs at hand.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE packs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, codec TEXT NOT NULL, byte_count INTEGER NOT NULL, hash BLOB NOT NULL, bytes BLOB NOT NULL
) STRICT;
CREATE TABLE raws (
  id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, encoding TEXT NOT NULL,
  pack INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL
) STRICT;
CREATE TABLE spans (
  id INTEGER PRIMARY KEY AUTOINCREMENT, handle TEXT NOT NULL UNIQUE, is_loose INTEGER NOT NULL, is_imported INTEGER NOT NULL,
  pack INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL
) STRICT;
CREATE TABLE span_raws (
  span INTEGER NOT NULL REFERENCES spans (id) ON DELETE CASCADE, position INTEGER NOT NULL, raw INTEGER NOT NULL,
  PRIMARY KEY (span, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE conversations (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE holders (
  conversation INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  span INTEGER NOT NULL REFERENCES spans (id),
  PRIMARY KEY (conversation, span)
) STRICT, WITHOUT ROWID;
CREATE INDEX holders_by_span ON holders (span);
CREATE TABLE compactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
  conversation INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  recorded_at_ms INTEGER NOT NULL, codec TEXT NOT NULL, byte_count INTEGER NOT NULL, hash BLOB NOT NULL, entry BLOB NOT NULL
) STRICT;
CREATE INDEX compactions_by_conversation ON compactions (conversation);
CREATE TABLE named (
  compaction INTEGER NOT NULL REFERENCES compactions (id) ON DELETE CASCADE, span INTEGER NOT NULL,
  PRIMARY KEY (compaction, span)
) STRICT, WITHOUT ROWID;
CREATE TABLE locks (
  conversation TEXT PRIMARY KEY, token TEXT NOT NULL, process_id INTEGER NOT NULL, started_at TEXT NOT NULL, host TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 0'
);
`;
