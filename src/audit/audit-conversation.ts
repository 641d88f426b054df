import type { ClassifiedSpan } from '../core/classify/classify.ts';
import type { Conversation } from '../core/conversation.ts';
import { countSpan } from '../core/count-span.ts';
import type { TokenCount, TokenCounter } from '../core/token-count.ts';
import { type HostCompaction, hostCompactionsOf } from '../formats/host-compactions.ts';
import { aftermathOf } from './aftermath.ts';
import { type AuditTools, classifyWindow } from './classify-window.ts';
import { coverageOf } from './coverage.ts';
import { DURATION, fateOf, type WindowAfter } from './fates.ts';
import { InventionSource, inventionsIn } from './inventions.ts';
import { type AuditedStatement, type CompactionAudit, type Fate, LOSS_KINDS, type LossKind, type SessionAudit } from './report.ts';
import { type Statement, statementsOf } from './statements.ts';
import { Surrogate, withoutFrame } from './surrogate.ts';
import { readText, sourceText } from './windows.ts';

export interface AuditOptions extends AuditTools {
  readonly counter: TokenCounter;
}

/**
 * What each compaction in a conversation lost, whoever made it. Pure: the same conversation gives the same report.
 *
 * @example
 * const audit = auditConversation(parse(text), { counter: await loadO200k(), parseShell: await loadShellParser() });
 * audit.compactions[0]?.losses // [{ fate: 'lost', kind: 'constraint', text: 'Do not modify anything under /etc/prod/', … }]
 */
export function auditConversation(conversation: Conversation, options: AuditOptions): SessionAudit {
  const compactions: CompactionAudit[] = [];
  let carried: readonly Statement[] = [];
  for (const compaction of hostCompactionsOf(conversation)) {
    const { audit, standing } = auditCompaction(conversation, compaction, carried, options);
    compactions.push(audit);
    carried = standing;
  }
  return {
    recognizedAs: conversation.recognizedAs,
    ...(conversation.sessionId === undefined ? {} : { sessionId: conversation.sessionId }),
    tokenizer: options.counter.name,
    compactions,
  };
}

interface Audited {
  readonly audit: CompactionAudit;
  /** What still stands in the window after it, in whatever words: a later compaction may lose it. */
  readonly standing: readonly Statement[];
}

/** Index of a statement that an earlier compaction took from its span: no span of this window holds it. */
const CARRIED = -1;

function auditCompaction(conversation: Conversation, compaction: HostCompaction, carried: readonly Statement[], options: AuditOptions): Audited {
  const { counter } = options;
  const tokensOf = (index: number): TokenCount => {
    const span = conversation.spans[index];
    return span === undefined ? 0 : countSpan(span, counter);
  };
  const before = classifyWindow(conversation, compaction.before, options);
  const kept = new Set(compaction.kept);
  const keeps = (at: number): boolean => at !== CARRIED && kept.has(compaction.before[at] ?? CARRIED);
  const placed = compaction.placed.flatMap((index) => conversation.spans[index] ?? []);
  const sources = before.map(sourceText);
  const surrogate = new Surrogate(withoutFrame(placed.map((span) => span.text).join('\n')), { texts: sources });
  const keptTexts = before.flatMap(({ span }, at) => (keeps(at) ? [readText(span)] : []));
  const text = [...keptTexts, surrogate.text].join('\n');
  let timeless: string | undefined;
  const after: WindowAfter = { keeps, surrogate, text, timeless: () => (timeless ??= text.replace(DURATION, '')) };
  const ownIds = new Set(before.map(({ span }) => span.id));
  const earlier = carried.filter((statement) => !ownIds.has(statement.span.id)).map((statement) => ({ ...statement, at: CARRIED }));
  const judged = [...earlier, ...statementsOf(before)].map((statement) => ({ statement, audited: auditedOf(statement, after) }));
  const statements = judged.map(({ audited }) => audited);
  const losses = inOrder(statements.filter(({ fate, kind }) => (fate === 'lost' || fate === 'drifted') && kind !== 'talk'));
  const afterIndexes = range(compaction.afterStart, compaction.afterEnd);
  const aftermath = aftermathOf({
    before,
    keeps,
    after: classifyWindow(conversation, afterIndexes, options),
    losses,
    tokensAfter: afterIndexes.map(tokensOf),
  });
  const { rereadTokens, ...followed } = aftermath;
  const tokensBefore = sum(compaction.before.map(tokensOf));
  const keptTokens = sum(compaction.kept.map(tokensOf));
  const tokensAfter = keptTokens + sum(compaction.placed.map(tokensOf));
  const left = before.flatMap((classified, at) => (keeps(at) ? [] : [leftSpan(classified, tokensOf(compaction.before[at] ?? CARRIED))]));
  const audit: CompactionAudit = {
    index: compaction.index,
    tool: compaction.tool,
    line: compaction.line,
    ...(compaction.trigger === undefined ? {} : { trigger: compaction.trigger }),
    ...(compaction.time === undefined ? {} : { time: compaction.time }),
    turn: placed[0]?.turn ?? before.at(-1)?.span.turn ?? 0,
    tokensBefore,
    tokensAfter,
    ...(compaction.reportedTokensBefore === undefined ? {} : { reportedTokensBefore: compaction.reportedTokensBefore }),
    ...(compaction.reportedTokensAfter === undefined ? {} : { reportedTokensAfter: compaction.reportedTokensAfter }),
    fates: countFates(statements),
    losses,
    statements,
    invented: inventionsIn(surrogate, new InventionSource(sources), driftedSentences(statements)),
    segments: coverageOf(left, surrogate, (text) => counter.count(text)),
    after: followed,
    cost: {
      savedTokens: tokensBefore - tokensAfter,
      rereadTokens,
      invalidatedTokens: tokensAfter - unchangedPrefix(compaction, tokensOf),
    },
  };
  const standing = judged.filter(({ audited }) => audited.fate === 'kept' || audited.fate === 'restated').map(({ statement }) => statement);
  return { audit, standing };
}

function auditedOf(statement: Statement, after: WindowAfter): AuditedStatement {
  const { span, kind, text, start, end } = statement;
  return { spanId: span.id, turn: span.turn, kind, provenance: span.provenance, text, start, end, ...fateOf(statement, after) };
}

function driftedSentences(statements: readonly AuditedStatement[]): ReadonlySet<string> {
  return new Set(statements.flatMap(({ fate, surrogateText }) => (fate === 'drifted' && surrogateText !== undefined ? [surrogateText] : [])));
}

function inOrder(statements: readonly AuditedStatement[]): readonly AuditedStatement[] {
  return statements.toSorted((a, b) => LOSS_KINDS.indexOf(a.kind) - LOSS_KINDS.indexOf(b.kind));
}

function countFates(statements: readonly AuditedStatement[]): CompactionAudit['fates'] {
  const none = (): Record<Fate, number> => ({ kept: 0, restated: 0, drifted: 0, lost: 0 });
  const fates = Object.fromEntries(LOSS_KINDS.map((kind) => [kind, none()])) as Record<LossKind, Record<Fate, number>>;
  for (const { kind, fate } of statements) fates[kind][fate]++;
  return fates;
}

function leftSpan(classified: ClassifiedSpan, tokens: TokenCount): { classified: ClassifiedSpan; tokens: TokenCount; text: string } {
  return { classified, tokens, text: readText(classified.span) };
}

/** What stands before the first span that left: a provider's cache still has it. */
function unchangedPrefix({ before, kept }: HostCompaction, tokensOf: (index: number) => TokenCount): TokenCount {
  const stays = new Set(kept);
  const firstLeft = before.findIndex((index) => !stays.has(index));
  return sum(before.slice(0, firstLeft === -1 ? before.length : firstLeft).map(tokensOf));
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
