import { z } from 'zod';
import { FORMAT_NAMES } from '../core/conversation.ts';
import { ARCHIVE_HANDLE } from '../core/handles/archive-handle.ts';
import { auditSchema } from './audit-schema.ts';

const tokens = z.int().min(0).describe('tokens, as `tokenizer` counts them');
const spanId = z
  .string()
  .regex(/^t\d+\.\d+(\.\d+)?$/)
  .describe('t<turn>.<n>, or t<turn>.<n>.<s> for a sentence of a text: stays for life');
const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256, hex');
const format = z.enum(FORMAT_NAMES);
const archiveHandle = z.string().regex(ARCHIVE_HANDLE);

const span = z.strictObject({
  id: spanId,
  turn: z.int().min(0).describe('from 1; 0 for what stands before the first message'),
  kind: z.enum(['system', 'tools', 'text', 'thinking', 'exchange', 'attachment', 'injected', 'mode', 'summary', 'note', 'unknown']),
  provenance: z.enum(['system', 'user', 'assistant', 'tool', 'harness', 'holdfast']),
  class: z.enum(['disposable', 'recoverable', 'authoritative']),
  rule: z.string().describe('row of the table that gave the class'),
  handleState: z.enum(['valid', 'invalidated', 'none']).optional(),
  action: z.enum(['keep', 'drop', 'summarize', 'evict', 'evict_with_tombstone']),
  tokens,
  sourceHandle: z.string().optional().describe('how the agent itself gets it again: path, URL, command'),
  handle: archiveHandle.optional().describe('its archive handle, where it left'),
});

const turns = z.tuple([z.int().min(0), z.int().min(0)]).describe('first and last, both included');

const checkpointId = z
  .string()
  .regex(/^k[1-9]\d*$/)
  .describe('stays for life, through any number of compactions');

const checkpoint = z.strictObject({
  id: checkpointId,
  turns,
  allowanceTokens: tokens,
  segments: z.array(
    z.strictObject({
      index: z.int().min(0),
      turns,
      sourceTokens: tokens,
      externalizedTokens: tokens.describe('of the source, what no text stands for'),
      summaryTokens: tokens,
      ratio: z.number().nullable().describe('source tokens for one token of text; null where no text stands'),
      facts: z.int().min(0),
      factsRetained: z.int().min(0),
      outcome: z.enum(['covered', 'externalized', 'uncovered']),
      summarizer: z.string().describe('who wrote it; empty where nobody was asked'),
      reason: z.string().optional().describe('why it is not covered'),
      handle: archiveHandle.describe('of its source; neighbours that are externalized share one'),
    }),
  ),
});

const event = z.strictObject({
  name: z.string(),
  message: z.string(),
  spanId: spanId.optional(),
  turn: z.int().optional(),
  checkpoint: checkpointId.optional().describe('where it happened to one'),
  segment: z.int().min(0).optional().describe('its index within the checkpoint; the first of several'),
});

const warning = z.strictObject({
  code: z.string(),
  message: z.string(),
  line: z.int().optional(),
  byteOffset: z.int().optional(),
  path: z.string().optional(),
});

/** The receipt's shape (DESIGN §11), published as `holdfast/schema/receipt.json`. */
export const receiptSchema = z
  .strictObject({
    schemaVersion: z.literal(1),
    status: z.enum(['compacted', 'unchanged']),
    compactionId: z
      .string()
      .regex(/^(c_[a-z2-7]{16})?$/)
      .describe('empty where nothing was done'),
    conversationId: z.string(),
    format,
    outputFormat: format,
    recognizedAs: z.string(),
    tokenizer: z.string(),
    tokensBefore: tokens,
    liveTokens: tokens.describe('what the host sent last; less than tokensBefore where it compacted the transcript itself'),
    tokensAfter: tokens,
    targetTokens: tokens,
    fixedTokens: tokens.describe('system prompt and tool definitions'),
    noteTokens: tokens.describe('what holdfast put in place'),
    strategy: z.enum(['split', 'truncate']),
    overflow: z.enum(['halt', 'tombstone']).describe('whether talk may leave sentence by sentence, after all else'),
    recall: z.enum(['tool', 'cli', 'off']),
    spans: z.array(span).describe('every source token is in exactly one'),
    checkpoints: z.array(checkpoint).describe('those that stand in the output, the earlier ones first'),
    summarizerUsage: z
      .strictObject({ inputTokens: tokens, outputTokens: tokens, cachedSegments: z.int().min(0) })
      .optional()
      .describe('what a model charged for checkpoints'),
    cache: z.strictObject({ unchangedPrefixTokens: tokens, invalidatedTokens: tokens }),
    outputHash: hash.optional().describe('of the output; absent in a plan'),
    events: z.array(event),
    warnings: z.array(warning),
  })
  .describe('What one compaction of holdfast reports, version 1');

const error = z.looseObject({ name: z.string(), code: z.string(), what: z.string(), where: z.string().optional(), next: z.string() });
const version = { schemaVersion: z.literal(1) };
const counts = { spanCount: z.int(), compactionCount: z.int() };

/** What each verb prints with `--json`, and what an error is, published as `holdfast/schema/cli.json`. */
export const cliSchemas = {
  compact: z.strictObject({
    ...version,
    status: z.enum(['compacted', 'unchanged']),
    format,
    output: z.string().optional(),
    outputFile: z.string().optional(),
    receipt: receiptSchema,
  }),
  plan: z.strictObject({
    ...version,
    input: z.strictObject({ sha256: hash, characters: z.int() }),
    options: z.record(z.string(), z.unknown()),
    receipt: receiptSchema,
  }),
  audit: auditSchema,
  verify: z.strictObject({
    ...version,
    verified: z.literal(true),
    compactionId: z.string(),
    conversationId: z.string(),
    spanCount: z.int(),
    keptCount: z.int(),
    evictedCount: z.int(),
  }),
  recall: z.strictObject({
    ...version,
    spans: z.array(
      z.strictObject({
        handle: archiveHandle,
        handles: z.array(archiveHandle).optional().describe('of a text that was cut into sentences: those of its sentences'),
        kind: z.string(),
        provenance: z.string(),
        format: z.string(),
        text: z.string(),
        call: z.strictObject({ name: z.string(), input: z.unknown() }).optional(),
        raws: z.array(z.string()),
      }),
    ),
  }),
  search: z.strictObject({ ...version, hits: z.array(z.strictObject({ handle: archiveHandle, snippet: z.string() })) }),
  convert: z.strictObject({
    ...version,
    format,
    recognizedAs: z.string(),
    output: z.string().optional(),
    outputFile: z.string().optional(),
    warnings: z.array(warning),
  }),
  stats: z.strictObject({
    ...version,
    url: z.string(),
    ...counts,
    conversationCount: z.int(),
    rawBytes: z.int(),
    storedBytes: z.int(),
    conversations: z.array(z.strictObject({ conversationId: z.string(), ...counts })),
  }),
  install: z.strictObject({
    ...version,
    written: z.boolean(),
    files: z.array(
      z.strictObject({
        path: z.string(),
        status: z.enum(['unchanged', 'created', 'changed', 'removed']),
        purpose: z.string().describe('what is put in, for people'),
        diff: z.array(z.string()).describe('lines after their sign: + added, - removed, @@ a place, a space for what stays'),
      }),
    ),
    remarks: z.array(z.string()),
  }),
  import: z.strictObject({ ...version, ...counts }),
  erase: z.strictObject({ ...version, ...counts }),
  gc: z.strictObject({ ...version, ...counts }),
  doctor: z.strictObject({ ...version, checks: z.array(z.strictObject({ name: z.string(), isSound: z.boolean(), message: z.string() })) }),
  error: z.strictObject({ ...version, error }),
} as const;
