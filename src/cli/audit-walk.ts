import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SkippedFile } from '../audit/session-report.ts';
import { unreadable } from './read-input.ts';

export interface FoundFile {
  readonly path: string;
  readonly stats: Stats;
}

/** Folders in which no agent keeps its sessions, and in which there may be a hundred thousand JSON files. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git']);
const TRANSCRIPT = /\.jsonl?$/i;

/** The files that are meant by a path: itself, or all transcripts below a folder, in the order of their names. */
export function* findTranscripts(path: string): Generator<FoundFile | SkippedFile> {
  const stats = statOf(path);
  if (stats.isDirectory()) yield* walk(path);
  else yield { path, stats };
}

export function isFolder(path: string): boolean {
  return path !== '-' && statOf(path).isDirectory();
}

/** Throws `FormatError` where there is nothing, or nothing that may be looked at. */
export function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Hidden folders, too: hosts keep their sessions in them. What a symbolic link in a folder leads to is audited where it lies, or not meant. */
function* walk(folder: string): Generator<FoundFile | SkippedFile> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    yield skipped(folder, cause);
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!PASSED_OVER.has(entry.name)) yield* walk(path);
    } else if (TRANSCRIPT.test(entry.name)) {
      if (entry.isSymbolicLink()) yield { file: path, code: 'input-unreadable', reason: `${path} is a symbolic link: not followed within a folder` };
      else if (entry.isFile()) yield* found(path);
    }
  }
}

function* found(path: string): Generator<FoundFile | SkippedFile> {
  try {
    yield { path, stats: statSync(path) };
  } catch (cause) {
    yield skipped(path, cause);
  }
}

function skipped(path: string, cause: unknown): SkippedFile {
  const { code, what } = unreadable(path, cause);
  return { file: path, code, reason: what };
}
