import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import type { Archive, PlanningArchive } from '../archive/archive.ts';
import { openSession } from '../inspector/open-session.ts';
import { serveSession } from '../inspector/serve.ts';
import { parsePort } from './flags.ts';
import { existingArchive, unopened } from './planning-archive.ts';
import { addPlanningFlags, libraryOptions, planningFlags } from './planning-flags.ts';
import { readInput } from './read-input.ts';
import { recallCommand } from './recall-command.ts';
import { stopSignal } from './stop-signal.ts';
import { printError, printOut } from './terminal.ts';
import { withArchive } from './with-archive.ts';

export function addInspect(program: Command): void {
  addPlanningFlags(program.command('inspect').argument('<file>', 'request body, message array or transcript; - for standard input'))
    .description('the conversation as a page on this machine alone: every span, what would leave at any target, and its source')
    .option('--port <port>', 'port on loopback (default: a free one)', parsePort)
    .option('--no-open', 'open no browser')
    .option('--json', 'print the address as JSON')
    .addHelpText('after', '\nExamples:\n  $ holdfast inspect session.jsonl\n  $ holdfast inspect session.jsonl --target 30% --port 4711 --no-open')
    .action(run);
}

async function run(file: string, flags: Readonly<Record<string, unknown>>): Promise<void> {
  const url = (flags['archive'] as string | undefined) ?? existingArchive();
  if (url === undefined) return inspect(file, flags, unopened(), undefined);
  await withArchive(url, (archive) => inspect(file, flags, archive, archive));
}

async function inspect(file: string, flags: Readonly<Record<string, unknown>>, planning: PlanningArchive, archive: Archive | undefined): Promise<void> {
  const { text, fileName, damage } = readInput(file);
  const options = { ...libraryOptions(await planningFlags(flags)), fileName, damage, recallCommand: recallCommand(flags) };
  const session = await openSession({ text, fileName: fileName ?? 'standard input', options, planning, archive });
  const server = await serveSession(session, { port: flags['port'] as number | undefined });
  const stopped = stopSignal();
  printOut(flags['json'] === true ? `${JSON.stringify({ schemaVersion: 1, url: server.url })}\n` : `${server.url}\n`);
  printError('holdfast: whoever has this address can read the session; Ctrl-C ends it');
  if (flags['open'] !== false && process.stdout.isTTY === true) openBrowser(server.url);
  await stopped;
  await server.close();
}

/** Where there is no browser, the address is on the screen. */
function openBrowser(url: string): void {
  const [command, ...first] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as string] ?? ['xdg-open'];
  const child = spawn(command ?? 'xdg-open', [...first, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
