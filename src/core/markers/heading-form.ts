import { SECTION_TITLES } from './section-titles.ts';

/** What a line may have before what makes it one of ours: quotation, list and heading marks. */
const LEAD = '[>*\\s]{0,16}';
const TITLES = [...SECTION_TITLES, 'checkpoint k\\d{1,9}'];

/** Lines that only holdfast writes in a note, and how each begins: foreign text must not read as one (DESIGN §10). */
const FORMS: readonly RegExp[] = [
  new RegExp(`^${LEAD}[#-]{0,6}\\s{0,8}t\\d{1,9}\\s.*:$`, 'i'), // the heading of a source within a surrogate
  new RegExp(`^${LEAD}#{1,6}\\s{0,8}(?:${TITLES.join('|')})(?![\\w-])`, 'i'),
  new RegExp(`^${LEAD}-\\s.*\\(t\\d{1,9}(?:, hf_[a-z2-7]{1,40})?\\)$`, 'i'), // a line of the state record
  new RegExp(`^${LEAD}\\(\\d{1,9} spans? left out\\)$`, 'i'),
];

/** Whether a line reads as a heading or an entry of a note. Linear. */
export function readsAsHeading(line: string): boolean {
  return FORMS.some((form) => form.test(line));
}
