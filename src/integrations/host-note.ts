import type { Archive } from '../archive/archive.ts';
import type { CallerTool } from '../core/classify/tools/caller-tool.ts';
import { wholeIdOf } from '../core/sentence-id.ts';
import type { TokenCount } from '../core/token-count.ts';
import { hostCompactionsOf } from '../formats/host-compactions.ts';
import { parseSource } from '../formats/index.ts';
import { archiveSession } from '../hooks/archive-session.ts';
import type { HostSession } from '../hooks/host-session.ts';
import { summarizerInstructions } from '../hooks/instructions.ts';
import { putBack } from '../hooks/put-back.ts';
import { type Prepared, prepare } from '../prepare.ts';
import type { PluginHost } from './host-adapter.ts';

/** What stands for a session, or for its beginning, after a compaction that the host asks for. */
export interface HostNote {
  /** One note with what only the conversation knew. */
  readonly text: string;
  /** What a summarizer of the host's is asked to repeat; empty for nothing. */
  readonly instructions: string;
  readonly compactionId: string;
  readonly conversationId: string;
}

export interface NoteOptions {
  readonly hostTitle: string;
  readonly archive: Archive;
  readonly window: TokenCount;
  readonly tools?: readonly CallerTool[] | undefined;
}

/** Of the window: a note that holds all that the user said is worth more than the room that it takes. */
const NOTE_SHARE = 0.15;
const NOTE_TOKENS_MIN = 2_500;
/** No text of people has more characters to a token. */
const CHARACTERS_PER_TOKEN = 8;

/** All is archived before the host takes anything out (DESIGN §3). `keptIds`: spans that the host keeps. */
async function noteOf(source: string, format: 'pi' | 'anthropic', keptIds: ReadonlySet<string>, options: NoteOptions): Promise<HostNote> {
  const { archive, hostTitle, tools, window } = options;
  const prepared = await prepare(
    source,
    {
      format,
      onInvalid: 'repair',
      maxTokens: 1,
      // What the host takes out, it takes whatever its age.
      keepRecentTokens: 0,
      keepRecentExchanges: 0,
      // The plugin brings the recall tool (E3a), so texts can be told sentence by sentence (E8a).
      recall: 'tool',
      overflow: 'tombstone',
      tools,
    },
    archive,
  );
  const session: HostSession = { prepared, stands: (index) => keptIds.has(wholeId(prepared, index)) };
  const tokens = Math.max(NOTE_TOKENS_MIN, Math.floor(window * NOTE_SHARE));
  const note = putBack(session, archive, { hostTitle, budget: { tokens, characters: tokens * CHARACTERS_PER_TOKEN }, isArchived: true });
  await archiveSession(session, archive, note);
  return { text: note.text, instructions: summarizerInstructions(session), compactionId: note.compactionId, conversationId: prepared.conversationId };
}

/** Of a request as `WireRequest` writes it, of which the host keeps nothing. */
export function noteOfRequest(body: string, options: NoteOptions): Promise<HostNote> {
  return noteOf(body, 'anthropic', new Set(), options);
}

/** What pi tells of a compaction that it is about to make. */
export interface PiCompaction {
  readonly sessionId: string;
  /** Entries of the branch, from the root on; those of earlier compactions and before them too, so that no summary is the source of another (E12). */
  readonly entries: readonly unknown[];
  readonly firstKeptEntryId: string;
}

export function noteOfPiBranch({ sessionId, entries, firstKeptEntryId }: PiCompaction, options: NoteOptions): Promise<HostNote> {
  const lines = [{ type: 'session', version: 3, id: sessionId, timestamp: EPOCH, cwd: '.' }, ...entries].map((entry) => JSON.stringify(entry));
  const source = `${lines.join('\n')}\n`;
  return noteOf(source, 'pi', keptIds(source, entries.at(-1), firstKeptEntryId), options);
}

/** The header of a session has a time, which says nothing here. */
const EPOCH = '1970-01-01T00:00:00.000Z';

/** What pi will send after the compaction: as the session would be read with it. */
function keptIds(source: string, last: unknown, firstKeptEntryId: string): ReadonlySet<string> {
  const parentId = (last as { readonly id?: unknown } | undefined)?.id;
  const compaction = { type: 'compaction', id: 'holdfast-next', parentId, timestamp: EPOCH, summary: 'next', firstKeptEntryId, tokensBefore: 0 };
  const after = parseSource(`${source}${JSON.stringify(compaction)}\n`, { format: 'pi', onInvalid: 'repair' });
  return new Set(
    hostCompactionsOf(after)
      .at(-1)
      ?.kept.map((index) => after.spans[index]?.id ?? ''),
  );
}

/** Of a sentence: the text that it is of. */
function wholeId({ classified }: Prepared, index: number): string {
  const id = classified[index]?.span.id;
  return id === undefined ? '' : (wholeIdOf(id) ?? id);
}

const KEY = 'plugin-note';
const SCOPE_KEY = 'plugin-recall-scope';

/** Durable, so that a host that was started again puts the same bytes back. */
export async function keepNote(archive: Archive, host: PluginHost, sessionId: string, { conversationId, text }: HostNote): Promise<void> {
  await archive.putSummary(conversationId, `${KEY}:${host}:${sessionId}`, text);
}

/** What a session's recall is of, after a compaction that its host asked for. */
type RecallScope = Pick<HostNote, 'conversationId' | 'compactionId'>;

/** Durable as well: what the note stands for is recalled in a later process, too. */
export async function keepScope(archive: Archive, host: PluginHost, sessionId: string, { conversationId, compactionId }: HostNote): Promise<void> {
  await archive.putSummary(conversationId, `${SCOPE_KEY}:${host}:${sessionId}`, JSON.stringify({ conversationId, compactionId }));
}

export async function keptScope(archive: Archive, host: PluginHost, sessionId: string): Promise<RecallScope | undefined> {
  const text = await archive.getSummary(`${SCOPE_KEY}:${host}:${sessionId}`);
  return text === undefined ? undefined : (JSON.parse(text) as RecallScope);
}

export async function keptNote(archive: Archive, host: PluginHost, sessionId: string): Promise<string | undefined> {
  return archive.getSummary(`${KEY}:${host}:${sessionId}`);
}
