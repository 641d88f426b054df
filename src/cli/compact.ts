import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Compaction, compact } from '../compact.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import { addPlanningFlags, libraryOptions, planningFlags } from './planning-flags.ts';
import { type Input, readInput } from './read-input.ts';
import { readSavedPlan } from './saved-plan.ts';
import { summaryOf } from './summary.ts';
import { printError, printJson, printOut } from './terminal.ts';
import { withArchive } from './with-archive.ts';
import { writeOutput } from './write-output.ts';

export function addCompact(program: Command): void {
  addPlanningFlags(program.command('compact').argument('<file...>', 'request body, message array or transcript; - for standard input'))
    .description('shorten a conversation without losing what only it knows')
    .option('-o, --output <path>', 'where to write; a folder for several files (default standard output)')
    .option('--receipt <path>', 'where to write the receipt')
    .option('--plan <path>', 'carry out a plan saved by `holdfast plan --json`; refused where the input is another one')
    .option('--json', 'print the result and the receipt as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ holdfast compact session.jsonl --target 40% -o shorter.jsonl
  $ holdfast compact request.json --window 200k --target 40% --recall tool > smaller.json
  $ holdfast compact session.jsonl --to anthropic --max-tokens 60k -o messages.json --receipt receipt.json`,
    )
    .action(run);
}

async function run(files: readonly string[], flags: Readonly<Record<string, unknown>>): Promise<void> {
  const output = flags['output'] as string | undefined;
  if (files.length > 1) refuseSharedOutput(output, flags);
  refuseForgetting(flags);
  const planned = await planningFlags(flags);
  await withArchive(flags['archive'] as string | undefined, async (archive) => {
    for (const file of files) {
      const input = readInput(file);
      const saved = flags['plan'] === undefined ? undefined : await readSavedPlan(String(flags['plan']), input.text);
      const result = await compact(input.text, {
        ...libraryOptions(saved ?? planned),
        archive,
        fileName: input.fileName,
        damage: input.damage,
        recallCommand: recallCommand(flags),
      });
      deliver(result, input, file, output, flags);
    }
  });
}

/** An agent needs the flag only where the archive is not the one that `holdfast recall` finds by itself. */
function recallCommand(flags: Readonly<Record<string, unknown>>): string | undefined {
  const url = flags['archive'] as string | undefined;
  return url === undefined ? undefined : `holdfast recall --archive ${shellWord(archiveWord(url))}`;
}

function archiveWord(url: string): string {
  return url.startsWith('sqlite:') ? `sqlite:${resolve(url.slice('sqlite:'.length))}` : resolve(url);
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** §3: nothing that left the window is ever missing from the archive, and this one would be gone with the process. */
function refuseForgetting(flags: Readonly<Record<string, unknown>>): void {
  if (!String(flags['archive'] ?? process.env['HOLDFAST_ARCHIVE'] ?? '').startsWith('memory:')) return;
  throw new ConfigError({
    what: 'An archive in memory ends with this command, and what left with it',
    option: '--archive',
    next: 'Name a file, as `--archive sqlite:holdfast.db`; for a dry run use `holdfast plan`.',
  });
}

function refuseSharedOutput(output: string | undefined, flags: Readonly<Record<string, unknown>>): void {
  if (output === undefined || !existsSync(output) || !statSync(output).isDirectory()) {
    throw new ConfigError({ what: 'Several files were given', option: '--output', next: 'Name an existing folder with `-o`, or compact them one by one.' });
  }
  for (const flag of ['receipt', 'plan']) {
    if (flags[flag] !== undefined)
      throw new ConfigError({ what: `Several files cannot share one ${flag}`, option: `--${flag}`, next: 'Compact them one by one.' });
  }
}

function deliver(result: Compaction, input: Input, file: string, output: string | undefined, flags: Readonly<Record<string, unknown>>): void {
  const content = result.status === 'unchanged' ? input.bytes : result.text;
  const path = output === undefined ? undefined : outputPath(output, input.fileName);
  if (path !== undefined) {
    const isInPlace = file !== '-' && resolve(path) === resolve(file);
    if (!(isInPlace && result.status === 'unchanged')) writeOutput(path, content, { keepsOld: isInPlace });
  }
  if (flags['receipt'] !== undefined) writeOutput(String(flags['receipt']), `${JSON.stringify(result.receipt, null, 2)}\n`);
  if (flags['json'] === true) {
    printJson({
      schemaVersion: 1,
      status: result.status,
      format: result.format,
      ...(path === undefined ? { output: result.text } : { outputFile: path }),
      receipt: result.receipt,
    });
    return;
  }
  if (path === undefined) printOut(content);
  printError(summaryOf(result.receipt));
  if (path !== undefined) printError(`wrote ${path}`);
}

function outputPath(output: string, fileName: string | undefined): string {
  return existsSync(output) && statSync(output).isDirectory() ? join(output, fileName ?? 'stdin.json') : output;
}
