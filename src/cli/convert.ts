import type { Command } from 'commander';
import { convert } from '../convert.ts';
import { parseFormat } from './flags.ts';
import { readInput } from './read-input.ts';
import { printError, printOut } from './terminal.ts';
import { writeOutput } from './write-output.ts';

export function addConvert(program: Command): void {
  program
    .command('convert')
    .argument('<file>', 'request body, message array or transcript; - for standard input')
    .description('the conversation as its model sees it, in a wire format')
    .requiredOption('--to <format>', 'anthropic or openai', parseFormat)
    .option('--format <format>', 'what the input is; detected where not given', parseFormat)
    .option('-o, --output <path>', 'where to write (default standard output)')
    .addHelpText('after', '\nExample:\n  $ holdfast convert session.jsonl --to anthropic -o messages.json')
    .action((file: string, flags: Readonly<Record<string, unknown>>) => {
      const input = readInput(file);
      const converted = convert(input.text, { to: flags['to'] as never, format: flags['format'] as never, fileName: input.fileName });
      if (flags['output'] === undefined) printOut(converted.text);
      else writeOutput(String(flags['output']), converted.text);
      printError(`${converted.recognizedAs} → ${String(flags['to'])}`);
      for (const warning of converted.warnings) printError(`warning ${warning.code}: ${warning.message}`);
    });
}
