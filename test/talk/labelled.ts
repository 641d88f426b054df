import { readdirSync, readFileSync } from 'node:fs';
import { talkOrder } from '../../src/core/talk/talk-order.ts';

/** A sentence that a user may say, made and labelled by us. */
export interface LabelledSentence {
  readonly id: string;
  readonly domain: string;
  readonly text: string;
  /** What the assistant had said, where the sentence answers it. */
  readonly previous?: string;
  /** Whether an agent would act wrongly, later, without it. */
  readonly isBinding: boolean;
  readonly why: string;
  /** `held` is in no fit and no table, and has not been looked at. */
  readonly split: 'dev' | 'held';
}

const FOLDER = new URL('./sentences/', import.meta.url);

/** One conversation of all domains: a sentence of each in turn. */
export function labelledSentences(): readonly LabelledSentence[] {
  const domains = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as readonly LabelledSentence[]);
  const longest = Math.max(...domains.map((one) => one.length));
  return Array.from({ length: longest }, (_, index) => domains.flatMap((one) => one[index] ?? [])).flat();
}

export interface Staying {
  /** Of the sentences that bind, from 0 to 1. */
  readonly countShare: number;
  /** Of their characters, from 0 to 1. */
  readonly characterShare: number;
  readonly lost: readonly LabelledSentence[];
}

/** What stays of the sentences that bind, where the characters that may stay are `slack` times those of all that bind. */
export function stayingOf(sentences: readonly LabelledSentence[], slack: number, order: readonly number[] = talkOrder(sentences)): Staying {
  const binding = sentences.filter((one) => one.isBinding);
  const allowed = slack * charactersOf(binding);
  const left = new Set<LabelledSentence | undefined>();
  let characters = charactersOf(sentences);
  for (const index of order) {
    if (characters <= allowed) break;
    left.add(sentences[index]);
    characters -= sentences[index]?.text.length ?? 0;
  }
  const kept = binding.filter((one) => !left.has(one));
  return {
    countShare: kept.length / binding.length,
    characterShare: charactersOf(kept) / charactersOf(binding),
    lost: binding.filter((one) => left.has(one)),
  };
}

function charactersOf(sentences: readonly LabelledSentence[]): number {
  return sentences.reduce((sum, one) => sum + one.text.length, 0);
}
