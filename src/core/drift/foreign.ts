import { clausesOf } from './clause.ts';
import { isSame } from './compare-numbers.ts';
import type { Finding } from './drift.ts';
import { holdsName } from './names.ts';
import type { Clause } from './reading.ts';
import type { SourceIndex, SourceSentence } from './source-index.ts';
import { wordKey } from './stem.ts';

/** E16 scope: names that stand nowhere in the source. */
export function findForeign(clause: Clause, candidates: readonly SourceSentence[], index: SourceIndex): Finding | undefined {
  for (const name of clause.names) if (!holdsName(index.lowered, name)) return { kind: 'scope', found: name };
  for (const word of clause.words.values()) {
    const rival = word.includes('-') && !holdsHyphenated(index.lowered, word.toLowerCase()) ? rivalOf(word, candidates) : undefined;
    if (rival !== undefined) return { kind: 'scope', found: word, expected: rival };
  }
  for (const proper of clause.proper) {
    const keys = [...index.partKeysOf(proper)];
    if (keys.some((key) => !index.hasKey(key))) return { kind: 'scope', found: proper };
  }
  return undefined;
}

/** `free-tier` is `free tier`, `sign-off` is `signoff`. */
function holdsHyphenated(lowered: string, word: string): boolean {
  return lowered.includes(word) || lowered.includes(word.replaceAll('-', ' ')) || lowered.includes(word.replaceAll('-', ''));
}

/** `db-main`, where the surrogate has `db-test`. */
function rivalOf(word: string, candidates: readonly SourceSentence[]): string | undefined {
  const parts = word.toLowerCase().split('-');
  for (const sentence of candidates) {
    const rival = (sentence.text.match(HYPHENATED) ?? []).find((one) =>
      one
        .toLowerCase()
        .split('-')
        .some((part) => parts.includes(part)),
    );
    if (rival !== undefined) return wordKey(rival.toLowerCase()) === wordKey(word.toLowerCase()) ? undefined : rival;
  }
  return undefined;
}

const HYPHENATED = /[\p{L}\p{N}]{1,40}-[\p{L}\p{N}]{1,40}/gu;

/** E16 numbers: a value with its unit that stands nowhere in the source, or only with other words. */
export function findForeignNumber(clause: Clause, candidates: readonly SourceSentence[], index: SourceIndex): Finding | undefined {
  const near = candidates.flatMap((sentence) => sentence.clauses.flatMap((one) => one.numbers));
  for (const number of clause.numbers) {
    if (number.quantity.value === 2 && candidates.some((sentence) => /\bboth\b/i.test(sentence.text))) continue;
    if (number.quantity.dimension === 'share' && number.quantity.value === 50 && candidates.some((sentence) => /\bhalf\b/i.test(sentence.text))) continue;
    if (number.quantity.dimension === '' && candidates.some((sentence) => isSum(number.quantity.value, sentence))) continue;
    if (isPartOfName(number.text, candidates)) continue;
    // `one` is as often no count.
    if (number.text.toLowerCase() === 'one' || near.some((one) => isSame(number, one))) continue;
    const value = Number(number.text.replace(/[^\d.]/g, ''));
    const elsewhere = [...index.sentencesWithNumber(value), ...index.sentencesWithNumber(number.quantity.value)];
    if (elsewhere.some((sentence) => sentence.clauses.some((one) => one.numbers.some((other) => isSame(number, other))))) continue;
    return { kind: 'number', found: number.text };
  }
  return undefined;
}

/** `219 tests` of `3 failed, 212 passed, 4 skipped` */
function isSum(value: number, sentence: SourceSentence): boolean {
  const counts = sentence.clauses.flatMap((clause) => clause.numbers).filter(({ quantity }) => quantity.dimension === '' && Number.isInteger(quantity.value));
  return counts.length > 1 && counts.reduce((sum, one) => sum + one.quantity.value, 0) === value;
}

/** `batch 08` of `refund_batch_08` */
function isPartOfName(text: string, candidates: readonly SourceSentence[]): boolean {
  return candidates.some((sentence) => sentence.clauses.some((clause) => clause.names.some((name) => name.split(/[^\p{L}\p{N}]+/u).includes(text))));
}

/** What stands nowhere in the source: names, and numbers. */
export function findForeignIn(text: string, index: SourceIndex, count: number): Finding | undefined {
  const candidates = index.nearest(text, count);
  for (const clause of clausesOf(text)) {
    const finding = findForeign(clause, candidates, index) ?? findForeignNumber(clause, candidates, index);
    if (finding !== undefined) return finding;
  }
  return undefined;
}
