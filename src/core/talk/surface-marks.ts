import type { CueClass } from './cues/cue.ts';

/** A cue that is no word: how the characters look, in any language. */
export interface SurfaceMark {
  readonly cueClass: CueClass;
  readonly id: string;
  /** Where the table of the language has none for it. */
  readonly weight: number;
  /** Every quantifier is bounded: sentences are foreign text (DESIGN §10). */
  readonly pattern: RegExp;
}

export const SURFACE_MARKS: readonly SurfaceMark[] = [
  { cueClass: 'identifier', id: 'url', weight: 5, pattern: /\b(?:https?:\/\/|www\.)\S/i },
  { cueClass: 'identifier', id: 'email', weight: 5, pattern: /[\w.+-]{1,64}@[\w-]{1,64}\.[a-z]/i },
  { cueClass: 'identifier', id: 'letters-and-digits', weight: 5, pattern: /\b(?=[A-Z]{0,16}\d)[A-Z\d]{1,16}[-/][A-Z\d]{2,16}\b|\b[A-Z]{1,8}\d{2,16}\b/ },
  { cueClass: 'identifier', id: 'in-code-spelling', weight: 5, pattern: /\b[a-z]{1,40}(?:[A-Z][a-z\d]{1,40})|\b[a-z\d]{1,40}_[a-z\d]|\b[a-z]{2,40}\(\)|`/ },
  { cueClass: 'identifier', id: 'long-number', weight: 5, pattern: /\d{3,16}[- /]\d{2,16}|\d{5,16}/ },
  {
    cueClass: 'path',
    id: 'path',
    weight: 5,
    pattern:
      /(?:^|[\s"'(])(?:~|\.{1,2})?\/[\w.-]|\b[\w.-]{1,64}\/[\w.-]{1,64}\/?[\w.-]{0,64}\b(?!\d)|\b[\w-]{1,64}\.(?:ts|js|tsx|jsx|py|rs|go|java|c|h|cpp|rb|php|sh|sql|json|ya?ml|toml|md|txt|csv|pdf|docx?|xlsx?|png|jpe?g|html|css|env|conf)\b/,
  },
  {
    cueClass: 'date',
    id: 'clock',
    weight: 3,
    pattern: /\b\d{1,2}:\d{2}\b|\b\d{1,2} ?(?:am|pm|a\.m\.|p\.m\.|o'clock|Uhr|h)\b|[\d０-９一二三四五六七八九十]{1,3}[時点时]/i,
  },
  {
    cueClass: 'date',
    id: 'day-or-year',
    weight: 3,
    pattern: /\b(?:19|20)\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}\.\d{1,2}\.|[\d一二三四五六七八九十]{1,3}[月日号]/,
  },
  {
    cueClass: 'number',
    id: 'digits',
    weight: 6,
    pattern: /[\d０-９]|[一二三四五六七八九十百千万]{1,8}(?:[元円块度歳岁名个人台冊本枚回次週年分秒]|ヶ月|か月|%)/,
  },
  {
    cueClass: 'name',
    id: 'full-name',
    weight: 5,
    pattern: /\b(?:Dr|Mr|Mrs|Ms|Prof|Herr|Frau|Mme|M|Sra?|Sig)\.? \p{Lu}|[\p{Ll},:] \p{Lu}\p{Ll}{1,30} \p{Lu}\p{Ll}{1,30}/u,
  },
  // English: habits and narration, told by the verb's ending behind a pronoun (Quirk et al. 1985, 4.6, 4.14).
  {
    cueClass: 'state',
    id: 'habit',
    weight: 3,
    pattern:
      /\b(?:he|she|it) (?:only |never |always |also |still )?(?!is|was|has|says|looks|sounds|feels|makes|seems|thinks|loves|smells|gets|just|this|always|keeps)[a-z]{2,20}s\b/i,
  },
  // English: the simple present of a sentence about something known, which holds until it is taken back (Quirk et al. 1985, 4.5, 5.27).
  {
    cueClass: 'state',
    id: 'what-holds',
    weight: 7,
    pattern:
      /^(?!.{0,80}\b(?:was|were|had|did|would|could|made|went|came)\b)(?:the|our|all the|both|most of the|each|every) (?:[\p{L}'-]{1,30} ){1,7}?(?:is|are|has|have|go|come|face|share|allow|need|work|use|takes?|(?!was|always|keeps|looks|sounds|smells|feels|seems|thinks|loves)[a-z]{3,20}[^s\W]s)\b/iu,
  },
  {
    cueClass: 'self',
    id: 'first-person-habit',
    weight: 5,
    pattern:
      /\b(?:I|[Ww]e) (?:only |always |usually |also |mostly |normally )?(?:sleep|walk|cycle|cook|run|swim|teach|travel|grow|buy|sell|finish|start|leave|shop|meet|write|wake|get up|charge|host|handle|look after|order|play|practise|sing|go to|come from|stay|sit|stand|react|tolerate|sweat|bleed|itch)\b(?! you| it| that| this| me)/,
  },
  {
    cueClass: 'state',
    id: 'habit-of-a-named-person',
    weight: 5,
    pattern:
      /^(?!(?:No|Not|Two|Three|Les|Des|Los|Las|He|She|It|Its|The|My|Our|Your|His|Her|A|An|This|That|These|Those|There|Some|Sometimes|Life|Time|Nothing|Everything|Something|Everybody|Everyone|Nobody|Somebody|What|Who|How|Why|Always|Perhaps|Thanks|Grandma|Grandpa) )\p{Lu}\p{Ll}{1,20} (?:only |never |always |also )?(?!was|has|says|looks|sounds|feels|makes|seems|thinks|loves|smells|gets|this|his|its|always|keeps)[a-z]{2,20}[^s\W]s\b/u,
  },
  { cueClass: 'small-talk', id: 'exclamation', weight: -2, pattern: /[!！]\s{0,8}$|\p{Extended_Pictographic}/u },
  { cueClass: 'small-talk', id: 'question', weight: -2, pattern: /[?？]\s{0,8}$/ },
  { cueClass: 'quotation', id: 'quotation', weight: 3, pattern: /["“„«「『][^"”“»」』\n]{1,200}["”“»」』]/ },
  { cueClass: 'item', id: 'list-item', weight: 5, pattern: /^\s{0,16}(?:[-*•–]|\d{1,3}[.)]|\[[ x]\])\s/ },
  // Without it nobody knows what its list is a list of.
  { cueClass: 'item', id: 'lead-in', weight: 12, pattern: /[:：]\s{0,64}$/ },
];
