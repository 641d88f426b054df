import type { Command } from 'commander';
import { ConfigError } from '../core/errors/config-error.ts';
import { HOOK_HOSTS, HOOK_VERBS, readHookInput } from '../hooks/hook-input.ts';
import { type Budget, DEFAULT_BUDGET } from '../hooks/room.ts';
import { failureInWords, runHook } from '../hooks/run-hook.ts';
import { PLUGIN_HOSTS, type PluginHost } from '../integrations/host-adapter.ts';
import { parseTokens } from './flags.ts';
import { printError, printOut } from './terminal.ts';
import { withArchive } from './with-archive.ts';

interface Flags {
  readonly archive?: string;
  readonly budget?: string;
}

export function addHook(program: Command): void {
  program
    .command('hook')
    // A host takes exit code 2 for a refusal: what is wrong here is said, and ends with 0.
    .argument('[agent]', [...HOOK_HOSTS, ...PLUGIN_HOSTS].join(', '))
    .argument('[event]', `${HOOK_VERBS.join(', ')}; of ${PLUGIN_HOSTS.join(' and ')}: serve`)
    .description('what an agent runs around its own compaction, with the event on standard input; `holdfast install` registers it')
    .option('--budget <n>', `tokens that may be put back after a compaction (default ${DEFAULT_BUDGET.tokens})`)
    .option('--archive <url>', "the archive (default HOLDFAST_ARCHIVE, else the user's data folder)")
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', '\nExample:\n  $ holdfast hook claude-code session-start < event.json')
    .action(run);
}

/** Never fails its host: whatever goes wrong, the agent goes on as without holdfast. */
async function run(agent: string | undefined, event: string | undefined, flags: Flags): Promise<void> {
  try {
    if (event === 'serve' && isPluginHost(agent)) return await serve(agent, flags);
    const { host, verb } = hookNamed(agent, event);
    const budget = budgetOf(flags.budget);
    const input = await readHookInput(process.stdin);
    printOut(await runHook({ host, verb, input, budget, withArchive: (use) => withArchive(flags.archive, use) }));
  } catch (error) {
    const words = failureInWords(event ?? '', error);
    printError(words);
    if (process.env['HOLDFAST_DEBUG'] && error instanceof Error) printError(error.stack ?? '');
    // What this one prints, Claude Code hands to its summarizer as an instruction.
    if (agent !== 'claude-code' || event !== 'pre-compact') printOut(JSON.stringify({ systemMessage: words }));
  }
}

function isPluginHost(agent: string | undefined): agent is PluginHost {
  return PLUGIN_HOSTS.some((host) => host === agent);
}

/** Beside a plugin for as long as its agent runs: a request a line, an answer a line. */
async function serve(host: PluginHost, flags: Flags): Promise<void> {
  const { serveHost } = await import('../integrations/serve-host.ts');
  await withArchive(flags.archive, (archive) => serveHost({ host, input: process.stdin, output: process.stdout, archive }));
}

function budgetOf(text: string | undefined): Budget {
  if (text === undefined) return DEFAULT_BUDGET;
  try {
    return { ...DEFAULT_BUDGET, tokens: parseTokens(text) };
  } catch (cause) {
    throw new ConfigError({ what: 'The budget is no number of tokens', option: '--budget', next: 'Give one as 2500 or 2k.', cause });
  }
}

function hookNamed(
  agent: string | undefined,
  event: string | undefined,
): { readonly host: (typeof HOOK_HOSTS)[number]; readonly verb: (typeof HOOK_VERBS)[number] } {
  const host = HOOK_HOSTS.find((one) => one === agent);
  const verb = HOOK_VERBS.find((one) => one === event);
  if (host !== undefined && verb !== undefined) return { host, verb };
  throw new ConfigError({
    what: 'There is no such hook',
    next: `Hooks are ${HOOK_VERBS.join(', ')} of ${HOOK_HOSTS.join(' and ')}; run \`holdfast install\` again.`,
  });
}
