import type { Span } from '../span.ts';
import type { ExchangeAnalysis } from './analyze-exchanges.ts';
import { planItemsOf } from './plan-text.ts';
import type { PlanStanding } from './rule.ts';
import type { PlanItem } from './tools/tool-rule.ts';

/**
 * Where each plan stands: the latest; an earlier one whose items all stand in a later one (superseded); or one with
 * items that no later plan holds (open). Items are compared by their text without state, letter for letter but for
 * white space.
 */
export function planStandings(spans: readonly Span[], analyses: ReadonlyMap<number, ExchangeAnalysis>): ReadonlyMap<number, PlanStanding> {
  const standings = new Map<number, PlanStanding>();
  const later = new Set<string>();
  for (let index = spans.length - 1; index >= 0; index--) {
    const span = spans[index];
    const items = span === undefined ? [] : planItems(span, analyses.get(index));
    if (items.length === 0) continue;
    const keys = items.map((item) => item.text.replace(/\s+/g, ' ').trim());
    if (standings.size === 0) standings.set(index, 'latest');
    else standings.set(index, keys.every((key) => later.has(key)) ? 'superseded' : 'open');
    for (const key of keys) later.add(key);
  }
  return standings;
}

/** The plan in a span: of a plan tool's call that is done (one that waits, failed or was refused is not in force), or list markup with states in the assistant's text. */
export function planItems(span: Span, analysis: ExchangeAnalysis | undefined): readonly PlanItem[] {
  if (analysis?.effect.effect === 'plan') return span.exchange?.isError || span.exchange?.isPending ? [] : analysis.effect.items;
  if (span.kind === 'text' && span.provenance === 'assistant') return planItemsOf(span.text);
  return [];
}
