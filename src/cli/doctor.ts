import type { Command } from 'commander';
import { defaultArchivePath, openArchive } from '../archive/open-archive.ts';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import { formatNamed, parseSource } from '../formats/index.ts';
import { readInput } from './read-input.ts';
import { printJson, printText } from './terminal.ts';

interface Check {
  readonly name: string;
  readonly isSound: boolean;
  readonly message: string;
}

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .argument('[file]', 'a conversation to look at; - for standard input')
    .description('check this machine, the archive, and a conversation, and say what to do')
    .option('--archive <url>', "the archive (default HOLDFAST_ARCHIVE, else the user's data folder)")
    .option('--json', 'print as JSON')
    .action(async (file: string | undefined, flags: Readonly<Record<string, unknown>>) => {
      const checks = [await checkArchive(flags['archive'] as string | undefined), ...(file === undefined ? [] : checkFile(file))];
      if (flags['json'] === true) printJson({ schemaVersion: 1, checks });
      else printText(checks.map((check) => `${check.isSound ? 'ok ' : 'not ok'} ${check.name}: ${check.message}\n`).join(''));
      if (checks.some((check) => !check.isSound)) process.exitCode = 3;
    });
}

async function checkArchive(url: string | undefined): Promise<Check> {
  const name = 'archive';
  try {
    const archive = await openArchive(url ?? defaultArchivePath(process.env, process.platform));
    try {
      const stats = await archive.check();
      return { name, isSound: true, message: `${archive.url}: ${stats.spanCount} spans, every hash holds` };
    } finally {
      await archive.close();
    }
  } catch (error) {
    return { name, isSound: false, message: soundOf(error) };
  }
}

function checkFile(file: string): readonly Check[] {
  const input = readInput(file);
  const checks: Check[] = [];
  try {
    const parsed = parseSource(input.text.replace(/^\uFEFF/, ''), { fileName: input.fileName });
    checks.push({ name: 'format', isSound: true, message: `${parsed.recognizedAs}: ${parsed.messages.length} messages, ${parsed.spans.length} spans` });
    for (const warning of [...input.damage.warnings, ...parsed.warnings]) checks.push({ name: 'warning', isSound: true, message: warning.message });
    formatNamed(parsed.format).validate(input.text);
    checks.push({ name: 'validity', isSound: true, message: `valid ${formatNamed(parsed.format).title}` });
  } catch (error) {
    checks.push({ name: 'conversation', isSound: false, message: soundOf(error) });
  }
  return checks;
}

function soundOf(error: unknown): string {
  if (HoldfastError.is(error)) return error.message;
  throw error;
}
