import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Archive } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import type { SessionReport } from '../../src/audit/session-report.ts';
import { auditFile } from '../../src/cli/audit-file.ts';
import type { TokenCounter } from '../../src/core/token-count.ts';
import { rememberedAudits } from '../../src/mcp/remembered-audits.ts';
import { createServer, type ServerOptions } from '../../src/mcp/server.ts';
import { TranscriptFolders } from '../../src/mcp/transcript-folders.ts';
import { Work } from '../../src/mcp/work.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';

export interface Settings {
  readonly archive?: Archive | undefined;
  readonly openArchive?: (() => Promise<Archive>) | undefined;
  readonly counter?: TokenCounter | undefined;
  readonly roots?: readonly string[] | undefined;
  readonly audit?: ((path: string, byteCount: number) => Promise<SessionReport>) | undefined;
}

const audited = (path: string, byteCount: number): Promise<SessionReport> => auditFile(path, byteCount, { format: undefined, isWhole: false, isWhatIf: false });

/** As the command makes them, in a home where no agent has kept anything. */
export function serverOptions({ archive = memory(), openArchive, counter, roots = [], audit = audited }: Settings = {}): ServerOptions {
  return {
    version: '1.2.3',
    work: new Work(),
    context: {
      archive: openArchive ?? (async () => archive),
      counter: counter === undefined ? loadO200k : async () => counter,
      transcripts: new TranscriptFolders({ roots, workingDirectory: '/nowhere/project', environment: { HOME: '/nowhere' } }),
      auditOf: rememberedAudits(audit),
    },
  };
}

export interface Connected {
  readonly client: Client;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** A client of the SDK and a server, in one process. */
export async function connect(settings: Settings = {}): Promise<Connected> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = createServer(serverOptions(settings));
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  // From here on the client holds every answer against the schema of its tool.
  await client.listTools();
  return connected(client);
}

export function connected(client: Client): Connected {
  return {
    client,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: { ...args } })) as CallToolResult,
    close: () => client.close(),
  };
}

export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

export function codeOf({ isError, _meta }: CallToolResult): unknown {
  return isError === true ? _meta?.['holdfast/code'] : undefined;
}

export function nextCursorOf({ _meta }: CallToolResult): string | undefined {
  return _meta?.['holdfast/nextCursor'] as string | undefined;
}

/** All pages of an answer, each fetched with the cursor of the one before. */
export async function allPages({ call }: Connected, name: string, args: Readonly<Record<string, unknown>>): Promise<readonly CallToolResult[]> {
  const pages: CallToolResult[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; cursor = nextCursorOf(pages.at(-1) as CallToolResult)) {
    pages.push(await call(name, cursor === undefined ? args : { ...args, cursor }));
  }
  return pages;
}

export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'holdfast-mcp-'));

  join(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
