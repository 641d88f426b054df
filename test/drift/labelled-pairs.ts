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
  /**
   * How faithful sentences are written: each one line, shortened by leaving words out, as our prompt asks (`shortened`); about
   * one line in its own words, with where it stood in words of the writer's, as the prompt asked before (`statement`); in
   * those words, but of several lines (`joined`); in any words (`free`). Drifted ones are in any. `hostile`: as `shortened`, and each drifted
   * one tries to get past the check with the words of its line.
   */
  readonly wording: 'shortened' | 'hostile' | 'statement' | 'joined' | 'free';
}

type WrittenPair = Omit<LabelledPair, 'domain' | 'split' | 'wording' | 'source'>;

interface PairsFile {
  readonly domain: string;
  readonly split: 'dev' | 'held';
  readonly wording?: LabelledPair['wording'];
  /** Each with a source of its own, or several about one. */
  readonly pairs?: readonly (WrittenPair & { readonly source: readonly string[] })[];
  readonly materials?: readonly { readonly source: readonly string[]; readonly pairs: readonly WrittenPair[] }[];
}

const FOLDER = new URL('./pairs/', import.meta.url);

export function labelledPairs(): readonly LabelledPair[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const { domain, split, wording = 'free', pairs = [], materials = [] } = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as PairsFile;
      const each = [...pairs, ...materials.flatMap(({ source, pairs: about }) => about.map((pair) => ({ ...pair, source })))];
      return each.map((pair) => ({ ...pair, domain, split, wording, source: { texts: pair.source.map(sourceText) } }));
    });
}

/** `user: Do not push.` */
function sourceText(written: string): SourceText {
  const colon = written.indexOf(': ');
  return { provenance: written.slice(0, colon) as SourceText['provenance'], text: written.slice(colon + 2) };
}
