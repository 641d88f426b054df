#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { HoldfastError } from '../core/errors/holdfast-error.ts';
import { addArchiveVerbs } from './archive-verbs.ts';
import { addAudit } from './audit.ts';
import { addCompact } from './compact.ts';
import { addConvert } from './convert.ts';
import { addDoctor } from './doctor.ts';
import { addHook } from './hook.ts';
import { addInspect } from './inspect.ts';
import { addInstall } from './install.ts';
import { addMcp } from './mcp.ts';
import { addPlan } from './plan.ts';
import { addProxy } from './proxy.ts';
import { addRecall } from './recall.ts';
import { printError, printJson } from './terminal.ts';
import { addVerify } from './verify.ts';
import { VERSION } from './version.ts';

/** DESIGN §9: 2 is wrong use. */
const EXIT_WRONG_USE = 2;
/** A fault of holdfast itself. */
const EXIT_FAULT = 70;

function programOf(): Command {
  const program = new Command('holdfast')
    .description('Compaction for LLM agents that never loses what only the context knows.')
    .version(VERSION)
    .showHelpAfterError('(add --help for what can be given)')
    .configureOutput({ writeErr: (text) => printError(text.trimEnd()) })
    .configureHelp({ sortSubcommands: false })
    .exitOverride();
  addCompact(program);
  addPlan(program);
  addAudit(program);
  addVerify(program);
  addRecall(program);
  addInspect(program);
  addProxy(program);
  addMcp(program);
  addInstall(program);
  addConvert(program);
  addArchiveVerbs(program);
  addDoctor(program);
  addHook(program);
  for (const command of program.commands) command.exitOverride().showHelpAfterError('(add --help for what can be given)');
  return program;
}

async function main(): Promise<void> {
  try {
    await programOf().parseAsync();
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
