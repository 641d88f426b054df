import { join } from 'node:path';
import { memberOf } from '../hook-entry.ts';
import type { Host, HostContext } from '../host.ts';
import { serverEntry, serverWords } from '../server-entry.ts';
import { sourceFiles } from '../source-files.ts';

/** formats.md 9.3. */
export const OPENCODE: Host = {
  title: 'OpenCode',
  homeOf: userFolder,
  filesOf: (context) => [
    {
      kind: 'json',
      path: configPath(context),
      purpose: 'the recall server',
      entries: [serverEntry('mcp', { type: 'local', command: serverWords(context.commandWords), enabled: true }, commandWords)],
    },
    // OpenCode loads the files of this folder, not those of folders in it.
    ...sourceFiles(join(context.scope === 'user' ? userFolder(context) : join(context.workingDirectory, '.opencode'), 'plugin'), context),
  ],
  remarks: () => ['OpenCode loads plugins when it starts.'],
};

function userFolder({ environment, homeFolder }: HostContext): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homeFolder, '.config'), 'opencode');
}

/** The one that is there; with both, OpenCode reads the one with comments last. */
function configPath(context: HostContext): string {
  const folder = context.scope === 'user' ? userFolder(context) : context.workingDirectory;
  const withComments = join(folder, 'opencode.jsonc');
  return context.isThere(withComments) ? withComments : join(folder, 'opencode.json');
}

function commandWords(server: unknown): readonly unknown[] {
  const command = memberOf(server, 'command');
  return Array.isArray(command) ? command : [];
}
