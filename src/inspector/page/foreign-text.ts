/**
 * Characters that are not seen, and those that turn the direction of writing: shown by their number, so that a text looks
 * like what it is and moves nothing that stands beside it. Tab and newline stay.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Foreign text as the page shows it. Text nodes only: nothing of it is ever read as HTML. */
export function shown(text: string): string {
  return text.replace(UNSEEN, (character) => `⟨${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** Characters of a text that are looked at for a line of a list. */
const EXCERPT_CHARACTERS = 320;

/** The beginning of a text on one line. */
export function excerpt(text: string, limit: number = EXCERPT_CHARACTERS): string {
  return shown(
    text
      .slice(0, limit * 2)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, limit),
  );
}
