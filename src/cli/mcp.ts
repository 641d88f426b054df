import type { Command } from 'commander';
import { parsePort } from './flags.ts';
import type { McpFlags } from './run-mcp.ts';

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('recall, search, timeline, audit and status as tools for agents, over MCP: standard input and output, or HTTP on loopback')
    .option('--archive <url>', "the archive (default HOLDFAST_ARCHIVE, else the user's data folder)")
    .option('--http', 'streamable HTTP on loopback in place of standard input and output')
    .option('--port <port>', 'with --http: the port; 0 for a free one', parsePort, 0)
    .option('--root <dir...>', 'folders whose transcripts may be audited, beside the sessions of the project it runs in')
    .addHelpText('after', '\nExamples:\n  $ holdfast mcp\n  $ holdfast mcp --archive sqlite:team.db --root ./sessions\n  $ holdfast mcp --http --port 4712')
    .action(run);
}

/** Loaded only here: other verbs need not wait for the protocol's packages. */
async function run(flags: McpFlags): Promise<void> {
  const { runMcp } = await import('./run-mcp.ts');
  await runMcp(flags);
}
