import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Archive, memory } from '../../src/index.ts';
import { serveStdio } from '../../src/mcp/serve-stdio.ts';
import { archiveConversation, evictedSpan, fileText } from './archived-conversation.ts';
import { connect, serverOptions } from './connect.ts';

interface Answer {
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A session as its lines are, so that a test can send what no client would. */
class Lines {
  readonly answers: Answer[] = [];
  readonly ended: Promise<void>;
  private readonly input = new PassThrough();
  private readonly output = new PassThrough();
  private count = 0;
  private rest = '';

  constructor(archive: Archive = memory(), openArchive?: () => Promise<Archive>) {
    this.output.on('data', (part: Buffer) => {
      const lines = `${this.rest}${part.toString('utf8')}`.split('\n');
      this.rest = lines.pop() ?? '';
      for (const line of lines) this.answers.push(JSON.parse(line) as Answer);
    });
    this.ended = serveStdio(serverOptions({ archive, openArchive }), { input: this.input, output: this.output }, new Promise(() => undefined));
  }

  send(message: Readonly<Record<string, unknown>> | string): void {
    this.input.write(`${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async ask(method: string, params?: unknown): Promise<Answer> {
    const id = ++this.count;
    this.send({ id, method, params });
    for (;;) {
      const found = this.answers.find((answer) => answer.id === id);
      if (found !== undefined) return found;
      await once(this.output, 'data');
    }
  }

  initialize(protocolVersion = LATEST_PROTOCOL_VERSION): Promise<Answer> {
    return this.ask('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });
  }

  async end(): Promise<void> {
    this.input.end();
    await this.ended;
  }
}

const open: Lines[] = [];
afterEach(async () => {
  for (const lines of open.splice(0)) await lines.end();
});

function session(...args: ConstructorParameters<typeof Lines>): Lines {
  const lines = new Lines(...args);
  open.push(lines);
  return lines;
}

async function initialized(...args: ConstructorParameters<typeof Lines>): Promise<Lines> {
  const lines = session(...args);
  await lines.initialize();
  lines.send({ method: 'notifications/initialized' });
  return lines;
}

describe('the protocol, as the inspector of MCP checks it', () => {
  it('given a connection, then nothing is said before the client asks', async () => {
    const lines = session();
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines.answers).toEqual([]);
    expect((await lines.initialize()).result).toMatchObject({ protocolVersion: LATEST_PROTOCOL_VERSION });
    expect(lines.answers).toHaveLength(1);
  });

  it('given initialize, then the name, the version and exactly the capabilities that are there', async () => {
    const { result } = await session().initialize();
    expect(result).toMatchObject({ serverInfo: { name: 'holdfast', version: '1.2.3' }, capabilities: { tools: {}, resources: {} } });
    expect(Object.keys(result?.['capabilities'] as object)).toEqual(['tools', 'resources']);
    expect(result?.['instructions']).toContain('`recall`');
  });

  it.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-06-18', '2025-06-18'],
    ['1999-01-01', LATEST_PROTOCOL_VERSION],
  ])('given a client of %s, then %s is spoken', async (asked, spoken) => {
    expect((await session().initialize(asked)).result?.['protocolVersion']).toBe(spoken);
  });

  it('given tools/list, then each tool has schemas of JSON Schema 2020-12 and says that it only reads', async () => {
    const tools = (await (await initialized()).ask('tools/list')).result?.['tools'] as Readonly<Record<string, unknown>>[];
    expect(tools.map(({ name }) => name)).toEqual(['recall', 'search', 'timeline', 'audit', 'status']);
    for (const tool of tools) {
      expect(tool['inputSchema']).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', additionalProperties: false });
      for (const schema of [tool['inputSchema'], tool['outputSchema']])
        if (schema !== undefined) expect(z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse({ noSuchField: 1 }).success).toBe(false);
      expect(tool['annotations']).toMatchObject({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
      expect(tool['description']).toMatch(/^.{40,}\.$/);
    }
  });

  it('given the same server twice, then tools/list is the same bytes: it stands in the prefix that the provider caches', async () => {
    const [one, other] = [await (await initialized()).ask('tools/list'), await (await initialized()).ask('tools/list')];
    expect(JSON.stringify(one.result)).toBe(JSON.stringify(other.result));
  });

  it('given a method that is not there, then -32601', async () => {
    const lines = await initialized();
    for (const method of ['nope', 'prompts/list', 'completion/complete', 'logging/setLevel'])
      expect(await lines.ask(method, {})).toMatchObject({ error: { code: -32_601 } });
  });

  it.each([
    ['tools/call', undefined],
    ['tools/call', {}],
    ['tools/call', { name: 7 }],
    ['tools/call', { name: 'status', arguments: 'x' }],
    ['tools/call', { name: 'no-such-tool' }],
    ['tools/list', { cursor: 'x' }],
    ['resources/list', { cursor: 'x' }],
    ['resources/templates/list', { cursor: 'x' }],
    ['resources/read', undefined],
    ['resources/read', { uri: 7 }],
  ])('given %s with the parameters %j, then -32602', async (method, params) => {
    expect(await (await initialized()).ask(method, params)).toMatchObject({ error: { code: -32_602 } });
  });

  it('given a resource that is not there, then -32002 with its name', async () => {
    const lines = await initialized();
    for (const uri of ['holdfast://handle/hf_aaaaaaaaaaaaaaaaaaaa', 'holdfast://handle/..%2f..', 'file:///etc/passwd'])
      expect(await lines.ask('resources/read', { uri })).toMatchObject({ error: { code: -32_002, data: { uri } } });
  });

  it('given a ping, also before initialize, then an empty result', async () => {
    expect(await session().ask('ping')).toMatchObject({ result: {} });
    expect(await (await initialized()).ask('ping')).toMatchObject({ result: {} });
  });

  it('given lines that are no messages, then the session goes on', async () => {
    const lines = await initialized();
    for (const line of ['not json', '[]', '{}', 'null', '{"jsonrpc":"1.0","id":1,"method":"ping"}']) lines.send(line);
    expect(await lines.ask('ping')).toMatchObject({ result: {} });
    expect(lines.answers).toHaveLength(2);
  });

  it('given a request that is cancelled, then it has no answer, and others have', async () => {
    const archive = memory();
    let opened: (archive: Archive) => void = () => undefined;
    const opening = new Promise<Archive>((resolve) => {
      opened = resolve;
    });
    const lines = await initialized(archive, () => opening);
    lines.send({ id: 'slow', method: 'tools/call', params: { name: 'status' } });
    lines.send({ method: 'notifications/cancelled', params: { requestId: 'slow', reason: 'test' } });
    expect(await lines.ask('ping')).toMatchObject({ result: {} });
    opened(archive);
    expect(await lines.ask('tools/call', { name: 'status' })).toMatchObject({ result: { structuredContent: { archive: 'memory' } } });
    expect(lines.answers.some(({ id }) => id === 'slow')).toBe(false);
  });

  it('given a client that ends its side right after asking, then it gets its answers first', async () => {
    const lines = new Lines();
    lines.send({ id: 'last', method: 'tools/call', params: { name: 'status' } });
    await lines.end();
    expect(lines.answers).toMatchObject([{ id: 'last', result: { structuredContent: { archive: 'memory' } } }]);
  });
});

describe('handles as resources', () => {
  it('given a compacted conversation, then the newest of what was evicted are listed, and read letter for letter', async () => {
    const archive = memory();
    const receipt = await archiveConversation(archive, 'one');
    const { client, close } = await connect({ archive });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'holdfast://handle/{handle}' }]);
    const { resources, nextCursor } = await client.listResources();
    const evicted = receipt.spans.filter(({ action }) => action === 'evict' || action === 'evict_with_tombstone');
    expect(resources.map(({ uri }) => uri)).toEqual(evicted.map(({ handle }) => `holdfast://handle/${handle}`).reverse());
    expect(nextCursor).toBeUndefined();
    const { handle, path } = evictedSpan(receipt);
    const uri = `holdfast://handle/${handle}`;
    expect(resources.find((one) => one.uri === uri)?.name).toContain(path);
    expect(await client.readResource({ uri })).toEqual({ contents: [{ uri, mimeType: 'text/plain', text: fileText(path) }] });
    await close();
  });

  it('given several conversations, then a page for each, and 20 of them at most', async () => {
    const archive = memory();
    for (let at = 10; at < 32; at++) await archiveConversation(archive, `c${at}`);
    const { client, close } = await connect({ archive });
    let pageCount = 0;
    for (let cursor: string | undefined; pageCount === 0 || cursor !== undefined; pageCount++) {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      for (const { name } of page.resources) expect(name).toContain(`c${10 + pageCount}-`);
      expect(page.resources.length).toBeGreaterThan(0);
      cursor = page.nextCursor;
    }
    expect(pageCount).toBe(20);
    await close();
  });
});
