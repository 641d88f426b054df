import { z } from 'zod';
import { RATIO_CEILING } from '../core/checkpoint/gates/ratio.ts';
import { CALLER_EFFECTS } from '../core/classify/tools/caller-tool.ts';
import { CHOICES } from '../options.ts';

const tokens = z.int().positive();
const format = z.enum(CHOICES.format);

/** Tools of the caller's own, as `--tools` and a saved plan give them. */
export const callerToolsSchema = z.array(
  z.strictObject({
    name: z.string().min(1),
    effect: z.enum(CALLER_EFFECTS),
    argument: z.string().min(1).optional(),
  }),
);

/** What `compact --plan` takes from a saved plan: nothing else in the file counts (P68). */
export const savedPlanSchema = z.object({
  schemaVersion: z.literal(1),
  input: z.object({ sha256: z.string(), characters: z.int() }),
  options: z.strictObject({
    format: format.optional(),
    to: format.optional(),
    window: tokens.optional(),
    target: z.number().optional(),
    maxTokens: tokens.optional(),
    reclaim: tokens.optional(),
    recall: z.enum(CHOICES.recall).optional(),
    strategy: z.enum(CHOICES.strategy).optional(),
    overflow: z.enum(CHOICES.overflow).optional(),
    checkpointTokens: z.int().min(0).optional(),
    minFactsPerSegment: z.int().min(0).optional(),
    maxRatio: z.number().min(1).max(RATIO_CEILING).optional(),
    minSegmentTokens: tokens.optional(),
    onExhausted: z.enum(CHOICES.onExhausted).optional(),
    release: z.record(z.string(), z.string()).optional(),
    pin: z.array(z.string()).optional(),
    protectedBudget: tokens.optional(),
    keepRecentTokens: z.int().min(0).optional(),
    keepRecentExchanges: z.int().min(0).optional(),
    attachmentTokens: z.int().min(0).optional(),
    onInvalid: z.enum(CHOICES.onInvalid).optional(),
    isStrict: z.boolean().optional(),
    tools: callerToolsSchema.optional(),
    tokenizer: z.enum(['o200k', 'estimate']).optional(),
  }),
});
