import { surrogateLines } from './markers/note.ts';
import { isLaterSentence, wholeIdOf } from './sentence-id.ts';
import type { Media, PieceContent, Span } from './span.ts';
import type { TokenCount, TokenCounter } from './token-count.ts';

/** What the wire adds to a block besides its text: type, role, ids. An estimate; calibrated live by the provider's `usage`. */
const PIECE_OVERHEAD_TOKENS = 3;
/** An image of about one megapixel (provider's docs: width × height ÷ 750, 2026-11). */
const IMAGE_TOKENS = 1600;
/** Base64 characters of a document for one token: a page of PDF is some 50 kB and 2,000 tokens. An estimate. */
const DOCUMENT_CHARACTERS_PER_TOKEN = 32;
/** Characters of an opaque signature or encrypted block for one token. */
const OPAQUE_CHARACTERS_PER_TOKEN = 4;

/** Tokens of a span: all that a model is sent of it, each source token in exactly one span (DESIGN §11). */
export function countSpan(span: Span, counter: TokenCounter): TokenCount {
  if (wholeIdOf(span.id) !== undefined) return countSentence(span, counter);
  let tokens = 0;
  for (const piece of span.pieces) tokens += PIECE_OVERHEAD_TOKENS + countContent(piece.content, counter);
  return tokens;
}

/** Sentences stand in one block, and the space behind one is a token with the word that follows. */
function countSentence(span: Span, counter: TokenCounter): TokenCount {
  return (isLaterSentence(span.id) ? 0 : PIECE_OVERHEAD_TOKENS) + counter.count(span.text.endsWith(' ') ? span.text.slice(0, -1) : span.text);
}

function countContent(content: PieceContent, counter: TokenCounter): TokenCount {
  switch (content.type) {
    case 'text':
      return counter.count(content.text);
    case 'thinking':
      return (
        (content.redacted ? 0 : counter.count(content.text)) +
        Math.ceil((content.signature ?? (content.redacted ? content.text : '')).length / OPAQUE_CHARACTERS_PER_TOKEN)
      );
    case 'call':
      return content.asText === undefined
        ? counter.count(content.name) + counter.count(content.inputText ?? JSON.stringify(content.input) ?? '')
        : counter.count(content.asText);
    case 'result':
      return counter.count(content.text) + (content.media ?? []).reduce((sum, media) => sum + countMedia(media, counter), 0);
    case 'media':
      return countMedia(content.media, counter);
    case 'opaque':
      return counter.count(JSON.stringify(content.value) ?? '');
  }
}

function countMedia(media: Media, counter: TokenCounter): TokenCount {
  if (counter.countMedia !== undefined) return counter.countMedia(media);
  if (media.mediaType.startsWith('image/')) return IMAGE_TOKENS;
  return Math.max(IMAGE_TOKENS, Math.ceil((media.base64?.length ?? 0) / DOCUMENT_CHARACTERS_PER_TOKEN));
}

/** Random base32 takes 9 to 19 tokens, 14 on average, 17 or fewer for 99 of 100 handles (o200k, 20,000 samples). */
const HANDLE_TOKENS = 17;
const COMPACTION_ID_TOKENS = 15;
/** Twelve hex digits behind an @, in a stable handle: 5 to 13 tokens, 8 on average, 11 or fewer for 99 of 100. */
const HASH_TOKENS = 11;
const HANDLE = /hf_[a-z2-7]{20}|@[0-9a-f]{12}(?![0-9a-f])/g;
const COMPACTION_ID = /^(<holdfast compaction=")c_[a-z2-7]{16}/;

/**
 * Tokens of a note: one text block. Handles and the compaction's id count at a fixed rate, so that a plan does not hang
 * on the archive's key: `plan` without an archive decides as `compact` with one does.
 */
export function countNote(text: string, counter: TokenCounter): TokenCount {
  return noteCounter(counter)(text.split('\n'));
}

/**
 * Counts notes line by line, each distinct line once: a plan is tried several times, and most lines stay. Lines of a note
 * begin with a sign, so no token crosses from one to the next, and the sum is the count of the whole.
 */
export function noteCounter(counter: TokenCounter): (lines: readonly string[]) => TokenCount {
  const known = new Map<string, TokenCount>();
  return (lines) => {
    let tokens = PIECE_OVERHEAD_TOKENS;
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index] ?? '';
      let count = known.get(line);
      if (count === undefined) {
        count = countLine(line, counter, index < lines.length - 1);
        known.set(line, count);
      }
      tokens += count;
    }
    return tokens;
  };
}

/** Tokens of a surrogate's text, as its lines stand in a note. */
export function surrogateCounter(counter: TokenCounter): (text: string) => TokenCount {
  const count = noteCounter(counter);
  const besides = count(['']);
  return (text) => count([...surrogateLines(text.split('\n')), '']) - besides;
}

function countLine(line: string, counter: TokenCounter, hasNext: boolean): TokenCount {
  let fixed = 0;
  const stripped = line
    .replace(COMPACTION_ID, (_, opening: string) => {
      fixed += COMPACTION_ID_TOKENS;
      return opening;
    })
    .replace(HANDLE, (handle) => {
      fixed += handle.startsWith('@') ? HASH_TOKENS : HANDLE_TOKENS;
      return '';
    });
  return fixed + counter.count(hasNext ? `${stripped}\n` : stripped);
}
