import { type Dirent, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../core/errors/config-error.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** A file that the page may ask for. */
export interface PageFile {
  readonly path: string;
  readonly contentType: string;
}

/**
 * Every file that is served, by the name under which it is asked for. A request is looked up here and never made into a
 * path, so that no name leads out of the two folders.
 */
export function pageFiles(folder: string = builtPage()): ReadonlyMap<string, PageFile> {
  const files = new Map([...filesBelow(folder), ...[...filesBelow(vocabulary())].map(([name, file]) => [`o200k/${name}`, file] as const)]);
  const index = files.get('index.html');
  if (index !== undefined) return files;
  throw new ConfigError({
    what: 'The page of the inspector is not there: it is made by the build',
    next: 'Install the published package, or run `npm run build` in a checkout.',
  });
}

function filesBelow(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const entry of listing(folder)) {
    const contentType = CONTENT_TYPES[extname(entry.name)];
    if (!entry.isFile() || contentType === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), { path, contentType });
  }
  return files;
}

function listing(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch {
    return [];
  }
}

/** In a build this module is in `dist` or `dist/cli`; in the source tree two levels below the checkout. */
function builtPage(): string {
  const places = ['./inspector/', '../inspector/', '../../dist/inspector/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return places.find((place) => listing(place).some((entry) => entry.name === 'index.html')) ?? places[0] ?? '';
}

/** The tokenizer's package as it is installed: its modules are the browser's as well, and 2 MB that need not be there twice. */
function vocabulary(): string {
  return join(dirname(createRequire(import.meta.url).resolve('gpt-tokenizer/encoding/o200k_base')), '..', '..', 'esm');
}
