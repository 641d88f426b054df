#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import { printError, printJson } from './terminal.ts';
import { addVerbs } from './verbs.ts';
import { VERSION } from './version.ts';

/** DESIGN §9: 2 is wrong use. */
const EXIT_WRONG_USE = 2;
/** A fault of holdfast itself. */
const EXIT_FAULT = 70;

async function programOf(): Promise<Command> {
  const program = new Command('holdfast')
    .description('Compaction for LLM agents that never loses what only the context knows.')
    .version(VERSION)
    .showHelpAfterError('(add --help for what can be given)')
    .configureOutput({ writeErr: (text) => printError(text.trimEnd()) })
    .configureHelp({ sortSubcommands: false })
    .exitOverride();
  await addVerbs(program, process.argv[2]);
  for (const command of program.commands) command.exitOverride().showHelpAfterError('(add --help for what can be given)');
  return program;
}

async function main(): Promise<void> {
  try {
    await (await programOf()).parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** What happened, where, and what to do next, each on a line of its own. */
function wordsOf(error: HoldfastError): string {
  return [error.what, error.where, error.next].filter((part) => part !== undefined).join('\n  ');
}

/** Bad input never gives a stack trace; with `--json` the error is JSON on standard output. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_WRONG_USE;
  if (HoldfastError.is(error)) {
    if (process.argv.includes('--json')) printJson({ schemaVersion: 1, error: error.toJSON() });
    printError(`holdfast: ${wordsOf(error)}`);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  printError(`holdfast: a fault of holdfast itself: ${message}. The input is untouched; set HOLDFAST_DEBUG=1 for the stack and report it.`);
  if (process.env['HOLDFAST_DEBUG'] && error instanceof Error) printError(error.stack ?? '');
  return EXIT_FAULT;
}

await main();
