import type { Command } from 'commander';
import { type Converted, convert } from '../convert.ts';
import { parseFormat } from './flags.ts';
import { readInput } from './read-input.ts';
import { isSameFile } from './same-file.ts';
import { printError, printJson, printOut } from './terminal.ts';
import { writeOutput } from './write-output.ts';

export function addConvert(program: Command): void {
  program
    .command('convert')
    .argument('<file>', 'request body, message array or transcript; - for standard input')
    .description('the conversation as its model sees it, in a wire format')
    .requiredOption('--to <format>', 'anthropic, openai or openai-responses', parseFormat)
    .option('--format <format>', 'what the input is; detected where not given', parseFormat)
    .option('-o, --output <path>', 'where to write (default standard output)')
    .option('--json', 'print the result and its warnings as JSON')
    .addHelpText('after', '\nExample:\n  $ holdfast convert session.jsonl --to anthropic -o messages.json')
    .action((file: string, flags: Readonly<Record<string, unknown>>) => {
      const input = readInput(file);
      const converted = convert(input.text, { to: flags['to'] as never, format: flags['format'] as never, fileName: input.fileName });
      const output = flags['output'] as string | undefined;
      // P18: a transcript that is replaced by what its model sees of it has lost the rest.
      if (output !== undefined) writeOutput(output, converted.text, { keepsOld: file !== '-' && isSameFile(output, file) });
      if (flags['json'] === true) return printConverted(converted, String(flags['to']), output);
      if (output === undefined) printOut(converted.text);
      printError(`${converted.recognizedAs} → ${String(flags['to'])}`);
      for (const warning of converted.warnings) printError(`warning ${warning.code}: ${warning.message}`);
    });
}

function printConverted({ text, recognizedAs, warnings }: Converted, format: string, output: string | undefined): void {
  printJson({ schemaVersion: 1, format, recognizedAs, ...(output === undefined ? { output: text } : { outputFile: output }), warnings });
}
