import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { defaultArchivePath } from '../archive/open-archive.ts';
import { ConfigError } from '../core/errors/config-error.ts';
import { carryOut } from '../install/carry-out.ts';
import { configReader, pluginSources } from '../install/config-reader.ts';
import { HOST_NAMES, type HostContext, type HostName } from '../install/host.ts';
import { formatRecords, parseRecords } from '../install/install-record.ts';
import { type InstallPlan, type PlannedFile, planInstall, recordsAfter } from '../install/plan-install.ts';
import { shellWords } from '../install/shell-words.ts';
import { shownDiff } from '../install/shown-diff.ts';
import { packageFolder } from './package-folder.ts';
import { colours, printError, printJson, printText } from './terminal.ts';
import { writeOutput } from './write-output.ts';

const DEFAULT_COMMAND = 'npx -y holdfast';
/** What runs at every compaction is the user's to choose: a name on a registry is whoever owns it. */
const OF_THE_REGISTRY =
  'The agent will run what the npm registry has under the name holdfast, where this is not published yet: name this one with --command, as --command holdfast where it is linked.';

interface Flags {
  readonly user?: boolean;
  readonly project?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly undo?: boolean;
  readonly command: string;
  readonly json?: boolean;
}

export function addInstall(program: Command): void {
  program
    .command('install')
    .argument('<agent>', HOST_NAMES.join(', '), parseHost)
    .description("put the hooks and the recall server into an agent's own configuration; the change is shown first")
    .option('--user', 'into your own configuration (default)')
    .option('--project', 'into that of the project in this directory')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask; where nobody can be asked, nothing is written without it')
    .option('--undo', 'take out what was put in')
    .option('--command <command>', 'how the agent runs holdfast', DEFAULT_COMMAND)
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExamples:\n  $ holdfast install claude-code\n  $ holdfast install codex --project --yes\n  $ holdfast install claude-code --undo')
    .action(run);
}

function parseHost(text: string): HostName {
  const name = HOST_NAMES.find((one) => one === text);
  if (name === undefined) throw new InvalidArgumentError(`Choose one of ${HOST_NAMES.join(', ')}.`);
  return name;
}

async function run(name: HostName, flags: Flags): Promise<void> {
  const recordsPath = join(dirname(defaultArchivePath({ ...process.env, HOLDFAST_ARCHIVE: undefined }, process.platform)), 'installed.json');
  const records = parseRecords(configReader.read(recordsPath));
  const plan = planInstall(name, contextOf(name, flags), { isUndo: flags.undo === true, records, reader: configReader });
  const hasChanges = plan.files.some((file) => file.status !== 'unchanged');
  if (flags.json !== true) showPlan(plan, flags.undo === true);
  if (flags.json !== true && flags.undo !== true && flags.command === DEFAULT_COMMAND) printText(`\n${OF_THE_REGISTRY}\n`);
  const isWanted = hasChanges && flags.dryRun !== true && (flags.yes === true || (flags.json !== true && (await isAgreed())));
  if (isWanted) {
    carryOut(plan.files, configReader, writeOutput);
    keepRecords(recordsPath, formatRecords(recordsAfter(records, plan.files)));
  }
  if (flags.json === true) printJson(planAsJson(plan, isWanted));
  else tellOutcome(flags, hasChanges, isWanted);
}

function contextOf(name: HostName, flags: Flags): HostContext {
  if (flags.user === true && flags.project === true) {
    throw new ConfigError({ what: '--user and --project were given together', option: '--project', next: 'Give one of them.' });
  }
  return {
    scope: flags.project === true ? 'project' : 'user',
    environment: process.env,
    homeFolder: homedir(),
    workingDirectory: process.cwd(),
    command: flags.command.trim(),
    commandWords: shellWords(flags.command),
    isThere: existsSync,
    pluginSources: pluginSources(packageFolder(), name),
  };
}

/** Without records an undo finds what is ours by what it says, so a place that cannot be written is no reason to fail. */
function keepRecords(path: string, text: string): void {
  try {
    carryOut(
      [{ path, realPath: path, purpose: '', status: 'changed', before: configReader.read(path), after: text, record: undefined }],
      configReader,
      writeOutput,
    );
  } catch {
    printError('holdfast: what was put in could not be recorded in the data folder; --undo will find it by what it says');
  }
}

function showPlan({ title, files, remarks }: InstallPlan, isUndo: boolean): void {
  printText(`${title}: ${isUndo ? 'what holdfast put in is taken out' : 'holdfast is put in'}\n`);
  for (const file of files) printText(`\n${fileHead(file)}\n${diffText(file)}`);
  for (const remark of remarks) printText(`\n${remark}\n`);
}

function fileHead({ path, realPath, purpose, status }: PlannedFile): string {
  const words = { unchanged: 'nothing to do', created: 'new file', changed: 'changed', removed: 'removed' }[status];
  return `${colours.bold(path)}${realPath === path ? '' : ` (a link to ${realPath})`}: ${purpose}; ${words}`;
}

function diffText(file: PlannedFile): string {
  const colour = { '+': colours.green, '-': colours.yellow, '@': colours.cyan, ' ': (text: string): string => text };
  return shownDiff(file.before ?? '', file.after ?? '')
    .map(({ sign, text }) => `${colour[sign](sign === '@' ? text : `${sign}${text}`)}\n`)
    .join('');
}

async function isAgreed(): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('\nWrite this? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}

function tellOutcome(flags: Flags, hasChanges: boolean, isWritten: boolean): void {
  if (!hasChanges) printText(`\nNothing to do: ${flags.undo === true ? 'nothing of holdfast is in it' : 'it is all there'}.\n`);
  else if (isWritten) printText(`\nWritten. ${flags.undo === true ? '' : 'To take it back: add --undo.'}\n`.replace(' \n', '\n'));
  else printText(`\nNothing was written${flags.dryRun === true ? '' : '; add --yes to do it'}.\n`);
}

function planAsJson({ files, remarks }: InstallPlan, isWritten: boolean): unknown {
  return {
    schemaVersion: 1,
    written: isWritten,
    files: files.map((file) => ({ path: file.path, status: file.status, purpose: file.purpose, diff: plainDiff(file) })),
    remarks,
  };
}

function plainDiff(file: PlannedFile): readonly string[] {
  return shownDiff(file.before ?? '', file.after ?? '').map(({ sign, text }) => (sign === '@' ? text : `${sign}${text}`));
}
