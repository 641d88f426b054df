import { closeSync, openSync, readdirSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { ToolError } from './tool-error.ts';

/** A file that may be read. */
export interface Transcript {
  readonly path: string;
  readonly byteCount: number;
  readonly modifiedAtMs: number;
}

export interface TranscriptFoldersOptions {
  /** Folders that the user named: all transcripts below them may be read. */
  readonly roots: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const TRANSCRIPT = /\.jsonl?$/i;
/** Of a sub-agent, beside the session that started it. */
const SUBAGENT = /^agent-/;
const ROLLOUT = /^rollout-.*\.jsonl$/;
/** Newest rollouts whose working directory is looked up: Codex keeps those of all projects in one place. */
const ROLLOUTS_LOOKED_AT = 200;
/** The first line of a rollout holds its working directory, and the instructions beside it. */
const HEAD_BYTES = 1 << 18;

/**
 * Which transcripts the agent may have audited: those below the roots that the user named, and the sessions of the
 * project in which the server runs. A path of any other file is refused in the same words whether it exists or not.
 */
export class TranscriptFolders {
  private readonly roots: readonly string[];
  private readonly workingDirectory: string;
  /** Claude Code and pi keep a folder for each project. */
  private readonly projectFolders: readonly string[];
  private readonly codexFolder: string;

  constructor({ roots, workingDirectory, environment }: TranscriptFoldersOptions) {
    const home = environment['HOME'] || environment['USERPROFILE'] || workingDirectory;
    this.roots = roots.map((root) => resolve(workingDirectory, root));
    this.workingDirectory = realPath(workingDirectory) ?? workingDirectory;
    this.projectFolders = [
      join(environment['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects', this.workingDirectory.replace(/[^A-Za-z0-9]/g, '-')),
      join(environment['PI_CODING_AGENT_DIR'] || join(home, '.pi', 'agent'), 'sessions', piFolderOf(this.workingDirectory)),
    ];
    this.codexFolder = join(environment['CODEX_HOME'] || join(home, '.codex'), 'sessions');
  }

  /** @throws ToolError where it is no transcript in one of the folders. */
  named(file: string): Transcript {
    const folders = [...this.roots, ...this.projectFolders];
    const candidates = isAbsolute(file) ? [file] : folders.map((folder) => join(folder, file));
    for (const candidate of candidates) {
      const path = realPath(candidate);
      const stats = path === undefined ? undefined : statOf(path);
      if (path !== undefined && stats?.isFile() && this.isAllowed(path)) return transcriptOf({ path, stats });
    }
    throw new ToolError(
      'file-refused',
      "There is no transcript of that name in the folders that this server may read. Name a .jsonl or .json file below a folder that it was started with (`holdfast mcp --root DIR`), or leave the file out for this project's newest session.",
    );
  }

  /** @throws ToolError where no agent has kept a session of this project. */
  newest(): Transcript {
    const found = [...this.projectFolders.flatMap(sessionsIn), ...newestFirst(this.projectRollouts()).slice(0, 1)];
    const [newest] = newestFirst(found);
    if (newest !== undefined) return transcriptOf(newest);
    throw new ToolError(
      'session-unknown',
      'No session of Claude Code, Codex or pi is kept for the folder that this server runs in. Name a transcript with `file`, below a folder that the server was started with (`holdfast mcp --root DIR`).',
    );
  }

  private isAllowed(path: string): boolean {
    if (!TRANSCRIPT.test(path)) return false;
    if ([...this.roots, ...this.projectFolders].some((folder) => isBelow(path, folder))) return true;
    return isBelow(path, this.codexFolder) && workingDirectoryOf(path) === this.workingDirectory;
  }

  private projectRollouts(): readonly Found[] {
    const rollouts: Found[] = [];
    let count = 0;
    for (const path of rolloutsBelow(this.codexFolder)) {
      if (count++ === ROLLOUTS_LOOKED_AT) break;
      const stats = statOf(path);
      if (stats?.isFile() && workingDirectoryOf(path) === this.workingDirectory) rollouts.push({ path, stats });
    }
    return rollouts;
  }
}

interface Found {
  readonly path: string;
  readonly stats: Stats;
}

function transcriptOf({ path, stats }: Found): Transcript {
  return { path, byteCount: stats.size, modifiedAtMs: stats.mtimeMs };
}

function piFolderOf(workingDirectory: string): string {
  return `--${workingDirectory.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}

/** Links are followed first, so that none leads out of a folder. */
function isBelow(path: string, folder: string): boolean {
  const real = realPath(folder);
  if (real === undefined) return false;
  const way = relative(real, path);
  return way !== '' && way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

function sessionsIn(folder: string): readonly Found[] {
  return namesIn(folder)
    .filter((name) => TRANSCRIPT.test(name) && !SUBAGENT.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = statOf(path);
      return stats?.isFile() ? [{ path, stats }] : [];
    });
}

/** Newest first: year, month, day and file begin with their time. */
function* rolloutsBelow(folder: string, depth = 0): Generator<string> {
  for (const name of namesIn(folder).toSorted().reverse()) {
    const path = join(folder, name);
    if (depth < 3 && /^\d+$/.test(name)) yield* rolloutsBelow(path, depth + 1);
    else if (depth === 3 && ROLLOUT.test(name)) yield path;
  }
}

function newestFirst(found: readonly Found[]): readonly Found[] {
  return found.toSorted((one, other) => other.stats.mtimeMs - one.stats.mtimeMs || (one.path < other.path ? 1 : -1));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Nothing where links lead nowhere, too. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** As the first line of a rollout has it. */
function workingDirectoryOf(path: string): string | undefined {
  try {
    const [line = ''] = headOf(path).split('\n', 1);
    const record = JSON.parse(line) as { readonly payload?: { readonly cwd?: unknown } } | null;
    const cwd = record?.payload?.cwd;
    return typeof cwd === 'string' ? (realPath(cwd) ?? cwd) : undefined;
  } catch {
    return undefined;
  }
}

function headOf(path: string): string {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0)).toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** For people and models: no folder of the user's machine is in it. */
export function shortName({ path }: Transcript): string {
  return basename(path);
}
