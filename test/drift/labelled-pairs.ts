import { readdirSync, readFileSync } from 'node:fs';
import type { DriftKind, DriftSource, SourceText } from '../../src/core/drift/drift.ts';

/** A sentence and its source, labelled by hand. Made for this test: no text of others. */
export interface LabelledPair {
  readonly id: string;
  readonly domain: string;
  readonly split: 'dev' | 'held';
  readonly label: 'faithful' | 'drifted';
  readonly kind?: DriftKind;
  readonly source: DriftSource;
  readonly surrogate: string;
}

interface PairsFile {
  readonly domain: string;
  readonly split: 'dev' | 'held';
  readonly pairs: readonly (Omit<LabelledPair, 'domain' | 'split' | 'source'> & { readonly source: readonly string[] })[];
}

const FOLDER = new URL('./pairs/', import.meta.url);

export function labelledPairs(): readonly LabelledPair[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const { domain, split, pairs } = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as PairsFile;
      return pairs.map((pair) => ({ ...pair, domain, split, source: { texts: pair.source.map(sourceText) } }));
    });
}

/** `user: Do not push.` */
function sourceText(written: string): SourceText {
  const colon = written.indexOf(': ');
  return { provenance: written.slice(0, colon) as SourceText['provenance'], text: written.slice(colon + 2) };
}
