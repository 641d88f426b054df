import { describe, expect, it } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { memory } from '../../src/archive/memory/index.ts';
import { CompactionInvariantError } from '../../src/core/errors/compaction-invariant-error.ts';
import { formatNamed } from '../../src/formats/index.ts';
import { PLUGIN_HOSTS, type PluginHost } from '../../src/integrations/host-adapter.ts';
import { HostCompactor, type HostEvent } from '../../src/integrations/host-compactor.ts';
import { recall } from '../../src/recall.ts';
import { longResult, RULE } from '../live/agent.ts';
import { applied, type HostMessage, hostSession, TEST_HOSTS } from './host-sessions.ts';

const WINDOW = 20_000;
/** Exchanges that pass the trigger of 14,000 tokens. */
const OVER = 16;

class Agent {
  readonly events: HostEvent[] = [];
  readonly #host: PluginHost;
  readonly #compactor: HostCompactor;

  constructor(host: PluginHost, archive: Archive = memory()) {
    this.#host = host;
    this.#compactor = new HostCompactor({ adapter: TEST_HOSTS[host].adapter, archive, onEvent: (event) => this.events.push(event) });
  }

  /** What the host sends. */
  async sends(messages: readonly HostMessage[], options: { readonly sessionId?: string; readonly window?: number } = {}): Promise<readonly string[]> {
    const answer = await this.#compactor.prepare({ sessionId: 'one', window: WINDOW, ...options, messages });
    const sent = answer.status === 'passed' ? messages : applied(this.#host, messages, answer.edits);
    return sent.map((message) => JSON.stringify(message));
  }

  get compactions(): number {
    return this.events.filter(({ name }) => name === 'compacted').length;
  }
}

describe.each(PLUGIN_HOSTS)('§8: live compaction inside a host [%s]', (host) => {
  const { adapter, user, answer } = TEST_HOSTS[host];

  it('below the trigger → the messages of the host go on as they are', async () => {
    const agent = new Agent(host);
    const messages = hostSession(host, 4);
    expect(await agent.sends(messages)).toEqual(messages.map((message) => JSON.stringify(message)));
    expect(agent.events).toEqual([]);
  });

  it('C18: half of a surrogate pair, in a text or in what a tool is called with → compacted all the same', async () => {
    const agent = new Agent(host);
    const [first, ...rest] = hostSession(host, OVER);
    const odd = TEST_HOSTS[host].exchange('odd', 'src/\ud83d.ts', 'cut \ud83d here');
    const sent = await agent.sends([user('An odd one: \ud83d.', 0), ...odd, ...(first === undefined ? [] : [first]), ...rest]);
    expect(agent.events.map(({ name }) => name)).toEqual(['compacted']);
    expect(sent.length).toBeLessThan(rest.length);
  });

  it('C19: a session that passes the trigger three times → the rule stands in each request, each is valid, and each begins with all of the one before but where it was compacted', async () => {
    const agent = new Agent(host);
    let before: readonly string[] = [];
    let breaks = 0;
    for (let exchanges = 1; agent.compactions < 3; exchanges++) {
      const sent = await agent.sends(hostSession(host, exchanges));
      const values = sent.map((text) => JSON.parse(text) as HostMessage);
      formatNamed('anthropic').validate(adapter.read(values).request.body(undefined));
      expect(sent.join('\n')).toContain(RULE);
      if (!before.every((text, index) => sent[index] === text)) breaks++;
      before = sent;
    }
    expect(breaks).toBe(3);
  });

  it('E2: what left is recalled by its handle, letter for letter', async () => {
    const archive = memory();
    const sent = await new Agent(host, archive).sends(hostSession(host, 30));
    const handles = [...new Set(sent.join('\n').match(/hf_[a-z2-7]{20}/g))];
    const entries = await Promise.all([...new Set(sent.join('\n').match(/c_[a-z2-7]{16}/g))].map((id) => archive.compaction(id)));
    const kept = entries.flatMap((entry) => entry?.spans ?? []).flatMap(({ handle }) => (handle === undefined ? [] : [handle]));
    const recalled = await Promise.all([...handles, ...kept].map((handle) => recall(handle, { archive })));
    const texts = recalled.flat().map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining([longResult(0), longResult(7)]));
  });

  it('a restart → a new process sends the same bytes, and compacts nothing again', async () => {
    const archive = memory();
    const before = new Agent(host, archive);
    await before.sends(hostSession(host, OVER));
    const expected = await before.sends(hostSession(host, OVER + 2));
    const after = new Agent(host, archive);
    expect(await after.sends(hostSession(host, OVER + 2))).toEqual(expected);
    expect(after.compactions).toBe(0);
  });

  it('P62: the measure in the host’s own answers counts what is not in its messages, as the system prompt', async () => {
    const said = (inputTokens: number): readonly HostMessage[] => [...hostSession(host, 8), answer('So far.', inputTokens), user('Go on.', 9)];
    const unmeasured = new Agent(host);
    await unmeasured.sends(hostSession(host, 8));
    await unmeasured.sends(said(0));
    expect(unmeasured.compactions).toBe(0);
    const measured = new Agent(host);
    await measured.sends(hostSession(host, 8));
    await measured.sends(said(15_000));
    expect(measured.compactions).toBe(1);
    // In a process that never saw the request that was measured.
    const restarted = new Agent(host);
    await restarted.sends(said(15_000));
    expect(restarted.compactions).toBe(1);
  });

  it('three agents at once on one archive → none sends a word of another', async () => {
    const agent = new Agent(host);
    const names = ['alpha', 'beta', 'gamma'];
    const sessions = names.map((name) => [user(`${name}: go. ${RULE}`, 1), ...hostSession(host, OVER, name).slice(1)]);
    const sent = await Promise.all(sessions.map((messages, index) => agent.sends(messages, { sessionId: names[index] ?? '' })));
    for (const [index, own] of sent.entries()) {
      expect(own.join('\n')).toContain(`${names[index]}: go.`);
      for (const other of names) if (other !== names[index]) expect(own.join('\n')).not.toContain(other);
    }
    expect(agent.compactions).toBe(3);
  });

  it('another model with a larger window → what was decided holds', async () => {
    const agent = new Agent(host);
    const small = await agent.sends(hostSession(host, OVER));
    expect(await agent.sends(hostSession(host, OVER), { window: 10 * WINDOW })).toEqual(small);
  });

  it('E7: only words of the user above the window → refused, and the host hears of it', async () => {
    const messages = Array.from({ length: 25 }, (_, number) => user(longResult(number), number));
    await expect(new Agent(host).sends(messages)).rejects.toThrow(CompactionInvariantError);
  });

  it('messages that cannot be read as a request → they go on as they are', async () => {
    const agent = new Agent(host);
    const messages = [{ role: 'unheard-of', text: longResult(1, 2_000) }];
    expect(await agent.sends(messages)).toEqual(messages.map((message) => JSON.stringify(message)));
    expect(agent.events.map(({ name }) => name)).toEqual(['not-compactable']);
  });
});
