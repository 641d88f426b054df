import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { codeOf, entryOf, inputOf, linesOf, spanOf } from '../conformance.ts';
import { openSqlite, releaseLost } from './index.ts';
import { currentOwner, isDead } from './lock-owner.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-sqlite-'));
let count = 0;
const newPath = (): string => join(folder, `${count++}`, 'deep', 'archive.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the file', () => {
  it.skipIf(process.platform === 'win32')('§10: file and folder are made for their owner alone', async () => {
    const path = newPath();
    const archive = openSqlite(path);
    await archive.put('c', [inputOf(archive, spanOf('one'))]);
    for (const name of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    await archive.close();
  });

  it('§10: each archive has its own key: the same span has another handle, and a reopened one the same', async () => {
    const path = newPath();
    const archive = openSqlite(path);
    const other = openSqlite(newPath());
    const handle = archive.handleOf(spanOf('one'));
    expect(other.handleOf(spanOf('one'))).not.toBe(handle);
    await archive.close();
    const again = openSqlite(path);
    expect(again.handleOf(spanOf('one'))).toBe(handle);
    await again.close();
    await other.close();
  });

  it('an archive of another version is refused by both numbers, and is not changed', async () => {
    const path = newPath();
    await openSqlite(path).close();
    const database = new Database(path);
    database.prepare("UPDATE meta SET value = 7 WHERE key = 'schema_version'").run();
    database.close();
    const before = readFileSync(path);
    expect(() => openSqlite(path)).toThrow(/version 7.*version 2/);
    expect(await codeOf(() => openSqlite(path))).toBe('archive-version');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('an archive of version 1 is upgraded when it is opened, with all that it holds; who opens it next finds it so', async () => {
    const path = newPath();
    const archive = openSqlite(path);
    const input = inputOf(archive, spanOf('one'));
    await archive.put('c', [input]);
    await archive.close();
    // Version 1 had all the tables but this one.
    const database = new Database(path);
    database.exec("DROP TABLE summaries; UPDATE meta SET value = 1 WHERE key = 'schema_version'");
    database.close();

    const upgraded = openSqlite(path);
    const other = openSqlite(path);
    await upgraded.putSummary('c', 'a key', 'a text');
    expect(await other.getSummary('a key')).toBe('a text');
    expect(await other.get(input.handle)).toEqual(input.span);
    await upgraded.check();
    await upgraded.close();
    await other.close();
  });

  it("a summarizer's text that was changed in the file is refused, by reading and by check", async () => {
    const path = newPath();
    const archive = openSqlite(path);
    await archive.putSummary('c', 'a key', 'never write there');
    await archive.close();
    const database = new Database(path);
    database.exec("UPDATE summaries SET json = replace(json, 'never', 'rather')");
    database.close();
    const again = openSqlite(path);
    expect(await codeOf(() => again.getSummary('a key'))).toBe('archive-corrupt');
    expect(await codeOf(() => again.check())).toBe('archive-corrupt');
    await again.close();
  });

  it('what is no archive is refused and not changed: text, a short file, a database of something else', async () => {
    const path = join(folder, 'other.db');
    const database = new Database(path);
    database.exec('CREATE TABLE orders (id INTEGER)');
    database.close();
    writeFileSync(join(folder, 'text'), 'no archive at all\n'.repeat(500));
    writeFileSync(join(folder, 'short'), 'x');
    for (const name of ['other.db', 'text', 'short']) {
      const before = readFileSync(join(folder, name));
      expect(await codeOf(() => openSqlite(join(folder, name)))).toBe('archive-corrupt');
      expect(readFileSync(join(folder, name)).equals(before)).toBe(true);
    }
  });

  it('a path that cannot be is archive-unavailable; none at all is a wrong option', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    expect(await codeOf(() => openSqlite(join(folder, 'a-file', 'archive.db')))).toBe('archive-unavailable');
    expect(await codeOf(() => openSqlite(folder))).toBe('archive-unavailable');
    expect(await codeOf(() => openSqlite(''))).toBe('config-invalid');
    expect(await codeOf(() => openSqlite(':memory:'))).toBe('config-invalid');
    expect(existsSync(':memory:')).toBe(false);
  });

  it('§6: the file gives back the room of what was erased', async () => {
    const path = newPath();
    const archive = openSqlite(path);
    await archive.put('d', [inputOf(archive, spanOf('stays'))]);
    await archive.put('c', [inputOf(archive, spanOf(randomBytes(500_000).toString('base64')))]);
    await archive.erase('c');
    expect(statSync(path).size).toBeLessThan(250_000);
    await archive.close();
  });

  it('§6: erase takes its own out of packs and sheets that it shares, again and again; the rest stays letter for letter', async () => {
    const path = newPath();
    const archive = openSqlite(path);
    const names = ['a', 'b', 'c'];
    // More than one pack and one sheet; neighbours belong to different conversations.
    const all = Array.from({ length: 3_000 }, (_, index) => {
      const text = `${names[index % 3]}-secret ${index} ${'words of some length '.repeat(index % 20)}`;
      return inputOf(archive, spanOf(JSON.stringify(text), { modeKind: `kind ${index}` }), text);
    });
    await archive.put('a', all);
    for (const name of ['b', 'c'])
      await archive.put(
        name,
        all.filter((_, index) => names[index % 3] === name),
      );
    await archive.appendLedger(
      entryOf(
        'k1',
        'a',
        all.filter((_, index) => index % 3 === 0).map((input) => input.handle),
      ),
    );
    expect(await archive.gc({ nowMs: 0, conversationId: 'a' })).toEqual({ spanCount: 0, compactionCount: 0 });
    for (const [round, gone] of ['b', 'a', 'c'].entries()) {
      expect((await archive.conversations()).map((one) => one.spanCount)).toEqual(Array(3 - round).fill(1_000));
      expect(await archive.erase(gone)).toEqual({ spanCount: 1_000, compactionCount: gone === 'a' ? 1 : 0 });
      const left = all.filter((_, index) => !['b', 'a', 'c'].slice(0, round + 1).includes(names[index % 3] ?? ''));
      const found = await archive.getMany(all.map((input) => input.handle));
      expect([...found]).toEqual(left.map((input) => [input.handle, input.span]));
      expect(await archive.search(`${gone}-secret`)).toEqual([]);
      expect(await archive.search(left.length === 0 ? 'words' : '"words of some"', { limit: 9_999 })).toHaveLength(Math.round(left.length * 0.95));
      expect((await archive.check()).spanCount).toBe(left.length);
    }
    expect(await archive.stats()).toMatchObject({ rawBytes: 0, storedBytes: 0 });
    await archive.close();
  });

  it('§4: a number that was given is never given again, so what another process keeps at hand stays true', async () => {
    const path = newPath();
    const [first, second] = [openSqlite(path), openSqlite(path)];
    const secret = inputOf(first, spanOf('secret'));
    await first.put('c', [secret, inputOf(first, spanOf('next to it'))]);
    expect(await second.get(secret.handle)).toEqual(secret.span);
    await first.erase('c');
    const inputs = ['one', 'two', 'three'].map((text) => inputOf(first, spanOf(text)));
    await first.put('d', inputs);
    expect(await second.get(secret.handle)).toBeUndefined();
    expect([...(await second.getMany(inputs.map((input) => input.handle))).values()]).toEqual(inputs.map((input) => input.span));
    await first.close();
    await second.close();
  });

  it('P22: an unchanged put again writes nothing', async () => {
    const path = newPath();
    const archive = openSqlite(path);
    const inputs = [inputOf(archive, spanOf('one'), 'one'), inputOf(archive, spanOf('two'), 'two')];
    await archive.put('c', inputs);
    const before = statSync(`${path}-wal`).size;
    await archive.put('c', inputs);
    await archive.put('c', inputs.slice(1));
    expect(statSync(`${path}-wal`).size).toBe(before);
    await archive.close();
  });
});

describe('two connections', () => {
  it('one puts what the other erases: nothing that was put is missing', async () => {
    const path = newPath();
    const [first, second] = [openSqlite(path), openSqlite(path)];
    const inputs = Array.from({ length: 300 }, (_, index) => inputOf(first, spanOf(`${index} `.repeat(2_000))));
    await first.put('c', inputs);
    // While `second` drafts, `first` removes what the draft counts on.
    const putting = second.put('d', [...inputs, ...inputs.map((_, index) => inputOf(second, spanOf(`new ${index} `.repeat(2_000))))]);
    await first.erase('c');
    await putting;
    expect((await first.getMany(inputs.map((input) => input.handle))).size).toBe(inputs.length);
    expect((await first.check()).spanCount).toBe(2 * inputs.length);
    await first.close();
    await second.close();
  });

  it('§3: where an import is under way elsewhere, a write waits or says archive-busy, and both stay whole', { timeout: 30_000 }, async () => {
    const source = openSqlite(newPath());
    const one = inputOf(source, spanOf('one'));
    await source.put('c', [one]);
    await source.appendLedger(entryOf('k1', 'c', [one.handle]));
    const lines = await linesOf(source.export());
    const target = openSqlite(newPath());
    const mine = inputOf(target, spanOf('mine'));
    let code = '';
    async function* slowly(): AsyncGenerator<string> {
      for (const [index, line] of lines.entries()) {
        if (index === 2) code = await codeOf(() => target.put('d', [mine]));
        yield line;
      }
    }
    await target.import(slowly());
    expect(code).toBe('archive-busy');
    await target.put('d', [mine]);
    expect(await target.check()).toMatchObject({ spanCount: 2, compactionCount: 1 });
    await source.close();
    await target.close();
  });

  it('§3: while another process writes, a call waits, and the thread does not stand still with it', { timeout: 30_000 }, async () => {
    const path = newPath();
    const archive = openSqlite(path);
    const one = inputOf(archive, spanOf('one'));
    const writer = new Database(path);
    writer.exec('BEGIN IMMEDIATE');
    const putting = archive.put('c', [one]);
    // Each of these gets its turn only if the put waits without holding the thread up: at its end the writer lets go.
    for (let turn = 0; turn < 5; turn++) await pause(1);
    writer.exec('COMMIT');
    writer.close();
    await putting;
    expect(await archive.get(one.handle)).toEqual(spanOf('one'));
    await archive.close();
  });

  it.each([
    ['removed', (path: string) => rmSync(path)],
    ['replaced', (path: string) => renameSync(`${path}.other`, path)],
  ])('§3: given an archive whose file is %s while it is open, then nothing more is put into what nobody can open again', async (_name, change) => {
    const path = newPath();
    const archive = openSqlite(path);
    await openSqlite(`${path}.other`).close();
    const one = inputOf(archive, spanOf('one'));
    await archive.put('c', [one]);
    change(path);
    for (const put of [
      () => archive.put('c', [inputOf(archive, spanOf('two'))]),
      () => archive.appendLedger(entryOf('k1', 'c', [one.handle])),
      () => archive.putSummary('c', 'key', 'text'),
      () => archive.lock('c'),
    ]) {
      await expect(put()).rejects.toMatchObject({ code: 'archive-unavailable', where: path });
    }
    await archive.close();
  });

  it('P44: a lock that a thread of this process had when it died is given back; that of another process is not', async () => {
    const path = newPath();
    const [thread, server] = [openSqlite(path), openSqlite(path)];
    await thread.lock('c');
    expect(await codeOf(() => server.lock('c'))).toBe('archive-busy');
    await releaseLost(server, 'c');
    const release = await server.lock('c');
    await release();
    const writer = new Database(path);
    const other = { ...currentOwner(), processId: process.ppid };
    writer.prepare("INSERT INTO locks (conversation, token, process_id, started_at, host) VALUES ('c', 't', ?, '', ?)").run(other.processId, other.host);
    writer.close();
    await releaseLost(server, 'c');
    expect(await codeOf(() => server.lock('c'))).toBe('archive-busy');
    await server.close();
    await thread.close();
  });

  it('given a relative path, then the archive goes on where the process changes its folder', async () => {
    const from = process.cwd();
    const archive = openSqlite(relative(from, newPath()));
    const absolute = resolve(archive.url.slice('sqlite:'.length));
    expect(absolute.startsWith(folder)).toBe(true);
    const spy = vi.spyOn(process, 'cwd').mockReturnValue(join(from, 'src'));
    await archive.putSummary('c', 'key', 'text');
    spy.mockRestore();
    expect(await archive.getSummary('key')).toBe('text');
    await archive.close();
  });

  it('given a lock and a file that is gone, then closing says so, and the file is closed all the same', async () => {
    const path = newPath();
    const archive = openSqlite(path);
    await archive.lock('c');
    rmSync(path);
    expect(await codeOf(() => archive.close())).toBe('archive-unavailable');
    await expect(archive.stats()).rejects.toThrow('The archive is closed');
  });

  it('§6: an erase whose bytes another reader still holds in the log says so; gc afterwards takes them', { timeout: 30_000 }, async () => {
    const path = newPath();
    const archive = openSqlite(path);
    await archive.put('c', [inputOf(archive, spanOf('Zq9xErasedSecret'), 'Zq9xErasedSecret')]);
    const reader = new Database(path);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM spans').get();
    expect(await codeOf(() => archive.erase('c'))).toBe('archive-busy');
    expect((await archive.stats()).spanCount).toBe(0);
    reader.exec('COMMIT');
    reader.close();
    await archive.gc({ nowMs: 0 });
    for (const name of [path, `${path}-wal`, `${path}-shm`]) expect(readFileSync(name).includes('Zq9xErasedSecret')).toBe(false);
    await archive.close();
  });
});

describe('the owner of a lock', () => {
  const own = currentOwner();

  it('P44: is dead when its number is another process, or nobody, or of an earlier boot', () => {
    expect(isDead(own)).toBe(false);
    expect(isDead({ ...own, processId: 2 ** 22 + 1 })).toBe(true);
    expect(isDead({ ...own, processId: process.ppid, startedAt: '' })).toBe(false);
  });

  it.skipIf(own.startedAt === '')('is dead when the process with its number began at another time', () => {
    expect(isDead({ ...own, startedAt: '1' })).toBe(true);
    expect(isDead({ ...own, host: `${own.host.split(' ')[0]} another-boot` })).toBe(true);
  });

  it('is not proven dead on another host', () => {
    expect(isDead({ ...own, host: 'elsewhere boot', processId: 2 ** 22 + 1 })).toBe(false);
  });
});
