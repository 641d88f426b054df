import { editMembers, type JsonContainer, memberNamed, readContainer, rebuildContainer, skipSpace, valueText } from '../../formats/json-text.ts';
import { sha256 } from '../../hash.ts';
import type { LiveFormat } from '../../live/live-request.ts';
import { fingerprintOf, type KnownPart, type RecallMemory, storedFingerprint } from './memory.ts';
import { withRecallTool } from './tool.ts';
import type { PutBack, RecallWire } from './wire.ts';

/** A longer first entry is told by its beginning: reading it would cost each request what it costs once. */
const FIRST_ENTRY_CHARACTERS = 100_000;
const BEGINNING_CHARACTERS = 512;

/** Names what the requests of a conversation have in common; others may share it, so it only narrows a search. */
export function rootOf(format: LiveFormat, wire: RecallWire, body: string, request = readContainer(body)): string | undefined {
  const first = firstEntry(wire, body, request);
  if (first === undefined) return undefined;
  const name = first.length > FIRST_ENTRY_CHARACTERS ? first.slice(0, BEGINNING_CHARACTERS) : wire.essenceOf([JSON.parse(first)]);
  return sha256(`${format}\n${name}`);
}

function firstEntry(wire: RecallWire, body: string, request: JsonContainer): string | undefined {
  const member = memberNamed(request, wire.historyName);
  if (member === undefined) return undefined;
  if (body[member.valueStart] === '"') return asEntry(valueText(body, member));
  const start = body[member.valueStart] === '[' ? skipSpace(body, member.valueStart + 1) : -1;
  return body[start] === '{' ? body.slice(start, readContainer(body, start).close + 1) : undefined;
}

function asEntry(text: string): string {
  return `{"role":"user","content":${text}}`;
}

/** The texts of a history's entries; `undefined` where it has none. */
export function entriesOf(wire: RecallWire, body: string): readonly string[] | undefined {
  const list = listText(wire, body);
  return list === undefined ? undefined : readContainer(list).items.map((item) => valueText(list, item));
}

/** The history as a list: Responses may have a single text in its place. */
function listText(wire: RecallWire, body: string): string | undefined {
  const member = memberNamed(readContainer(body), wire.historyName);
  const history = member === undefined ? '' : valueText(body, member);
  if (history.startsWith('"')) return `[${asEntry(history)}]`;
  return history.startsWith('[') ? history : undefined;
}

/** The body with entries behind its history. All that stands before them keeps its letters, for the provider's cache. */
export function withEntries(wire: RecallWire, body: string, entries: readonly string[]): string {
  const list = listText(wire, body) ?? '[]';
  return editMembers(body, new Map([[wire.historyName, rebuildContainer(list, readContainer(list), () => undefined, entries)]]));
}

/** What tells an entry from others; of none the empty text. */
export function essenceBefore(wire: RecallWire, entry: string | undefined): string {
  return entry === undefined ? '' : wire.essenceOf([JSON.parse(entry)]);
}

/** The body with the tool, and with all hidden rounds that are known of its history back in their places. */
export async function withRecall(format: LiveFormat, wire: RecallWire, body: string, memory: RecallMemory): Promise<string> {
  const request = readContainer(body);
  const offered = withRecallTool(format, body, request);
  if (offered === body) return body;
  const root = rootOf(format, wire, body, request);
  const stored = await withStoredResults(format, wire, offered, memory);
  if (root === undefined) return stored;
  const parts = await memory.partsOf(root);
  return parts.length === 0 ? stored : putPartsBack(stored, { wire, root, parts, memory });
}

/** What is known of a conversation. */
interface Known {
  readonly wire: RecallWire;
  readonly root: string;
  readonly parts: readonly KnownPart[];
  readonly memory: RecallMemory;
}

/** Where one is in a history. */
interface Place {
  /** In the history as the client has it. */
  readonly index: number;
  /** In the history with the hidden rounds. */
  readonly position: number;
  /** The entry before it there. */
  readonly before: string | undefined;
}

async function putPartsBack(body: string, known: Known): Promise<string> {
  const { wire } = known;
  const list = listText(wire, body);
  if (list === undefined) return body;
  const container = readContainer(list);
  const entries: (string | undefined)[] = container.items.map((item) => valueText(list, item));
  const edits = new Map<number, string | null>();
  let position = 0;
  let before: string | undefined;
  for (let index = 0; index < entries.length; ) {
    const found = await findPart(entries, { index, position, before }, known);
    if (found === undefined) {
      before = entries[index++];
      position++;
      continue;
    }
    const { length, put } = found;
    edits.set(index, put.part.join(','));
    for (let more = 1; more < length; more++) edits.set(index + more, null);
    index += length;
    if (put.following !== undefined) edits.set(index, put.following);
    if (put.following !== undefined) entries[index] = put.following;
    before = put.part.at(-1);
    position += put.part.length;
  }
  if (edits.size === 0) return body;
  return editMembers(body, new Map([[wire.historyName, rebuildContainer(list, container, (index) => edits.get(index))]]));
}

/** Only at places where a part is known something is read. */
async function findPart(
  entries: readonly (string | undefined)[],
  { index, position, before }: Place,
  { wire, root, parts, memory }: Known,
): Promise<{ readonly length: number; readonly put: PutBack } | undefined> {
  const here = parts.filter((part) => part.position === position);
  for (const length of new Set(here.map((part) => part.length))) {
    const part = entries.slice(index, index + length).flatMap((entry) => (entry === undefined ? [] : [entry]));
    const fingerprint = fingerprintOf(root, position, essenceBefore(wire, before), wire.essenceOf(part.map((entry): unknown => JSON.parse(entry))));
    if (!here.some((known) => known.fingerprint === fingerprint)) continue;
    const hidden = await memory.rounds(fingerprint);
    const put = hidden === undefined ? undefined : wire.putBack(part, entries[index + length], hidden);
    if (put !== undefined) return { length, put };
  }
  return undefined;
}

/** The client goes on from an answer that the provider keeps, with its own results: those of our calls come along. */
async function withStoredResults(format: LiveFormat, wire: RecallWire, body: string, memory: RecallMemory): Promise<string> {
  if (format !== 'openai-responses' || !body.includes('"previous_response_id"')) return body;
  const member = memberNamed(readContainer(body), 'previous_response_id');
  const id: unknown = member === undefined ? null : JSON.parse(valueText(body, member));
  const hidden = typeof id === 'string' ? await memory.rounds(storedFingerprint(id)) : undefined;
  return hidden === undefined ? body : withEntries(wire, body, hidden.results);
}
