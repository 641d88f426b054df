import type { SessionReport, SkippedFile } from '../audit/session-report.ts';
import type { AuditTotals } from '../audit/totals.ts';
import { printOut } from './terminal.ts';

/** Skipped files that are named one by one; all are counted. */
export const SKIPPED_NAMED = 1_000;

/** C1 and direction controls: JSON allows them, and a terminal would obey. Escaped they say the same. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The report as JSON, written session by session: of ten thousand, one is held at a time. */
export class AuditJson {
  private count = 0;

  session(report: SessionReport): void {
    printOut(`${this.count++ === 0 ? '{\n"schemaVersion": 1,\n"sessions": [\n' : ',\n'}${json(report)}`);
  }

  end(skipped: readonly SkippedFile[], totals: AuditTotals): void {
    printOut(`${this.count === 0 ? '{\n"schemaVersion": 1,\n"sessions": [' : ''}\n],\n"skipped": ${json(skipped)},\n"totals": ${json(totals)}\n}\n`);
  }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
