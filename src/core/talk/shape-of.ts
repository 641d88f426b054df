import { CLAUSE_START } from './cue-index.ts';
import { ENGLISH_VERBS as VERBS } from './cues/english-verbs.ts';

const ED = /^[a-z]{2,20}ed$/;
const ING = /^[a-z]{3,20}ing$/;
const CLITIC_BE = /'(?:s|re|m)$/;
const CLITIC_PRESENT = /'(?:re|ll|ve|m)$/;

/**
 * How an English sentence is built, as ids of marks: its tenses, who acts in the past, what it begins with, how long it
 * is. A story is told in the past and a rule in the present, whatever they are about (Labov 1972; Quirk et al. 1985, 4.2).
 * Linear.
 */
export function shapeOf(words: readonly string[]): readonly string[] {
  const said = words.filter((word) => word !== CLAUSE_START);
  return [...tensesOf(words), ...openingOf(said), ...lengthOf(said.length)];
}

function tensesOf(words: readonly string[]): readonly string[] {
  const subjects = words.flatMap((_, at) => pastSubject(words, at) ?? []);
  const isPast = subjects.length > 0;
  const hasBeen = words.some((word) => /^(?:was|were)(?:n't)?$/.test(word));
  const isPresent = words.some((word) => VERBS.present.has(word) || CLITIC_PRESENT.test(word));
  const marks: readonly (readonly [isThere: boolean, id: string])[] = [
    [isPast, 'past'],
    [subjects.length > 1, 'past-twice'],
    [hasBeen, 'was'],
    [isPresent, 'present'],
    [(isPast || hasBeen) && !isPresent, 'past-only'],
    [isPast && !isPresent, 'action-past-only'],
    [!isPast && !hasBeen && !isPresent, 'no-tense'],
    [subjects.includes('i'), 'i-past'],
    [subjects.includes('we'), 'we-past'],
    [subjects.some((subject) => subject !== 'i' && subject !== 'we'), 'other-past'],
    [words.some((_, at) => isPerfect(words, at)), 'perfect'],
    [words.some((_, at) => isProgressive(words, at)), 'progressive'],
  ];
  return marks.flatMap(([isThere, id]) => (isThere ? [id] : []));
}

/** What stands before a verb in the past; `undefined` where no such verb is at `at`. */
function pastSubject(words: readonly string[], at: number): string | undefined {
  const word = words[at] ?? '';
  let before = at - 1;
  while (before > 0 && VERBS.adverbs.has(words[before] ?? '')) before--;
  const subject = words[before] ?? CLAUSE_START;
  const isRegular = ED.test(word) && !VERBS.notPast.has(word);
  const isForm = isRegular || VERBS.past.has(word) || word === "didn't" || (VERBS.presentAlike.has(word) && /^(?:s?he|it)$/.test(subject));
  if (!isForm || VERBS.beforeParticiple.has(subject)) return undefined;
  return isRegular && subject === CLAUSE_START ? undefined : subject;
}

function isPerfect(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  let before = at - 1;
  while (before > 0 && VERBS.adverbs.has(words[before] ?? '')) before--;
  return VERBS.perfect.has(words[before] ?? '') && (VERBS.past.has(word) || ED.test(word) || word === 'been' || /[a-z]en$/.test(word));
}

function isProgressive(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const before = words[at - 1] ?? '';
  return ING.test(word) && !VERBS.notProgressive.has(word) && (CLITIC_BE.test(before) || VERBS.beforeProgressive.has(before));
}

function openingOf(said: readonly string[]): readonly string[] {
  const first = said[0] ?? '';
  const isGerund = ING.test(first) && !VERBS.notProgressive.has(first);
  return [...(isGerund ? ['gerund-first'] : []), ...(VERBS.openings.has(first) ? [] : ['noun-or-verb-first'])];
}

function lengthOf(count: number): readonly string[] {
  if (count <= 3) return [`words-${count}`];
  if (count <= 6) return ['few-words'];
  return count >= 18 ? ['many-words'] : [];
}
