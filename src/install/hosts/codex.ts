import { join } from 'node:path';
import { type HookEvent, hookEntry } from '../hook-entry.ts';
import type { Host, HostContext } from '../host.ts';
import { SERVER_NAME, serverWords } from '../server-entry.ts';

/** PostCompact is not handed the summary, so nothing of ours runs there. */
const EVENTS: readonly HookEvent[] = [
  { event: 'PreCompact', matcher: 'auto|manual', verb: 'pre-compact' },
  { event: 'SessionStart', matcher: 'compact', verb: 'session-start' },
];

/** What names the archive (DESIGN §6). Codex gives a server of its environment only what is listed; hooks have all of it. */
const ARCHIVE_VARIABLES = ['HOLDFAST_ARCHIVE', 'XDG_DATA_HOME'];

/** formats.md 9.2. */
export const CODEX: Host = {
  title: 'Codex',
  homeOf: userFolder,
  filesOf: (context) => {
    const folder = context.scope === 'user' ? userFolder(context) : join(context.workingDirectory, '.codex');
    const [command, ...args] = serverWords(context.commandWords);
    return [
      {
        kind: 'json',
        path: join(folder, 'hooks.json'),
        purpose: 'hooks before and after a compaction',
        entries: EVENTS.map((event) => hookEntry('codex', context.command, event)),
      },
      {
        kind: 'toml',
        path: join(folder, 'config.toml'),
        purpose: 'the recall server',
        addition: { table: ['mcp_servers', SERVER_NAME], values: { command, args, env_vars: ARCHIVE_VARIABLES } },
      },
    ];
  },
  remarks: ({ scope }) => [
    'Hooks run in Codex from 0.129 on, unless `[features]` of its config.toml has `hooks = false`; for earlier versions use `holdfast proxy`.',
    'Codex runs a hook only after you trusted it, and says nothing where it does not: start `codex`, open `/hooks` and trust those of holdfast, and again whenever their command changed.',
    ...(scope === 'project' ? ['Codex reads hooks of a project only when you trust the project.'] : []),
  ],
};

function userFolder({ environment, homeFolder }: HostContext): string {
  return environment['CODEX_HOME'] || join(homeFolder, '.codex');
}
