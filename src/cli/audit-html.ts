import { closeSync, createReadStream, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { htmlReport } from '../audit/html-report.ts';
import type { SessionReport, SkippedFile } from '../audit/session-report.ts';
import type { AuditTotals } from '../audit/totals.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import { writeOutputLines } from './write-output.ts';

const OPENING = '<!doctype html>';

/** The report as one page. Its totals stand first and are known last, so sessions wait in a file beside, not in memory. */
export class AuditHtml {
  private readonly target: string;
  private readonly folder: string;
  private readonly waiting: string;
  private readonly descriptor: number;

  constructor(target: string) {
    refuseForeign(target);
    this.target = target;
    this.folder = mkdtempSync(join(tmpdir(), 'holdfast-audit-'));
    this.waiting = join(this.folder, 'sessions.jsonl');
    this.descriptor = openSync(this.waiting, 'wx', 0o600);
  }

  session(report: SessionReport): void {
    if (report.compactions.length === 0) return;
    // A reader of lines ends them at these two, which JSON leaves as they are.
    const line = JSON.stringify(report).replace(/[\u2028\u2029]/g, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`);
    const bytes = Buffer.from(`${line}\n`, 'utf8');
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(this.descriptor, bytes, offset);
  }

  async write(totals: AuditTotals, skipped: readonly SkippedFile[]): Promise<void> {
    await writeOutputLines(
      this.target,
      htmlReport(() => this.sessions(), totals, skipped),
    );
  }

  /** Done, or given up. */
  discard(): void {
    closeSync(this.descriptor);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async *sessions(): AsyncGenerator<SessionReport> {
    for await (const line of createInterface({ input: createReadStream(this.waiting, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY }))
      yield JSON.parse(line) as SessionReport;
  }
}

/** Before a long run, not behind it: whether the page can be written there, and that nothing else is lost by it. */
function refuseForeign(target: string): void {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats === undefined) {
    if (!existsSync(dirname(resolve(target))))
      throw new ConfigError({ what: `The folder of ${target} does not exist`, option: '--html', next: 'Make it first.' });
    return;
  }
  if (stats.isFile() && (stats.size === 0 || beginsAsPage(target))) return;
  throw new ConfigError({ what: `${target} is no web page: it would be written over`, option: '--html', next: 'Name a new file, or an earlier report.' });
}

function beginsAsPage(path: string): boolean {
  const bytes = Buffer.alloc(OPENING.length);
  const descriptor = openSync(path, 'r');
  try {
    readSync(descriptor, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return bytes.toString('latin1').toLowerCase() === OPENING;
}
