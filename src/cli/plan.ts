import { statSync } from 'node:fs';
import type { Command } from 'commander';
import type { PlanningArchive } from '../archive/archive.ts';
import { plan } from '../compact.ts';
import { DEFAULTS } from '../core/defaults.ts';
import { CompactionInvariantError } from '../core/errors/compaction-invariant-error.ts';
import { LIMITS } from '../core/limits.ts';
import type { Receipt } from '../core/receipt.ts';
import type { PlanningOptions } from '../options.ts';
import { existingArchive, unopened } from './planning-archive.ts';
import { addPlanningFlags, libraryOptions, planningFlags } from './planning-flags.ts';
import { type Input, readInput } from './read-input.ts';
import { readLongTranscript } from './read-long-transcript.ts';
import { recallCommand } from './recall-command.ts';
import { savedPlanOf } from './saved-plan.ts';
import { explanationOf, summaryOf } from './summary.ts';
import { printJson, printText } from './terminal.ts';
import { withArchive } from './with-archive.ts';

/** Exit code of a plan that frees nothing, so that scripts can tell it (P42). */
const EXIT_NOTHING_TO_DO = 7;

export function addPlan(program: Command): void {
  addPlanningFlags(program.command('plan').argument('<file>', 'request body, message array or transcript; - for standard input'))
    .description('the same decisions as compact, nothing written; exit code 7 where there is nothing to do')
    .option('--explain', 'print every span: turn, kind, provenance, tokens, class, rule, handle and state, action')
    .option('--json', 'print the receipt as JSON; can be carried out by `compact --plan`')
    .addHelpText(
      'after',
      '\nExamples:\n  $ holdfast plan session.jsonl --target 30% --explain\n  $ holdfast plan request.json --window 200k --json > plan.json',
    )
    .action(run);
}

async function run(file: string, flags: Readonly<Record<string, unknown>>): Promise<void> {
  const options = await planningFlags(flags);
  const input = readPlannable(file);
  const decide = async (archive: PlanningArchive): Promise<Receipt> => {
    const all = { ...libraryOptions(options), archive, fileName: input.fileName, damage: input.damage, recallCommand: recallCommand(flags) };
    try {
      return await plan(input.text, all);
    } catch (error) {
      if (flags['explain'] === true && error instanceof CompactionInvariantError)
        printText(`${explanationOf(await everythingKept(input.text, all, error))}\n\n`);
      throw error;
    }
  };
  const archive = (flags['archive'] as string | undefined) ?? existingArchive();
  const receipt = archive === undefined ? await decide(unopened()) : await withArchive(archive, decide);
  if (flags['json'] === true) printJson({ ...savedPlanOf(input.text, options), receipt });
  else {
    if (flags['explain'] === true) printText(`${explanationOf(receipt)}\n\n`);
    printText(`${summaryOf(receipt, 'planned')}\n`);
  }
  if (receipt.status === 'unchanged') process.exitCode = EXIT_NOTHING_TO_DO;
}

/** A refusal, too, is explained: every span with the class that it has at the refused target. */
async function everythingKept(
  text: string,
  options: PlanningOptions & { readonly archive: PlanningArchive },
  refused: CompactionInvariantError,
): Promise<Receipt> {
  const { target: _, reclaim: __, window: ___, protectedBudget: ____, ...others } = options;
  const keepRecentTokens = options.keepRecentTokens ?? Math.floor(refused.targetTokens * DEFAULTS.keepRecentShare);
  return plan(text, { ...others, keepRecentTokens, maxTokens: Number.MAX_SAFE_INTEGER });
}

/** A transcript beyond what one string can hold is read as a stream; what is not in the conversation is passed over. */
function readPlannable(file: string): Pick<Input, 'text' | 'fileName' | 'damage'> {
  const size = file === '-' ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return size > LIMITS.STREAMED_BYTES ? readLongTranscript(file) : readInput(file);
}
