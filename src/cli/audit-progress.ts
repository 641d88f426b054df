import { columns, tail } from './audit-layout.ts';
import { formatNumber, printError, visible } from './terminal.ts';

const TERMINAL_MS = 100;
const LINE_MS = 10_000;

/** How far a long run is, on standard error: one line that is written over on a terminal, else a line now and then. */
export class AuditProgress {
  private readonly isTerminal = process.stderr.isTTY === true;
  private last = Date.now();
  private count = 0;
  private isShown = false;

  /** Before each file. */
  next(path: string): void {
    this.count++;
    const now = Date.now();
    if (now - this.last < (this.isTerminal ? TERMINAL_MS : LINE_MS)) return;
    this.last = now;
    if (!this.isTerminal) {
      printError(`audit: file ${formatNumber(this.count)}: ${path}`);
      return;
    }
    const counted = `${formatNumber(this.count)} `;
    process.stderr.write(`\r\u001b[K${counted}${tail(visible(path.replace(/\s/g, ' '), false), columns() - counted.length)}`);
    this.isShown = true;
  }

  /** Before anything else is printed. */
  clear(): void {
    if (this.isShown) process.stderr.write('\r\u001b[K');
    this.isShown = false;
  }
}
