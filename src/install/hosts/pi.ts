import { join } from 'node:path';
import type { Host, HostContext } from '../host.ts';
import { sourceFiles } from '../source-files.ts';

/** formats.md 9.4: pi finds `extensions/NAME/index.ts` by itself, and the recall tool comes with the extension. */
export const PI: Host = {
  title: 'pi',
  homeOf: userFolder,
  filesOf: (context) =>
    sourceFiles(join(context.scope === 'user' ? userFolder(context) : join(context.workingDirectory, '.pi'), 'extensions', 'holdfast'), context),
  remarks: () => ['pi loads extensions when it starts.'],
};

function userFolder({ environment, homeFolder }: HostContext): string {
  return environment['PI_CODING_AGENT_DIR'] || join(homeFolder, '.pi', 'agent');
}
