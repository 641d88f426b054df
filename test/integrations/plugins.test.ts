import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { HoldfastChild, type Problem, readSettings } from '../../plugins/pi/child.ts';
import { PLUGIN_HOSTS, type PluginHost } from '../../src/integrations/host-adapter.ts';
import { offersRecallTool } from '../../src/proxy/recall/tool.ts';
import { type FakeConduct, FakeServer } from './fake-server.ts';
import { type HostMessage, hostSession } from './host-sessions.ts';
import { writePlugin } from './plugin-folder.ts';

const NOTE = '<holdfast compaction="c_abcdefghabcdefgh" authority="none">\n</holdfast>';
const ROOT = join(import.meta.dirname, '..', '..');
const MISSING = ['/nowhere/holdfast'];

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Installed {
  readonly server: FakeServer;
  readonly load: () => Promise<Readonly<Record<string, unknown>>>;
}

/** The plugin's folder as an install writes it, with a program of the test's in the place of holdfast. */
function installed(host: PluginHost, conduct: FakeConduct | 'missing'): Installed {
  let server: FakeServer | undefined;
  const { folder, remove } = writePlugin(host, (path) => {
    server = new FakeServer(path);
    return { command: conduct === 'missing' ? MISSING : server.command(conduct) };
  });
  cleanups.push(remove);
  const entry = pathToFileURL(join(folder, host === 'pi' ? 'index.ts' : 'holdfast.ts')).href;
  if (server === undefined) throw new Error('the plugin was not written');
  return { server, load: () => import(/* @vite-ignore */ entry) };
}

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** pi, as far as extensions know it. */
class FakePi {
  readonly handlers = new Map<string, Handler>();
  readonly tools: { readonly name: string; readonly execute: (...args: readonly unknown[]) => Promise<unknown>; readonly parameters: unknown }[] = [];
  readonly notices: string[] = [];
  readonly context = {
    hasUI: true,
    ui: { notify: (message: string, type: string) => this.notices.push(`${type}: ${message}`) },
    model: { contextWindow: 200_000, maxTokens: 8_000 },
    sessionManager: { getSessionId: () => 'session-1' },
  };

  static async with({ load }: Installed): Promise<FakePi> {
    const pi = new FakePi();
    const { default: extension } = (await load()) as { readonly default: (pi: unknown) => void };
    extension({
      on: (event: string, handler: Handler) => pi.handlers.set(event, handler),
      registerTool: (tool: (typeof pi.tools)[number]) => pi.tools.push(tool),
    });
    cleanups.push(() => pi.emit('session_shutdown', {}));
    return pi;
  }

  async emit(event: string, value: unknown): Promise<unknown> {
    return this.handlers.get(event)?.(value, this.context);
  }
}

describe('the plugin of pi', () => {
  const messages = hostSession('pi', 2);

  it('§8: before a model call → its own messages as edited, notes of ours between them, and a word to the user', async () => {
    const plugin = installed('pi', 'answers');
    const edits = [{ message: 0 }, { note: NOTE }, { message: 3, parts: [1] }, { message: 4 }];
    plugin.server.answer({ context: { status: 'compacted', edits, tokens: 60, clientTokens: 140 } });
    const pi = await FakePi.with(plugin);
    const answer = (await pi.emit('context', { type: 'context', messages })) as { readonly messages: readonly HostMessage[] };
    const [, , , later = {}] = messages;
    expect(answer.messages).toEqual([
      messages[0],
      { role: 'user', content: [{ type: 'text', text: NOTE }], timestamp: 0 },
      { ...later, content: (later['content'] as readonly unknown[]).slice(1) },
      messages[4],
    ]);
    expect(answer.messages[0]).toBe(messages[0]);
    expect(plugin.server.requests[0]).toMatchObject({ method: 'context', params: { sessionId: 'session-1', window: 200_000, outputTokens: 8_000, messages } });
    expect(plugin.server.starts).toEqual(['hook pi serve']);
    expect(pi.notices).toEqual(['info: holdfast: compacted, about 140 tokens to 60; the recall tool has what left']);
  });

  it('nothing to do → pi goes on with what it has', async () => {
    const plugin = installed('pi', 'garbage');
    plugin.server.answer({ context: { status: 'passed' } });
    const pi = await FakePi.with(plugin);
    expect(await pi.emit('context', { messages })).toBeUndefined();
    expect(pi.notices).toEqual([]);
  });

  it.each<FakeConduct | 'missing'>(['missing', 'crashes', 'refuses'])('holdfast %s → pi goes on with what it has, with one notice', async (conduct) => {
    const pi = await FakePi.with(installed('pi', conduct));
    for (let call = 0; call < 5; call++) expect(await pi.emit('context', { messages })).toBeUndefined();
    expect(await pi.emit('session_before_compact', { preparation: { firstKeptEntryId: 'e1', tokensBefore: 5 }, branchEntries: [] })).toBeUndefined();
    expect(pi.notices).toHaveLength(1);
    expect(pi.notices[0]).toMatch(/^warning: holdfast: did nothing \((?:not-running|invariant-unmet)\)/);
  });

  it('a model without a window → nothing is asked', async () => {
    const plugin = installed('pi', 'answers');
    const pi = await FakePi.with(plugin);
    Object.assign(pi.context, { model: undefined });
    expect(await pi.emit('context', { messages })).toBeUndefined();
    expect(plugin.server.requests).toEqual([]);
  });

  it('a compaction of pi → ours, in events of 0.73 (no reason) and of 1.6', async () => {
    const plugin = installed('pi', 'answers');
    const compaction = { summary: NOTE, firstKeptEntryId: 'e7', tokensBefore: 900, details: { holdfast: { compactionId: 'c_1' } } };
    plugin.server.answer({ compact: compaction });
    const pi = await FakePi.with(plugin);
    const event = {
      preparation: { firstKeptEntryId: 'e7', tokensBefore: 900, settings: {} },
      branchEntries: [{ id: 'e1' }],
      signal: new AbortController().signal,
    };
    expect(await pi.emit('session_before_compact', event)).toEqual({ compaction });
    expect(await pi.emit('session_before_compact', { ...event, reason: 'overflow', willRetry: true })).toEqual({ compaction });
    await pi.emit('session_compact', { compactionEntry: { details: compaction.details }, fromExtension: true });
    await pi.emit('session_compact', { compactionEntry: { details: { readFiles: [] } }, fromExtension: false });
    expect(pi.notices).toHaveLength(1);
  });

  it('the recall tool → the answer as text, a failure as an error of the call, and the same words as the proxy’s tool', async () => {
    const plugin = installed('pi', 'answers');
    const pi = await FakePi.with(plugin);
    const [tool] = pi.tools;
    const execute = (): unknown => tool?.execute('id', { handle: 'hf_x' }, undefined, undefined, pi.context);
    plugin.server.answer({ recall: { text: 'found', isError: false } });
    expect(await execute()).toEqual({ content: [{ type: 'text', text: 'found' }], details: {} });
    plugin.server.answer({ recall: { text: 'not there', isError: true } });
    await expect(execute()).rejects.toThrow('not there');
    const { name, description, parameters } = tool as unknown as Readonly<Record<string, unknown>>;
    expect(offersRecallTool('anthropic', JSON.stringify({ name, description, input_schema: parameters }))).toBe(true);
  });
});

type Hook = (input: unknown, output: unknown) => Promise<void>;

interface FakeOpenCode {
  readonly hooks: Readonly<Record<string, Hook>> & {
    readonly tool: Readonly<Record<string, { execute(input: unknown, context: unknown): Promise<string> }>>;
    readonly dispose: () => Promise<void>;
  };
  readonly toasts: string[];
}

async function openCodeWith({ load }: Installed, history: readonly HostMessage[] = []): Promise<FakeOpenCode> {
  const toasts: string[] = [];
  const providers = [{ id: 'fake', models: { m: { limit: { context: 100_000, output: 4_000 } } } }];
  const client = {
    tui: { showToast: async ({ body }: { readonly body: { readonly message: string } }) => toasts.push(body.message) },
    config: { providers: async () => ({ data: { providers } }) },
    session: { messages: async () => ({ data: history }) },
  };
  const exported = Object.values(await load());
  // OpenCode runs each export as a plugin.
  expect(exported).toHaveLength(1);
  const hooks = await (exported[0] as (input: unknown) => Promise<FakeOpenCode['hooks']>)({ client });
  cleanups.push(() => hooks.dispose());
  return { hooks, toasts };
}

describe('the plugin of OpenCode', () => {
  const session = hostSession('opencode', 2).map((message): HostMessage => {
    const info = message['info'] as HostMessage;
    return info['role'] === 'user' ? { ...message, info: { ...info, model: { providerID: 'fake', modelID: 'm' } } } : message;
  });
  const transform = 'experimental.chat.messages.transform';

  it('§8: before a model call → the list itself is changed: its own messages, and notes of ours', async () => {
    const plugin = installed('opencode', 'answers');
    const edits = [{ message: 0, parts: [0, { note: NOTE }] }, { note: NOTE }, { message: 2 }];
    plugin.server.answer({ context: { status: 'sticky', edits } });
    const { hooks } = await openCodeWith(plugin);
    const messages = [...session];
    await hooks[transform]?.({}, { messages });
    expect(messages).toHaveLength(3);
    expect(messages[0]).toMatchObject({
      info: { id: 'msg_u1' },
      parts: [{ text: expect.stringContaining('orders') }, { type: 'text', text: NOTE, synthetic: true }],
    });
    expect(messages[1]).toMatchObject({ info: { role: 'user', sessionID: 'ses_1' }, parts: [{ type: 'text', text: NOTE, synthetic: true }] });
    expect(messages[2]).toBe(session[2]);
    expect(plugin.server.requests[0]).toMatchObject({ method: 'context', params: { sessionId: 'ses_1', window: 100_000, outputTokens: 4_000 } });
    expect(plugin.server.starts).toEqual(['hook opencode serve']);
  });

  it.each<FakeConduct | 'missing'>(['missing', 'crashes', 'refuses'])('holdfast %s → OpenCode goes on with what it has, with one notice', async (conduct) => {
    const { hooks, toasts } = await openCodeWith(installed('opencode', conduct), session);
    const messages = [...session];
    for (let call = 0; call < 5; call++) await hooks[transform]?.({}, { messages });
    const output = { context: [] };
    await hooks['experimental.session.compacting']?.({ sessionID: 'ses_1' }, output);
    expect({ messages, output }).toEqual({ messages: session, output: { context: [] } });
    expect(toasts).toHaveLength(1);
  });

  it('a compaction of OpenCode → its summarizer is told, it gets the history as it is, and beside the summary the note stands', async () => {
    const plugin = installed('opencode', 'answers');
    plugin.server.answer({ compact: { context: ['Repeat: …', NOTE] }, note: { text: NOTE }, context: { status: 'passed' } });
    const { hooks } = await openCodeWith(plugin, session);
    const output = { context: ['theirs'] };
    await hooks['experimental.session.compacting']?.({ sessionID: 'ses_1' }, output);
    expect(output.context).toEqual(['theirs', 'Repeat: …', NOTE]);
    const head = [...session];
    await hooks[transform]?.({}, { messages: head });
    expect(head).toEqual(session);
    const summary: HostMessage = { info: { id: 'msg_s', sessionID: 'ses_1', role: 'assistant', summary: true }, parts: [{ type: 'text', text: 'Done.' }] };
    const asked: HostMessage = { ...session[0], parts: [{ type: 'compaction', auto: false }] };
    const after = [asked, summary];
    await hooks[transform]?.({}, { messages: after });
    expect(after[0]?.['parts']).toMatchObject([{ type: 'compaction' }, { type: 'text', text: NOTE, synthetic: true }]);
    expect(plugin.server.requests.map(({ method }) => method)).toEqual(['compact', 'note', 'context']);
  });

  it('the recall tool → the answer as text', async () => {
    const plugin = installed('opencode', 'answers');
    plugin.server.answer({ recall: { text: 'not there', isError: true } });
    const { hooks } = await openCodeWith(plugin);
    expect(await hooks.tool['holdfast_recall']?.execute({ handle: 'hf_x', search: '', turns: '', offset: 0 }, { sessionID: 'ses_1' })).toBe('not there');
    expect(plugin.server.requests[0]).toMatchObject({ method: 'recall', params: { sessionId: 'ses_1', input: { handle: 'hf_x' } } });
  });
});

describe('the program beside a host', () => {
  const child = (conduct: FakeConduct): { readonly child: HoldfastChild; readonly server: FakeServer; readonly problems: Problem[] } => {
    const { server } = installed('pi', conduct);
    const problems: Problem[] = [];
    const started = new HoldfastChild(server.command(conduct), (problem) => problems.push(problem));
    cleanups.push(() => started.stop());
    return { child: started, server, problems };
  };

  it('no answer in time → none, and one notice', async () => {
    const { child: silent, problems } = child('silent');
    expect(await silent.ask('context', {}, { timeoutMs: 50 })).toBeUndefined();
    expect(await silent.ask('context', {}, { timeoutMs: 50 })).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(['timeout']);
  });

  it('the host breaks its request off → none, and no notice', async () => {
    const { child: silent, problems } = child('silent');
    const controller = new AbortController();
    const asked = silent.ask('context', {}, { timeoutMs: 60_000, signal: controller.signal });
    controller.abort();
    expect(await asked).toBeUndefined();
    expect(problems).toEqual([]);
  });

  it('an error that is null, as in JSON-RPC → the answer', async () => {
    const { child: answering, server, problems } = child('nulls');
    server.answer({ note: { text: 'one' } });
    expect(await answering.ask('note', {}, { timeoutMs: 60_000 })).toEqual({ text: 'one' });
    expect(problems).toEqual([]);
  });

  it('a program that ends at once → started three times at most', async () => {
    const { child: crashing, server } = child('crashes');
    for (let call = 0; call < 6; call++) await crashing.ask('context', {}, { timeoutMs: 60_000 });
    expect(server.starts).toHaveLength(3);
  });

  it('killed between two requests → started again for the next', async () => {
    const { child: answering, server } = child('answers');
    server.answer({ note: { text: 'one' } });
    expect(await answering.ask('note', {}, { timeoutMs: 60_000 })).toEqual({ text: 'one' });
    answering.stop();
    expect(await answering.ask('note', {}, { timeoutMs: 60_000 })).toEqual({ text: 'one' });
    expect(server.starts).toHaveLength(2);
  });

  it('settings that are missing or no settings → holdfast from the registry', () => {
    expect(readSettings(new URL('file:///nowhere/holdfast.json'))).toEqual({ command: ['npx', '-y', 'holdfast'] });
    expect(readSettings(pathToFileURL(join(ROOT, 'package.json')))).toEqual({ command: ['npx', '-y', 'holdfast'] });
  });
});

describe.each(PLUGIN_HOSTS)('the plugin folder of %s', (host) => {
  it('has the same program of its own as the other, no package, and a README', () => {
    const own = readFileSync(join(ROOT, 'plugins', host, host === 'pi' ? 'child.ts' : 'holdfast/child.ts'), 'utf8');
    expect(own).toBe(readFileSync(join(ROOT, 'plugins', 'pi', 'child.ts'), 'utf8'));
    const entry = readFileSync(join(ROOT, 'plugins', host, host === 'pi' ? 'index.ts' : 'holdfast.ts'), 'utf8');
    const imports = [...`${own}\n${entry}`.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '');
    expect(imports.filter((name) => !name.startsWith('node:') && !name.startsWith('./'))).toEqual([]);
    expect(readFileSync(join(ROOT, 'plugins', host, 'README.md'), 'utf8')).toContain(`holdfast install ${host}`);
  });
});
