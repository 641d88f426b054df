import { join } from 'node:path';
import type { HostContext, HostFile } from './host.ts';

/** Files of a plugin's folder that say something to people, not to the host. */
const FOR_PEOPLE = /^(?:README|LICENSE)/i;

/** The sources of a host's plugin, copied into `folder`. */
export function sourceFiles(folder: string, { pluginSources }: HostContext): readonly HostFile[] {
  return [...pluginSources]
    .filter(([name]) => !FOR_PEOPLE.test(name))
    .map(([name, content]): HostFile => ({ kind: 'source', path: join(folder, ...name.split('/')), purpose: 'the plugin', content }));
}
