import { fitLine } from '../drift/flat-lines.ts';

/**
 * True where `text` holds the anchor's exact characters with borders around them: `8 passed` is not in `18 passed`, nor
 * `src/a.ts` in `src/a.tsx`. What holdfast repeats was made fit for a note, so the anchor counts in that form as well.
 */
export function holdsAnchor(text: string, anchor: string): boolean {
  if (anchor === '') return false;
  if (holdsExactly(text, anchor)) return true;
  const repeated = fitLine(anchor, anchor.length * 2 + 8);
  return repeated !== anchor && repeated !== '' && holdsExactly(text, repeated);
}

function holdsExactly(text: string, anchor: string): boolean {
  const isToken = !/\s/.test(anchor);
  for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 1)) {
    const end = at + anchor.length;
    const isFree = !goesOn(text, at, at - 1, -1, isToken) && !goesOn(text, end - 1, end, 1, isToken);
    if (isFree) return true;
  }
  return false;
}

/** Characters that join two words into one name; a number goes on after a point or a comma. */
const JOINTS_OF_NAMES = '-./\\@';
const JOINTS_OF_NUMBERS = '.,';

/** True where the word or number at the anchor's edge goes on outside it. `step` leads outwards. */
function goesOn(text: string, edge: number, outside: number, step: 1 | -1, isToken: boolean): boolean {
  const edgeCharacter = text.charAt(edge);
  const next = text.charAt(outside);
  if (next === '' || !isWordCharacter(edgeCharacter)) {
    // A path or URL that begins or ends with a stroke is part of a longer one.
    return isToken && (edgeCharacter === '/' || edgeCharacter === '\\') && next !== '' && isWordCharacter(next);
  }
  if (isWordCharacter(next)) return true;
  const beyond = text.charAt(outside + step);
  if (isDigit(edgeCharacter) && JOINTS_OF_NUMBERS.includes(next) && isDigit(beyond)) return true;
  if (isDigit(edgeCharacter) && step === -1 && next === '-' && (beyond === '' || /\s/.test(beyond))) return true; // a sign
  return isToken && JOINTS_OF_NAMES.includes(next) && isWordCharacter(beyond) && !isHere(text, outside, step);
}

/** `./src/a.ts` is `src/a.ts`. */
function isHere(text: string, outside: number, step: 1 | -1): boolean {
  return step === -1 && text.charAt(outside) === '/' && text.charAt(outside - 1) === '.' && !isWordCharacter(text.charAt(outside - 2));
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9' && character.length === 1;
}

/** Scripts without spaces between words have no such borders: from the CJK radicals on, nothing is a word's character. */
const FIRST_UNSPACED = 0x2e80;

function isWordCharacter(character: string): boolean {
  if (character === '') return false;
  const code = character.charCodeAt(0);
  if (code < 0x80) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  return code < FIRST_UNSPACED && /[\p{L}\p{N}\p{M}]/u.test(character);
}
