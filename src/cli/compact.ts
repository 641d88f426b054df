import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import type { SummarizerOptions } from '../checkpoint-options.ts';
import { type Compaction, compact } from '../compact.ts';
import { DEFAULTS } from '../core/defaults.ts';
import { ArchiveError } from '../core/errors/archive-error.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import { CHOICES } from '../options.ts';
import { extractive } from '../summarize/extractive.ts';
import { parseChoice, parseNumberOf } from './flags.ts';
import { addPlanningFlags, libraryOptions, type PlanningFlags, planningFlags } from './planning-flags.ts';
import { hasChanged, type Input, readInput } from './read-input.ts';
import { isOnPath, recallCommand } from './recall-command.ts';
import { isSameFile, placeOf } from './same-file.ts';
import { readSavedPlan } from './saved-plan.ts';
import { summaryOf } from './summary.ts';
import { printError, printJson, printOut } from './terminal.ts';
import { refuseOverArchive, withArchive } from './with-archive.ts';
import { writeOutput } from './write-output.ts';

export function addCompact(program: Command): void {
  addPlanningFlags(program.command('compact').argument('<file...>', 'request body, message array or transcript; - for standard input'))
    .description('shorten a conversation without losing what only it knows')
    .option('-o, --output <path>', 'where to write; a folder for several files (default standard output)')
    .option('--receipt <path>', 'where to write the receipt')
    .option('--plan <path>', 'carry out a plan saved by `holdfast plan --json`; refused where the input is another one')
    .option('--summarizer <name>', 'extractive, or a model that writes the checkpoints: anthropic/MODEL, openai/MODEL (default extractive)')
    .option(
      '--on-summarizer-error <how>',
      `fallback to extractive, or throw (default ${DEFAULTS.onSummarizerError})`,
      parseChoice(...CHOICES.onSummarizerError),
    )
    .option('--summarizer-concurrency <count>', `segments that a model writes at once (default ${DEFAULTS.summarizerConcurrency})`, parseNumberOf('segments'))
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
  if (files.length > 1) refuseSharedOutput(files, output, flags);
  refuseSharedReceipt(files, output, flags['receipt'] as string | undefined);
  refuseForgetting(flags);
  const planned = await planningFlags(flags);
  if (flags['plan'] !== undefined) refuseOwnOptions(planned);
  const summarizing = await summarizerFlags(flags);
  await withArchive(flags['archive'] as string | undefined, async (archive) => {
    for (const file of files) refuseOverArchive(archive, output === undefined ? undefined : outputPath(output, nameOf(file)), '--output');
    refuseOverArchive(archive, flags['receipt'] as string | undefined, '--receipt');
    for (const file of files) {
      const input = readInput(file);
      const saved = flags['plan'] === undefined ? undefined : await readSavedPlan(String(flags['plan']), input.text);
      const result = await compact(input.text, {
        ...libraryOptions(saved ?? planned),
        ...summarizing,
        archive,
        fileName: input.fileName,
        damage: input.damage,
        recallCommand: recallCommand(flags),
      });
      deliver(result, input, file, output, flags);
      if (flags['json'] !== true) for (const words of afterWords(result, archive.url, recallCommand(flags))) printError(words);
    }
  });
}

/** The model's packages are loaded only where one is named: they take half a second. */
async function summarizerFlags(flags: Readonly<Record<string, unknown>>): Promise<SummarizerOptions> {
  const name = String(flags['summarizer'] ?? extractive.name);
  const onSummarizerError = flags['onSummarizerError'] as SummarizerOptions['onSummarizerError'];
  const summarizerConcurrency = flags['summarizerConcurrency'] as number | undefined;
  if (name === extractive.name) return { onSummarizerError, summarizerConcurrency };
  // The SDK prints its warnings on standard output, where the command's result stands.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const { namedModelSummarizer } = await import('../summarize.ts');
  return { summarizer: await namedModelSummarizer(name), onSummarizerError, summarizerConcurrency };
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

/** P68: a saved plan is carried out as it was reviewed; a flag that would be passed over is refused instead. */
function refuseOwnOptions(planned: PlanningFlags): void {
  const { onInvalid, isStrict, ...others } = planned;
  if (onInvalid === 'reject' && isStrict === false && Object.values(others).every((value) => value === undefined)) return;
  throw new ConfigError({
    what: 'A saved plan brings its own options',
    option: '--plan',
    next: 'Leave out the other flags that decide what leaves, or plan again with them.',
  });
}

function refuseSharedOutput(files: readonly string[], output: string | undefined, flags: Readonly<Record<string, unknown>>): void {
  if (output === undefined || !existsSync(output) || !statSync(output).isDirectory()) {
    throw new ConfigError({ what: 'Several files were given', option: '--output', next: 'Name an existing folder with `-o`, or compact them one by one.' });
  }
  for (const flag of ['receipt', 'plan']) {
    if (flags[flag] !== undefined)
      throw new ConfigError({ what: `Several files cannot share one ${flag}`, option: `--${flag}`, next: 'Compact them one by one.' });
  }
  const inputOf = new Map<string, string>();
  for (const file of files) {
    const target = placeOf(outputPath(output, nameOf(file)));
    const other = inputOf.get(target);
    if (other !== undefined) {
      throw new ConfigError({
        what: other === file ? `${file} was given twice` : `${other} and ${file} would be written to the same file ${basename(target)}`,
        option: '--output',
        next: 'Compact them one by one, each into a folder or under a name of its own.',
      });
    }
    inputOf.set(target, file);
  }
}

/** A receipt in the place of the output, or of the input, would be the end of it. */
function refuseSharedReceipt(files: readonly string[], output: string | undefined, receipt: string | undefined): void {
  if (receipt === undefined) return;
  const [file = '-'] = files;
  const isOutput = output !== undefined && placeOf(outputPath(output, nameOf(file))) === placeOf(receipt);
  if (!isOutput && (file === '-' || !isSameFile(file, receipt))) return;
  throw new ConfigError({
    what: `The receipt would be written over the ${isOutput ? 'output' : 'input'}`,
    option: '--receipt',
    next: 'Name another file for the receipt.',
  });
}

/** As `readInput` names it. */
function nameOf(file: string): string | undefined {
  return file === '-' ? undefined : basename(file);
}

function deliver(result: Compaction, input: Input, file: string, output: string | undefined, flags: Readonly<Record<string, unknown>>): void {
  const content = result.status === 'unchanged' ? input.bytes : result.text;
  const path = output === undefined ? undefined : outputPath(output, input.fileName);
  const isInPlace = path !== undefined && file !== '-' && isSameFile(path, file);
  if (isInPlace && hasChanged(file, input)) throw inputChanged(file);
  // The receipt first: where it cannot be written, nothing is changed.
  if (flags['receipt'] !== undefined) writeOutput(String(flags['receipt']), `${JSON.stringify(result.receipt, null, 2)}\n`);
  if (path !== undefined && !(isInPlace && result.status === 'unchanged')) writeOutput(path, content, { keepsOld: isInPlace });
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
  if (path !== undefined)
    printError(
      isInPlace && result.status === 'unchanged' ? `${path} is as it was` : `wrote ${path}${isInPlace ? ', and kept the old one beside it as .orig' : ''}`,
    );
}

/** A host that is running goes on writing: its new lines must not be lost under the shorter file. */
function inputChanged(file: string): ArchiveError {
  return new ArchiveError({
    code: 'output-unwritable',
    what: 'The file was written to while it was compacted; nothing was changed',
    where: file,
    next: 'Close the session that writes it, or write elsewhere with `-o`, and run it again.',
  });
}

/** What the archive has, and whether the agent will find the command that its legend names. */
function afterWords(result: Compaction, archiveUrl: string, command: string | undefined): readonly string[] {
  if (result.status === 'unchanged') return [];
  const words = [`proved, and every span is in the archive ${archiveUrl}`];
  const named = command ?? 'holdfast recall';
  if (result.receipt.recall === 'cli' && !isOnPath(named, process.env)) {
    words.push(
      `warning recall-command-missing: the agent is told to run \`${named} HANDLE\`, and ${named.split(' ')[0]} is not on this path: install it (\`npm link\`), name another (\`--recall-command\`), or use \`--recall off\``,
    );
  }
  return words;
}

function outputPath(output: string, fileName: string | undefined): string {
  return existsSync(output) && statSync(output).isDirectory() ? join(output, fileName ?? 'stdin.json') : output;
}
