import { resolve } from 'node:path';
import type { Command } from 'commander';
import { maskedReport, maskedSkip } from '../audit/mask.ts';
import { hasLost } from '../audit/report.ts';
import { type SessionReport, type SkippedFile, since } from '../audit/session-report.ts';
import { countLosses, TotalsCounter } from '../audit/totals.ts';
import type { FormatName } from '../core/conversation.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import { type AuditResult, type AuditSettings, auditFile, auditListed, stampOf } from './audit-file.ts';
import { parseSince } from './audit-flags.ts';
import { AuditHtml } from './audit-html.ts';
import { AuditJson, SKIPPED_NAMED } from './audit-json.ts';
import { columns, oneLine, tail, wrap } from './audit-layout.ts';
import { AuditProgress } from './audit-progress.ts';
import { AuditState } from './audit-state.ts';
import { INTRODUCTION, ROW_NAMES, rowsOf, sessionText, totalsText } from './audit-terminal.ts';
import { type FoundFile, findTranscripts, isFolder, statOf } from './audit-walk.ts';
import { parseChoice, parseCount, parseFormat } from './flags.ts';
import { isSameFile } from './same-file.ts';
import { printText } from './terminal.ts';

/** DESIGN §9: an audit found loss. */
const EXIT_LOSS = 5;
const TOP_DEFAULT = 10;
/** Of many sessions, those that are told in full. */
const WORST_SHOWN = 3;
const SKIPPED_SHOWN = 10;

export function addAudit(program: Command): void {
  program
    .command('audit')
    .argument('<file...>', 'transcripts, or folders that are searched for them; - for standard input')
    .description('what earlier compactions, whoever made them, lost; exit code 5 where something authoritative is gone')
    .option('--json', 'print the report as JSON')
    .option('--all', 'with --json: the statements that were kept, too')
    .option('--html <path>', 'write the report as one web page that needs nothing else')
    .option('--redact', 'mask all texts and names, so that the report can be shared')
    .option('--since <when>', 'only compactions from a date on, or of the last 12h, 7d, 4w', parseSince)
    .option('--what-if', 'compact the same turns with holdfast to the same size, and put the two side by side')
    .option('--state <path>', 'keep what was found here, and take from it what has not changed: a run that was ended goes on')
    .option('--fail-on <what>', 'authoritative, or none: always exit with 0 (default authoritative)', parseChoice('none', 'authoritative'))
    .option('--top <count>', `texts shown of each sort (default ${TOP_DEFAULT})`, parseCount)
    .option('--format <format>', 'what the input is; detected where not given', parseFormat)
    .addHelpText(
      'after',
      `
Examples:
  $ holdfast audit session.jsonl
  $ holdfast audit ~/.claude/projects --since 7d --html report.html --redact
  $ holdfast audit ~/.claude/projects ~/.pi/agent/sessions --json --state audit-state.jsonl > audit.json
  $ holdfast audit session.jsonl --what-if`,
    )
    .action(run);
}

async function run(paths: readonly string[], flags: Readonly<Record<string, unknown>>): Promise<void> {
  const settings: AuditSettings = {
    format: flags['format'] as FormatName | undefined,
    isWhole: flags['all'] === true,
    isWhatIf: flags['whatIf'] === true,
  };
  refuseOverInput(paths, flags);
  const [only = ''] = paths;
  const isSingle = paths.length === 1 && !isFolder(only);
  const run = new AuditRun(flags, settings, isSingle);
  await run.audit(paths);
}

/** A report, or what it is made from, in the place of a transcript would be the end of it. */
function refuseOverInput(paths: readonly string[], flags: Readonly<Record<string, unknown>>): void {
  if (flags['html'] !== undefined && flags['state'] !== undefined && resolve(String(flags['html'])) === resolve(String(flags['state'])))
    throw new ConfigError({ what: '--html and --state name the same file', option: '--state', next: 'Name another file for one of them.' });
  for (const option of ['html', 'state']) {
    const target = flags[option] as string | undefined;
    if (target === undefined || !paths.some((path) => path !== '-' && !isFolder(path) && isSameFile(path, target))) continue;
    throw new ConfigError({ what: `${target} is an input of this audit`, option: `--${option}`, next: 'Name another file.' });
  }
}

/** One run: each file is read, reported, added up and forgotten. */
class AuditRun {
  private readonly flags: Readonly<Record<string, unknown>>;
  private readonly settings: AuditSettings;
  private readonly isSingle: boolean;
  private readonly totals = new TotalsCounter();
  private readonly skipped: SkippedFile[] = [];
  private readonly progress = new AuditProgress();
  private readonly json: AuditJson | undefined;
  private readonly html: AuditHtml | undefined;
  private readonly state: AuditState | undefined;
  /** The sessions that lost most, the worst first. */
  private worst: readonly SessionReport[] = [];
  private reportCount = 0;
  private skippedCount = 0;
  private hasLoss = false;

  constructor(flags: Readonly<Record<string, unknown>>, settings: AuditSettings, isSingle: boolean) {
    this.flags = flags;
    this.settings = settings;
    this.isSingle = isSingle;
    this.json = flags['json'] === true ? new AuditJson() : undefined;
    this.html = flags['html'] === undefined ? undefined : new AuditHtml(String(flags['html']));
    this.state = flags['state'] === undefined ? undefined : new AuditState(String(flags['state']), settings);
  }

  async audit(paths: readonly string[]): Promise<void> {
    try {
      // All of them, before the first word is printed.
      for (const path of paths) if (path !== '-') statOf(path);
      for (const path of paths) await this.auditPath(path);
      this.progress.clear();
      await this.end();
    } finally {
      this.state?.close();
      this.html?.discard();
    }
    if (this.hasLoss && this.flags['failOn'] !== 'none') process.exitCode = EXIT_LOSS;
  }

  private async auditPath(path: string): Promise<void> {
    if (path === '-') {
      const report = await auditFile(path, 0, this.settings);
      const from = this.flags['since'] as number | undefined;
      this.tell({ report: from === undefined ? report : since(report, from) });
      return;
    }
    for (const one of findTranscripts(path)) {
      if ('reason' in one) this.tell({ skipped: one });
      else if (!this.isOwn(one.path)) await this.auditFound(one);
    }
  }

  private async auditFound({ path, stats }: FoundFile): Promise<void> {
    const from = this.flags['since'] as number | undefined;
    // What was last written before that moment holds no later compaction.
    if (from !== undefined && stats.mtimeMs < from) return;
    this.progress.next(path);
    const stamp = stampOf(stats);
    const known = this.state?.get(path, stamp);
    const result = known ?? (await this.read(path, stats.size));
    // What could not be read may be readable the next time, and nothing of the file shows it.
    const isRead = 'report' in result || result.skipped.code !== 'input-unreadable';
    if (known === undefined && isRead) this.state?.put(path, stamp, result);
    this.tell(from !== undefined && 'report' in result ? { report: since(result.report, from) } : result);
  }

  private async read(path: string, size: number): Promise<AuditResult> {
    return this.isSingle ? { report: await auditFile(path, size, this.settings) } : auditListed(path, size, this.settings);
  }

  private isOwn(path: string): boolean {
    return [this.flags['state'], this.flags['html']].some((own) => own !== undefined && isSameFile(path, String(own)));
  }

  private tell(result: AuditResult): void {
    if ('skipped' in result) {
      this.totals.addSkipped();
      this.skippedCount++;
      if (this.skipped.length < SKIPPED_NAMED)
        this.skipped.push(this.flags['redact'] === true ? maskedSkip(result.skipped, this.skippedCount) : result.skipped);
      return;
    }
    this.reportCount++;
    const report = this.flags['redact'] === true ? maskedReport(result.report, this.reportCount) : result.report;
    this.totals.addSession(report);
    this.hasLoss ||= hasLost(report);
    this.json?.session(report);
    this.html?.session(report);
    if (this.json === undefined) this.tellPeople(report);
  }

  private tellPeople(report: SessionReport): void {
    this.progress.clear();
    if (this.isSingle) {
      printText(`${wrap(INTRODUCTION, columns()).join('\n')}\n\n${sessionText(report, this.top)}\n`);
      return;
    }
    if (report.compactions.length === 0) return;
    if (this.worst.length === 0) printText(`${ROW_NAMES}\n`);
    printText(`${rowsOf(report).join('\n')}\n`);
    this.worst = [...this.worst, report].sort((a, b) => badness(b) - badness(a)).slice(0, WORST_SHOWN);
  }

  private get top(): number {
    return (this.flags['top'] as number | undefined) ?? TOP_DEFAULT;
  }

  private async end(): Promise<void> {
    const totals = this.totals.totals();
    this.json?.end(this.skipped, totals);
    await this.html?.write(totals, this.skipped);
    if (this.json !== undefined) return;
    if (!this.isSingle) printText(`${this.summary(totalsText(totals))}\n`);
    if (this.html !== undefined) printText(`\nwrote ${String(this.flags['html'])}\n`);
  }

  private summary(totals: string): string {
    const lines = [...(this.worst.length === 0 ? [] : ['']), totals];
    if (this.skippedCount > 0) lines.push('', 'Skipped:');
    for (const { file, reason } of this.skipped.slice(0, SKIPPED_SHOWN))
      lines.push(`  ${tail(oneLine(file), columns() - 2)}`, ...wrap(oneLine(reason), columns() - 6, 2).map((line) => `      ${line}`));
    if (this.skippedCount > SKIPPED_SHOWN) lines.push(`… and ${this.skippedCount - SKIPPED_SHOWN} more (\`--json\` names them)`);
    if (this.worst.length > 0) lines.push('', ...wrap(INTRODUCTION, columns()), '', 'The sessions that lost most:');
    for (const report of this.worst) lines.push('', sessionText(report, this.top));
    return lines.join('\n');
  }
}

function badness({ compactions }: SessionReport): number {
  return compactions.reduce((sum, one) => sum + countLosses(one, 'lost') + 2 * countLosses(one, 'drifted') + one.invented.length, 0);
}
