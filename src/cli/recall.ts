import type { Command } from 'commander';
import { ConfigError } from '../core/errors/config-error.ts';
import { LIMITS } from '../core/limits.ts';
import { neutralize } from '../core/markers/neutralize.ts';
import { type Recalled, recall, recallTurns } from '../recall.ts';
import { parseCount } from './flags.ts';
import { printError, printJson, printOut, printText } from './terminal.ts';
import { withArchive } from './with-archive.ts';

const SEARCH_LIMIT = 20;

export function addRecall(program: Command): void {
  program
    .command('recall')
    .argument('[handle]', 'an archive handle, as in a tombstone: hf_…')
    .description('the source of what left, letter for letter')
    .option('--search <words>', 'find handles by words')
    .option('--turn <range>', 'all spans of a turn or of turns, as 11 or 3-7; with --conversation')
    .option('--conversation <id>', 'the conversation, as its receipt names it')
    .option('--limit <count>', `hits of a search (default ${SEARCH_LIMIT})`, parseCount)
    .option('--raw', 'the exact source characters: JSON blocks or whole records')
    .option('--archive <url>', "the archive (default HOLDFAST_ARCHIVE, else the user's data folder)")
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ holdfast recall hf_k3v6zq2m5n7p4r8s3t5w\n  $ holdfast recall --search "checksum export"\n  $ holdfast recall --turn 11 --conversation 1f0c…',
    )
    .action(run);
}

async function run(handle: string | undefined, flags: Readonly<Record<string, unknown>>): Promise<void> {
  const asked = [handle, flags['search'], flags['turn']].filter((one) => one !== undefined);
  if (asked.length !== 1)
    throw new ConfigError({
      what: asked.length === 0 ? 'Nothing was asked for' : 'Two things were asked for',
      next: 'Give one of a handle, --search WORDS and --turn RANGE.',
    });
  await withArchive(flags['archive'] as string | undefined, async (archive) => {
    if (handle !== undefined) return print(await recall(handle, { archive }), flags);
    if (flags['turn'] !== undefined) {
      const found = await recallTurns(conversationOf(flags), rangeOf(String(flags['turn'])), { archive });
      print(
        found.map((one) => one.recalled),
        flags,
      );
      if (found.length === 0) printError('nothing found');
      return;
    }
    const limit = (flags['limit'] as number | undefined) ?? SEARCH_LIMIT;
    const hits = await archive.search(String(flags['search']), {
      limit,
      ...(flags['conversation'] === undefined ? {} : { conversationId: String(flags['conversation']) }),
    });
    if (flags['json'] === true) printJson({ schemaVersion: 1, hits });
    else printText(hits.map((hit) => `${hit.handle}  ${neutralize(hit.snippet, LIMITS.SNIPPET_CHARACTERS)}\n`).join(''));
    if (hits.length === 0) printError('nothing found');
    if (hits.length === limit) printError(`the newest ${limit} are shown; there may be more: --limit COUNT`);
  });
}

function conversationOf(flags: Readonly<Record<string, unknown>>): string {
  if (flags['conversation'] === undefined)
    throw new ConfigError({
      what: 'Turns are numbered within a conversation',
      option: '--conversation',
      next: 'Name it with --conversation, as the receipt or `holdfast stats` does.',
    });
  return String(flags['conversation']);
}

function rangeOf(text: string): { readonly start: number; readonly end: number } {
  const match = /^t?(\d{1,9})(?:-t?(\d{1,9}))?$/.exec(text.trim());
  const range = { start: Number(match?.[1]), end: Number(match?.[2] ?? match?.[1]) };
  if (match !== null && range.start <= range.end) return range;
  throw new ConfigError({ what: `${text} is not a range of turns`, option: '--turn', next: 'Give a turn or a range, as 11 or 3-7.' });
}

function print(found: readonly Recalled[], flags: Readonly<Record<string, unknown>>): void {
  if (flags['json'] === true) printJson({ schemaVersion: 1, spans: found });
  else printOut(found.map((one) => (flags['raw'] === true ? `${one.raws.join('\n')}\n` : textOf(one, found.length > 1))).join(''));
}

/** One span is printed as it is; of several, each under a line that names it. A call stands before its result. */
function textOf(one: Recalled, isOneOfMany: boolean): string {
  const head = isOneOfMany ? `--- ${(one.handles ?? [one.handle]).join(' ')} ${one.provenance} ${one.kind}\n` : '';
  const call = one.call === undefined ? '' : `${one.call.name} ${JSON.stringify(one.call.input)}\n`;
  return `${head}${call}${one.text}${one.text.endsWith('\n') ? '' : '\n'}`;
}
