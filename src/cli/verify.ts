import type { Command } from 'commander';
import { verify } from '../verify-output.ts';
import { parseFormat } from './flags.ts';
import { readInput } from './read-input.ts';
import { printJson, printText } from './terminal.ts';
import { withArchive } from './with-archive.ts';

export function addVerify(program: Command): void {
  program
    .command('verify')
    .argument('<file>', 'an output of `holdfast compact`; - for standard input')
    .description('prove a compacted conversation from itself and the archive alone; exit code 5 where it fails')
    .option('--archive <url>', "the archive it was compacted with (default HOLDFAST_ARCHIVE, else the user's data folder)")
    .option('--format <format>', 'what the file is; detected where not given', parseFormat)
    .option('--json', 'print the proof as JSON')
    .addHelpText('after', '\nExample:\n  $ holdfast verify shorter.jsonl --archive sqlite:holdfast.db')
    .action(async (file: string, flags: Readonly<Record<string, unknown>>) => {
      const input = readInput(file);
      await withArchive(flags['archive'] as string | undefined, async (archive) => {
        const proof = await verify(input.text, { archive, format: flags['format'] as never });
        if (flags['json'] === true) printJson({ schemaVersion: 1, verified: true, ...proof });
        else
          printText(
            `verified: compaction ${proof.compactionId}, ${proof.spanCount} spans: ${proof.keptCount} kept letter for letter, ${proof.evictedCount} archived\n`,
          );
      });
    });
}
