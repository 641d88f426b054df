import type { Command } from 'commander';
import { type Converted, convert } from '../convert.ts';
import { parseFormat } from './flags.ts';
import { readInput } from './read-input.ts';
import { printError, printJson, printOut } from './terminal.ts';
import { writeOutput } from './write-output.ts';

export function addConvert(program: Command): void {
  program
    .command('convert')
    .argument('<file>', 'request body, message array or transcript; - for standard input')
    .description('the conversation as its model sees it, in a wire format')
    .requiredOption('--to <format>', 'anthropic or openai', parseFormat)
    .option('--format <format>', 'what the input is; detected where not given', parseFormat)
    .option('-o, --output <path>', 'where to write (default standard output)')
    .option('--json', 'print the result and its warnings as JSON')
    .addHelpText('after', '\nExample:\n  $ holdfast convert session.jsonl --to anthropic -o messages.json')
    .action((file: string, flags: Readonly<Record<string, unknown>>) => {
      const input = readInput(file);
      const converted = convert(input.text, { to: flags['to'] as never, format: flags['format'] as never, fileName: input.fileName });
      if (flags['json'] === true) return printConverted(converted, flags);
      if (flags['output'] === undefined) printOut(converted.text);
      else writeOutput(String(flags['output']), converted.text);
      printError(`${converted.recognizedAs} → ${String(flags['to'])}`);
      for (const warning of converted.warnings) printError(`warning ${warning.code}: ${warning.message}`);
    });
}

function printConverted(converted: Converted, flags: Readonly<Record<string, unknown>>): void {
  const { text, recognizedAs, warnings } = converted;
  const output = flags['output'] as string | undefined;
  if (output !== undefined) writeOutput(output, text);
  printJson({ schemaVersion: 1, format: flags['to'], recognizedAs, ...(output === undefined ? { output: text } : { outputFile: output }), warnings });
}
