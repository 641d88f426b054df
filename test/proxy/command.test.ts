import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../cli/command-line.ts';
import { session } from '../live/agent.ts';
import { ask, bodyOf, open } from './raw-client.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';

const BODY = '{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"the secret"}]}';

describe('§11: `holdfast proxy`', () => {
  const upstream = new ScriptedUpstream();
  let commands: CommandLine;

  beforeAll(async () => {
    commands = await CommandLine.build();
    await upstream.start();
  });

  afterAll(async () => {
    await upstream.close();
    commands.remove();
  });

  const start = async (...more: readonly string[]): Promise<{ child: ChildProcess; port: number; log: () => string }> => {
    const args = ['proxy', '--upstream', `http://127.0.0.1:${upstream.port}`, '--port', '0', '--archive', 'memory:', '--log-level', 'debug', ...more];
    const child = spawn(process.execPath, [commands.program, ...args], { cwd: commands.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const log: Buffer[] = [];
    child.stderr.on('data', (part: Buffer) => log.push(part));
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
    return { child, port: Number(line.split(':').at(-1)), log: () => Buffer.concat(log).toString() };
  };

  it('given SIGTERM while a stream is open, then the stream ends whole, the process ends with 0, and no log has content', async () => {
    let sent: ServerResponse | undefined;
    upstream.script = (_request, response) => {
      sent = response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const { child, port, log } = await start();
    const answer = await open(port, { path: '/v1/messages', headers: ['x-api-key', 'sk-never-logged'], body: BODY });
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await expect.poll(log).toContain('stopping');
    sent?.end('data: 2\n\n');
    expect((await bodyOf(answer)).toString()).toBe('data: 1\n\ndata: 2\n\n');
    expect(await ended).toEqual([0, null]);
    expect(log()).toContain('"format":"anthropic"');
    expect(log()).not.toMatch(/never-logged|secret/);
  });

  it('given a second signal, then the process ends at once', async () => {
    upstream.script = (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    const { child, port, log } = await start();
    const answer = await open(port, { path: '/v1/messages', body: BODY });
    const broken = expect(bodyOf(answer)).rejects.toThrow(/aborted/);
    const ended = once(child, 'close');
    child.kill('SIGINT');
    await expect.poll(log).toContain('stopping');
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    await broken;
  });

  it('given the recall tool (default), then it is offered; with `--observe` the provider gets the client’s own bytes', async () => {
    upstream.script = (_request, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"content":[]}');
    const bodies: string[] = [];
    for (const more of [[], ['--observe']]) {
      const { child, port } = await start(...more);
      const ended = once(child, 'close');
      await ask(port, { path: '/v1/messages', body: BODY });
      bodies.push(upstream.last.body.toString());
      child.kill('SIGTERM');
      await ended;
    }
    expect(bodies[0]).toContain('holdfast_recall');
    expect(bodies[1]).toBe(BODY);
  });

  it('§12: given a request that is compacted, when others come meanwhile, then they do not wait for it', { timeout: 60_000 }, async () => {
    upstream.script = (_request, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"content":[]}');
    const { child, port, log } = await start('--archive', 'sqlite:thread.db', '--window', '200000');
    const body = JSON.stringify({ model: 'm', max_tokens: 9, messages: session('anthropic', 260) });
    let isDone = false;
    const long = ask(port, { path: '/v1/messages', body }).finally(() => {
      isDone = true;
    });
    let answered = 0;
    for (; !isDone; answered++) await ask(port, { method: 'GET', path: '/holdfast/health' });
    expect((await long).status).toBe(200);
    // On one thread some 10 get in between the steps of a compaction, beside it some 500.
    expect(answered).toBeGreaterThan(50);
    expect(log()).toContain('"msg":"compacted"');
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it.each([
    [['proxy'], /--upstream/],
    [['proxy', '--upstream', 'ftp://host', '--archive', 'memory:'], /no http or https address/],
    // With an archive in a file, and so a thread that has to be ended.
    [['proxy', '--upstream', 'ftp://host', '--archive', 'sqlite:refused.db'], /no http or https address/],
    [['proxy', '--upstream', 'http://host', '--archive', 'memory:', '--trigger', '30%', '--lower-mark', '40%'], /lowerMark|lower/],
    [['proxy', '--upstream', 'http://host', '--on-refusal', 'guess'], /error, pass/],
  ])('given %j, then it is wrong use', async (args, message) => {
    const { code, stderr } = await commands.run(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
