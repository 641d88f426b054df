import { redactValue } from '../core/redact/redact-value.ts';
import type { AuditedStatement, CompactionAudit, SessionAudit } from './report.ts';
import type { WhatIf } from './what-if.ts';

/** What is told of one compaction: as the audit has it, its statements only where they are asked for. */
export interface CompactionReport extends Omit<CompactionAudit, 'statements'> {
  /** Kept and restated ones as well, small talk included. */
  readonly statements?: readonly AuditedStatement[] | undefined;
  /** The same window, compacted by holdfast to the same size. */
  readonly whatIf?: WhatIf | undefined;
}

/** What is told of one transcript: plain JSON, without secrets. */
export interface SessionReport {
  /** As it was named. */
  readonly file: string;
  readonly recognizedAs: string;
  readonly sessionId?: string | undefined;
  readonly tokenizer: string;
  readonly compactions: readonly CompactionReport[];
}

/** A file that was not audited, and why. */
export interface SkippedFile {
  readonly file: string;
  readonly code: string;
  readonly reason: string;
}

export interface ReportOptions {
  /** Statements that were kept and restated, too. */
  readonly isWhole: boolean;
  /** By index of the compaction. */
  readonly whatIfs: ReadonlyMap<number, WhatIf>;
}

/** DESIGN §10: a report is read in logs and by others, so no secret of a transcript stands in it, whatever was asked for. */
export function sessionReport(file: string, audit: SessionAudit, options: ReportOptions): SessionReport {
  const compactions = audit.compactions.map(({ statements, ...compaction }): CompactionReport => {
    const whatIf = options.whatIfs.get(compaction.index);
    return { ...compaction, ...(options.isWhole ? { statements } : {}), ...(whatIf === undefined ? {} : { whatIf }) };
  });
  return { file, ...(redactValue({ ...audit, compactions }) as Omit<SessionReport, 'file'>) };
}

/** A report with the compactions from a moment on; one whose moment is not recorded stays. */
export function since(report: SessionReport, from: number): SessionReport {
  const isOlder = ({ time }: CompactionReport): boolean => time !== undefined && Date.parse(time) < from;
  return report.compactions.some(isOlder) ? { ...report, compactions: report.compactions.filter((one) => !isOlder(one)) } : report;
}
