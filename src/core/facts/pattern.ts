import type { FactKind } from './fact.ts';
import { type GramQuery, gramQuery, type Wakes, wakesOf } from './line-grams.ts';
import { neededLiterals } from './needed-literals.ts';

/**
 * What most lines lack, asked once a line for all rows that need it: a line without a digit has no count, whatever the
 * thirty rows for counts and names say.
 */
export const GATES = {
  digit: /\d/,
  /** A word or mark of trouble. */
  trouble:
    /err|fail|fatal|panic|exception|warn|denied|not|\bno\b|cannot|can't|could|unable|unknown|invalid|unexpected|missing|unrecognized|refused|reset|timed|memory|killed|abort|fault|conflict|reject|undefined|defined|directory|exists|following|please|\*\*|==|code|E[A-Z]{3}|SQL|[❌✖✗⛔✘✕×●!]|ld: |E: /i,
  /** How a line of its own begins that says what came of it: a capital, a mark, a number, or one of few words. */
  opening: /^\s{0,12}(?:[A-Z0-9[✓✔✅🎉✨*+?!-]|done|ok|no |found|success|finished|complete|true|false|[0-9a-f]{7})/u,
  /** A verdict anywhere in a line. */
  verdict: /[Ss]ucce|SUCC|fail|FAIL|pass|complet|finish|abort|cancel|kill|timed out|[Ll]istening|[Ss]erving|[Rr]unning|[Ss]erver|[Rr]eady|ser |reject/,
  /** A hexadecimal run as long as the shortest abbreviation of a commit. */
  hex: /[0-9a-f]{7}/i,
} as const;
export type Gate = keyof typeof GATES;

/** One row of the extractor's table: a family of texts in which a fact has the same structure. */
export interface FactPattern {
  readonly kind: FactKind;
  /** Who writes it so, for people: `tsc`, `pytest summary`. */
  readonly family: string;
  /** Global. The anchor is the first group that took part, else the whole match. Every quantifier is bounded (DESIGN §10). */
  readonly pattern: RegExp;
  /** The row is tried only on lines that pass this gate. */
  readonly gate?: Gate | undefined;
  /** What a line must hold for the pattern to be tried, where the pattern begins with what may be anything. Not global. */
  readonly cue?: RegExp | undefined;
  /** A line has one fact of this kind: a message holds others, and of several timings the first is the whole. */
  readonly isOnce?: boolean;
  /** A line without a hexadecimal run of this length is not tried. */
  readonly hexRun?: number;
  /** The anchor is the clause around the match: prose says what it says in a clause, not in its cue. */
  readonly isClause?: boolean;
}

export function row(kind: FactKind, family: string, pattern: RegExp, cue?: RegExp): FactPattern {
  return { kind, family, pattern, cue };
}

/** A row for lines with a hexadecimal run of at least `hexRun` characters. */
export function hexRow(kind: FactKind, family: string, hexRun: number, pattern: RegExp): FactPattern {
  return { kind, family, pattern, hexRun };
}

export function clause(kind: FactKind, family: string, pattern: RegExp): FactPattern {
  return { kind, family, pattern, isClause: true };
}

/** A row, with what a line must hold for it to be tried: by the pattern's own source, so that it is never a row's to keep up. */
export interface TableRow extends FactPattern {
  readonly query: GramQuery;
}

/** Rows in their order, and which runs of characters wake which of them: most lines leave most rows unread. */
export interface FactTable {
  readonly rows: readonly TableRow[];
  readonly wakes: Wakes;
}

export function tableOf(patterns: readonly FactPattern[]): FactTable {
  const literals = patterns.map(({ pattern }) => neededLiterals(pattern));
  return { rows: patterns.map((pattern, index) => ({ ...pattern, query: gramQuery(literals[index] ?? []) })), wakes: wakesOf(literals) };
}

/** The rows, tried only on lines that pass the gate. */
export function gated(gate: Gate, rows: readonly FactPattern[]): readonly FactPattern[] {
  return rows.map((one) => ({ ...one, gate }));
}
