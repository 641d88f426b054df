import type { Injection } from './span.ts';

/** A part of a user's text block: the user's own words, an attachment, or a block of the harness. */
export interface UserTextPart {
  readonly kind: 'text' | 'attachment' | 'injected';
  readonly start: number;
  readonly end: number;
  readonly injection?: Injection;
}

export interface UserTextOptions {
  readonly attachmentTokens: number;
  /** Tags that the harness writes into user text, by tag name. */
  readonly harnessTags: ReadonlyMap<string, string>;
}

/** Tokens are not counted here: characters ÷ 4, as the bound is a matter of taste and not of budget. */
const CHARACTERS_PER_TOKEN = 4;
const CLOSING_TAG = /<\/([a-zA-Z][\w-]{0,63})>/g;
const OPENING_TAG = /^<([a-zA-Z][\w-]{0,63})(?:\s[^<>]{0,500})?>[^\S\n]*\n?/;

/**
 * Splits a user's text at line starts into words of the user, large fenced or tagged blocks (attachments), and harness
 * blocks. Parts cover the text exactly. Linear: each line is looked at once, and closing marks are found in one pass.
 */
export function splitUserText(text: string, options: UserTextOptions): readonly UserTextPart[] {
  const smallest = options.attachmentTokens * CHARACTERS_PER_TOKEN;
  if (text.length < smallest && !mayHoldTag(text)) return [{ kind: 'text', start: 0, end: text.length }];
  const parts: UserTextPart[] = [];
  let plainStart = 0;
  let position = 0;
  const closings = new Closings(text);
  while (position < text.length) {
    const block = blockAt(text, position, options, closings);
    const isPart = block !== undefined && (block.kind === 'injected' || block.end - position >= smallest);
    if (!isPart) {
      position = block?.kind === 'attachment' ? block.end : nextLine(text, position);
      continue;
    }
    if (position > plainStart) parts.push({ kind: 'text', start: plainStart, end: position });
    parts.push(block);
    position = block.end;
    plainStart = position;
  }
  if (plainStart < text.length) parts.push({ kind: 'text', start: plainStart, end: text.length });
  return mergeBlank(parts, text);
}

function mayHoldTag(text: string): boolean {
  return text.includes('</');
}

function nextLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline + 1;
}

function blockAt(text: string, start: number, options: UserTextOptions, closings: Closings): UserTextPart | undefined {
  if (text.startsWith('```', start) || text.startsWith('~~~', start)) return fencedBlock(text, start, closings);
  if (text.charCodeAt(start) !== 60 /* < */) return undefined;
  const opening = OPENING_TAG.exec(text.slice(start, start + 600));
  const tag = opening?.[1];
  if (tag === undefined) return undefined;
  const at = closings.ofTag(tag, start);
  if (at === undefined) return undefined;
  let end = at + tag.length + 3;
  if (text.charCodeAt(end) === 10) end++;
  const injectionKind = options.harnessTags.get(tag);
  return injectionKind === undefined ? { kind: 'attachment', start, end } : { kind: 'injected', start, end, injection: { kind: injectionKind } };
}

function fencedBlock(text: string, start: number, closings: Closings): UserTextPart | undefined {
  const at = closings.ofFence(text[start] === '`' ? '```' : '~~~', start);
  return at === undefined ? undefined : { kind: 'attachment', start, end: nextLine(text, at + 1) };
}

/**
 * Where blocks close. Asked from left to right. Foreign text may open any number of blocks that nothing closes (DESIGN
 * §10): all closing tags are found in one pass, and a fence that was not found once is not searched again.
 */
class Closings {
  private readonly text: string;
  private tags: ReadonlyMap<string, { readonly starts: number[]; next: number }> | undefined;
  private readonly unclosedFences = new Set<string>();

  constructor(text: string) {
    this.text = text;
  }

  /** The first closing tag of this name at or behind `from`. */
  ofTag(name: string, from: number): number | undefined {
    this.tags ??= closingTags(this.text);
    const found = this.tags.get(name);
    if (found === undefined) return undefined;
    while ((found.starts[found.next] ?? from) < from) found.next++;
    return found.starts[found.next];
  }

  /** The newline before the closing fence. */
  ofFence(fence: string, start: number): number | undefined {
    if (this.unclosedFences.has(fence)) return undefined;
    const at = this.text.indexOf(`\n${fence}`, start + 3);
    if (at !== -1) return at;
    this.unclosedFences.add(fence);
    return undefined;
  }
}

function closingTags(text: string): ReadonlyMap<string, { readonly starts: number[]; next: number }> {
  const tags = new Map<string, { readonly starts: number[]; next: number }>();
  for (const { index, 1: name = '' } of text.matchAll(CLOSING_TAG)) {
    const known = tags.get(name);
    if (known) known.starts.push(index);
    else tags.set(name, { starts: [index], next: 0 });
  }
  return tags;
}

/** Parts of white space only join their neighbour: nobody wrote them, and a wire does not take them alone. */
function mergeBlank(parts: readonly UserTextPart[], text: string): readonly UserTextPart[] {
  const merged: UserTextPart[] = [];
  for (const part of parts) {
    const previous = merged.at(-1);
    if (previous && part.kind === 'text' && text.slice(part.start, part.end).trim() === '') {
      merged[merged.length - 1] = { ...previous, end: part.end };
    } else if (previous?.kind === 'text' && text.slice(previous.start, previous.end).trim() === '') {
      merged[merged.length - 1] = { ...part, start: previous.start };
    } else {
      merged.push(part);
    }
  }
  return merged.length === 0 ? [{ kind: 'text', start: 0, end: text.length }] : merged;
}
