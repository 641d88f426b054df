import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../src/archive/open-archive.ts';
import { RULE as LOST_RULE, lossySession } from '../audit/lossy-session.ts';
import { CommandLine } from '../cli/command-line.ts';
import { archiveConversation, evictedSpan, fileText } from './archived-conversation.ts';
import { codeOf, connected, Folder, textOf } from './connect.ts';

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };

describe('holdfast mcp, in a process of its own', () => {
  const folder = new Folder();
  const project = folder.join('project');
  const archiveUrl = `sqlite:${folder.join('archive.db')}`;
  const environment: Record<string, string> = { PATH: process.env['PATH'] ?? '', HOME: folder.path, HOLDFAST_ARCHIVE: archiveUrl };
  let cli: CommandLine;
  let span: { readonly handle: string; readonly path: string };

  beforeAll(async () => {
    cli = await CommandLine.build();
    mkdirSync(project);
    const sessions = folder.join('.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, 'session.jsonl'), lossySession({ seed: 1 }));
    const archive = await openArchive(archiveUrl);
    span = evictedSpan(await archiveConversation(archive, 'one'));
    await archive.close();
  });
  afterAll(() => {
    folder.remove();
    cli?.remove();
  });

  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [cli.program, 'mcp', ...args], { cwd: project, env: environment });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (part: Buffer) => {
      said.stdout += String(part);
    });
    child.stderr.on('data', (part: Buffer) => {
      said.stderr += String(part);
    });
    return { child, said, ended: once(child, 'close') as Promise<[number | null, string | null]> };
  };

  it("given the client of the SDK, then recall out of the user's own archive, and the audit of this project's newest session", async () => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [cli.program, 'mcp'], cwd: project, env: environment, stderr: 'pipe' });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const { call, close } = connected(client);
    expect(client.getServerVersion()?.name).toBe('holdfast');
    expect(textOf(await call('recall', { handle: span.handle }))).toContain(fileText(span.path));
    expect(textOf(await call('audit'))).toContain(JSON.stringify(LOST_RULE));
    expect(await call('status')).toMatchObject({ structuredContent: { archive: 'sqlite', conversationCount: 1 } });
    await close();
  });

  it('given lines on standard input that end, then nothing but their answers on standard output, and exit code 0', async () => {
    const { child, said, ended } = start();
    const messages = [
      { id: 1, method: 'initialize', params: INITIALIZE },
      { id: 2, method: 'tools/call', params: { name: 'recall', arguments: { handle: span.handle } } },
    ];
    child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
    expect(await ended).toEqual([0, null]);
    const answers = said.stdout.trimEnd().split('\n');
    expect(answers.map((line) => (JSON.parse(line) as { id: number }).id).toSorted()).toEqual([1, 2]);
    expect(said.stderr).toBe('');
  });

  it('given --http, then its address is the first line, and SIGTERM ends it with exit code 0', async () => {
    const { child, ended } = start('--http', '--port', '0');
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const response = await fetch(line.slice('listening on '.length), {
      method: 'POST',
      headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE }),
    });
    expect(await response.text()).toContain('"name":"holdfast"');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('given SIGTERM while a client is connected, then exit code 0', async () => {
    const { child, ended } = start();
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE })}\n`);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('§9: given a name that is no archive, then exit code 2; given an archive that cannot be opened, then the tools say so', async () => {
    const wrong = start('--archive', 'ftp://nowhere');
    expect(await wrong.ended).toEqual([2, null]);
    expect(wrong.said).toMatchObject({ stdout: '', stderr: expect.stringContaining('names no archive') });
    writeFileSync(folder.join('broken.db'), 'this is no database, and it is longer than the header of one'.repeat(100));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [cli.program, 'mcp', '--archive', folder.join('broken.db')],
      cwd: project,
      env: environment,
      stderr: 'pipe',
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const answer = await connected(client).call('status');
    expect(codeOf(answer)).toMatch(/^archive-/);
    expect(textOf(answer)).not.toContain(folder.path);
    await client.close();
  });
});
