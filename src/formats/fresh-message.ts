import type { Conversation, Edit, MessagePiece } from '../core/conversation.ts';
import type { Media, PieceContent } from '../core/span.ts';
import { firstPending } from './wire-notes.ts';

export type CallContent = Extract<PieceContent, { type: 'call' }>;
export type ResultContent = Extract<PieceContent, { type: 'result' }>;
export type ThinkingContent = Extract<PieceContent, { type: 'thinking' }>;

/** A part of a message that is made anew, on no wire yet. */
export type FreshPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'media'; readonly media: Media }
  | { readonly type: 'thinking'; readonly thinking: ThinkingContent }
  | { readonly type: 'call'; readonly call: CallContent; readonly id: string };

export interface FreshResult {
  readonly id: string;
  readonly result: ResultContent;
}

/** A message that is made anew. Results stand in a message of their own, directly behind their calls. */
export type FreshMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly parts: readonly FreshPart[] }
  | { readonly role: 'results'; readonly results: readonly FreshResult[] };

export interface FreshOptions {
  /** Thinking that this wire takes back. */
  readonly keepsThinking: (thinking: ThinkingContent, isDemanded: boolean) => boolean;
}

/**
 * The edited conversation of any format as messages that every wire can take in this order: each call's result directly
 * behind its message, whatever stood between; unanswered calls only at the end.
 */
export function freshMessages(conversation: Conversation, edit: Edit, options: FreshOptions): readonly FreshMessage[] {
  const builder = new FreshBuilder(conversation, edit, options);
  const latest = firstPending(conversation, edit);
  let nextNote = 0;
  for (let index = 0; index <= conversation.messages.length; index++) {
    for (let note = edit.notes[nextNote]; note && Math.min(note.boundary, latest) <= index; note = edit.notes[++nextNote]) {
      builder.addNote(note.text);
    }
    const message = conversation.messages[index];
    if (message === undefined) continue;
    builder.startMessage();
    for (const piece of message.pieces) if (edit.keeps(piece.spanIndex)) builder.addPiece(piece, message.role);
  }
  return builder.finish();
}

interface OpenMessage {
  role: 'system' | 'user' | 'assistant';
  parts: FreshPart[];
}

class FreshBuilder {
  private readonly messages: FreshMessage[] = [];
  private open: OpenMessage | undefined;
  private readonly ids = new CallIds();
  /** By span: the result that goes behind its call. */
  private readonly resultOf = new Map<number, ResultContent>();
  private readonly callSpans = new Set<number>();
  /** The text that was added last, where nothing was added behind it. */
  private latestText: MessagePiece | undefined;
  private openCalls: { id: string; spanIndex: number }[] = [];
  private readonly conversation: Conversation;
  private readonly options: FreshOptions;

  constructor(conversation: Conversation, edit: Edit, options: FreshOptions) {
    this.conversation = conversation;
    this.options = options;
    for (const span of conversation.spans) {
      if (!edit.keeps(span.index)) continue;
      for (const { content } of span.pieces) {
        if (content.type === 'call' && content.asText === undefined) this.callSpans.add(span.index);
        if (content.type === 'result' && !content.asText) this.resultOf.set(span.index, content);
      }
    }
  }

  addNote(text: string): void {
    this.flush();
    this.messages.push({ role: 'user', parts: [{ type: 'text', text }] });
  }

  /** Assistant records in a row are one message (a transcript may write one a block); users' stay apart. */
  startMessage(): void {
    if (this.open?.role !== 'assistant') this.flush();
  }

  addPiece({ spanIndex, piece }: MessagePiece, messageRole: 'system' | 'user' | 'assistant' | 'tool'): void {
    const span = this.conversation.spans[spanIndex];
    if (span?.kind === 'tools') return; // the wires' bodies differ here; the host sends its own definitions
    const { content } = piece;
    const role = messageRole === 'tool' || span?.provenance === 'harness' ? 'user' : messageRole;
    switch (content.type) {
      case 'call':
        if (content.asText !== undefined) this.add(role, { type: 'text', text: content.asText });
        else this.addCall(content, spanIndex);
        return;
      case 'result':
        // Behind its call already; what comes after it is said in its knowledge, so it is another message.
        if (!content.asText && this.callSpans.has(spanIndex)) this.closeCalls();
        else this.add('user', { type: 'text', text: content.text });
        return;
      case 'thinking':
        if (this.options.keepsThinking(content, span?.isDemanded === true)) this.add(role, { type: 'thinking', thinking: content });
        return;
      case 'media':
        this.add(role, { type: 'media', media: content.media });
        return;
      case 'text':
        this.addText(role, { spanIndex, piece }, content.text);
        return;
      case 'opaque':
        this.add(role, { type: 'text', text: JSON.stringify(content.value) ?? '' });
    }
  }

  /** Texts of one block between which nothing stays are one text, as in the source's own format. */
  private addText(role: OpenMessage['role'], place: MessagePiece, text: string): void {
    const last = this.open?.parts.at(-1);
    const isContinued = last?.type === 'text' && this.latestText !== undefined && this.isOneText(this.latestText, place);
    if (isContinued && this.open) this.open.parts[this.open.parts.length - 1] = { type: 'text', text: last.text + text };
    else this.add(role, { type: 'text', text });
    this.latestText = place;
  }

  private isOneText(before: MessagePiece, after: MessagePiece): boolean {
    const isOneBlock = before.piece.message === after.piece.message && before.piece.raw === after.piece.raw && before.piece.block === after.piece.block;
    const isBehind = (after.piece.textRange?.start ?? 0) >= (before.piece.textRange?.end ?? Number.POSITIVE_INFINITY);
    return isOneBlock && isBehind && [before, after].every((one) => this.conversation.spans[one.spanIndex]?.kind === 'text');
  }

  private addCall(call: CallContent, spanIndex: number): void {
    const id = this.ids.of(call.callId);
    this.add('assistant', { type: 'call', call, id });
    this.openCalls.push({ id, spanIndex });
  }

  private add(role: OpenMessage['role'], part: FreshPart): void {
    if (this.open !== undefined && this.open.role !== role) this.flush();
    this.open ??= { role, parts: [] };
    this.open.parts.push(part);
    this.latestText = undefined;
  }

  private closeCalls(): void {
    if (this.open?.role === 'assistant') this.flush();
  }

  private flush(): void {
    this.latestText = undefined;
    if (this.open === undefined) return;
    this.messages.push(this.open);
    this.open = undefined;
    const results: FreshResult[] = [];
    for (const { id, spanIndex } of this.openCalls) {
      const result = this.resultOf.get(spanIndex);
      if (result !== undefined) results.push({ id, result });
    }
    this.openCalls = [];
    if (results.length > 0) this.messages.push({ role: 'results', results });
  }

  finish(): readonly FreshMessage[] {
    this.flush();
    return this.messages.map((message, index) => (message.role === 'assistant' ? this.closed(message, index) : message));
  }

  /** A call that nothing answers, and after which the conversation went on, is text: no wire takes it as a call. */
  private closed(message: Extract<FreshMessage, { parts: unknown }>, index: number): FreshMessage {
    const next = this.messages[index + 1];
    const answered = new Set(next?.role === 'results' ? next.results.map(({ id }) => id) : []);
    const lastIndex = index + (next?.role === 'results' ? 1 : 0);
    if (lastIndex === this.messages.length - 1) return message;
    return {
      ...message,
      parts: message.parts.map((part) =>
        part.type === 'call' && !answered.has(part.id) ? { type: 'text', text: JSON.stringify({ name: part.call.name, input: part.call.input }) } : part,
      ),
    };
  }
}

const ID_CHARACTERS_MAX = 64;

/** Ids as every wire takes them (`[a-zA-Z0-9_-]{1,64}`), each once, from the source's ids alone. */
class CallIds {
  private readonly used = new Set<string>();
  private readonly repeats = new Map<string, number>();

  of(callId: string): string {
    const base = callId.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, ID_CHARACTERS_MAX) || 'call';
    let id = base;
    let repeat = this.repeats.get(base) ?? 1;
    while (this.used.has(id)) {
      const suffix = `_${++repeat}`;
      id = base.slice(0, ID_CHARACTERS_MAX - suffix.length) + suffix;
    }
    this.repeats.set(base, repeat);
    this.used.add(id);
    return id;
  }
}
