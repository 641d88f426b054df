import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArchiveError } from '../core/errors/archive-error.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import type { AuditResult, AuditSettings } from './audit-file.ts';
import { VERSION } from './version.ts';

/** What a file was when it was audited. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

interface StateLine extends FileStamp {
  readonly path: string;
  /** Of holdfast, and what was asked for: another one gives other reports. */
  readonly settings: string;
  readonly result: AuditResult;
}

/** Where a line lies in the file: results are read again when they are wanted, so that a run holds none of them. */
interface Place extends FileStamp {
  readonly offset: number;
  readonly length: number;
}

const HEADER = `${JSON.stringify({ holdfast: 'audit-state', schemaVersion: 1 })}\n`;
const NEWLINE = 10;
const CHUNK_BYTES = 1 << 20;

/**
 * What earlier runs found: a header, and one line for each finished file, synced before the next is begun. A run that was
 * killed goes on behind its last whole line.
 */
export class AuditState {
  private readonly descriptor: number;
  private readonly path: string;
  private readonly settings: string;
  private readonly places = new Map<string, Place>();
  private end = 0;

  constructor(path: string, settings: AuditSettings) {
    this.path = path;
    this.settings = JSON.stringify({ version: VERSION, ...settings });
    try {
      this.descriptor = openSync(path, 'a+', 0o600);
    } catch (cause) {
      throw this.unwritable(cause);
    }
    try {
      this.read();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** What was found in a file that has not changed since; `undefined` where there is nothing. */
  get(path: string, stamp: FileStamp): AuditResult | undefined {
    const place = this.places.get(resolve(path));
    if (place === undefined || place.size !== stamp.size || place.mtimeMs !== stamp.mtimeMs) return undefined;
    const line = this.lineAt(place.offset, place.length);
    return line === undefined ? undefined : named(line.result, path);
  }

  put(path: string, { size, mtimeMs }: FileStamp, result: AuditResult): void {
    const line: StateLine = { path: resolve(path), size, mtimeMs, settings: this.settings, result };
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`, 'utf8');
    this.append(bytes);
    this.places.set(line.path, { size, mtimeMs, offset: this.end - bytes.length, length: bytes.length - 1 });
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private append(bytes: Buffer): void {
    try {
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(this.descriptor, bytes, offset);
      fsyncSync(this.descriptor);
    } catch (cause) {
      throw this.unwritable(cause);
    }
    this.end += bytes.length;
  }

  /** A last line without its newline was being written when the run ended: it is cut off. */
  private read(): void {
    let isFirst = true;
    for (const { text, offset, length } of this.lines()) {
      if (isFirst && `${text}\n` !== HEADER) throw notOurs(this.path);
      isFirst = false;
      this.end = offset + length + 1;
      const line = parsed(text);
      if (line?.settings === this.settings) this.places.set(line.path, { size: line.size, mtimeMs: line.mtimeMs, offset, length });
    }
    if (isFirst && !this.isStart()) throw notOurs(this.path);
    try {
      ftruncateSync(this.descriptor, this.end);
    } catch (cause) {
      throw this.unwritable(cause);
    }
    if (isFirst) this.append(Buffer.from(HEADER));
  }

  /** Whether all that is there is a header that was cut short, or nothing. */
  private isStart(): boolean {
    const bytes = Buffer.alloc(HEADER.length);
    const count = readSync(this.descriptor, bytes, 0, bytes.length, 0);
    return HEADER.startsWith(bytes.subarray(0, count).toString('utf8')) && count < HEADER.length;
  }

  private *lines(): Generator<{ readonly text: string; readonly offset: number; readonly length: number }> {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let held: Buffer[] = [];
    let offset = 0;
    let heldBytes = 0;
    for (let position = 0; ; ) {
      const count = readSync(this.descriptor, chunk, 0, CHUNK_BYTES, position);
      if (count === 0) return;
      let start = 0;
      for (let newline = chunk.indexOf(NEWLINE); newline !== -1 && newline < count; newline = chunk.indexOf(NEWLINE, start)) {
        const length = heldBytes + newline - start;
        yield { text: Buffer.concat([...held, chunk.subarray(start, newline)]).toString('utf8'), offset, length };
        offset += length + 1;
        held = [];
        heldBytes = 0;
        start = newline + 1;
      }
      if (start < count) held.push(Buffer.from(chunk.subarray(start, count)));
      heldBytes += count - start;
      position += count;
    }
  }

  private lineAt(offset: number, length: number): StateLine | undefined {
    const bytes = Buffer.alloc(length);
    for (let read = 0; read < length; ) {
      const count = readSync(this.descriptor, bytes, read, length - read, offset + read);
      if (count === 0) return undefined;
      read += count;
    }
    return parsed(bytes.toString('utf8'));
  }

  private unwritable(cause: unknown): ArchiveError {
    return new ArchiveError({
      code: 'output-unwritable',
      what: `The state file cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'})`,
      where: this.path,
      next: 'Check that its folder exists and may be written, or name another with `--state`.',
      cause,
    });
  }
}

/** As the file is named now: a run may be started from another folder. */
function named(result: AuditResult, file: string): AuditResult {
  return 'report' in result ? { report: { ...result.report, file } } : { skipped: { ...result.skipped, file } };
}

/** A line that does not read as one of ours is as if it were not there: its file is audited again. */
function parsed(text: string): StateLine | undefined {
  try {
    const line = JSON.parse(text) as Partial<StateLine> | null;
    const isWhole = typeof line?.path === 'string' && typeof line.size === 'number' && typeof line.mtimeMs === 'number' && typeof line.result === 'object';
    return isWhole ? (line as StateLine) : undefined;
  } catch {
    return undefined;
  }
}

function notOurs(path: string): ConfigError {
  return new ConfigError({ what: `${path} is no state file of an audit`, option: '--state', next: 'Name a new file, or one that an earlier audit wrote.' });
}
