import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Fact, FactKind, FactSource } from '../../src/core/facts/fact.ts';
import { gatherFacts } from '../../src/core/facts/gather-facts.ts';
import { parseSource } from '../../src/formats/index.ts';
import { sha256 } from '../../src/hash.ts';
import { readTranscript } from '../transcripts/corpus.ts';
import { factSourcesOf } from './sources.ts';

/** Parts of the set in the order in which they were labelled. The table was improved after the first three, not after the last. */
export const PARTS = ['first', 'second', 'third', 'held-back'] as const;
export type Part = (typeof PARTS)[number];

/** A fact that a reader wants letter for letter: where it stands, and the hash of its characters; never the characters. */
export interface Label {
  /** UTF-16 units in the span's text. */
  readonly offset: number;
  readonly length: number;
  readonly kind: FactKind;
  /** F9, were the span the whole region. */
  readonly required?: boolean;
  readonly sha256: string;
}

interface LabelledSession {
  readonly file: string;
  readonly spans: readonly {
    /** Index of the message (a transcript's record) that ends the span. */
    readonly record: number;
    readonly spanId: string;
    readonly labels: readonly Label[];
  }[];
}

export function labelsOf(part: Part): readonly LabelledSession[] {
  return JSON.parse(readFileSync(resolve(process.cwd(), `test/facts/labels/${part}.json`), 'utf8')) as readonly LabelledSession[];
}

/** Kinds between which two careful readers may differ: one name is one fact whatever it is called. */
const KIN: readonly ReadonlySet<FactKind>[] = [
  new Set<FactKind>(['error', 'exit', 'outcome', 'state']),
  new Set<FactKind>(['count', 'quantity', 'outcome', 'state']),
  new Set<FactKind>(['hash', 'identifier', 'outcome', 'version', 'path']),
  new Set<FactKind>(['hash', 'url', 'port', 'path']),
  new Set<FactKind>(['identifier', 'error']),
  new Set<FactKind>(['path', 'outcome']),
  new Set<FactKind>(['state', 'outcome', 'correction']),
];

function isKin(a: FactKind, b: FactKind): boolean {
  return a === b || KIN.some((kinds) => kinds.has(a) && kinds.has(b));
}

/** The same characters, wherever they stand, or characters in common at the same place. */
function matches(label: Label, fact: Fact): boolean {
  const overlaps = label.offset < fact.offset + fact.anchor.length && fact.offset < label.offset + label.length;
  return isKin(label.kind, fact.kind) && (overlaps || label.sha256 === sha256(fact.anchor));
}

/** Counts, from which recall and precision follow. */
export interface Tally {
  labels: number;
  labelsFound: number;
  facts: number;
  factsLabelled: number;
  required: number;
  requiredFound: number;
}

const emptyTally = (): Tally => ({ labels: 0, labelsFound: 0, facts: 0, factsLabelled: 0, required: 0, requiredFound: 0 });

export interface Measured {
  readonly all: Tally;
  readonly sessions: ReadonlyMap<string, Tally>;
  readonly kinds: ReadonlyMap<FactKind, Tally>;
}

/** Every labelled span by itself, as a region of one source. Throws where the corpus is another than was labelled. */
export async function measurePart(part: Part): Promise<Measured> {
  const all = emptyTally();
  const sessions = new Map<string, Tally>();
  const kinds = new Map<FactKind, Tally>();
  for (const session of labelsOf(part)) {
    const conversation = parseSource(readTranscript(session.file), { fileName: session.file.split('/').at(-1), onInvalid: 'repair' });
    const sources = new Map((await factSourcesOf(conversation)).map((source) => [source.spanId as string, source]));
    for (const { spanId, labels } of session.spans) {
      const source = sources.get(spanId);
      if (source === undefined) throw new Error(`${session.file} has no span ${spanId} that a checkpoint may stand for`);
      for (const label of labels) checkHash(session.file, source, label);
      addSpan(
        labels,
        gatherFacts([source]).filter(({ offset }) => offset >= 0),
        [all, tallyOf(sessions, session.file)],
        kinds,
      );
    }
  }
  return { all, sessions, kinds };
}

function checkHash(file: string, { spanId, text }: FactSource, { offset, length, sha256: expected }: Label): void {
  if (sha256(text.slice(offset, offset + length)) !== expected) throw new Error(`${file}, ${spanId}: the text at ${offset} is not the one that was labelled`);
}

function tallyOf<Key>(tallies: Map<Key, Tally>, key: Key): Tally {
  const known = tallies.get(key) ?? emptyTally();
  tallies.set(key, known);
  return known;
}

function addSpan(labels: readonly Label[], facts: readonly Fact[], tallies: readonly Tally[], kinds: Map<FactKind, Tally>): void {
  for (const label of labels) {
    const found = facts.filter((fact) => matches(label, fact));
    for (const tally of [...tallies, tallyOf(kinds, label.kind)]) {
      tally.labels++;
      if (found.length > 0) tally.labelsFound++;
      if (label.required !== true) continue;
      tally.required++;
      if (found.some(({ isRequired }) => isRequired)) tally.requiredFound++;
    }
  }
  for (const fact of facts) {
    const isLabelled = labels.some((label) => matches(label, fact));
    for (const tally of [...tallies, tallyOf(kinds, fact.kind)]) {
      tally.facts++;
      if (isLabelled) tally.factsLabelled++;
    }
  }
}
