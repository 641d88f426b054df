import type { Archive } from './archive/archive.ts';
import type { CheckpointOptions, SummarizerOptions } from './checkpoint-options.ts';
import { RATIO_CEILING } from './core/checkpoint/gates/ratio.ts';
import type { CallerTool } from './core/classify/tools/caller-tool.ts';
import { FORMAT_NAMES, type FormatName, type Warning } from './core/conversation.ts';
import { DEFAULTS } from './core/defaults.ts';
import { ConfigError } from './core/errors/config-error.ts';
import type { CompactionEvent } from './core/receipt.ts';
import type { TokenCounter } from './core/token-count.ts';

/** How much may stay. Exactly one of `target`, `maxTokens` and `reclaim`; `target: 0.4` where none is given. */
export interface TargetOptions {
  /** Tokens of the model's context. */
  readonly window?: number | undefined;
  /** Share (0 to 1) of the window where one is given, else of the tokens that came in. */
  readonly target?: number | undefined;
  /** Tokens that may stay, all included. */
  readonly maxTokens?: number | undefined;
  /** Tokens that have to go. */
  readonly reclaim?: number | undefined;
}

export interface PlanningOptions extends TargetOptions, CheckpointOptions {
  /** The input's format; detected where it is not given. */
  readonly format?: FormatName | undefined;
  /** For detection: the name of the file. */
  readonly fileName?: string | undefined;
  /** The conversation's name in the archive: the host's own id, or one made from its first text, where it is not given. */
  readonly conversationId?: string | undefined;
  /** The output's format; the input's own where it is not given. */
  readonly to?: FormatName | undefined;
  /** How the agent can get spans back (E3a). `auto` looks at the conversation's tools. */
  readonly recall?: 'auto' | 'tool' | 'cli' | 'off' | undefined;
  /** E8: span id to the reason why it may go. */
  readonly release?: Readonly<Record<string, string>> | undefined;
  /** Span ids that are never taken (E8a). */
  readonly pin?: readonly string[] | undefined;
  /** `tombstone`: after all else, what the user wrote and commitments leave sentence by sentence, each with a tombstone (E8a). */
  readonly overflow?: 'halt' | 'tombstone' | undefined;
  /** `truncate` archives everything and cuts hard, with a tombstone for each cut (E8). */
  readonly strategy?: 'split' | 'truncate' | undefined;
  /** E9: tokens that authoritative spans may take. */
  readonly protectedBudget?: number | undefined;
  /** Latest exchanges that are kept whole up to this; a share of the target where it is not given. */
  readonly keepRecentTokens?: number | undefined;
  /** Latest exchanges that are kept whole, however large. */
  readonly keepRecentExchanges?: number | undefined;
  /** Broken lines are errors. */
  readonly isStrict?: boolean | undefined;
  /** What to do with orphaned calls and results: refuse (default), or repair with a warning. */
  readonly onInvalid?: 'reject' | 'repair' | undefined;
  readonly attachmentTokens?: number | undefined;
  readonly counter?: TokenCounter | undefined;
  /** Hash (SHA-256, hex) of a file as it is now, `null` where it is gone: a live probe for handles. */
  readonly probe?: ((path: string) => string | null | undefined) | undefined;
  /** What the caller's own tools do; on top of the formats' tables. */
  readonly tools?: readonly CallerTool[] | undefined;
  /** What was wrong with the bytes before they became text; from a reader of files. */
  readonly damage?: { readonly warnings: readonly Warning[]; readonly raws: readonly string[] } | undefined;
  /** The shell command that the legend names for recall. */
  readonly recallCommand?: string | undefined;
}

export interface CompactOptions extends PlanningOptions, SummarizerOptions {
  readonly archive: Archive;
  readonly onEvent?: ((event: CompactionEvent) => void) | undefined;
}

/** A typing error here would turn a strict reading off (E3a), so nothing else is taken. */
export const CHOICES = {
  recall: ['auto', 'tool', 'cli', 'off'],
  overflow: ['halt', 'tombstone'],
  strategy: ['split', 'truncate'],
  onInvalid: ['reject', 'repair'],
  onExhausted: ['externalize', 'throw'],
  onSummarizerError: ['fallback', 'throw'],
  format: FORMAT_NAMES,
  to: FORMAT_NAMES,
} as const satisfies Record<string, readonly string[]>;

/** Checks what was given; throws `ConfigError` with the option's name. */
export function checkOptions(options: PlanningOptions & SummarizerOptions): void {
  const given = (['target', 'maxTokens', 'reclaim'] as const).filter((name) => options[name] !== undefined);
  if (given.length > 1) {
    throw new ConfigError({ what: `${given.join(' and ')} were given together`, option: given[1], next: 'Give one of target, max tokens and reclaim.' });
  }
  for (const [name, choices] of Object.entries<readonly string[]>(CHOICES)) {
    const value = options[name as keyof typeof CHOICES];
    if (value !== undefined && !choices.includes(value)) {
      throw new ConfigError({ what: `${name} is ${JSON.stringify(value)}`, option: name, next: `Choose one of ${choices.join(', ')}.` });
    }
  }
  for (const name of ['pin', 'tools'] as const) {
    if (options[name] !== undefined && !Array.isArray(options[name]))
      throw new ConfigError({ what: `${name} is no array`, option: name, next: 'Give an array.' });
  }
  if (options.summarizer !== undefined && typeof options.summarizer?.summarize !== 'function') {
    throw new ConfigError({ what: 'The summarizer has no function `summarize`', option: 'summarizer', next: 'Give one as `modelSummarizer()` makes it.' });
  }
  if (options.counter !== undefined && typeof options.counter?.count !== 'function') {
    throw new ConfigError({ what: 'The counter has no function `count`', option: 'counter', next: 'Give one as `o200kCounter()` makes it.' });
  }
  checkNumber('target', options.target, (value) => value > 0 && value <= 1, 'a share above 0 and up to 1, as 0.4 or 40%');
  for (const name of ['window', 'maxTokens', 'reclaim', 'protectedBudget'] as const) {
    checkNumber(name, options[name], (value) => Number.isInteger(value) && value > 0, 'a whole number of tokens above 0');
  }
  checkNumber('maxRatio', options.maxRatio, (value) => value >= 1 && value <= RATIO_CEILING, `a ratio from 1 to ${RATIO_CEILING}`);
  checkNumber('minSegmentTokens', options.minSegmentTokens, (value) => Number.isInteger(value) && value > 0, 'a whole number of tokens above 0');
  checkNumber('summarizerConcurrency', options.summarizerConcurrency, (value) => Number.isInteger(value) && value > 0, 'a whole number of segments, 1 or more');
  for (const name of ['keepRecentTokens', 'keepRecentExchanges', 'attachmentTokens', 'checkpointTokens', 'minFactsPerSegment'] as const) {
    checkNumber(name, options[name], (value) => Number.isInteger(value) && value >= 0, 'a whole number, 0 or more');
  }
}

function checkNumber(name: string, value: number | undefined, isFit: (value: number) => boolean, want: string): void {
  if (value === undefined || isFit(value)) return;
  throw new ConfigError({ what: `${name} is ${value}`, option: name, next: `Give ${want}.` });
}

/** Tokens that may stay. `sourceTokens` are those that came in (of an output of ours: those of its source). */
export function targetTokens(options: TargetOptions, sourceTokens: number): number {
  if (options.maxTokens !== undefined) return options.maxTokens;
  if (options.reclaim !== undefined) return Math.max(0, sourceTokens - options.reclaim);
  return Math.floor((options.target ?? DEFAULTS.targetShare) * (options.window ?? sourceTokens));
}
