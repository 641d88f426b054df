import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { build } from 'vite';
import type { PluginHost } from '../../src/integrations/host-adapter.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The server's script for tests, inside `node_modules` so that the driver is found from there. */
export async function bundleServer(): Promise<{ readonly path: string; readonly remove: () => void }> {
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'holdfast-integrations-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: join(import.meta.dirname, 'child.ts'),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'child.js' } },
    },
  });
  return { path: join(folder, 'child.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The files of a plugin as an install copies them, and its settings, by path below the plugin's folder. */
export function pluginFiles(host: PluginHost, settings: unknown): Readonly<Record<string, string>> {
  const folder = join(ROOT, 'plugins', host);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  const paths = names.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return { ...Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])), 'holdfast.json': JSON.stringify(settings) };
}

/** Writes them where a test imports them from. */
export function writePlugin(host: PluginHost, settings: (folder: string) => unknown): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-plugin-'));
  for (const [path, text] of Object.entries(pluginFiles(host, settings(folder)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
