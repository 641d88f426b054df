import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { ConfigError } from '../core/errors/config-error.ts';
import { parseCount } from './flags.ts';
import { unreadable } from './read-input.ts';
import { formatNumber, printJson, printOut, printText, tableOf } from './terminal.ts';
import { refuseOverArchive, withArchive } from './with-archive.ts';
import { writeOutputLines } from './write-output.ts';

const ARCHIVE_FLAG = ['--archive <url>', "the archive (default HOLDFAST_ARCHIVE, else the user's data folder)"] as const;
const DAY_MS = 86_400_000;
type Flags = Readonly<Record<string, unknown>>;

export function addArchiveVerbs(program: Command): void {
  addStats(program);
  addExport(program);
  addImport(program);
  addErase(program);
  addGc(program);
}

function addStats(program: Command): void {
  program
    .command('stats')
    .description('what the archive holds')
    .option(...ARCHIVE_FLAG)
    .option('--json', 'print as JSON')
    .action(async (flags: Flags) => {
      await withArchive(flags['archive'] as string | undefined, async (archive) => {
        const [stats, conversations] = [await archive.stats(), await archive.conversations()];
        if (flags['json'] === true) return printJson({ schemaVersion: 1, url: archive.url, ...stats, conversations });
        printText(
          `${archive.url}: ${formatNumber(stats.spanCount)} spans, ${formatNumber(stats.compactionCount)} compactions, ${formatNumber(stats.rawBytes)} bytes in ${formatNumber(stats.storedBytes)}\n`,
        );
        if (conversations.length === 0) return;
        printText(
          `${tableOf(
            [{ title: 'conversation' }, { title: 'compactions', isNumber: true }, { title: 'spans', isNumber: true }],
            conversations.map((one) => [one.conversationId, one.compactionCount, one.spanCount]),
          )}\n`,
        );
      });
    });
}

function addExport(program: Command): void {
  program
    .command('export')
    .description('the archive, or one conversation, as JSON Lines')
    .option('--conversation <id>', 'only this one')
    .option('-o, --output <path>', 'where to write (default standard output)')
    .option(...ARCHIVE_FLAG)
    .action(async (flags: Flags) => {
      await withArchive(flags['archive'] as string | undefined, async (archive) => {
        const output = flags['output'] as string | undefined;
        refuseOverArchive(archive, output, '--output');
        const lines = archive.export(flags['conversation'] as string | undefined);
        if (output !== undefined) return writeOutputLines(output, lines);
        for await (const line of lines) printOut(`${line}\n`);
      });
    });
}

function addImport(program: Command): void {
  program
    .command('import')
    .argument('<file>', 'an export')
    .description('take in an export, all of it or nothing')
    .option(...ARCHIVE_FLAG)
    .option('--json', 'print as JSON')
    .action(async (file: string, flags: Flags) => {
      await withArchive(flags['archive'] as string | undefined, async (archive) => {
        const taken = await archive.import(linesOf(file));
        if (flags['json'] === true) printJson({ schemaVersion: 1, ...taken });
        else printText(`imported ${formatNumber(taken.spanCount)} spans and ${formatNumber(taken.compactionCount)} compactions\n`);
      });
    });
}

async function* linesOf(file: string): AsyncIterable<string> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function addErase(program: Command): void {
  program
    .command('erase')
    .argument('<conversation>', 'its id, as the receipt or `holdfast stats` names it')
    .description('remove one conversation from the archive; nothing of it stays behind')
    .option('--yes', 'do it; without this flag only what would go is shown')
    .option(...ARCHIVE_FLAG)
    .option('--json', 'print as JSON')
    .action(async (conversationId: string, flags: Flags) => {
      await withArchive(flags['archive'] as string | undefined, async (archive) => {
        const known = (await archive.conversations()).find((one) => one.conversationId === conversationId);
        if (known === undefined)
          throw new ConfigError({ what: `The archive has no conversation ${conversationId}`, next: 'See `holdfast stats` for those that it has.' });
        if (flags['yes'] !== true) {
          if (flags['json'] === true)
            throw new ConfigError({ what: 'Erasing wants a word', option: '--yes', next: 'Add --yes: what is erased cannot be had again.' });
          printText(`${conversationId}: ${known.spanCount} spans and ${known.compactionCount} compactions would be erased; add --yes to do it\n`);
          return;
        }
        const gone = await archive.erase(conversationId);
        if (flags['json'] === true) printJson({ schemaVersion: 1, ...gone });
        else printText(`erased ${formatNumber(gone.spanCount)} spans and ${formatNumber(gone.compactionCount)} compactions\n`);
      });
    });
}

function addGc(program: Command): void {
  program
    .command('gc')
    .description('remove spans that no compaction names, and old conversations')
    .option('--older-than <days>', 'conversations whose newest compaction is older', parseCount)
    .option('--conversation <id>', 'only this one')
    .option(...ARCHIVE_FLAG)
    .option('--json', 'print as JSON')
    .action(async (flags: Flags) => {
      const days = flags['olderThan'] as number | undefined;
      await withArchive(flags['archive'] as string | undefined, async (archive) => {
        const gone = await archive.gc({
          nowMs: Date.now(),
          olderThanMs: days === undefined ? undefined : days * DAY_MS,
          conversationId: flags['conversation'] as string | undefined,
        });
        if (flags['json'] === true) printJson({ schemaVersion: 1, ...gone });
        else printText(`removed ${formatNumber(gone.spanCount)} spans and ${formatNumber(gone.compactionCount)} compactions\n`);
      });
    });
}
