import type { Command } from 'commander';
import { DEFAULTS } from '../core/defaults.ts';
import { PROXY_DEFAULTS } from '../proxy/proxy-options.ts';
import { parseChoice, parseNumberOf, parsePort, parseShare, parseTokens } from './flags.ts';
import type { ProxyFlags } from './run-proxy.ts';

const DEFAULT_WINDOW = 200_000;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export function addProxy(program: Command): void {
  program
    .command('proxy')
    .description('in front of a provider, on this machine alone: compacts the requests of any agent that takes a base URL')
    .requiredOption('--upstream <url>', 'the provider; a path in it stands before the path of each request')
    .option('--port <port>', 'port on loopback; 0 for a free one', parsePort, 0)
    .option('--window <tokens>', "tokens of the model's context", parseTokens, DEFAULT_WINDOW)
    .option('--archive <url>', "sqlite:PATH, a path, or memory: (default HOLDFAST_ARCHIVE, else the user's data folder)")
    .option('--observe', 'only log what would be done: every request goes on as it came')
    .option(
      '--on-refusal <how>',
      'a request that cannot be made to fit: error, as the provider tells it, or pass: it goes on as it came',
      parseChoice('error', 'pass'),
      PROXY_DEFAULTS.onRefusal,
    )
    .option(
      '--recall <how>',
      'inject: offer a recall tool and answer it here; auto: what the agent has of its own; off',
      parseChoice('inject', 'auto', 'off'),
      'inject',
    )
    .option('--trigger <share>', 'share of the window at which a request is compacted', parseShare, DEFAULTS.triggerShare)
    .option('--lower-mark <share>', 'share of the window down to which it is compacted (default four sevenths of the trigger)', parseShare)
    .option('--upstream-timeout <ms>', 'until the head of an answer', parseNumberOf('milliseconds'), PROXY_DEFAULTS.upstreamTimeoutMs)
    .option('--max-body-bytes <bytes>', 'of one request', parseNumberOf('bytes'), PROXY_DEFAULTS.maxBodyBytes)
    .option('--log-level <level>', `${LOG_LEVELS.join(', ')}; logs are on standard error, and hold no content`, parseChoice(...LOG_LEVELS), 'info')
    .addHelpText(
      'after',
      '\nExamples:\n  $ holdfast proxy --upstream https://api.anthropic.com --port 4711\n  $ ANTHROPIC_BASE_URL=http://127.0.0.1:4711 DISABLE_AUTO_COMPACT=1 claude\n  $ holdfast proxy --upstream https://api.openai.com --window 400k --observe',
    )
    .action(run);
}

/** Loaded only here: other verbs need not wait for what serves. */
async function run(flags: ProxyFlags): Promise<void> {
  const { runProxy } = await import('./run-proxy.ts');
  await runProxy(flags);
}
