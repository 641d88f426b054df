import type { FactSource } from '../facts/fact.ts';
import type { TurnIndex } from '../turn.ts';
import type { SegmentNeed } from './need.ts';

/** F10: between segment `index` and the next one. */
export interface PhaseChange {
  readonly index: number;
  readonly reason: 'errors-begin' | 'errors-end' | 'tool-switch' | 'task-switch';
}

export interface PhaseSegment {
  readonly sources: readonly FactSource[];
  readonly need: SegmentNeed;
}

/** A switch counts as a change of phase only where the density of facts changes with it, by this factor. */
const DENSITY_FACTOR = 1.5;

/** F10: where errors begin or end, or the task or the tool switches, and with it how dense the facts are. Structure only. */
export function phaseChanges(segments: readonly PhaseSegment[], userTurns: readonly TurnIndex[]): readonly PhaseChange[] {
  const changes: PhaseChange[] = [];
  for (let index = 0; index + 1 < segments.length; index++) {
    const before = segments[index];
    const after = segments[index + 1];
    if (before === undefined || after === undefined) continue;
    const reason = switchBetween(before.sources, after.sources, userTurns);
    if (reason !== undefined && hasDensityChanged(before.need, after.need)) changes.push({ index, reason });
  }
  return changes;
}

/** F10: the segments on both sides are sized to the denser one. */
export function sizeForPhases(needs: readonly SegmentNeed[], changes: readonly PhaseChange[]): readonly SegmentNeed[] {
  const sized = [...needs];
  for (const { index } of changes) {
    const rate = Math.max(rateOf(needs[index]), rateOf(needs[index + 1]));
    for (const side of [index, index + 1]) {
      const need = sized[side];
      if (need !== undefined) sized[side] = { ...need, needTokens: Math.max(need.needTokens, Math.ceil(need.sourceTokens * rate)) };
    }
  }
  return sized;
}

function rateOf(need: SegmentNeed | undefined): number {
  return need === undefined ? 0 : need.needTokens / Math.max(1, need.sourceTokens);
}

function hasDensityChanged(before: SegmentNeed, after: SegmentNeed): boolean {
  const densities = [before, after].map((need) => need.factCount / Math.max(1, need.sourceTokens));
  return Math.max(...densities) >= DENSITY_FACTOR * Math.min(...densities);
}

function switchBetween(before: readonly FactSource[], after: readonly FactSource[], userTurns: readonly TurnIndex[]): PhaseChange['reason'] | undefined {
  const failedBefore = before.some((source) => source.hasFailed);
  const failedAfter = after.some((source) => source.hasFailed);
  if (failedBefore !== failedAfter) return failedAfter ? 'errors-begin' : 'errors-end';
  const from = before.at(-1)?.turn ?? 0;
  const to = after[0]?.turn ?? 0;
  if (userTurns.some((turn) => turn > from && turn <= to)) return 'task-switch';
  return mainTool(before) === mainTool(after) ? undefined : 'tool-switch';
}

/** The tool that most calls went to; the first of equals. */
function mainTool(sources: readonly FactSource[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { toolName } of sources) if (toolName !== undefined) counts.set(toolName, (counts.get(toolName) ?? 0) + 1);
  let main: string | undefined;
  for (const [name, count] of counts) if (main === undefined || count > (counts.get(main) ?? 0)) main = name;
  return main;
}
