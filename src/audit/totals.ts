import type { TokenCount } from '../core/token-count.ts';
import { type Fate, hasLost, LOSS_KINDS, type LossKind } from './report.ts';
import type { CompactionReport, SessionReport } from './session-report.ts';

/** What a host or a month adds up to. */
export interface AuditShare {
  readonly compactionCount: number;
  readonly lostCount: number;
  readonly driftedCount: number;
  readonly inventedCount: number;
  readonly savedTokens: TokenCount;
}

/** What a run found in all sessions together. */
export interface AuditTotals extends AuditShare {
  readonly sessionCount: number;
  readonly skippedCount: number;
  /** Sessions that lost something authoritative. */
  readonly lossySessionCount: number;
  readonly fates: Readonly<Record<LossKind, Readonly<Record<Fate, number>>>>;
  readonly rereadTokens: TokenCount;
  readonly invalidatedTokens: TokenCount;
  readonly after: {
    readonly rejections: number;
    readonly rejectionsBefore: number;
    readonly errors: number;
    readonly errorsBefore: number;
    readonly rereads: number;
    readonly repeatedFailures: number;
    readonly links: number;
  };
  readonly byTool: Readonly<Record<string, AuditShare>>;
  /** By month of the compaction, as `2026-11`; those without a time are in no month. */
  readonly byMonth: Readonly<Record<string, AuditShare>>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Adds reports up, one by one: a run over ten thousand sessions holds none of them. */
export class TotalsCounter {
  private sessionCount = 0;
  private skippedCount = 0;
  private lossySessionCount = 0;
  private readonly share = emptyShare();
  private readonly byTool = new Map<string, Mutable<AuditShare>>();
  private readonly byMonth = new Map<string, Mutable<AuditShare>>();
  private readonly fates = Object.fromEntries(LOSS_KINDS.map((kind) => [kind, { kept: 0, restated: 0, drifted: 0, lost: 0 }])) as Record<
    LossKind,
    Record<Fate, number>
  >;
  private readonly after = { rejections: 0, rejectionsBefore: 0, errors: 0, errorsBefore: 0, rereads: 0, repeatedFailures: 0, links: 0 };
  private rereadTokens = 0;
  private invalidatedTokens = 0;

  addSession(report: SessionReport): void {
    this.sessionCount++;
    if (hasLost(report)) this.lossySessionCount++;
    for (const compaction of report.compactions) this.addCompaction(compaction);
  }

  addSkipped(): void {
    this.skippedCount++;
  }

  private addCompaction(compaction: CompactionReport): void {
    addTo(this.share, compaction);
    addTo(entryOf(this.byTool, compaction.tool), compaction);
    const month = /^\d{4}-\d{2}/.exec(compaction.time ?? '')?.[0];
    if (month !== undefined) addTo(entryOf(this.byMonth, month), compaction);
    for (const kind of LOSS_KINDS) for (const fate of ['kept', 'restated', 'drifted', 'lost'] as const) this.fates[kind][fate] += compaction.fates[kind][fate];
    const { after, cost } = compaction;
    for (const name of ['rejections', 'rejectionsBefore', 'errors', 'errorsBefore', 'rereads', 'repeatedFailures'] as const) this.after[name] += after[name];
    this.after.links += after.links.length;
    this.rereadTokens += cost.rereadTokens;
    this.invalidatedTokens += cost.invalidatedTokens;
  }

  totals(): AuditTotals {
    return {
      sessionCount: this.sessionCount,
      skippedCount: this.skippedCount,
      lossySessionCount: this.lossySessionCount,
      ...this.share,
      rereadTokens: this.rereadTokens,
      invalidatedTokens: this.invalidatedTokens,
      fates: this.fates,
      after: this.after,
      byTool: inOrder(this.byTool),
      byMonth: inOrder(this.byMonth),
    };
  }
}

/** Losses of a compaction with a fate, small talk apart. */
export function countLosses(compaction: CompactionReport, fate: 'lost' | 'drifted'): number {
  return compaction.losses.filter((loss) => loss.fate === fate).length;
}

function emptyShare(): Mutable<AuditShare> {
  return { compactionCount: 0, lostCount: 0, driftedCount: 0, inventedCount: 0, savedTokens: 0 };
}

function addTo(share: Mutable<AuditShare>, compaction: CompactionReport): void {
  share.compactionCount++;
  share.lostCount += countLosses(compaction, 'lost');
  share.driftedCount += countLosses(compaction, 'drifted');
  share.inventedCount += compaction.invented.length;
  share.savedTokens += compaction.cost.savedTokens;
}

function entryOf(map: Map<string, Mutable<AuditShare>>, key: string): Mutable<AuditShare> {
  const entry = map.get(key) ?? emptyShare();
  map.set(key, entry);
  return entry;
}

function inOrder(map: ReadonlyMap<string, AuditShare>): Readonly<Record<string, AuditShare>> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
