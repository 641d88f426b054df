import type { Archive } from '../archive/archive.ts';
import { memory } from '../archive/memory/index.ts';
import { type Compaction, compact } from '../compact.ts';
import { sourceOf } from '../core/checkpoint/region.ts';
import type { Conversation, Edit } from '../core/conversation.ts';
import { CompactionInvariantError } from '../core/errors/compaction-invariant-error.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import { holdsAnchor } from '../core/facts/anchors.ts';
import { gatherFacts } from '../core/facts/gather-facts.ts';
import type { Span } from '../core/span.ts';
import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import { type HostCompaction, hostCompactionsOf } from '../formats/host-compactions.ts';
import { formatNamed } from '../formats/index.ts';
import { parseForAudit } from './audit.ts';
import { type AuditTools, classifyWindow } from './classify-window.ts';
import type { AuditedStatement, Fate, SessionAudit } from './report.ts';
import { flatten } from './surrogate.ts';
import { readText } from './windows.ts';

/** Where the statements of a window are after a compaction of ours. */
export interface OurFates {
  /** Letter for letter in the window. */
  readonly kept: number;
  /** Letter for letter behind a handle that stands in the window. */
  readonly behindHandle: number;
  readonly lost: number;
}

/** One run of ours over the window. */
export interface WhatIfRun {
  readonly targetTokens: TokenCount;
  readonly tokensAfter: TokenCount;
  readonly statements: OurFates;
  readonly factsInWindow: number;
}

/**
 * The window before a compaction, compacted by holdfast, beside what its host did. Counted are the statements whose own
 * words stand in that window; small talk, and what an earlier compaction left in other words, are not.
 */
export interface WhatIf {
  readonly theirs: {
    readonly tokensAfter: TokenCount;
    readonly statements: Readonly<Record<Fate, number>>;
    readonly factsInWindow: number;
  };
  readonly statementCount: number;
  /** Facts that the window before held (F5), each counted once. */
  readonly factCount: number;
  /** `refused`: what is protected does not fit into the host's size (E7); then `ours` is at the floor. `failed`: with the error's code. */
  readonly status: 'compacted' | 'refused' | 'failed';
  readonly floorTokens?: TokenCount | undefined;
  readonly code?: string | undefined;
  readonly ours?: WhatIfRun | undefined;
}

/** What a target has to be above the floor: notes take a few tokens more or less from one target to the next. */
const ABOVE_FLOOR = 1.15;

/**
 * Each window that a host compacted, compacted by holdfast to the size that the host left, in an archive that ends with
 * the call. The window is the transcript with only the records that the host saw in it, in its own format.
 */
export async function whatIfs(
  conversation: Conversation,
  audit: SessionAudit,
  options: AuditTools & { readonly counter: TokenCounter },
): Promise<ReadonlyMap<number, WhatIf>> {
  const found = new Map<number, WhatIf>();
  for (const compaction of hostCompactionsOf(conversation)) {
    const audited = audit.compactions.find(({ index }) => index === compaction.index);
    if (audited === undefined) continue;
    const inWindow = new Set(compaction.before.map((at) => conversation.spans[at]?.id));
    const statements = audited.statements.filter(({ kind, spanId }) => kind !== 'talk' && inWindow.has(spanId));
    found.set(compaction.index, await whatIf(conversation, compaction, { statements, tokensAfter: audited.tokensAfter }, options));
  }
  return found;
}

async function whatIf(
  conversation: Conversation,
  compaction: HostCompaction,
  theirs: { readonly statements: readonly AuditedStatement[]; readonly tokensAfter: TokenCount },
  options: AuditTools & { readonly counter: TokenCounter },
): Promise<WhatIf> {
  const classified = classifyWindow(conversation, compaction.before, options);
  const anchors = [...new Set(gatherFacts(classified.map(sourceOf)).map(({ anchor }) => anchor))];
  const countFacts = (text: string): number => anchors.filter((anchor) => holdsAnchor(text, anchor)).length;
  const theirText = textOf([...compaction.kept, ...compaction.placed].flatMap((index) => conversation.spans[index] ?? []));
  const ground = {
    theirs: { tokensAfter: theirs.tokensAfter, statements: fatesOf(theirs.statements), factsInWindow: countFacts(theirText) },
    statementCount: theirs.statements.length,
    factCount: anchors.length,
  };
  const window = windowText(conversation, compaction);
  const run = async (targetTokens: TokenCount): Promise<WhatIfRun> => {
    const result = await compact(window, {
      format: conversation.format,
      maxTokens: targetTokens,
      onInvalid: 'repair',
      counter: options.counter,
      archive: lastingMemory(),
    });
    const text = textOf(parseForAudit(result.text, { format: result.format }).spans);
    return {
      targetTokens,
      tokensAfter: result.receipt.tokensAfter,
      statements: ourFates(theirs.statements, result, text, window, conversation),
      factsInWindow: countFacts(text),
    };
  };
  try {
    return { ...ground, status: 'compacted', ours: await run(theirs.tokensAfter) };
  } catch (error) {
    if (!(error instanceof CompactionInvariantError)) return { ...ground, status: 'failed', code: codeOf(error) };
    const refused = { ...ground, status: 'refused' as const, floorTokens: error.floorTokens };
    try {
      return { ...refused, ours: await run(Math.ceil(ABOVE_FLOOR * error.floorTokens)) };
    } catch (again) {
      return { ...refused, code: codeOf(again) };
    }
  }
}

function codeOf(error: unknown): string {
  if (HoldfastError.is(error)) return error.code;
  throw error;
}

/** What the host saw right before, and nothing else, as a transcript of its own. */
function windowText(conversation: Conversation, { before, index }: HostCompaction): string {
  const seen = new Set(before);
  const edit: Edit = { keeps: (span) => seen.has(span), notes: [], compactionId: `what-if-${index}` };
  return formatNamed(conversation.format).render(conversation, edit);
}

function fatesOf(statements: readonly AuditedStatement[]): Readonly<Record<Fate, number>> {
  const fates = { kept: 0, restated: 0, drifted: 0, lost: 0 };
  for (const { fate } of statements) fates[fate]++;
  return fates;
}

function ourFates(statements: readonly AuditedStatement[], { receipt }: Compaction, output: string, window: string, conversation: Conversation): OurFates {
  const flat = flatten(output);
  const withHandle = new Set(receipt.spans.flatMap(({ id, handle }) => (handle === undefined ? [] : [id])));
  const windowSpans = parseForAudit(window, { format: conversation.format }).spans;
  const archived = new Set(windowSpans.filter(({ id }) => withHandle.has(id)).map(readText));
  const sourceOfSpan = new Map(conversation.spans.map((span) => [span.id, span]));
  const fates = { kept: 0, behindHandle: 0, lost: 0 };
  for (const { text, spanId } of statements) {
    const span = sourceOfSpan.get(spanId);
    if (flat.includes(flatten(text))) fates.kept++;
    else if (span !== undefined && archived.has(readText(span))) fates.behindHandle++;
    else fates.lost++;
  }
  return fates;
}

function textOf(spans: readonly Span[]): string {
  return spans.map(readText).join('\n');
}

/** An archive in memory that counts as lasting, so that the agent recalls as it would with one in a file (E3a). */
function lastingMemory(): Archive {
  const archive = memory();
  return new Proxy(archive, {
    get: (target, name) => {
      if (name === 'url') return 'sqlite:what-if';
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
