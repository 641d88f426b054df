import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memory } from '../../src/archive/memory/index.ts';
import { compact } from '../../src/compact.ts';
import { ConfigError } from '../../src/core/errors/config-error.ts';
import { openSession } from '../../src/inspector/open-session.ts';
import { type InspectorServer, serveSession } from '../../src/inspector/serve.ts';
import { manySpans } from './sessions.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Exactly this path and these headers: a browser would tidy both. */
function ask(port: number, path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('§10: the server of the inspector', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-page-'));
  const text = manySpans(60);
  const archive = memory();
  let server: InspectorServer;
  let port: number;
  let token: string;

  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>');
    writeFileSync(join(folder, 'secret.key'), 'not served: it has no type of a page');
    writeFileSync(join(folder, '..', `${folder.split('/').at(-1)}.html`), 'outside');
    const session = await openSession({ text, fileName: 'session.jsonl', options: { recall: 'cli' }, planning: archive, archive });
    server = await serveSession(session, { pageFolder: folder });
    port = Number(new URL(server.url).port);
    token = new URL(server.url).pathname.split('/')[1] ?? '';
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
    rmSync(`${folder}.html`);
  });

  it('given the address that it prints, then the page comes with a strict policy, and nothing may keep it', async () => {
    const { status, headers, body } = await ask(port, `/${token}/`);
    expect(status).toBe(200);
    expect(body).toContain('<title>page</title>');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.join()).not.toMatch(/unsafe|\*|data:|blob:/);
  });

  it('listens on loopback alone, with a token that cannot be guessed', () => {
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect(token).toMatch(/^[\w-]{32}$/);
  });

  it.each(['session.json', 'decision.json?target=10', 'source.json?span=t1.1', '', 'index.html', 'o200k/encoding/o200k_base.js'])(
    'given no token or a wrong one, then %j is forbidden, and nothing of the session is in the answer',
    async (name) => {
      for (const wrong of ['', 'x', token.slice(0, -1), `${token}x`, token.toUpperCase(), `%${token}`]) {
        const { status, body } = await ask(port, `/${wrong}/${name}`);
        expect([wrong, status, body]).toEqual([wrong, 403, 'forbidden\n']);
      }
      expect((await ask(port, `/${name}`)).status).toBe(403);
    },
  );

  it.each([
    ['another name for this machine', { host: 'attacker.invalid' }],
    ['a name that was made to lead here', { host: 'rebound.attacker.invalid:80' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['another site', { origin: 'https://attacker.invalid' }],
    ['a page without origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a request that another site caused', { 'sec-fetch-site': 'cross-site' }],
    ['a request of a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('given the token and %s, then it is forbidden', async (_, headers) => {
    const { status, body } = await ask(port, `/${token}/session.json`, headers as unknown as Record<string, string>);
    expect([status, body]).toEqual([403, 'forbidden\n']);
  });

  it('given its own name, origin and site, then it answers', async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const { status } = await ask(port, `/${token}/session.json`, { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' });
      expect(status).toBe(200);
    }
  });

  it.each([
    '../secret.key',
    'secret.key',
    '..%2fsecret.key',
    '../../../../etc/passwd',
    '%2e%2e/%2e%2e/etc/passwd',
    'o200k/../../package.json',
    'o200k/../../../package.json',
    '/etc/passwd',
    './index.html',
    'index.html%00.js',
    'index.html/',
    'constructor',
    '__proto__',
  ])('given a name that is not one of its own, as %j, then there is nothing', async (name) => {
    expect((await ask(port, `/${token}/${name}`)).status).toBe(404);
  });

  it('given a path out of the folder of the page, then there is nothing', async () => {
    expect((await ask(port, `/${token}/../${folder.split('/').at(-1)}.html`)).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('given %s, then it is refused: nothing can be changed', async (method) => {
    expect((await ask(port, `/${token}/session.json`, {}, method)).status).toBe(405);
  });

  it('given an address without end, then it is refused', async () => {
    expect((await ask(port, `/${token}/${'a'.repeat(4000)}`)).status).toBe(414);
  });

  it.each(['', 'target=', 'target=0', 'target=-1', 'target=1e3', 'target=99999999999999', 'target=a'])(
    'given %j as a target, then it is refused',
    async (query) => {
      expect((await ask(port, `/${token}/decision.json?${query}`)).status).toBe(400);
    },
  );

  it('given a span, then its source comes letter for letter: from the file, and once it is archived from there', async () => {
    const source = async (): Promise<{ from: string; raws: readonly string[] }> => JSON.parse((await ask(port, `/${token}/source.json?span=t2.1`)).body);
    const fromFile = await source();
    expect(fromFile.from).toBe('file');
    expect(text.split('\n')).toContain(fromFile.raws[0]);
    await compact(text, { archive, target: 0.5, recall: 'cli' });
    expect(await source()).toEqual({ ...fromFile, from: 'archive' });
  });

  it('given a span that is not there, then it says so and what to do', async () => {
    const { status, body } = await ask(port, `/${token}/source.json?span=t999.1`);
    expect(status).toBe(422);
    expect(JSON.parse(body)).toEqual({ error: { code: 'handle-unknown', what: 'The session has no such span', next: 'Take an id that the page shows.' } });
  });

  it('given a port that is taken, then it is wrong use, and says which', async () => {
    const session = await openSession({ text, fileName: 'session.jsonl', options: {}, planning: memory() });
    await expect(serveSession(session, { port, pageFolder: folder })).rejects.toThrow(`Port ${port} is taken`);
  });

  it('given no page, as in a checkout before the build, then it says what to do', async () => {
    const session = await openSession({ text, fileName: 'session.jsonl', options: {}, planning: memory() });
    await expect(serveSession(session, { pageFolder: join(folder, 'none') })).rejects.toBeInstanceOf(ConfigError);
  });

  it('given that it was closed, then the port is free, also where a connection is open', async () => {
    const session = await openSession({ text, fileName: 'session.jsonl', options: {}, planning: memory() });
    const own = await serveSession(session, { pageFolder: folder });
    const place = Number(new URL(own.url).port);
    const idle = connect(place, '127.0.0.1');
    await once(idle, 'connect');
    await own.close();
    await once(idle.resume(), 'close');
    await expect(ask(place, '/')).rejects.toThrow('ECONNREFUSED');
  });
});
