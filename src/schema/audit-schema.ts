import { z } from 'zod';

const count = z.int().min(0);
const tokens = count.describe('tokens, as `tokenizer` counts them');
const turn = z.int().min(0);
const turns = z.tuple([turn, turn]).describe('first and last, both included');
const spanId = z.string().regex(/^t\d+\.\d+(\.\d+)?$/);
const kind = z.enum(['constraint', 'approval', 'open-work', 'commitment', 'measurement', 'other', 'talk']);
const fate = z.enum(['kept', 'restated', 'drifted', 'lost']);

const statement = z.strictObject({
  spanId,
  turn,
  kind,
  provenance: z.enum(['system', 'user', 'assistant', 'tool', 'harness', 'holdfast']),
  fate,
  text: z.string().describe('letter for letter, but for secrets'),
  start: count.describe("UTF-16 offset in the span's text"),
  end: count,
  surrogateText: z.string().optional().describe('what the window after has in its place'),
  changes: z
    .array(
      z.strictObject({
        kind: z.enum(['polarity', 'modality', 'scope', 'number', 'state', 'quotation']),
        found: z.string(),
        expected: z.string().optional(),
      }),
    )
    .optional(),
});

const fateCounts = z.record(fate, count);

const segment = z.strictObject({
  index: count,
  turns,
  sourceTokens: tokens,
  surrogateTokens: tokens.describe('of the sentences that speak of this segment more than of any other'),
  ratio: z.number().nullable().describe('source tokens for one token of the summary; null where no sentence speaks of it'),
  facts: count,
  factsHeld: count,
  requiredFacts: count,
  requiredHeld: count,
  findings: z.array(z.enum(['uncovered', 'ceiling', 'cliff', 'hedge', 'tail'])),
});

const after = z.strictObject({
  turns: count.describe('turns that were compared, on each side'),
  rejections: count,
  rejectionsBefore: count,
  errors: count,
  errorsBefore: count,
  latencyTurns: count.nullable().describe('turns to the first rejection or error; null where there is none'),
  rereads: count,
  repeatedFailures: count,
  links: z.array(
    z.strictObject({
      what: z.enum(['rejection', 'error', 're-read', 'repeated-failure']),
      turn,
      spanId,
      lostSpanId: spanId,
      by: z.enum(['path', 'command', 'identifier']),
      value: z.string(),
    }),
  ),
});

const whatIf = z.strictObject({
  theirs: z.strictObject({ tokensAfter: tokens, statements: fateCounts, factsInWindow: count }),
  statementCount: count.describe('statements whose own words stand in the window before, small talk apart'),
  factCount: count,
  status: z.enum(['compacted', 'refused', 'failed']),
  floorTokens: tokens.optional(),
  code: z.string().optional(),
  ours: z
    .strictObject({
      targetTokens: tokens,
      tokensAfter: tokens,
      statements: z.strictObject({ kept: count, behindHandle: count, lost: count }),
      factsInWindow: count,
    })
    .optional(),
});

const compaction = z.strictObject({
  index: count,
  tool: z.string(),
  line: count.describe('of its record in the file, from 1'),
  trigger: z.string().optional(),
  time: z.string().optional(),
  turn,
  tokensBefore: tokens,
  tokensAfter: tokens,
  reportedTokensBefore: z.number().optional().describe('as the host recorded them'),
  reportedTokensAfter: z.number().optional(),
  fates: z.record(kind, fateCounts),
  losses: z.array(statement).describe('drifted and lost, constraints first'),
  statements: z.array(statement).optional().describe('with --all: every statement'),
  invented: z.array(
    z.strictObject({
      text: z.string(),
      attributedTo: z.enum(['user', 'tool', 'assistant']),
      what: z.enum(['quotation', 'constraint', 'result']),
      found: z.string().describe('what of it stands nowhere'),
    }),
  ),
  segments: z.array(segment),
  after,
  cost: z.strictObject({ savedTokens: z.int(), rereadTokens: tokens, invalidatedTokens: tokens }),
  whatIf: whatIf.optional(),
});

const share = { compactionCount: count, lostCount: count, driftedCount: count, inventedCount: count, savedTokens: z.int() };

/** What `holdfast audit --json` prints. */
export const auditSchema = z.strictObject({
  schemaVersion: z.literal(1),
  sessions: z.array(
    z.strictObject({
      file: z.string(),
      recognizedAs: z.string(),
      sessionId: z.string().optional(),
      tokenizer: z.string(),
      compactions: z.array(compaction),
    }),
  ),
  skipped: z.array(z.strictObject({ file: z.string(), code: z.string(), reason: z.string() })).describe('the first thousand; all are counted'),
  totals: z.strictObject({
    sessionCount: count,
    skippedCount: count,
    lossySessionCount: count,
    ...share,
    fates: z.record(kind, fateCounts),
    rereadTokens: tokens,
    invalidatedTokens: tokens,
    after: z.strictObject({
      rejections: count,
      rejectionsBefore: count,
      errors: count,
      errorsBefore: count,
      rereads: count,
      repeatedFailures: count,
      links: count,
    }),
    byTool: z.record(z.string(), z.strictObject(share)),
    byMonth: z.record(z.string(), z.strictObject(share)),
  }),
});
