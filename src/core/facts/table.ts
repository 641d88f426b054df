import { CORRECTION_PATTERNS } from './correction-patterns.ts';
import { ERROR_PATTERNS } from './error-patterns.ts';
import { NAME_PATTERNS } from './name-patterns.ts';
import { OUTCOME_PATTERNS } from './outcome-patterns.ts';
import { type FactPattern, type FactTable, tableOf } from './pattern.ts';
import { STATE_PATTERNS, STATEMENT_PATTERNS } from './state-patterns.ts';

const ONCE_A_LINE: ReadonlySet<string> = new Set(['error', 'quantity']);

/** What a tool prints: the first row that fits a place in a line takes it. */
const OUTPUT_ROWS: readonly FactPattern[] = [
  ...ERROR_PATTERNS,
  ...NAME_PATTERNS.filter(({ kind }) => kind === 'path'), // before counts: `create mode 100644 packages/a.ts` counts nothing
  ...OUTCOME_PATTERNS,
  ...STATE_PATTERNS,
  ...NAME_PATTERNS.filter(({ kind }) => kind !== 'path'),
].map((one) => ({ ...one, isOnce: ONCE_A_LINE.has(one.kind) }));

/** Families of outputs that stand in prose as well; the others need a line of their own to be what they look like. */
const SAID_FAMILIES: ReadonlySet<string> = new Set([
  'exit code',
  'HTTP status',
  'HTTP reason',
  'tsc',
  'typed error with a message',
  'errno',
  'sqlite',
  'mysql',
  'counted items',
  'with its qualifier',
]);

/** What the assistant says, aloud or in thought. */
const PROSE_ROWS: readonly FactPattern[] = [
  ...CORRECTION_PATTERNS,
  ...STATEMENT_PATTERNS,
  ...[...ERROR_PATTERNS, ...OUTCOME_PATTERNS].filter(({ family }) => SAID_FAMILIES.has(family)),
  ...NAME_PATTERNS.filter(({ kind, family }) => kind !== 'path' || family === 'written to'),
];

/** What is left of a listing (`grep`, `ls`, `find`): its rows are contents, but for names that mean one thing, and its own complaints. */
const LISTED_FAMILIES: ReadonlySet<string> = new Set([
  'exit code',
  'shell: not found',
  'no match',
  'says what it could not',
  'could not',
  'none found',
  'found',
  'UUID',
  'file size',
  'git log --oneline',
  'one word',
  'a number alone',
]);
const LISTING_ROWS = OUTPUT_ROWS.filter(({ family }) => LISTED_FAMILIES.has(family));

/** Made when first asked for: it takes some 0.1 s, and what loads this may have no facts to look for. */
export const outputTable = once(() => tableOf(OUTPUT_ROWS));
export const proseTable = once(() => tableOf(PROSE_ROWS));
export const listingTable = once(() => tableOf(LISTING_ROWS));

function once(make: () => FactTable): () => FactTable {
  let table: FactTable | undefined;
  return () => {
    table ??= make();
    return table;
  };
}
