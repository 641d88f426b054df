import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HostContext, HostName } from '../../src/install/host.ts';
import { HOSTS } from '../../src/install/hosts/index.ts';

const ROOT = new URL('../../', import.meta.url);
const CONTEXT: HostContext = {
  scope: 'user',
  environment: {},
  homeFolder: '/home/dev',
  workingDirectory: '/w',
  command: 'npx -y holdfast',
  commandWords: ['npx', '-y', 'holdfast'],
  isThere: () => false,
  pluginSources: new Map(),
};

function json(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as Record<string, unknown>;
}

function installedHooks(name: HostName): Record<string, unknown> {
  const entries = HOSTS[name].filesOf(CONTEXT).flatMap((file) => (file.kind === 'json' ? file.entries : []));
  return Object.fromEntries(entries.filter(({ addition }) => addition.path[0] === 'hooks').map(({ addition }) => [addition.path[1], [addition.value]]));
}

describe.each([
  ['claude-code', '.claude-plugin'],
  ['codex', '.codex-plugin'],
] as const)('the plugin folder of %s', (name, manifestFolder) => {
  it('runs the hooks and the server that an install registers', () => {
    expect(json(`plugins/${name}/hooks/hooks.json`)).toEqual({ hooks: installedHooks(name) });
    expect(json(`plugins/${name}/.mcp.json`)).toEqual({ mcpServers: { holdfast: { type: 'stdio', command: 'npx', args: ['-y', 'holdfast', 'mcp'] } } });
  });

  it('has the name and the version of the package', () => {
    const { name: packageName, version } = json('package.json');
    expect(json(`plugins/${name}/${manifestFolder}/plugin.json`)).toMatchObject({ name: packageName, version });
  });

  it('names its hooks by their place alone: a host that is told them again takes them twice', () => {
    expect(json(`plugins/${name}/${manifestFolder}/plugin.json`)['hooks']).toBeUndefined();
    expect(existsSync(new URL(`plugins/${name}/README.md`, ROOT))).toBe(true);
  });
});
