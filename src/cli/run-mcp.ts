import type { Archive } from '../archive/archive.ts';
import { defaultArchivePath, openArchive } from '../archive/open-archive.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import { LastingArchive } from '../mcp/lasting-archive.ts';
import { rememberedAudits } from '../mcp/remembered-audits.ts';
import { serveHttp } from '../mcp/serve-http.ts';
import { serveStdio } from '../mcp/serve-stdio.ts';
import type { ServerOptions } from '../mcp/server.ts';
import { TranscriptFolders } from '../mcp/transcript-folders.ts';
import { Work } from '../mcp/work.ts';
import { loadO200k } from '../tokens/o200k-counter.ts';
import { auditFile } from './audit-file.ts';
import { stopSignal } from './stop-signal.ts';
import { printError, printOut } from './terminal.ts';
import { VERSION } from './version.ts';

export interface McpFlags {
  readonly archive?: string;
  readonly http?: boolean;
  readonly port: number;
  readonly root?: readonly string[];
}

/** Serves until a signal, or the end of standard input. */
export async function runMcp(flags: McpFlags): Promise<void> {
  const archive = new LastingArchive(() => openNamed(flags));
  try {
    await tryOpening(archive);
    const stopped = stopSignal();
    if (flags.http === true) await runHttp(serverOptions(archive, flags), flags.port, stopped);
    else await serveStdio(serverOptions(archive, flags), { input: process.stdin, output: process.stdout }, stopped);
  } finally {
    await archive.close();
  }
}

async function runHttp(options: ServerOptions, port: number, stopped: Promise<void>): Promise<void> {
  const server = await serveHttp(options, port);
  printOut(`listening on ${server.url}\n`);
  printError('holdfast: whoever can connect on this machine can read the archive; Ctrl-C ends it');
  await stopped;
  await server.close();
}

function openNamed(flags: McpFlags): Promise<Archive> {
  return openArchive(flags.archive ?? defaultArchivePath(process.env, process.platform));
}

/** A name that can never be opened is wrong use; an archive that is away now may be there at the first call. */
async function tryOpening(archive: LastingArchive): Promise<void> {
  try {
    await archive.get();
  } catch (error) {
    if (!HoldfastError.is(error) || error.code === 'config-invalid') throw error;
    printError(`holdfast: ${error.what}. ${error.next} The tools say so until it is there.`);
  }
}

function serverOptions(archive: LastingArchive, flags: McpFlags): ServerOptions {
  const settings = { format: undefined, isWhole: false, isWhatIf: false };
  return {
    version: VERSION,
    work: new Work(),
    context: {
      archive: () => archive.get(),
      counter: loadO200k,
      transcripts: new TranscriptFolders({
        roots: flags.root ?? [],
        workingDirectory: process.cwd(),
        environment: process.env,
      }),
      auditOf: rememberedAudits((path, byteCount) => auditFile(path, byteCount, settings)),
    },
  };
}
