import { contentText } from './content-text.ts';
import type { Conversation, FormatName, Message, MessagePiece, ToolDefinition, Warning } from './conversation.ts';
import { DEFAULTS } from './defaults.ts';
import { FormatError } from './errors/format-error.ts';
import { LIMITS } from './limits.ts';
import type { Provenance } from './provenance.ts';
import type { Exchange, Injection, Piece, PieceContent, Span, SpanId, SpanKind } from './span.ts';
import { splitUserText } from './user-text.ts';

/** One block as a format read it. What is not set is taken from its content and its message's role. */
export interface SourcePiece {
  readonly raw: string;
  readonly block: number;
  readonly content: PieceContent;
  readonly kind?: SpanKind | undefined;
  readonly provenance?: Provenance | undefined;
  readonly injection?: Injection | undefined;
  readonly modeKind?: string | undefined;
  readonly isSourceHeld?: boolean | undefined;
  readonly isPinned?: boolean | undefined;
  /** On a result: the user answered or refused. */
  readonly isUserAnswer?: boolean | undefined;
  /** On a result: the exit code that the format records beside it. */
  readonly exitCode?: number | undefined;
  /** On a call: the directory in which it runs. */
  readonly workingDirectory?: string | undefined;
}

/** One message as a format read it, in the order of the file. */
export interface SourceMessage {
  readonly role: Message['role'];
  readonly pieces: readonly SourcePiece[];
  /** Where it is, for errors: `messages[3]`. */
  readonly path: string;
  readonly line?: number | undefined;
  /** False for what the harness no longer sends. Default true. */
  readonly isVisible?: boolean | undefined;
  /** Stands before the first message of the conversation: system prompt, tools. Turn 0. */
  readonly isPreamble?: boolean | undefined;
}

export interface BuildOptions {
  readonly format: FormatName;
  readonly messages: readonly SourceMessage[];
  readonly document: unknown;
  readonly recognizedAs: string;
  /** `reject`: an orphan is a `FormatError`; `repair`: it leaves, with a warning; `tolerate`: it stays (a transcript whose host copes). */
  readonly onOrphan: 'reject' | 'repair' | 'tolerate';
  /** The wire demands the thinking of an open tool turn back (Anthropic, rule 6). */
  readonly isThinkingDemanded: boolean;
  /** Tags of the harness in user text. */
  readonly harnessTags?: ReadonlyMap<string, string> | undefined;
  readonly attachmentTokens?: number | undefined;
  readonly tools?: readonly ToolDefinition[] | undefined;
  readonly warnings?: readonly Warning[] | undefined;
  readonly brokenRaws?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  readonly workingDirectory?: string | undefined;
  readonly isIllFormed?: boolean | undefined;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type OpenSpan = Writable<Omit<Span, 'pieces' | 'exchange'>> & { pieces: Piece[]; exchange?: Writable<Exchange> };

const NO_TAGS: ReadonlyMap<string, string> = new Map();

/**
 * Turns what a format read into spans: pairs calls with results (by id only, C02), numbers turns, splits user text,
 * marks final text, pending calls and demanded thinking. Throws `FormatError` for orphans and repeated ids.
 */
export function buildConversation(options: BuildOptions): Conversation {
  const build = new Build(options);
  for (const [index, message] of options.messages.entries()) build.addMessage(message, index);
  return build.finish();
}

class Build {
  private readonly spans: OpenSpan[] = [];
  private readonly frames: { role: Message['role']; pieces: MessagePiece[]; isVisible: boolean }[] = [];
  private readonly warnings: Warning[];
  /** Calls that wait for their result, by id. */
  private readonly waiting = new Map<string, OpenSpan>();
  private readonly seenCalls = new Set<string>();
  private readonly options: BuildOptions;
  private turn = 0;
  private turnSpanCount = 0;

  constructor(options: BuildOptions) {
    this.options = options;
    this.warnings = [...(options.warnings ?? [])];
    if (options.messages.length > LIMITS.MESSAGES) {
      throw new FormatError({
        code: 'format-limit',
        what: `The conversation has ${options.messages.length} messages, more than the limit MESSAGES of ${LIMITS.MESSAGES}`,
        next: 'Split the file by session.',
      });
    }
  }

  addMessage(message: SourceMessage, index: number): void {
    this.frames.push({ role: message.role, pieces: [], isVisible: message.isVisible ?? true });
    if (this.startsTurn(message)) {
      this.turn++;
      this.turnSpanCount = 0;
    }
    const hasCalls = hasOpenCalls(message);
    for (const piece of message.pieces) this.addPiece(piece, message, index, hasCalls);
  }

  private startsTurn(message: SourceMessage): boolean {
    if (message.isPreamble) return false;
    if (message.role === 'assistant') return true;
    if (message.role !== 'user') return false;
    return message.pieces.length === 0 || message.pieces.some((piece) => piece.content.type !== 'result');
  }

  private addPiece(source: SourcePiece, message: SourceMessage, index: number, hasCalls: boolean): void {
    const content = source.content;
    if (content.type === 'call') this.addCall(source, content, message, index);
    else if (content.type === 'result') this.addResult(source, content, message, index);
    else if (this.isUserText(source, message)) this.addUserText(source, message, index);
    else this.addSpan(source, message, index, { endsTurn: message.role === 'assistant' && !hasCalls });
  }

  private isUserText(source: SourcePiece, message: SourceMessage): boolean {
    return source.content.type === 'text' && message.role === 'user' && source.kind === undefined && (source.provenance ?? 'user') === 'user';
  }

  private addUserText(source: SourcePiece, message: SourceMessage, index: number): void {
    const text = source.content.type === 'text' ? source.content.text : '';
    const parts = splitUserText(text, {
      attachmentTokens: this.options.attachmentTokens ?? DEFAULTS.attachmentTokens,
      harnessTags: this.options.harnessTags ?? NO_TAGS,
    });
    for (const part of parts) {
      const isWhole = parts.length === 1;
      const partText = isWhole ? text : text.slice(part.start, part.end);
      const piece: SourcePiece & { textRange?: Piece['textRange'] } = {
        ...source,
        content: { type: 'text', text: partText },
        kind: part.kind,
        ...(part.injection ? { injection: part.injection, provenance: 'harness' as const } : {}),
        ...(isWhole ? {} : { textRange: { start: part.start, end: part.end } }),
      };
      this.addSpan(piece, message, index, {});
    }
  }

  private addCall(source: SourcePiece, content: Extract<PieceContent, { type: 'call' }>, message: SourceMessage, index: number): void {
    if (this.seenCalls.has(content.callId)) {
      throw new FormatError({
        code: 'duplicate-id',
        what: `The call id ${JSON.stringify(content.callId)} stands twice`,
        path: message.path,
        line: message.line,
        next: 'Give each call an id of its own; results are paired by it.',
      });
    }
    this.seenCalls.add(content.callId);
    const span = this.addSpan({ ...source, kind: 'exchange', provenance: source.provenance ?? 'tool' }, message, index, {
      exchange: {
        callId: content.callId,
        toolName: content.name,
        input: content.input,
        resultText: '',
        isError: false,
        isPending: true,
        callMessage: index,
        workingDirectory: source.workingDirectory ?? this.options.workingDirectory,
      },
    });
    this.waiting.set(content.callId, span);
  }

  private addResult(source: SourcePiece, content: Extract<PieceContent, { type: 'result' }>, message: SourceMessage, index: number): void {
    const span = this.waiting.get(content.callId);
    if (span?.exchange === undefined) {
      this.addOrphanResult(source, content.callId, message, index);
      return;
    }
    this.waiting.delete(content.callId);
    this.attach(span, source, index);
    span.text = content.text;
    span.exchange.resultText = content.text;
    span.exchange.isError = content.isError;
    span.exchange.isPending = false;
    if (source.isUserAnswer) span.exchange.isUserAnswer = true;
    if (source.exitCode !== undefined) span.exchange.exitCode = source.exitCode;
  }

  private addOrphanResult(source: SourcePiece, callId: string, message: SourceMessage, index: number): void {
    const isRepeat = this.seenCalls.has(callId);
    if (this.options.onOrphan === 'reject') {
      throw new FormatError({
        code: 'orphan-result',
        what: isRepeat ? `The call ${JSON.stringify(callId)} has a second result` : `A result answers the call ${JSON.stringify(callId)}, which is not there`,
        path: message.path,
        line: message.line,
        next: 'Pass the whole conversation, or let holdfast repair it (`--repair`; `onInvalid: "repair"`).',
      });
    }
    this.warn('result-orphaned', `a result for the call ${JSON.stringify(callId)} has no call${isRepeat ? ' of its own' : ''}`, message);
    this.addSpan({ ...source, kind: 'unknown', provenance: source.provenance ?? 'tool' }, message, index, { mustLeave: 'orphan-result' });
  }

  private addSpan(
    source: SourcePiece & { textRange?: Piece['textRange'] },
    message: SourceMessage,
    index: number,
    extra: { exchange?: Writable<Exchange>; endsTurn?: boolean; mustLeave?: 'orphan-result' },
  ): OpenSpan {
    if (this.spans.length >= LIMITS.SPANS) {
      throw new FormatError({
        code: 'format-limit',
        what: `The conversation has more spans than the limit SPANS of ${LIMITS.SPANS}`,
        next: 'Split the file by session.',
      });
    }
    const turn = message.isPreamble ? 0 : Math.max(1, this.turn);
    const kind = source.kind ?? kindOf(source, message);
    const span: OpenSpan = {
      id: `t${turn}.${++this.turnSpanCount}` as SpanId,
      index: this.spans.length,
      turn,
      kind,
      provenance: source.provenance ?? provenanceOf(message.role),
      text: contentText(source.content),
      pieces: [],
      ...(extra.exchange ? { exchange: extra.exchange } : {}),
      ...(source.injection ? { injection: source.injection } : {}),
      ...(source.modeKind === undefined ? {} : { modeKind: source.modeKind }),
      ...(source.isSourceHeld === undefined ? {} : { isSourceHeld: source.isSourceHeld }),
      ...(source.isPinned ? { isPinned: true } : {}),
      ...(extra.endsTurn && kind === 'text' ? { endsTurn: true } : {}),
      ...(extra.mustLeave ? { mustLeave: extra.mustLeave } : {}),
    };
    this.spans.push(span);
    this.attach(span, source, index);
    return span;
  }

  private attach(span: OpenSpan, source: SourcePiece & { textRange?: Piece['textRange'] }, index: number): void {
    const piece: Piece = {
      message: index,
      raw: source.raw,
      block: source.block,
      content: source.content,
      ...(source.textRange ? { textRange: source.textRange } : {}),
    };
    span.pieces.push(piece);
    this.frames[index]?.pieces.push({ spanIndex: span.index, piece });
  }

  private warn(code: string, message: string, where: SourceMessage): void {
    this.warnings.push({ code, message, path: where.path, ...(where.line === undefined ? {} : { line: where.line }) });
  }

  finish(): Conversation {
    this.closeUnanswered();
    if (this.options.isThinkingDemanded) this.markDemandedThinking();
    const o = this.options;
    return {
      format: o.format,
      spans: this.spans,
      messages: this.frames,
      tools: o.tools ?? [],
      recognizedAs: o.recognizedAs,
      warnings: this.warnings,
      brokenRaws: o.brokenRaws ?? [],
      sessionId: o.sessionId,
      workingDirectory: o.workingDirectory,
      isIllFormed: o.isIllFormed ?? false,
      document: o.document,
    };
  }

  /** A call without a result is pending only if nothing but results of its own message follows (C01, C03). */
  private closeUnanswered(): void {
    const lastSpeaking = this.frames.findLastIndex((frame) => frame.role !== 'tool' && frame.pieces.some(({ piece }) => piece.content.type !== 'result'));
    for (const span of this.waiting.values()) {
      const exchange = span.exchange;
      if (exchange === undefined || exchange.callMessage >= lastSpeaking) continue;
      const source = this.options.messages[exchange.callMessage];
      if (this.options.onOrphan === 'reject') {
        throw new FormatError({
          code: 'orphan-call',
          what: `The call ${JSON.stringify(exchange.callId)} has no result, and the conversation went on`,
          path: source?.path,
          line: source?.line,
          next: 'Pass the whole conversation, or let holdfast repair it (`--repair`; `onInvalid: "repair"`).',
        });
      }
      exchange.isPending = false;
      span.mustLeave = 'orphan-call';
      if (source) this.warn('call-unanswered', `the call ${JSON.stringify(exchange.callId)} has no result, and the conversation went on`, source);
    }
  }

  /** The open turn: since the last user message that holds something other than results, if it has calls. */
  private markDemandedThinking(): void {
    const start = this.frames.findLastIndex(
      (frame) => frame.isVisible && frame.role === 'user' && frame.pieces.some(({ piece }) => piece.content.type !== 'result'),
    );
    const open = this.frames.slice(start + 1);
    const lastAssistant = open.findLast((frame) => frame.role === 'assistant');
    if (!lastAssistant?.pieces.some(({ piece }) => piece.content.type === 'call')) return;
    for (const frame of open) {
      for (const { spanIndex } of frame.pieces) {
        const span = this.spans[spanIndex];
        if (span?.kind === 'thinking') span.isDemanded = true;
      }
    }
  }
}

/** Calls that a later message answers. A server's own tools are answered in the same message, whose text may end the turn. */
function hasOpenCalls(message: SourceMessage): boolean {
  const answered = new Set(message.pieces.map(({ content }) => (content.type === 'result' ? content.callId : undefined)));
  return message.pieces.some(({ content }) => content.type === 'call' && !answered.has(content.callId));
}

function kindOf(source: SourcePiece, message: SourceMessage): SpanKind {
  if (source.injection) return 'injected';
  if (message.role === 'system') return 'system';
  switch (source.content.type) {
    case 'text':
      return 'text';
    case 'thinking':
      return 'thinking';
    case 'media':
      return message.role === 'user' ? 'attachment' : 'unknown';
    case 'call':
    case 'result':
      return 'exchange';
    case 'opaque':
      return 'unknown';
  }
}

function provenanceOf(role: Message['role']): Provenance {
  return role;
}
