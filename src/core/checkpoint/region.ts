import type { ClassifiedSpan } from '../classify/classify.ts';
import type { Action } from '../classify/span-class.ts';
import type { FactSource } from '../facts/fact.ts';
import { saysFailed } from '../has-failed.ts';
import { isEncrypted } from '../is-encrypted.ts';
import { labelOf } from '../plan/label.ts';
import { redact } from '../redact/redact.ts';
import { redactValue } from '../redact/redact-value.ts';
import type { TokenCount } from '../token-count.ts';

/** One span of a reclaimed region, as summarizers and gates read it. */
export interface RegionSpan {
  readonly spanIndex: number;
  readonly tokens: TokenCount;
  readonly source: FactSource;
}

/** Rules of spans that stand again elsewhere, letter for letter or in a newer state: nothing of them is lost. */
const STANDS_ELSEWHERE: ReadonlySet<string> = new Set([
  'user-redundant',
  'final-redundant',
  'harness-redundant',
  'harness-older',
  'attachment-redundant',
  'mode-older',
  'plan-superseded',
  'read-superseded',
  'summary-remade',
]);

/** Rules of spans that have a handle of their own, and whose content is a file's or can be had again: externalized by it. */
const HAS_OWN_HANDLE: ReadonlySet<string> = new Set([
  'inclusion-valid',
  'inclusion-invalidated',
  'recalled',
  'write-last',
  'write-superseded',
  'read-valid',
  'read-invalidated',
]);

/**
 * What leaves and would be lost to the reader of the window: scratch, and what cannot be had again. What is
 * authoritative is never material (DESIGN §5), and what was read of files stands behind its own handle (F6: on neither
 * side), but for failures.
 */
export function regionOf(
  classified: readonly ClassifiedSpan[],
  actions: readonly Action[],
  tokens: readonly TokenCount[],
  isCovered: (spanIndex: number) => boolean,
  sourceFor: (one: ClassifiedSpan) => FactSource = sourceOf,
): readonly RegionSpan[] {
  return classified.flatMap((one) => {
    const { index } = one.span;
    if (actions[index] === 'keep' || isCovered(index) || !isMaterial(one)) return [];
    return [{ spanIndex: index, tokens: tokens[index] ?? 0, source: sourceFor(one) }];
  });
}

export function isMaterial(one: ClassifiedSpan): boolean {
  if (one.rule.spanClass === 'authoritative' || STANDS_ELSEWHERE.has(one.rule.id)) return false;
  if (HAS_OWN_HANDLE.has(one.rule.id)) return one.span.exchange !== undefined && saysFailed(one.span.exchange);
  return one.span.text !== '' || one.span.exchange !== undefined;
}

/** Colours of a terminal: they may stand within what has to be seen. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,20}m`, 'g');
/** Characters of a call in a heading. */
const CALL_CHARACTERS = 60;

/** A span as facts are taken from it: secrets left out (DESIGN §10). */
export function sourceOf(one: ClassifiedSpan): FactSource {
  const { span, analysis } = one;
  const { exchange } = span;
  const base = { spanId: span.id, turn: span.turn, text: redact(isEncrypted(span) ? '' : span.text.replace(COLOURS, '')) };
  if (exchange === undefined) {
    const origin = span.kind === 'thinking' ? 'thinking' : span.provenance === 'assistant' ? 'narration' : 'output';
    return { ...base, origin, hasFailed: false, writtenPaths: [] };
  }
  return {
    ...base,
    origin: 'output',
    call: labelOf(span, CALL_CHARACTERS),
    toolName: exchange.toolName,
    input: redactValue(exchange.input),
    hasFailed: saysFailed(exchange),
    exitCode: exchange.exitCode,
    writtenPaths: analysis?.effect.effect === 'write-file' && !saysFailed(exchange) ? analysis.changedPaths : [],
  };
}
