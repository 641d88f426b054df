import { join } from 'node:path';
import type { HostContext, HostFile } from './host.ts';

/** Files of a plugin's folder that say something to people, not to the host. */
const FOR_PEOPLE = /^(?:README|LICENSE)/i;

/** The sources of a host's plugin, copied into `folder`, and beside them how the plugin runs holdfast. */
export function sourceFiles(folder: string, { pluginSources, commandWords }: HostContext): readonly HostFile[] {
  const sources = [...pluginSources]
    .filter(([name]) => !FOR_PEOPLE.test(name))
    .map(([name, content]): HostFile => ({ kind: 'source', path: join(folder, ...name.split('/')), purpose: 'the plugin', content }));
  if (sources.length === 0) return [];
  const settings = `${JSON.stringify({ command: commandWords }, null, 2)}\n`;
  return [...sources, { kind: 'source', path: join(folder, 'holdfast.json'), purpose: 'how the plugin runs holdfast', content: settings }];
}
