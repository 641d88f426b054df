import { ASSENT, ASSENT_NOUNS, SPEECH, SPEECH_NOUNS, USER_NOUNS } from './lexicon/attribution.ts';
import { ATTRIBUTION_FORMS, type AttributionForm, MAY_ATTRIBUTE } from './lexicon/attribution-forms.ts';

/** A statement that a sentence puts into the user's mouth. */
export interface Attribution {
  /** `assent`: the user is said to have agreed. `speech`: to have said, asked or wanted. */
  readonly type: 'assent' | 'speech';
  /** What makes it one: `user approved`. */
  readonly cue: string;
  /** What the user is said to have said, and quotations in it. */
  readonly content: string;
  readonly quotations: readonly string[];
  /** What the sentence says beside it. */
  readonly rest: string;
  /** The sentence as far as its names and numbers must stand in the source. */
  readonly stated: string;
  /** It addresses its reader, whom a copy may mean otherwise. */
  readonly isSecondPerson: boolean;
  /** As documents tell what *the user wants* in general; what a user did is told in the past. */
  readonly isGeneral: boolean;
}

const GAP =
  "(?:\\s+(?:has|have|had|also|then|now|just|already|explicitly|clearly|repeatedly|did|does|really|himself|herself|themselves|still|specifically|previously|later|again|is|was|has not|do|not|never|hasn't|didn't|doesn't|don't|been)){0,3}";
const DETERMINED = `\\b(?:the |our |this |a )?(?:${USER_NOUNS})`;
const ACTIVE = new RegExp(`${DETERMINED}${GAP}\\s+(?<verb>${ASSENT}|${SPEECH}|want|need|ask|say|prefer|request|approve|agree|confirm|allow|accept)\\b`, 'iu');
const NOMINAL = new RegExp(`${DETERMINED}(?:'s|’s|s')\\s+(?:[\\p{L}-]{1,20}\\s+){0,2}?(?<noun>${SPEECH_NOUNS}|${ASSENT_NOUNS})\\b`, 'iu');
const PASSIVE = new RegExp(`\\b(?<verb>${ASSENT}|${SPEECH})\\s+(?:\\p{L}{1,20}\\s+){0,3}?by (?:the |our )?(?:${USER_NOUNS})\\b`, 'iu');
const LABEL = new RegExp(`^\\W{0,4}(?:the )?(?:${USER_NOUNS})\\s?:\\s`, 'iu');
const FROM = new RegExp(`\\b(?<noun>${SPEECH_NOUNS}|${ASSENT_NOUNS})\\s+(?:of|from|by) (?:the |our )?(?:${USER_NOUNS})\\b`, 'iu');
const ASSENTS = new RegExp(`^(?:${ASSENT}|${ASSENT_NOUNS}|approve|agree|confirm|allow|accept)$`, 'iu');
/** `if the user approved`, `until the user confirms`: nothing is said to have happened. */
const HYPOTHETICAL =
  /\b(?:if|when|whenever|whether|unless|until|once|before|after|should|where|that|how|what|which|who|because|must|may|can|does|did|without|needs?|requires?|awaiting|pending|no)\s+(?:the |our |this |an? )?$/iu;
const QUOTED = /["“«„]([^"“”«»„\n]{3,600})["”»“]/gu;
const SINGLE_QUOTED = /(?:^|[\s(:])'([^'\n]{8,600})'(?=$|[\s.,;:)!?])/gu;

/** The statement attributed to the user, where a sentence holds one. Linear. */
export function attributionOf(sentence: string): Attribution | undefined {
  if (!MAY_ATTRIBUTE.test(sentence)) return undefined;
  return knownAttributionOf(sentence) ?? furtherAttributionOf(sentence);
}

/** The forms of the user in English prose, where what is said has a known place. */
function knownAttributionOf(sentence: string): Attribution | undefined {
  const match = LABEL.exec(sentence) ?? ACTIVE.exec(sentence) ?? NOMINAL.exec(sentence) ?? PASSIVE.exec(sentence) ?? FROM.exec(sentence);
  if (match === null) return undefined;
  if (HYPOTHETICAL.test(sentence.slice(Math.max(0, match.index - 30), match.index))) return undefined;
  if (HYPOTHETICAL.test(`${sentence.slice(Math.max(0, match.index - 30), match.index).trimEnd()} `)) return undefined;
  const verb = match.groups?.['verb'] ?? match.groups?.['noun'] ?? '';
  const behind = sentence.slice(match.index + match[0].length).split(/;|, (?:which|who|whose|although|though|because|since|while)\b/u)[0] ?? '';
  const isBehind = match[0].search(/\bby\b/iu) === -1 && /[\p{L}\p{N}]/u.test(behind) && !EMPTY.test(behind);
  return {
    type: ASSENTS.test(verb) ? 'assent' : 'speech',
    cue: match[0].trim(),
    content: isBehind ? `${weightOf(verb)} ${behind}`.trim() : sentence.replace(match[0], ' '),
    stated: sentence,
    quotations: quotationsIn(sentence),
    rest: isBehind ? sentence.replace(match[0] + behind, ' ') : '',
    isSecondPerson: false,
    isGeneral: /\b(?!wants\b)\w{1,20}s$/iu.test(match[0].trim()),
  };
}

/** Labels, the second person and other languages: all that stands beside the form is said to be said. */
function furtherAttributionOf(sentence: string): Attribution | undefined {
  const head = sentence.slice(0, FORM_CHARACTERS);
  for (const row of ATTRIBUTION_FORMS) {
    const match = row.form.exec(head);
    if (match === null || isHypothetical(row, head.slice(0, match.index))) continue;
    const { assent } = match.groups ?? {};
    const content = sentence.replace(match[0], ` ${betweenOf(match)} `).trim();
    return {
      type: assent === undefined ? 'speech' : 'assent',
      cue: match[0].trim(),
      content,
      stated: content,
      quotations: quotationsIn(sentence),
      rest: '',
      isSecondPerson: row.isSecondPerson === true,
      isGeneral: false,
    };
  }
  return undefined;
}

/** Characters of a sentence that are searched for a form. */
const FORM_CHARACTERS = 600;

function isHypothetical({ hypothetical }: AttributionForm, before: string): boolean {
  return hypothetical?.test(before.slice(-30)) === true;
}

/** What stands between who spoke and the verb is said, too: `Der Nutzer hat den Umzug genehmigt`. */
function betweenOf({ 0: cue, groups = {} }: RegExpExecArray): string {
  const { who, assent, speech } = groups;
  const verb = assent ?? speech;
  return who === undefined || verb === undefined ? '' : cue.slice(who.length, cue.length - verb.length);
}

function quotationsIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(QUOTED), ...sentence.matchAll(SINGLE_QUOTED)].map((found) => found[1] ?? '');
}

/** `… and wants it done`: what is meant stands before it. */
const EMPTY = /^(?:\W|\b(?:and|to|with|it|that|this|them|wants?|wanted|so|done|go|ahead|too|also|now)\b)*$/iu;

/** What the verb says of how much it is wanted. */
function weightOf(verb: string): string {
  if (/prefer|rather|like/iu.test(verb)) return 'prefer';
  return /^(?:require|demand|insist|order|instruct)/iu.test(verb) ? 'must' : '';
}
