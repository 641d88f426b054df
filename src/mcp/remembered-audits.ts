import type { SessionReport } from '../audit/session-report.ts';
import type { ToolContext } from './tool.ts';
import type { Transcript } from './transcript-folders.ts';

/** A long session takes seconds to audit, and its report has pages. */
const REMEMBERED = 4;

/** Audits a transcript anew only where it was written since. */
export function rememberedAudits(audit: (path: string, byteCount: number) => Promise<SessionReport>): ToolContext['auditOf'] {
  const reports = new Map<string, Promise<SessionReport>>();
  return (transcript) => {
    const key = keyOf(transcript);
    const report = reports.get(key) ?? audit(transcript.path, transcript.byteCount);
    reports.delete(key);
    reports.set(key, report);
    report.catch(() => reports.delete(key));
    for (const oldest of reports.keys()) if (reports.size > REMEMBERED) reports.delete(oldest);
    return report;
  };
}

function keyOf({ path, byteCount, modifiedAtMs }: Transcript): string {
  return `${byteCount} ${modifiedAtMs} ${path}`;
}
