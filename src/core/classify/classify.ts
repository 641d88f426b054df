import type { ToolDefinition } from '../conversation.ts';
import { DEFAULTS } from '../defaults.ts';
import type { Span } from '../span.ts';
import { wholeTexts } from '../talk/whole-texts.ts';
import type { TokenCount } from '../token-count.ts';
import { analyzeExchanges, type ExchangeAnalysis } from './analyze-exchanges.ts';
import { planStandings } from './plan-standing.ts';
import { endsInQuestion } from './question.ts';
import type { PlanStanding, RecallMode, Rule, RuleContext } from './rule.ts';
import { RULES } from './rules.ts';
import type { ShellParser } from './shell.ts';
import type { HandleState } from './span-class.ts';
import type { ToolTable } from './tools/tool-rule.ts';

export interface ClassifyOptions {
  readonly tools: ToolTable;
  readonly toolDefinitions?: readonly ToolDefinition[] | undefined;
  readonly parseShell: ShellParser;
  /** SHA-256, hex. */
  readonly hash: (text: string) => string;
  readonly recall: RecallMode;
  /** By span index. */
  readonly tokens: readonly TokenCount[];
  /** The latest exchanges up to this are kept whole. */
  readonly keepRecentTokens: TokenCount;
  readonly keepRecentExchanges?: number | undefined;
  /** Spans that left in an earlier compaction: they are not among the recent, whatever the target is now. */
  readonly leftEarlier?: ((spanIndex: number) => boolean) | undefined;
  /** Spans that the caller released: they do not stand for an earlier one that says the same. */
  readonly isReleased?: ((spanIndex: number) => boolean) | undefined;
  /** Whether the archive holds what a call printed, under the handle that it named: what a recall printed is recoverable only then. */
  readonly isArchived?: ((handle: string, resultText: string) => boolean) | undefined;
  /** Above it, the output of the user's own command is an attachment; default `DEFAULTS.attachmentTokens`. */
  readonly attachmentTokens?: number | undefined;
  /** Hash of a file as it is now, `null` where it is gone; for a live probe. */
  readonly probe?: ((path: string) => string | null | undefined) | undefined;
}

/** A span with the one class that the table gives it (E1), and the rule that gave it. */
export interface ClassifiedSpan {
  readonly span: Span;
  readonly rule: Rule;
  readonly handleState: HandleState;
  /** The stable handle that the agent itself can use: a path, URL, command. */
  readonly sourceHandle?: string | undefined;
  readonly analysis?: ExchangeAnalysis | undefined;
  /** Where it stands among the plans, whatever rule classed it. */
  readonly planStanding?: PlanStanding | undefined;
}

/** Gives every span its class by the table of rules; a sentence has that of its whole text (E8a). Pure; O(n log n). */
export function classify(spans: readonly Span[], options: ClassifyOptions): readonly ClassifiedSpan[] {
  const { spans: wholes, headOf } = wholeTexts(spans);
  const analyses = analyzeExchanges(wholes, options);
  const context = contextOf(wholes, analyses, options);
  return spans.map((span) => {
    const whole = wholes[headOf(span.index)] ?? span;
    const seen = span.isPinned && !whole.isPinned ? { ...whole, isPinned: true } : whole;
    const rule = RULES.find((row) => row.fits(seen, context));
    if (!rule) throw new Error('E1: the last row of the table fits every span');
    const analysis = analyses.get(span.index);
    const planStanding = context.planStandingOf(whole);
    const sourceHandle = analysis?.handle;
    return {
      span,
      rule,
      handleState: rule.handleState,
      ...(rule.handleState === 'none' || sourceHandle === undefined ? {} : { sourceHandle }),
      ...(analysis ? { analysis } : {}),
      ...(planStanding ? { planStanding } : {}),
    };
  });
}

/** As where user text is split: the bound is a matter of taste and not of budget. */
const CHARACTERS_PER_TOKEN = 4;

function contextOf(spans: readonly Span[], analyses: ReadonlyMap<number, ExchangeAnalysis>, options: ClassifyOptions): RuleContext {
  const recent = recentExchanges(spans, options);
  const latest = latestOfKind(spans);
  const repeated = repeatedLater(spans, options);
  const replies = repliesToQuestions(spans);
  const standings = planStandings(spans, analyses);
  return {
    recall: options.recall,
    attachmentCharacters: (options.attachmentTokens ?? DEFAULTS.attachmentTokens) * CHARACTERS_PER_TOKEN,
    isRecent: (span) => recent.has(span.index),
    analysisOf: (span) => analyses.get(span.index),
    isLatestOfKind: (span) => latest.get(kindKey(span)) === span.index,
    isRepeatedLater: (span) => repeated.has(span.index),
    isReply: (span) => replies.has(span.index),
    planStandingOf: (span) => standings.get(span.index),
  };
}

/** From the end: at least so many exchanges, whole, and more while they fit (DESIGN §4, *recent*). */
function recentExchanges(spans: readonly Span[], options: ClassifyOptions): ReadonlySet<number> {
  const recent = new Set<number>();
  const least = options.keepRecentExchanges ?? DEFAULTS.keepRecentExchanges;
  let tokens = 0;
  for (let index = spans.length - 1; index >= 0; index--) {
    const span = spans[index];
    if (span?.kind !== 'exchange' || span.exchange?.isPending || span.mustLeave || options.leftEarlier?.(index)) continue;
    tokens += options.tokens[index] ?? 0;
    if (recent.size >= least && tokens > options.keepRecentTokens) break;
    recent.add(index);
  }
  return recent;
}

/** Opening words, so that two different reminders are two kinds and a rules block is not replaced by a to-do reminder (P8). */
const KIND_OPENING_CHARACTERS = 48;

function kindKey(span: Span): string {
  if (span.kind === 'mode') return `mode ${span.modeKind ?? ''}`;
  const opening = span.text.slice(0, KIND_OPENING_CHARACTERS).replace(/\d+/g, '0');
  return `injected ${span.injection?.kind ?? ''} ${opening}`;
}

function latestOfKind(spans: readonly Span[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const span of spans) if (span.kind === 'injected' || span.kind === 'mode') latest.set(kindKey(span), span.index);
  return latest;
}

function repeatedLater(spans: readonly Span[], options: ClassifyOptions): ReadonlySet<number> {
  const repeated = new Set<number>();
  const later = new Set<string>();
  for (let index = spans.length - 1; index >= 0; index--) {
    const span = spans[index];
    if (span === undefined || span.kind === 'exchange' || span.kind === 'thinking') continue;
    const key = `${span.kind} ${span.provenance} ${repeatText(span)}`;
    if (later.has(key)) repeated.add(index);
    else if (!options.isReleased?.(index)) later.add(key);
  }
  return repeated;
}

/** Media are compared by their bytes; a block without text and bytes is never a repetition. */
function repeatText(span: Span): string {
  const content = span.pieces[0]?.content;
  if (content?.type === 'media') return content.media.base64 ?? content.media.url ?? `only ${span.index}`;
  return span.text === '' ? `only ${span.index}` : span.text;
}

/** A user's text directly after an assistant's text that ends in a question mark, of any script. */
function repliesToQuestions(spans: readonly Span[]): ReadonlySet<number> {
  const replies = new Set<number>();
  let asked = false;
  for (const span of spans) {
    if (span.kind === 'text' && span.provenance === 'assistant') asked = endsInQuestion(span.text);
    else if (span.kind === 'text' && span.provenance === 'user') {
      if (asked) replies.add(span.index);
      asked = false;
    } else if (span.kind === 'exchange') asked = false;
  }
  return replies;
}
