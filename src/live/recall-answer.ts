import type { Archive } from '../archive/archive.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import { neutralize } from '../core/markers/neutralize.ts';
import type { TokenCounter } from '../core/token-count.ts';
import { type Recalled, recall, recallTurns } from '../recall.ts';
import { type Passage, pageOf } from './recall-page.ts';
import { type RecallRequest, readRecallRequest } from './recall-request.ts';

export interface RecallSource {
  readonly archive: Archive;
  /** Whose turns are meant, and where a search looks; without one a search looks in the whole archive. */
  readonly conversationId?: string | undefined;
  /** The compaction whose turns are meant; the newest of the conversation where it is not given. */
  readonly compactionId?: string | undefined;
  readonly counter: TokenCounter;
}

/** What the agent reads as the result of its call. */
export interface RecallAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * Answers a call of the recall tool from its input as the model wrote it. What is recalled stands letter for letter between
 * fences that it cannot close (DESIGN §10), a page at a time. Every failure is an answer too: it is the model that must
 * know.
 */
export async function answerRecall(input: unknown, source: RecallSource): Promise<RecallAnswer> {
  const read = readRecallRequest(input);
  if ('mistake' in read) return failed(read.mistake);
  try {
    return await answer(read.request, source);
  } catch (error) {
    if (!HoldfastError.is(error)) throw error;
    return failed(sentenceOf(error));
  }
}

/**
 * The same for an agent that asks from within a conversation: as long as nothing left that, only a handle can be meant, as a
 * search would look into the conversations of others.
 */
export async function answerRecallWithin(input: unknown, source: RecallSource): Promise<RecallAnswer> {
  const read = readRecallRequest(input);
  const isOpen = source.conversationId === undefined && 'request' in read && read.request.wanted.kind !== 'handle';
  return isOpen ? { text: 'Nothing was moved out of this conversation yet.', isError: false } : answerRecall(input, source);
}

async function answer(request: RecallRequest, source: RecallSource): Promise<RecallAnswer> {
  const { wanted } = request;
  switch (wanted.kind) {
    case 'handle':
      return page(
        (await recall(wanted.handle, source)).flatMap((one) => passagesOf(one)),
        request,
        source,
      );
    case 'turns':
      return answerTurns(wanted, request, source);
    case 'search':
      return answerSearch(wanted.words, request, source);
  }
}

async function answerTurns(turns: { readonly start: number; readonly end: number }, request: RecallRequest, source: RecallSource): Promise<RecallAnswer> {
  if (source.conversationId === undefined) return failed('No conversation is known whose turns these are. Recall by handle, or search for words.');
  const found = await recallTurns(source.conversationId, turns, source);
  if (found.length === 0) return failed('Nothing is archived of these turns. What is still in the conversation need not be recalled; else search for words.');
  return page(
    found.flatMap(({ span, recalled }) => passagesOf(recalled, `t${span.turn} `)),
    request,
    source,
  );
}

function page(passages: readonly Passage[], request: RecallRequest, source: RecallSource): RecallAnswer {
  const text = pageOf(passages, { offset: request.offset, limitTokens: request.limitTokens, counter: source.counter });
  return text === undefined ? failed('There is nothing at this offset: what you asked for ends before it.') : { text, isError: false };
}

/** A call and its result are two passages: neither can be taken for a part of the other. */
function passagesOf(one: Recalled, place = ''): readonly Passage[] {
  const title = `${(one.handles ?? [one.handle]).join(' ')} ${place}${one.provenance} ${one.kind}`;
  if (one.call === undefined) return [{ title, text: one.text }];
  return [
    { title: `${title}, call of ${neutralize(one.call.name)}`, text: JSON.stringify(one.call.input) ?? '' },
    { title: `${title}, result`, text: one.text },
  ];
}

/** The fewest tokens that a hit's line takes: a handle alone is more. */
const HIT_TOKENS_MIN = 10;
const HIT_CHARACTERS = 240;

async function answerSearch(words: string, request: RecallRequest, source: RecallSource): Promise<RecallAnswer> {
  const { archive, conversationId, counter } = source;
  const { offset, limitTokens } = request;
  const limit = offset + Math.ceil(limitTokens / HIT_TOKENS_MIN);
  const hits = await archive.search(words, { limit, ...(conversationId === undefined ? {} : { conversationId }) });
  if (hits.length <= offset) return { text: offset === 0 ? 'Nothing found. Try fewer or other words.' : 'No more hits.', isError: false };
  const lines: string[] = [];
  let tokens = counter.count(goesOn(hits.length));
  for (const hit of hits.slice(offset)) {
    const line = `- ${hit.handle} ${neutralize(hit.snippet, HIT_CHARACTERS)}`;
    tokens += counter.count(`${line}\n`);
    if (tokens > limitTokens && lines.length > 0) break;
    lines.push(line);
  }
  const shown = offset + lines.length;
  return { text: [...lines, ...(shown < hits.length ? [goesOn(shown)] : [])].join('\n'), isError: false };
}

function goesOn(offset: number): string {
  return `(There are more hits: ask again with offset ${offset}.)`;
}

function failed(text: string): RecallAnswer {
  return { text, isError: true };
}

/** In words for the agent, who has no command line here; where an archive lies is not the model's business. */
function sentenceOf(error: HoldfastError): string {
  switch (error.code) {
    case 'handle-unknown':
      return 'The archive does not hold this handle. Copy it letter for letter from its marker, or search for words.';
    case 'handle-malformed':
      return 'That is not an archive handle: it is hf_ and 20 letters, as in its marker. To find one, search for words.';
    default:
      return `The archive cannot be read (${error.code}): go on without what left the conversation, or ask the user.`;
  }
}
