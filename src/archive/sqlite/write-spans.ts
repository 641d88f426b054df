import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArchivedSpanInput } from '../archive.ts';
import { busy, wrongKey } from '../failures.ts';
import { rawHandle } from '../handle.ts';
import type { NamedSpan } from '../named-spans.ts';
import { rawHash } from '../record.ts';
import { shortenText } from '../search-text.ts';
import { type Connection, immediately } from './connection.ts';
import { type Draft, DraftBuilder } from './draft.ts';
import { guarded } from './failures.ts';
import { findConversation, holdSpans, rangesHeld, spanIds } from './holders.ts';
import { holdsId, rangesOf } from './id-ranges.ts';
import { patiently } from './patiently.ts';
import { findRaws, storedHashes, writeDraft } from './write-draft.ts';

/** A put is drafted anew when another process erased what it counted on; more often than this is no accident. */
const PUT_TRIES = 5;
/** Packs after which a long put gives other work of this process its turn. */
const PACKS_A_TURN = 8;

/** A span, or a raw that is in none, as it is to be written. */
interface Wanted {
  readonly named: NamedSpan;
  readonly searchText: string;
  readonly isLoose: boolean;
}

export async function putSpans(connection: Connection, conversationId: string, inputs: readonly ArchivedSpanInput[]): Promise<void> {
  const byHandle = new Map<string, ArchivedSpanInput>();
  for (const input of inputs) byHandle.set(input.handle, input);
  await putHandles(connection, conversationId, [...byHandle.keys()], (handle) => {
    const input = byHandle.get(handle);
    if (input === undefined) throw wrongKey(handle);
    const named = connection.namedSpans.of(input.span);
    if (named.handle !== handle) throw wrongKey(handle);
    return { named, searchText: input.searchText.toWellFormed(), isLoose: false };
  });
}

export async function putLooseRaws(connection: Connection, conversationId: string, raws: readonly string[]): Promise<readonly string[]> {
  const handles = raws.map((raw) => rawHandle(connection.tenantKey, raw));
  const byHandle = new Map(handles.map((handle, index) => [handle, raws[index] ?? '']));
  await putHandles(connection, conversationId, [...byHandle.keys()], (handle) => {
    const raw = byHandle.get(handle) ?? '';
    return { named: { handle, record: '{}', raws: [raw], rawHashes: [rawHash(raw)] }, searchText: '', isLoose: true };
  });
  return handles;
}

/** P22: what is known is not written again; where all is known and held by the conversation, nothing is written. */
async function putHandles(connection: Connection, conversationId: string, handles: readonly string[], wantedOf: (handle: string) => Wanted): Promise<void> {
  for (let tries = 0; tries < PUT_TRIES; tries++) {
    const { state, known, isHeld } = await patiently(() => guarded(connection.path, () => whatIsKnown(connection, conversationId, handles)));
    if (isHeld) return;
    const wanted = handles.filter((handle) => !known.has(handle)).map(wantedOf);
    const draft = await draftOf(connection, wanted);
    const write = (): boolean => {
      // What was known may be gone, or be another number, where another process wrote meanwhile.
      const isAsDrafted = stateOf(connection) === state || isStillTrue(connection, handles, draft);
      if (!isAsDrafted) return false;
      const others = spanIds(connection, [...known.keys()]);
      holdSpans(connection, conversationId, [...writeDraft(connection, draft), ...rangesOf(others.values())]);
      return true;
    };
    if (await patiently(() => immediately(connection, write))) return;
  }
  throw busy('Other processes keep changing what is being put', conversationId);
}

async function draftOf(connection: Connection, wanted: readonly Wanted[]): Promise<Draft> {
  const builder = new DraftBuilder();
  const hashes = wanted.flatMap(({ named }) => named.rawHashes);
  const stored = await patiently(() => guarded(connection.path, () => findRaws(connection, hashes)));
  let packCount = 0;
  for (const { named, isLoose, searchText } of wanted) {
    const { handle, record, raws, rawHashes } = named;
    const places = rawHashes.map((hash, index) => (stored.has(hash) ? hash : builder.addRaw(hash, raws[index] ?? '')));
    builder.addSpan({ handle, isLoose, isImported: false, raws: places, record, text: shortenText(searchText, raws) });
    if (builder.closedPackCount < packCount + PACKS_A_TURN) continue;
    packCount = builder.closedPackCount;
    await nextTurn();
  }
  return builder.finish();
}

interface Known {
  readonly state: string;
  readonly known: ReadonlyMap<string, number>;
  /** All is known, and the conversation holds it. */
  readonly isHeld: boolean;
}

function whatIsKnown(connection: Connection, conversationId: string, handles: readonly string[]): Known {
  const state = stateOf(connection);
  const known = spanIds(connection, handles);
  if (known.size < handles.length) return { state, known, isHeld: false };
  const conversation = findConversation(connection, conversationId);
  const held = conversation === undefined ? [] : rangesHeld(connection, conversation);
  return { state, known, isHeld: [...known.values()].every((id) => holdsId(held, id)) };
}

/** Changes with every write, of this connection or another: what was read at the same state still stands. */
function stateOf(connection: Connection): string {
  const own = connection.statement('SELECT total_changes() AS count').get() as unknown as { count: number };
  return `${own.count} ${connection.database.pragma('data_version', { simple: true })}`;
}

/**
 * False where another process changed what the draft counts on: it removed what was known, or put the same meanwhile.
 * A twin must not lie in a pack unnamed, as `erase` would not find it.
 */
function isStillTrue(connection: Connection, handles: readonly string[], draft: Draft): boolean {
  const drafted = new Set(draft.spans.map((span) => span.handle));
  const there = spanIds(connection, handles);
  if (!handles.every((handle) => drafted.has(handle) !== there.has(handle))) return false;
  const counted = storedHashes(draft);
  return findRaws(connection, draft.rawHashes).size === 0 && findRaws(connection, counted).size === counted.length;
}
