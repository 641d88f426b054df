import { join } from 'node:path';
import { type HookEvent, hookEntry } from '../hook-entry.ts';
import type { Host, HostContext } from '../host.ts';
import { commandAndArgs, serverEntry, serverWords } from '../server-entry.ts';

const EVENTS: readonly HookEvent[] = [
  { event: 'PreCompact', matcher: 'auto|manual', verb: 'pre-compact' },
  { event: 'PostCompact', matcher: 'auto|manual', verb: 'post-compact' },
  { event: 'SessionStart', matcher: 'compact', verb: 'session-start' },
];

/** formats.md 9.1. */
export const CLAUDE_CODE: Host = {
  title: 'Claude Code',
  homeOf: configFolder,
  filesOf: (context) => {
    const [program, ...args] = serverWords(context.commandWords);
    return [
      {
        kind: 'json',
        path: settingsPath(context),
        purpose: 'hooks before and after a compaction',
        entries: EVENTS.map((event) => hookEntry('claude-code', context.command, event)),
      },
      {
        kind: 'json',
        path: serversPath(context),
        purpose: 'the recall server',
        entries: [serverEntry('mcpServers', { type: 'stdio', command: program, args }, commandAndArgs)],
      },
    ];
  },
  remarks: ({ scope }) => [
    'Claude Code reads hooks when a session starts: sessions that run now go on without them.',
    ...(scope === 'project' ? ['Claude Code asks once whether it may use a server of `.mcp.json`.'] : []),
  ],
};

/** `CLAUDE_CONFIG_DIR` moves the settings and the list of servers. */
function configFolder({ environment, homeFolder }: HostContext): string {
  return environment['CLAUDE_CONFIG_DIR'] || join(homeFolder, '.claude');
}

function settingsPath(context: HostContext): string {
  return context.scope === 'user' ? join(configFolder(context), 'settings.json') : join(context.workingDirectory, '.claude', 'settings.json');
}

function serversPath({ scope, environment, homeFolder, workingDirectory }: HostContext): string {
  return scope === 'user' ? join(environment['CLAUDE_CONFIG_DIR'] || homeFolder, '.claude.json') : join(workingDirectory, '.mcp.json');
}
