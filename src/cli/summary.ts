import type { Checkpoint } from '../core/checkpoint/checkpoint.ts';
import type { Action } from '../core/classify/span-class.ts';
import { neutralize } from '../core/markers/neutralize.ts';
import type { Receipt, ReceiptSpan } from '../core/receipt.ts';
import { colours, formatNumber, tableOf } from './terminal.ts';

/** Before and after, by class and rule, as people read it. */
export function summaryOf(receipt: Receipt, done: 'compacted' | 'planned' = 'compacted'): string {
  const share = receipt.tokensBefore === 0 ? 100 : (100 * receipt.tokensAfter) / receipt.tokensBefore;
  const lines = [
    `${colours.bold(receipt.status === 'compacted' ? done : 'unchanged')}  ${receipt.recognizedAs}`,
    `${formatNumber(receipt.tokensBefore)} → ${colours.green(formatNumber(receipt.tokensAfter))} tokens (${share.toFixed(1)} %); target ${formatNumber(receipt.targetTokens)}, fixed ${formatNumber(receipt.fixedTokens)}, notes ${formatNumber(receipt.noteTokens)}; recall ${receipt.recall}`,
  ];
  if (receipt.liveTokens < receipt.tokensBefore)
    lines.push(`the host sent ${formatNumber(receipt.liveTokens)} of them last: it had compacted the transcript itself`);
  // Where nothing is done, there is nothing to list.
  if (receipt.spans.length > 0 && receipt.status === 'compacted') lines.push('', ruleTable(receipt.spans));
  if (receipt.checkpoints.length > 0 && receipt.status === 'compacted') lines.push('', checkpointTable(receipt.checkpoints));
  for (const event of receipt.events.filter(({ name }) => !QUIET_EVENTS.has(name)))
    lines.push(`${colours.cyan(event.name)}: ${event.message}${event.turn === undefined ? '' : ` (turn ${event.turn})`}`);
  for (const warning of receipt.warnings.slice(0, SHOWN_WARNINGS)) lines.push(`${colours.yellow('warning')} ${warning.code}: ${warning.message}`);
  if (receipt.warnings.length > SHOWN_WARNINGS) lines.push(`… and ${receipt.warnings.length - SHOWN_WARNINGS} more warnings in the receipt`);
  return lines.join('\n');
}

const SHOWN_WARNINGS = 10;
/** Nothing can be done about them: they stand in the receipt. */
const QUIET_EVENTS: ReadonlySet<string> = new Set(['phase-changed']);
const WORDS: Readonly<Record<Action, string>> = {
  keep: 'kept',
  drop: 'dropped',
  summarize: 'summarized',
  evict: 'evicted',
  evict_with_tombstone: 'evicted + tombstone',
};

function ruleTable(spans: readonly ReceiptSpan[]): string {
  const groups = new Map<string, { readonly first: ReceiptSpan; spans: number; tokens: number }>();
  for (const span of spans) {
    const key = `${span.class} ${span.rule} ${span.action}`;
    const group = groups.get(key) ?? { first: span, spans: 0, tokens: 0 };
    group.spans++;
    group.tokens += span.tokens;
    groups.set(key, group);
  }
  const order = ['authoritative', 'recoverable', 'disposable'];
  const rows = [...groups.values()].sort((a, b) => order.indexOf(a.first.class) - order.indexOf(b.first.class) || b.tokens - a.tokens);
  return tableOf(
    [{ title: 'class' }, { title: 'rule' }, { title: 'action' }, { title: 'spans', isNumber: true }, { title: 'tokens', isNumber: true }],
    rows.map(({ first, spans: count, tokens }) => [first.class, first.rule, WORDS[first.action], count, tokens]),
  );
}

/** Segment by segment: what stands for what, and what is only behind its handle. */
function checkpointTable(checkpoints: readonly Checkpoint[]): string {
  return tableOf(
    [
      { title: 'checkpoint' },
      { title: 'turns' },
      { title: 'outcome' },
      { title: 'source', isNumber: true },
      { title: 'text', isNumber: true },
      { title: 'ratio', isNumber: true },
      { title: 'facts kept' },
      { title: 'summarizer' },
    ],
    checkpoints.flatMap(({ id, segments }) =>
      segments.map((segment) => [
        `${id}.${segment.index}`,
        `t${segment.turns[0]}-t${segment.turns[1]}`,
        segment.outcome,
        segment.sourceTokens,
        segment.summaryTokens,
        segment.ratio === null ? '' : segment.ratio.toFixed(1),
        `${segment.factsRetained} of ${segment.facts}`,
        segment.summarizer,
      ]),
    ),
  );
}

/** `plan --explain`: every span with its rule, on lines that a terminal of 120 columns holds. */
export function explanationOf(receipt: Receipt): string {
  return tableOf(
    [
      { title: 'id' },
      { title: 'turn', isNumber: true },
      { title: 'kind' },
      { title: 'provenance' },
      { title: 'tokens', isNumber: true },
      { title: 'class' },
      { title: 'rule' },
      { title: 'state' },
      { title: 'action' },
      { title: 'handle' },
    ],
    receipt.spans.map((span) => [
      span.id,
      String(span.turn),
      span.kind,
      span.provenance,
      span.tokens,
      span.class,
      span.rule,
      span.handleState ?? 'none',
      WORDS[span.action],
      shorten(span.sourceHandle ?? span.handle ?? ''),
    ]),
  );
}

const HANDLE_WIDTH = 40;

/** Foreign text on a terminal: one line, no control characters. */
function shorten(handle: string): string {
  return neutralize(handle, HANDLE_WIDTH);
}
