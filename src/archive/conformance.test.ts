import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeArchive } from './conformance.ts';
import { memory } from './memory/index.ts';
import { openSqlite } from './sqlite/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-conformance-'));
let count = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeArchive('memory', {
  open: async (now) => memory({ now }),
  bytes: () => Buffer.alloc(0),
});

describeArchive('sqlite', {
  open: async (now) => openSqlite(join(folder, `${count++}.db`), { now }),
  bytes: (archive) => {
    const path = archive.url.slice('sqlite:'.length);
    const names = readdirSync(folder).filter((name) => join(folder, name).startsWith(path));
    return Buffer.concat(names.map((name) => readFileSync(join(folder, name))));
  },
});
