import type { Command } from 'commander';
import { RATIO_CEILING } from '../core/checkpoint/gates/ratio.ts';
import { DEFAULTS } from '../core/defaults.ts';
import { CHOICES, type PlanningOptions } from '../options.ts';
import { estimateCounter } from '../tokens/estimate-counter.ts';
import { collect, parseChoice, parseCount, parseFormat, parseRatio, parseRelease, parseShare, parseTokens } from './flags.ts';
import { readToolsFile } from './tools-file.ts';

/** The flags that decide what leaves: the same for `compact` and `plan`. */
export function addPlanningFlags(command: Command): Command {
  return command
    .option('--format <format>', 'what the input is; detected where not given', parseFormat)
    .option('--to <format>', "the output's format; the input's own where not given", parseFormat)
    .option('--window <tokens>', "tokens of the model's context", parseTokens)
    .option('--target <share>', `share that may stay, of the window or of what came in (default ${DEFAULTS.targetShare * 100}%)`, parseShare)
    .option('--max-tokens <tokens>', 'tokens that may stay', parseTokens)
    .option('--reclaim <tokens>', 'tokens that have to go', parseTokens)
    .option('--recall <how>', `how the agent gets spans back: auto, tool, cli, off (default ${DEFAULTS.recall})`, parseChoice(...CHOICES.recall))
    .option('--recall-command <command>', 'what the agent is told to run with `--recall cli` (default holdfast recall)')
    .option('--strategy <strategy>', `split, or truncate: archive all and cut hard (default ${DEFAULTS.strategy})`, parseChoice(...CHOICES.strategy))
    .option(
      '--overflow <how>',
      `halt, or tombstone: after all else, what was said leaves sentence by sentence, each with a handle (default ${DEFAULTS.overflow})`,
      parseChoice(...CHOICES.overflow),
    )
    .option(
      '--checkpoint-tokens <tokens>',
      `what checkpoints may take; 0 for none (default up to ${DEFAULTS.checkpointShare * 100}% of the target)`,
      parseCount,
    )
    .option('--min-facts <count>', `facts that each segment of a checkpoint keeps (default ${DEFAULTS.minFactsPerSegment})`, parseCount)
    .option('--max-ratio <ratio>', `source tokens that one token of a checkpoint may stand for, at most (default ${RATIO_CEILING}, and no more)`, parseRatio)
    .option('--min-segment-tokens <tokens>', `segments of a checkpoint are not cut smaller (default ${DEFAULTS.minSegmentTokens})`, parseTokens)
    .option(
      '--on-exhausted <how>',
      `externalize, or throw: refuse where a segment cannot be covered (default ${DEFAULTS.onExhausted})`,
      parseChoice(...CHOICES.onExhausted),
    )
    .option('--release <id=reason>', 'let a protected span go, with the reason for the ledger; may be repeated', parseRelease)
    .option('--pin <id>', 'never take this span; may be repeated', collect)
    .option('--protected-budget <tokens>', 'refuse where authoritative spans take more', parseTokens)
    .option('--keep-recent <tokens>', `latest exchanges that stay whole (default ${DEFAULTS.keepRecentShare * 100}% of the target)`, parseCount)
    .option('--keep-recent-exchanges <count>', `latest exchanges that stay whole, however large (default ${DEFAULTS.keepRecentExchanges})`, parseCount)
    .option(
      '--attachment-tokens <tokens>',
      `a fenced or tagged block of the user above this is an attachment (default ${DEFAULTS.attachmentTokens})`,
      parseCount,
    )
    .option('--tools <path>', "JSON file that says what tools of the caller's own do")
    .option('--tokenizer <name>', 'o200k, or estimate: script-aware, without a vocabulary (default o200k)', parseChoice('o200k', 'estimate'))
    .option('--repair', 'let orphaned calls and results leave, instead of refusing them')
    .option('--strict', 'broken lines are errors')
    .option('--archive <url>', "sqlite:PATH, a path, or memory: (default HOLDFAST_ARCHIVE, else the user's data folder)");
}

/** The flags as plain values: what a saved plan holds. */
export interface PlanningFlags extends Omit<PlanningOptions, 'counter' | 'probe' | 'damage'> {
  readonly tokenizer?: 'o200k' | 'estimate' | undefined;
}

/** The flags as options of the library. */
export function libraryOptions({ tokenizer, ...options }: PlanningFlags): PlanningOptions {
  return tokenizer === 'estimate' ? { ...options, counter: estimateCounter() } : options;
}

export async function planningFlags(flags: Readonly<Record<string, unknown>>): Promise<PlanningFlags> {
  const pick = <T>(name: string): T | undefined => flags[name] as T | undefined;
  return {
    format: pick('format'),
    to: pick('to'),
    window: pick('window'),
    target: pick('target'),
    maxTokens: pick('maxTokens'),
    reclaim: pick('reclaim'),
    recall: pick('recall'),
    strategy: pick('strategy'),
    overflow: pick('overflow'),
    checkpointTokens: pick('checkpointTokens'),
    minFactsPerSegment: pick('minFacts'),
    maxRatio: pick('maxRatio'),
    minSegmentTokens: pick('minSegmentTokens'),
    onExhausted: pick('onExhausted'),
    release: pick('release'),
    pin: pick('pin'),
    protectedBudget: pick('protectedBudget'),
    keepRecentTokens: pick('keepRecent'),
    keepRecentExchanges: pick('keepRecentExchanges'),
    attachmentTokens: pick('attachmentTokens'),
    onInvalid: flags['repair'] === true ? 'repair' : 'reject',
    isStrict: flags['strict'] === true,
    tools: flags['tools'] === undefined ? undefined : await readToolsFile(String(flags['tools'])),
    tokenizer: pick('tokenizer'),
  };
}
