import type { ArchivedSpan, LedgerSpan, PlanningArchive } from './archive/archive.ts';
import { toArchivedSpan } from './archived-span.ts';
import { type ClassifiedSpan, classify } from './core/classify/classify.ts';
import type { RecallMode } from './core/classify/rule.ts';
import { type CallerTool, callerToolTable } from './core/classify/tools/caller-tool.ts';
import type { ToolTable } from './core/classify/tools/tool-rule.ts';
import type { Conversation, FormatName } from './core/conversation.ts';
import { countNote, countSpan } from './core/count-span.ts';
import { DEFAULTS } from './core/defaults.ts';
import { ConfigError } from './core/errors/config-error.ts';
import type { Span } from './core/span.ts';
import type { TokenCount, TokenCounter } from './core/token-count.ts';
import { formatNamed, parseSource } from './formats/index.ts';
import { sha256 } from './hash.ts';
import { checkOptions, type PlanningOptions, targetTokens } from './options.ts';
import { recallMode } from './recall-mode.ts';
import { archivedHandles } from './recalled-handles.ts';
import { type Restored, restore, toolFormatsOf } from './restore.ts';
import { loadShellParser } from './shell/parse-shell.ts';
import { loadO200k } from './tokens/o200k-counter.ts';

/** A conversation, parsed, restored, counted and classed: all that planning needs. */
export interface Prepared {
  readonly attachmentTokens: number;
  readonly source: string;
  readonly inputHash: string;
  /** As the file has it. */
  readonly parsed: Conversation;
  readonly restored: Restored;
  readonly conversationId: string;
  readonly outputFormat: FormatName;
  readonly counter: TokenCounter;
  readonly recall: RecallMode;
  readonly classified: readonly ClassifiedSpan[];
  /** By index of the restored conversation. */
  readonly tokens: readonly TokenCount[];
  readonly handles: readonly string[];
  /** As the archive will keep them; `undefined` for spans that it has already. */
  readonly records: readonly (ArchivedSpan | undefined)[];
  /** What the input takes as it stands, notes included. */
  readonly tokensBefore: TokenCount;
  /** What the host sent last: what stands before its own compactions is not in it. */
  readonly liveTokens: TokenCount;
  /** What the source took before any compaction of ours. */
  readonly sourceTokens: TokenCount;
  readonly targetTokens: TokenCount;
  readonly keepRecentTokens: TokenCount;
  readonly keepRecentExchanges: number;
  readonly callerTools: readonly CallerTool[];
  /** What a live probe found, by path. */
  readonly probed: ReadonlyMap<string, string | null>;
}

export async function prepare(source: string, options: PlanningOptions, archive: PlanningArchive): Promise<Prepared> {
  checkOptions(options);
  const parseShell = await loadShellParser();
  const counter = options.counter ?? (await loadO200k());
  const parsed = withDamage(parseSource(withoutBom(source), options), options.damage);
  checkArchive(archive);
  checkOutputFormat(parsed.format, options.to);
  const restored = await restore(parsed, archive);
  const { conversation, gone } = restored;
  const tokens = conversation.spans.map((span) => gone.get(span.index)?.tokens ?? countSpan(span, counter));
  const sourceTokens = tokens.reduce((sum, count) => sum + count, 0);
  const target = targetTokens(options, sourceTokens);
  const callerTools = options.tools ?? [];
  const tools = [...callerToolTable(callerTools), ...toolTableOf(restored)];
  const probed = new Map<string, string | null>();
  const recall = recallMode(conversation, tools, options.recall ?? DEFAULTS.recall, !archive.url.startsWith('memory:'));
  const keepRecentTokens = options.keepRecentTokens ?? Math.floor(target * DEFAULTS.keepRecentShare);
  const keepRecentExchanges = options.keepRecentExchanges ?? DEFAULTS.keepRecentExchanges;
  const pinned = withPins(conversation, options.pin ?? []);
  const classified = classify(pinned.spans, {
    tools,
    toolDefinitions: conversation.tools,
    parseShell,
    hash: sha256,
    recall,
    tokens,
    keepRecentTokens,
    keepRecentExchanges,
    leftEarlier: (index) => restored.gone.has(index),
    isReleased: (index) => isReleased(pinned.spans[index], restored.gone.get(index), options),
    isArchived: await archivedHandles(pinned.spans, archive),
    attachmentTokens: options.attachmentTokens,
    probe: options.probe && recorded(options.probe, probed),
  });
  const records = pinned.spans.map((span) => (restored.knownHandles.has(span.index) ? undefined : toArchivedSpan(span, pinned)));
  const noteTokens = countNotes(restored, parsed, counter);
  checkReleases(classified, options.release ?? {});
  checkPins(restored, options.pin ?? []);
  return {
    source,
    inputHash: sha256(source),
    parsed,
    restored: { ...restored, conversation: pinned },
    conversationId: restored.parent?.conversationId ?? conversationIdOf(conversation),
    outputFormat: options.to ?? parsed.format,
    counter,
    recall,
    classified,
    tokens,
    records,
    handles: records.map((record, index) => (record === undefined ? (restored.knownHandles.get(index) ?? '') : archive.handleOf(record))),
    liveTokens: sumLive(pinned, tokens) + noteTokens,
    tokensBefore: sumPresent(restored, tokens) + noteTokens,
    sourceTokens,
    targetTokens: target,
    keepRecentTokens,
    keepRecentExchanges,
    callerTools,
    probed,
    attachmentTokens: options.attachmentTokens ?? DEFAULTS.attachmentTokens,
  };
}

/** What a live probe found, for the ledger: a reader cannot probe the disk of then. */
function recorded(probe: NonNullable<PlanningOptions['probe']>, probed: Map<string, string | null>): NonNullable<PlanningOptions['probe']> {
  return (path) => {
    const found = probe(path);
    if (found !== undefined) probed.set(path, found);
    return found;
  };
}

/** The tables of the formats that the conversation has been in, its own first. */
function toolTableOf(restored: Restored): ToolTable {
  return toolFormatsOf(restored).flatMap((name) => formatNamed(name).tools);
}

const BYTE_ORDER_MARK = '\uFEFF';

function withoutBom(source: string): string {
  return source.startsWith(BYTE_ORDER_MARK) ? source.slice(1) : source;
}

function withDamage(parsed: Conversation, damage: PlanningOptions['damage']): Conversation {
  if (damage === undefined) return parsed;
  return { ...parsed, warnings: [...damage.warnings, ...parsed.warnings], brokenRaws: [...parsed.brokenRaws, ...damage.raws] };
}

function sumPresent(restored: Restored, tokens: readonly TokenCount[]): TokenCount {
  return tokens.reduce((sum, count, index) => sum + (restored.gone.has(index) ? 0 : count), 0);
}

function sumLive(conversation: Conversation, tokens: readonly TokenCount[]): TokenCount {
  return conversation.spans.reduce((sum, span, index) => {
    const isLive = span.pieces.length > 0 && span.pieces.every((piece) => conversation.messages[piece.message]?.isVisible === true);
    return sum + (isLive ? (tokens[index] ?? 0) : 0);
  }, 0);
}

function countNotes(restored: Restored, parsed: Conversation, counter: TokenCounter): TokenCount {
  let sum = 0;
  for (const index of restored.noteIndexes) sum += countNote(parsed.spans[index]?.text ?? '', counter);
  return sum;
}

function withPins(conversation: Conversation, pins: readonly string[]): Conversation {
  if (pins.length === 0) return conversation;
  const known = new Set<string>(conversation.spans.map((span) => span.id));
  const unknown = pins.find((pin) => !known.has(pin));
  if (unknown !== undefined) throw unknownSpan('pin', unknown);
  const pinned = new Set(pins);
  return { ...conversation, spans: conversation.spans.map((span) => (pinned.has(span.id) ? { ...span, isPinned: true } : span)) };
}

function checkArchive(archive: PlanningArchive): void {
  if (typeof archive?.handleOf === 'function') return;
  throw new ConfigError({ what: 'There is no archive', option: 'archive', next: "Give one, as `sqlite('holdfast.db')` or `memory()`." });
}

/** A transcript belongs to its host: only wires can be written from any conversation. */
function checkOutputFormat(from: FormatName, to: FormatName | undefined): void {
  if (to === undefined || to === from || formatNamed(to).isWire) return;
  throw new ConfigError({
    what: `A ${formatNamed(from).title} cannot become a ${formatNamed(to).title}`,
    option: 'to',
    next: 'Give anthropic or openai, or leave it out.',
  });
}

function isReleased(span: Span | undefined, earlier: LedgerSpan | undefined, options: PlanningOptions): boolean {
  return span !== undefined && (options.release?.[span.id] !== undefined || earlier?.releaseReason !== undefined);
}

/** Rules whose spans the wire or the request needs: releasing one would break what is sent. */
const UNRELEASED: Readonly<Record<string, string>> = {
  fixed: 'System prompts and tool definitions are never touched; change them in your harness.',
  pending: 'Its result is still to come, and would have no call; release it when it is there.',
  'thinking-demanded': 'The provider wants the thinking of an open turn back; it leaves when the turn is finished.',
};

function checkReleases(classified: readonly ClassifiedSpan[], release: Readonly<Record<string, string>>): void {
  const byId = new Map<string, ClassifiedSpan>(classified.map((one) => [one.span.id, one]));
  for (const [id, reason] of Object.entries(release)) {
    const one = byId.get(id);
    if (one === undefined) throw unknownSpan('release', id);
    const next = UNRELEASED[one.rule.id];
    if (next !== undefined) throw new ConfigError({ what: `The span ${id} cannot be released (${one.rule.title})`, option: 'release', next });
    if (reason.trim() === '') {
      throw new ConfigError({
        what: `The release of ${id} has no reason`,
        option: 'release',
        next: 'Give one, as `--release ID=REASON`: it goes into the ledger.',
      });
    }
  }
}

function checkPins(restored: Restored, pins: readonly string[]): void {
  const gone = new Set<string>([...restored.gone.values()].map((claim) => claim.id));
  const late = pins.find((pin) => gone.has(pin));
  if (late === undefined) return;
  throw new ConfigError({
    what: `The span ${late} left in an earlier compaction`,
    option: 'pin',
    next: 'Recall it by its handle, or compact your own copy again with the pin.',
  });
}

function unknownSpan(option: string, id: string): ConfigError {
  return new ConfigError({ what: `There is no span ${id}`, option, next: 'Take the id from `holdfast plan --explain`, as t12.3.' });
}

/** The harness's own id where it has one; else the hash of the first text that the user wrote, which never leaves. */
export function conversationIdOf(conversation: Conversation): string {
  if (conversation.sessionId !== undefined && conversation.sessionId !== '') return conversation.sessionId;
  const first = conversation.spans.find((span) => span.kind === 'text' && span.provenance === 'user') ?? conversation.spans.find((span) => span.text !== '');
  return `conv_${sha256(first?.text.toWellFormed() ?? '').slice(0, 24)}`;
}
