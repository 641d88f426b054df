import type { Conversation, Edit } from '../core/conversation.ts';
import { editMembers, memberNamed, readContainer, rebuildContainer, valueText } from './json-text.ts';
import type { OutMessage } from './wire-edit.ts';

/** How a wire takes notes and neighbours of the same role. */
export interface NoteRules {
  /** A note as a message of its own: exact characters. */
  readonly ownMessage: (text: string) => string;
  /** The neighbour is better left alone: the note becomes a message of its own. */
  readonly isLeftAlone: (neighbour: OutMessage) => boolean;
  /** Two user messages that the edit made neighbours become one. */
  readonly joinsUsers: boolean;
}

/** The messages with notes in their places and neighbours joined, as exact characters with their white space. */
export function placeNotes(conversation: Conversation, edit: Edit, outs: readonly OutMessage[], rules: NoteRules): readonly string[] {
  assertOutsideExchanges(conversation, edit);
  const latest = firstPending(conversation, edit);
  const placed: OutMessage[] = [];
  let position = 0;
  for (const note of edit.notes) {
    const boundary = Math.min(note.boundary, latest);
    while (position < outs.length && (outs[position]?.index ?? 0) < boundary) {
      placed.push(outs[position] as OutMessage);
      position++;
    }
    placeNote(note.text, placed, outs[position], rules);
  }
  for (const out of outs.slice(position)) placed.push(out); // one by one: a call takes about 100,000 arguments
  return runsOf(placed, rules).map(joinRun);
}

/** E14: the planner puts no note between a kept call and its result. */
export function assertOutsideExchanges(conversation: Conversation, edit: Edit): void {
  const boundaries = edit.notes.map((note) => note.boundary);
  if (boundaries.length === 0) return;
  const inside = new Int32Array(conversation.messages.length + 2);
  for (const span of conversation.spans) {
    const first = span.pieces[0]?.message ?? 0;
    const last = span.pieces.at(-1)?.message ?? first;
    if (last <= first || !edit.keeps(span.index)) continue;
    inside[first + 1] = (inside[first + 1] ?? 0) + 1;
    inside[last + 1] = (inside[last + 1] ?? 0) - 1;
  }
  const wanted = new Set(boundaries);
  let depth = 0;
  for (let boundary = 0; boundary <= conversation.messages.length; boundary++) {
    depth += inside[boundary] ?? 0;
    if (depth > 0 && wanted.has(boundary)) throw new Error('E14: a note stands between a call and its result');
  }
}

/** A call without a result is the last thing said (C01, C03): what would stand behind it stands before its message. */
export function firstPending(conversation: Conversation, edit: Edit): number {
  let first = Number.POSITIVE_INFINITY;
  for (const span of conversation.spans) {
    if (span.exchange?.isPending && edit.keeps(span.index)) first = Math.min(first, span.exchange.callMessage);
  }
  return first;
}

/**
 * DESIGN §3: a part of its own where a user message is beside it, after its results; else a message of its own. The next
 * message cannot begin with results: their calls would be before the note (asserted above).
 */
function placeNote(text: string, placed: OutMessage[], next: OutMessage | undefined, rules: NoteRules): void {
  const previous = placed.at(-1);
  const part = textPart(text);
  if (previous !== undefined && takesParts(previous) && !rules.isLeftAlone(previous)) previous.after.push(part);
  else if (next !== undefined && previous?.role !== 'user' && takesParts(next) && !rules.isLeftAlone(next)) next.before.push(part);
  else {
    const neighbour = next ?? previous;
    placed.push({ index: -1, role: 'user', raw: rules.ownMessage(text), lead: neighbour?.lead ?? '', trail: '', before: [], after: [] });
  }
}

function textPart(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

function takesParts(out: OutMessage): boolean {
  return out.role === 'user' && /^["[]/.test(contentOf(out.raw) ?? '');
}

function contentOf(raw: string): string | undefined {
  const members = readContainer(raw);
  const item = memberNamed(members, 'content');
  return item === undefined ? undefined : valueText(raw, item);
}

/** Neighbours that become one message: only where the edit made them neighbours, and nothing but role and content is lost. */
function runsOf(placed: readonly OutMessage[], rules: NoteRules): readonly (readonly OutMessage[])[] {
  const runs: OutMessage[][] = [];
  for (const out of placed) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (rules.joinsUsers && run && previous && mayJoin(previous, out)) run.push(out);
    else runs.push([out]);
  }
  return runs;
}

function mayJoin(previous: OutMessage, out: OutMessage): boolean {
  if (previous.role !== 'user' || out.role !== 'user') return false;
  const wereNeighbours = previous.index !== -1 && previous.index + 1 === out.index;
  return !wereNeighbours && isPlain(previous) && isPlain(out);
}

function isPlain(out: OutMessage): boolean {
  return takesParts(out) && readContainer(out.raw).items.every(({ key }) => key === 'role' || key === 'content');
}

function joinRun(run: readonly OutMessage[]): string {
  const [first, ...rest] = run;
  if (first === undefined) throw new Error('wire: a run has at least one message');
  const added = [...first.after, ...rest.flatMap((out) => [...out.before, ...partsOf(out.raw), ...out.after])];
  const raw = first.before.length === 0 && added.length === 0 ? first.raw : withParts(first.raw, first.before, added);
  return first.lead + raw + (run.at(-1)?.trail ?? '');
}

/** The exact characters of the parts of a content; a string is one text part. */
function partsOf(raw: string): readonly string[] {
  const content = contentOf(raw) ?? '[]';
  if (content.startsWith('"')) return content === '""' ? [] : [`{"type":"text","text":${content}}`];
  return readContainer(content).items.map((item) => content.slice(item.start, item.end));
}

function withParts(raw: string, before: readonly string[], added: readonly string[]): string {
  const content = contentOf(raw) ?? '[]';
  const isList = content.startsWith('[');
  const list = isList ? readContainer(content) : undefined;
  if (list === undefined || before.length > 0 || list.items.length === 0) {
    return editMembers(raw, new Map([['content', `[${[...before, ...partsOf(raw), ...added].join(',')}]`]]));
  }
  return editMembers(raw, new Map([['content', rebuildContainer(content, list, () => undefined, added)]]));
}
