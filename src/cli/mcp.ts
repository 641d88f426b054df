import { type Command, InvalidArgumentError } from 'commander';
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
import { printError, printOut } from './terminal.ts';
import { VERSION } from './version.ts';

type Flags = Readonly<Record<string, unknown>>;

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('recall, search, timeline, audit and status as tools for agents, over MCP: standard input and output, or HTTP on loopback')
    .option('--archive <url>', "the archive (default HOLDFAST_ARCHIVE, else the user's data folder)")
    .option('--http', 'streamable HTTP on loopback in place of standard input and output')
    .option('--port <port>', 'with --http: the port; 0 for a free one', parsePort, 0)
    .option('--root <dir...>', 'folders whose transcripts may be audited, beside the sessions of the project it runs in')
    .addHelpText('after', '\nExamples:\n  $ holdfast mcp\n  $ holdfast mcp --archive sqlite:team.db --root ./sessions\n  $ holdfast mcp --http --port 4712')
    .action(run);
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('Give a port from 0 to 65535.');
  return port;
}

async function run(flags: Flags): Promise<void> {
  const archive = new LastingArchive(() => openNamed(flags));
  try {
    await tryOpening(archive);
    const stopped = interrupted();
    if (flags['http'] === true) await runHttp(serverOptions(archive, flags), flags['port'] as number, stopped);
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

function openNamed(flags: Flags): Promise<Archive> {
  return openArchive((flags['archive'] as string | undefined) ?? defaultArchivePath(process.env, process.platform));
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

function serverOptions(archive: LastingArchive, flags: Flags): ServerOptions {
  const settings = { format: undefined, isWhole: false, isWhatIf: false };
  return {
    version: VERSION,
    work: new Work(),
    context: {
      archive: () => archive.get(),
      counter: loadO200k,
      transcripts: new TranscriptFolders({
        roots: (flags['root'] as readonly string[] | undefined) ?? [],
        workingDirectory: process.cwd(),
        environment: process.env,
      }),
      auditOf: rememberedAudits((path, byteCount) => auditFile(path, byteCount, settings)),
    },
  };
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
