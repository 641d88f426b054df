import type { ArchivedSpan, PlanningArchive } from './archive/archive.ts';
import { toArchivedSpan } from './archived-span.ts';
import { type ClassifiedSpan, classify } from './core/classify/classify.ts';
import type { RecallMode } from './core/classify/rule.ts';
import { type CallerTool, callerToolTable } from './core/classify/tools/caller-tool.ts';
import type { ToolTable } from './core/classify/tools/tool-rule.ts';
import type { Conversation, FormatName } from './core/conversation.ts';
import { countNote, countSpan } from './core/count-span.ts';
import { DEFAULTS } from './core/defaults.ts';
import { ConfigError } from './core/errors/config-error.ts';
import { asSentences } from './core/talk/as-sentences.ts';
import type { TokenCount, TokenCounter } from './core/token-count.ts';
import { cutRestored } from './cut-restored.ts';
import { formatNamed, parseSource } from './formats/index.ts';
import { sha256 } from './hash.ts';
import { checkNamed, type NamedSpans, namedSpans, withPins } from './named-spans.ts';
import { checkOptions, type PlanningOptions, targetTokens } from './options.ts';
import { recallMode } from './recall-mode.ts';
import { archivedHandles } from './recalled-handles.ts';
import { type Restored, restore, toolFormatsOf } from './restore.ts';
import { loadShellParser } from './shell/parse-shell.ts';
import { loadO200k } from './tokens/o200k-counter.ts';

/** A restored conversation, counted and classed. */
interface Classed {
  readonly restored: Restored;
  readonly named: NamedSpans;
  readonly classified: readonly ClassifiedSpan[];
  /** By index of the restored conversation. */
  readonly tokens: readonly TokenCount[];
  /** What the source took before any compaction of ours. */
  readonly sourceTokens: TokenCount;
  readonly targetTokens: TokenCount;
  readonly keepRecentTokens: TokenCount;
}

/** A conversation, parsed, restored, counted and classed: all that planning needs. */
export interface Prepared extends Classed {
  readonly attachmentTokens: number;
  readonly source: string;
  readonly inputHash: string;
  /** As the file has it, but for texts that are cut into several spans: what is rendered. */
  readonly parsed: Conversation;
  readonly conversationId: string;
  readonly outputFormat: FormatName;
  readonly counter: TokenCounter;
  readonly recall: RecallMode;
  readonly handles: readonly string[];
  /** As the archive will keep them; `undefined` for spans that it has already. */
  readonly records: readonly (ArchivedSpan | undefined)[];
  /** What the input takes as it stands, notes included. */
  readonly tokensBefore: TokenCount;
  /** What the host sent last: what stands before its own compactions is not in it. */
  readonly liveTokens: TokenCount;
  readonly keepRecentExchanges: number;
  readonly callerTools: readonly CallerTool[];
  /** What a live probe found, by path. */
  readonly probed: ReadonlyMap<string, string | null>;
}

/** Every span has one before the ledger or a marker names it (§3). */
export function handleAt(prepared: Prepared, index: number): string {
  const handle = prepared.handles[index];
  if (handle === undefined) throw new Error('§3: every span has a handle before the ledger names it');
  return handle;
}

export async function prepare(source: string, options: PlanningOptions, archive: PlanningArchive): Promise<Prepared> {
  checkOptions(options);
  const parseShell = await loadShellParser();
  const counter = options.counter ?? (await loadO200k());
  const input = withDamage(parseSource(withoutBom(source), options), options.damage);
  checkArchive(archive);
  checkOutputFormat(input.format, options.to);
  const found = await restore(input, archive);
  const callerTools = options.tools ?? [];
  const tools = [...callerToolTable(callerTools), ...toolTableOf(found)];
  const probed = new Map<string, string | null>();
  const recall = recallMode(found.conversation, tools, options.recall ?? DEFAULTS.recall, !archive.url.startsWith('memory:'));
  checkOverflow(options, recall);
  const isArchived = await archivedHandles(found.conversation.spans, archive);
  const keepRecentExchanges = options.keepRecentExchanges ?? DEFAULTS.keepRecentExchanges;
  const classed = (restored: Restored): Classed => {
    const { spans } = restored.conversation;
    const { gone } = restored;
    const named = namedSpans(spans, options);
    const conversation = withPins(restored.conversation, named.pins);
    const tokens = spans.map((span) => gone.get(span.index)?.tokens ?? countSpan(span, counter));
    const sourceTokens = tokens.reduce((sum, count) => sum + count, 0);
    const target = targetTokens(options, sourceTokens);
    const keepRecentTokens = options.keepRecentTokens ?? Math.floor(target * DEFAULTS.keepRecentShare);
    const classified = classify(conversation.spans, {
      tools,
      toolDefinitions: conversation.tools,
      parseShell,
      hash: sha256,
      recall,
      tokens,
      keepRecentTokens,
      keepRecentExchanges,
      leftEarlier: (index) => gone.has(index),
      isReleased: (index) => named.releases.has(spans[index]?.id ?? '') || gone.get(index)?.releaseReason !== undefined,
      isArchived,
      attachmentTokens: options.attachmentTokens,
      probe: options.probe && recorded(options.probe, probed),
    });
    return { restored: { ...restored, conversation }, named, tokens, sourceTokens, targetTokens: target, keepRecentTokens, classified };
  };
  const whole = classed(found);
  // E8a: whether a text may be cut is a matter of its class, so that is asked first.
  const result = isOverflowing(options) ? classed(cutRestored(found, asSentences(whole.classified))) : whole;
  const { restored, tokens } = result;
  const { conversation, parsed } = restored;
  checkNamed(result.classified, (index) => restored.gone.has(index), options);
  const records = conversation.spans.map((span) => (restored.knownHandles.has(span.index) ? undefined : toArchivedSpan(span, conversation)));
  const noteTokens = countNotes(restored, counter);
  return {
    ...result,
    source,
    inputHash: sha256(source),
    parsed,
    conversationId: restored.parent?.conversationId ?? options.conversationId ?? conversationIdOf(found.conversation),
    outputFormat: options.to ?? parsed.format,
    counter,
    recall,
    records,
    handles: records.map((record, index) => (record === undefined ? (restored.knownHandles.get(index) ?? '') : archive.handleOf(record))),
    liveTokens: sumLive(conversation, tokens) + noteTokens,
    tokensBefore: sumPresent(restored, tokens) + noteTokens,
    keepRecentExchanges,
    callerTools,
    probed,
    attachmentTokens: options.attachmentTokens ?? DEFAULTS.attachmentTokens,
  };
}

function isOverflowing(options: PlanningOptions): boolean {
  return options.overflow === 'tombstone';
}

/** E8a: a hole in what the user said has to be one that can be filled. */
function checkOverflow(options: PlanningOptions, recall: RecallMode): void {
  if (!isOverflowing(options) || recall !== 'off') return;
  throw new ConfigError({
    what: "overflow is 'tombstone', and the agent has no way to recall what leaves",
    option: 'overflow',
    next: 'Say how it recalls, with `recall: "tool"` or `"cli"` (`--recall tool|cli`), or leave overflow at halt.',
  });
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

function countNotes(restored: Restored, counter: TokenCounter): TokenCount {
  let sum = 0;
  for (const index of restored.noteIndexes) sum += countNote(restored.parsed.spans[index]?.text ?? '', counter);
  return sum;
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
    next: 'Give anthropic, openai or openai-responses, or leave it out.',
  });
}

/** The harness's own id where it has one; else the hash of the first text that the user wrote. An output of ours has that of its ledger. */
export function conversationIdOf(conversation: Conversation): string {
  if (conversation.sessionId !== undefined && conversation.sessionId !== '') return conversation.sessionId;
  const first = conversation.spans.find((span) => span.kind === 'text' && span.provenance === 'user') ?? conversation.spans.find((span) => span.text !== '');
  return `conv_${sha256(first?.text.toWellFormed() ?? '').slice(0, 24)}`;
}
