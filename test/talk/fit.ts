import { isBindingClass } from '../../src/core/talk/cues/cue.ts';
import { ENGLISH } from '../../src/core/talk/cues/english.ts';
import { aboveZero, carries, cuesOf, lengthWeight } from '../../src/core/talk/obligation.ts';
import { splitSentences } from '../../src/core/talk/split-sentences.ts';
import { SURFACE_MARKS } from '../../src/core/talk/surface-marks.ts';
import { wordsOf } from '../../src/core/talk/words-of.ts';
import { bindingChat } from './chat.ts';
import type { LabelledSentence } from './labelled.ts';

/** How much a word must be used before it gets a weight of its own. */
const LEAST_USE = { sentences: 8, domains: 6 };
/** Ridge: what a feature costs by its weight, squared. Words cost more, as there are many. */
const RIDGE = { cue: 0.5, word: 1.5 };
const SWEEPS = 40;
/** Weights are whole numbers: so many for a factor of e in the odds. */
const SCALE = 5;
/** Where the odds are even. */
const EVEN = 9;

/** What is known of an English sentence, by key: `row:…`, `mark:…`, `word:…`. */
interface Case {
  readonly sentence: LabelledSentence;
  readonly keys: readonly string[];
  /** Whether it carries anything that E8a names. */
  readonly carries: boolean;
}

/** Weights by key, and the base. */
export interface Fit {
  readonly base: number;
  readonly weights: ReadonlyMap<string, number>;
}

/** The English ones, with all that they may be told by. */
export function casesOf(sentences: readonly LabelledSentence[]): readonly Case[] {
  return sentences.flatMap((sentence) => {
    const found = cuesOf(sentence.text, sentence.previous);
    if (!found.some(({ name }) => name === 'base')) return [];
    const ids = new Map<unknown, string>(ENGLISH.rows.flatMap((row) => (row.id === undefined ? [] : [[row, row.id] as const])));
    const rows = found.flatMap(({ counted }) => ids.get(counted) ?? []).map((id) => `row:${id}`);
    const marks = found.flatMap(({ counted, cueClass, name }) => (counted === name && cueClass !== 'wording' && name !== 'base' ? [`mark:${name}`] : []));
    return [{ sentence, keys: [...new Set([...rows, ...marks, ...wordsAndPairs(sentence.text)])], carries: found.some(carries) }];
  });
}

/** The chat of the requirement as one more domain: what of the user's binds is known there, too. */
export function chatSentences(): readonly LabelledSentence[] {
  const { messages, binding } = bindingChat();
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => splitSentences(content).map(({ start, end }) => content.slice(start, end).trim()))
    .map((text, index) => ({ id: `chat-${index}`, domain: 'chat', text, isBinding: binding.includes(text), why: 'chat', split: 'dev' }));
}

function wordsAndPairs(text: string): readonly string[] {
  const words = wordsOf(text);
  const pairs = words.map((word, at) => [word, words[at + 1] ?? ''] as const).filter((pair) => pair[1] !== '');
  const single = words.filter((word) => /^\p{L}/u.test(word));
  return [...single, ...pairs.filter((pair) => !/\d/.test(pair.join(''))).map((pair) => pair.join(' '))].map((phrase) => `word:${phrase}`);
}

/** A logistic regression with a ridge, coordinate by coordinate, in an order that depends on the sentences alone. */
export function fitWeights(cases: readonly Case[]): Fit {
  const keys = keysOf(cases);
  const rowsOf = new Map(keys.map((key) => [key, [] as number[]]));
  for (const [index, one] of cases.entries()) for (const key of one.keys) rowsOf.get(key)?.push(index);
  const isBinding = cases.map(({ sentence }) => (sentence.isBinding ? 1 : 0));
  const scores = new Float64Array(cases.length);
  const weights = new Map<string, number>(keys.map((key) => [key, 0]));
  let base = 0;
  const step = (key: string, rows: readonly number[], weight: number, ridge: number): number => {
    let slope = ridge * weight;
    let bend = ridge;
    for (const row of rows) {
      const chance = 1 / (1 + Math.exp(-(scores[row] ?? 0)));
      slope += chance - (isBinding[row] ?? 0);
      bend += chance * (1 - chance);
    }
    const change = bounded(key, weight + Math.max(-1, Math.min(1, -slope / bend))) - weight;
    for (const row of rows) scores[row] = (scores[row] ?? 0) + change;
    return weight + change;
  };
  const all = cases.map((_, index) => index);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    base = step('base', all, base, 0);
    for (const key of keys) weights.set(key, step(key, rowsOf.get(key) ?? [], weights.get(key) ?? 0, key.startsWith('word:') ? RIDGE.word : RIDGE.cue));
  }
  return { base: Math.round(SCALE * base) + EVEN, weights: new Map([...weights].map(([key, weight]) => [key, Math.round(SCALE * weight)])) };
}

/** A cue that binds adds at least 1 and small talk takes at least 1 away, whatever the sentences say. */
function bounded(key: string, weight: number): number {
  const sign = SIGNS.get(key);
  if (sign === undefined) return weight;
  return sign > 0 ? Math.max(LEAST.get(key) ?? 1 / SCALE, weight) : Math.min(-1 / SCALE, weight);
}

const SIGNS: ReadonlyMap<string, number> = new Map([
  ...ENGLISH.rows.map((row): readonly [string, number] => [`row:${row.id}`, isBindingClass(row.cueClass) ? 1 : -1]),
  ...SURFACE_MARKS.map((mark): readonly [string, number] => [`mark:${mark.id}`, isBindingClass(mark.cueClass) ? 1 : -1]),
]);
/** Hardly anybody's small talk has a path in it, and hardly a sentence of ours: what is so rare weighs at least as much. */
const RARE: ReadonlySet<string> = new Set(['path', 'identifier', 'item', 'quotation']);
const LEAST: ReadonlyMap<string, number> = new Map(
  SURFACE_MARKS.filter(({ cueClass }) => RARE.has(cueClass)).map(({ id, weight }) => [`mark:${id}`, weight / SCALE]),
);

function keysOf(cases: readonly Case[]): readonly string[] {
  const uses = new Map<string, { count: number; domains: Set<string> }>();
  for (const { sentence, keys } of cases) {
    for (const key of keys) {
      const use = uses.get(key) ?? { count: 0, domains: new Set() };
      use.count++;
      use.domains.add(sentence.domain);
      uses.set(key, use);
    }
  }
  return [...uses]
    .filter(([key, { count, domains }]) => !key.startsWith('word:') || (count >= LEAST_USE.sentences && domains.size >= LEAST_USE.domains))
    .map(([key]) => key)
    .sort();
}

/** What a sentence weighs by a fit. */
function weightBy({ base, weights }: Fit, one: Case): number {
  const { keys, sentence } = one;
  if (!one.carries) return 0;
  const sum = keys.reduce((total, key) => total + (weights.get(key) ?? 0), base);
  return aboveZero(sum + lengthWeight(sentence.text));
}

/** Weights of the sentences of `domains`, each by a fit that has not seen its domain. */
export function weightsUnseen(cases: readonly Case[], domains: readonly string[]): ReadonlyMap<LabelledSentence, number> {
  return new Map(
    domains.flatMap((domain) => {
      const unseen = fitWeights(cases.filter(({ sentence }) => sentence.domain !== domain));
      return cases.filter(({ sentence }) => sentence.domain === domain).map((one) => [one.sentence, weightBy(unseen, one)] as const);
    }),
  );
}

/** The table of weights, as TypeScript. */
export function weightsModule({ base, weights }: Fit): string {
  const named = (kind: string): readonly string[] =>
    [...weights].flatMap(([key, weight]) => (key.startsWith(`${kind}:`) ? [`    ${keyName(key.slice(kind.length + 1))}: ${weight},`] : []));
  const wordsBy = new Map<number, string[]>();
  for (const [key, weight] of weights) {
    if (!key.startsWith('word:') || weight === 0) continue;
    wordsBy.set(weight, [...(wordsBy.get(weight) ?? []), key.slice('word:'.length)]);
  }
  const wording = [...wordsBy].sort(([a], [b]) => a - b).map(([weight, phrases]) => wordingLines(weight, phrases.join('; ')));
  return `${[
    "import type { CueTable } from './cue.ts';",
    '',
    '/** Weights of the English table, from the labelled sentences by a regression: made by `npx vitest run test/talk -u`, not by hand. */',
    'export const ENGLISH_WEIGHTS = {',
    `  base: ${base},`,
    '  rows: {',
    ...named('row'),
    '  },',
    '  marks: {',
    ...named('mark'),
    '  } as Readonly<Record<string, number>>,',
    '  wording: [',
    ...wording,
    "  ] satisfies NonNullable<CueTable['wording']>,",
    '};',
  ].join('\n')}\n`;
}

function keyName(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}

function wordingLines(weight: number, phrases: string): string {
  const quoted = phrases.includes("'") ? `"${phrases}"` : `'${phrases}'`;
  const line = `      phrases: ${quoted},`;
  const value = line.length <= 160 ? line : `      phrases:\n        ${quoted},`;
  return `    {\n      weight: ${weight},\n${value}\n    },`;
}
