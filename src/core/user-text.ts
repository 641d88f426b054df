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
const OPENING_TAG = /^<([a-zA-Z][\w-]{0,63})(?:\s[^<>]{0,500})?>[^\S\n]*\n?/;

/**
 * Splits a user's text at line starts into words of the user, large fenced or tagged blocks (attachments), and harness
 * blocks. Parts cover the text exactly. Linear: each line is looked at once, a closing mark is searched forward once.
 */
export function splitUserText(text: string, options: UserTextOptions): readonly UserTextPart[] {
  const smallest = options.attachmentTokens * CHARACTERS_PER_TOKEN;
  if (text.length < smallest && !mayHoldTag(text)) return [{ kind: 'text', start: 0, end: text.length }];
  const parts: UserTextPart[] = [];
  let plainStart = 0;
  let position = 0;
  const unclosed = new Set<string>(); // a mark whose closing was not found once is not searched again: keeps it linear
  while (position < text.length) {
    const block = blockAt(text, position, options, unclosed);
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

function blockAt(text: string, start: number, options: UserTextOptions, unclosed: Set<string>): UserTextPart | undefined {
  if (text.startsWith('```', start) || text.startsWith('~~~', start)) return fencedBlock(text, start, unclosed);
  if (text.charCodeAt(start) !== 60 /* < */) return undefined;
  const opening = OPENING_TAG.exec(text.slice(start, start + 600));
  const tag = opening?.[1];
  if (tag === undefined) return undefined;
  const closing = `</${tag}>`;
  if (unclosed.has(closing)) return undefined;
  const at = text.indexOf(closing, start);
  if (at === -1) {
    unclosed.add(closing);
    return undefined;
  }
  let end = at + closing.length;
  if (text.charCodeAt(end) === 10) end++;
  const injectionKind = options.harnessTags.get(tag);
  return injectionKind === undefined ? { kind: 'attachment', start, end } : { kind: 'injected', start, end, injection: { kind: injectionKind } };
}

function fencedBlock(text: string, start: number, unclosed: Set<string>): UserTextPart | undefined {
  const fence = text[start] === '`' ? '```' : '~~~';
  if (unclosed.has(fence)) return undefined;
  const at = text.indexOf(`\n${fence}`, start + 3);
  if (at === -1) {
    unclosed.add(fence);
    return undefined;
  }
  return { kind: 'attachment', start, end: nextLine(text, at + 1) };
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
