import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publicNames } from './public-names.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>;
};

/** The source of each entry with code: `./dist/sqlite.js` is built from `src/sqlite.ts`. */
const ENTRIES = Object.values(manifest.exports)
  .flatMap((target) => (typeof target === 'string' ? [] : [target.default]))
  .map((path) => path.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));

describe('DESIGN §11: the public surface', () => {
  it('§11: its names are those of the golden file; `npm run golden` takes over a change that is meant', async () => {
    const names = Object.fromEntries(ENTRIES.map((entry) => [entry, publicNames(entry)]));
    await expect(`${JSON.stringify(names, null, 2)}\n`).toMatchFileSnapshot('./public-names.json');
  });

  it.each(['compact', 'plan', 'planCompaction', 'compactSpan', 'classify', 'checkpoint', 'verify', 'recall', 'parse', 'formats', 'createArchive'])(
    '§11: the root entry has %s',
    (name) => {
      expect(publicNames('src/index.ts').values).toContain(name);
    },
  );

  it('§11: no name is exported twice', () => {
    for (const entry of ENTRIES) {
      const { values, types } = publicNames(entry);
      expect(new Set([...values, ...types]).size).toBe(values.length + types.length);
    }
  });
});
