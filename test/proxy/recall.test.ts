import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OUTPUT_TOKENS } from './provider-answers.ts';
import { CLIENTS, type ClientUnderTest } from './recall-clients.ts';
import { ASKED, RecallHarness, SOURCE } from './recall-harness.ts';

const WAYS = CLIENTS.flatMap((client) => [true, false].map((isStream) => ({ client, isStream, way: isStream ? 'a stream' : 'JSON' })));

/** In words of a client: two answers stand side by side, or are one text. */
function joined(client: ClientUnderTest, ...texts: readonly string[]): string {
  return texts.join(client.format === 'openai' ? '\n\n' : '|');
}

/** Every call has its result, once, in any history that the provider sees. */
function expectPaired(client: ClientUnderTest, histories: readonly (readonly Record<string, unknown>[])[]): void {
  for (const history of histories) {
    const { calls, results } = client.pairs(history);
    expect(results.toSorted()).toEqual(calls.toSorted());
    expect(new Set(calls).size).toBe(calls.length);
  }
}

describe('§8: recall answered inside the proxy, unseen by the official clients', () => {
  let harness: RecallHarness;

  beforeEach(async () => {
    harness = new RecallHarness();
    await harness.start();
  });

  afterEach(() => harness.stop());

  for (const { client, isStream, way } of WAYS) {
    describe(`${client.format}, ${way}`, () => {
      it('given no call of ours, then the client has the answer alone, and nothing more is asked', async () => {
        harness.answers(client, [{ text: 'It is 8443.', calls: [{ id: 'call_1', name: 'read', input: { path: 'a' } }] }]);
        const got = await client.ask(harness.url, [ASKED], isStream);
        expect(got).toMatchObject({ text: 'It is 8443.', calls: ['call_1 {"path":"a"}'], end: client.ends.calls, outputTokens: OUTPUT_TOKENS });
        expect(harness.upstream.seen).toHaveLength(1);
        expect(JSON.stringify(harness.bodies()[0]?.['tools'])).toMatch(/"read".*"holdfast_recall"/);
      });

      it('given a call of ours alone, then the client has one answer, and the model the source letter for letter', async () => {
        harness.answers(client, [
          { thinking: 'look', text: 'I look.', calls: [harness.recallCall('call_1')] },
          { thinking: 'found', text: 'It is 8443.' },
        ]);
        const got = await client.ask(harness.url, [ASKED], isStream);
        expect(got).toMatchObject({ text: joined(client, 'I look.', 'It is 8443.'), calls: [], end: client.ends.done, outputTokens: 2 * OUTPUT_TOKENS });
        const [first, second] = harness.histories(client);
        expect(second?.slice(0, first?.length)).toEqual(first);
        expect(JSON.stringify(second?.at(-1))).toContain(JSON.stringify(SOURCE).slice(1, -1));
        expectPaired(client, harness.histories(client));
      });

      it('given two rounds, then usage is summed and the last end counts', async () => {
        harness.answers(client, [
          { calls: [harness.recallCall('call_1')] },
          { calls: [harness.recallCall('call_2', { search: 'port' }), harness.recallCall('call_3', { turns: '1-2' })] },
          { text: 'Found.', isCut: true },
        ]);
        const got = await client.ask(harness.url, [ASKED], isStream);
        expect(got).toMatchObject({ text: 'Found.', calls: [], end: client.ends.cut, outputTokens: 3 * OUTPUT_TOKENS });
        expect(client.pairs(harness.histories(client)[2] ?? []).calls).toEqual(['call_1', 'call_2', 'call_3']);
        expectPaired(client, harness.histories(client));
      });

      it('given rounds that the client does not know, then they are back in its next request, and the prefix holds', async () => {
        harness.answers(client, [
          { thinking: 'look', text: 'I look.', calls: [harness.recallCall('call_1')] },
          { thinking: 'found', text: 'It is 8443.' },
          { text: 'Welcome.' },
        ]);
        const got = await client.ask(harness.url, [ASKED], isStream);
        await client.ask(harness.url, [ASKED, ...got.entries, { role: 'user', content: 'Thanks.' }], isStream);
        const [, second, third] = harness.histories(client);
        expect(JSON.stringify(third?.slice(0, second?.length))).toBe(JSON.stringify(second));
        expect(JSON.stringify(third?.slice(second?.length))).not.toContain('I look.');
        expect(JSON.stringify(third?.slice(second?.length))).toContain('It is 8443.');
        expectPaired(client, harness.histories(client));
      });

      it('given a restart, then the archive still knows them', async () => {
        harness.answers(client, [{ calls: [harness.recallCall('call_1')] }, { text: 'It is 8443.' }, { text: 'Welcome.' }]);
        const got = await client.ask(harness.url, [ASKED], isStream);
        await harness.restart();
        await client.ask(harness.url, [ASKED, ...got.entries, { role: 'user', content: 'Thanks.' }], isStream);
        const [, second, third] = harness.histories(client);
        expect(JSON.stringify(third?.slice(0, second?.length))).toBe(JSON.stringify(second));
      });

      it('given another branch that asks something else and says the same, then nothing is put into it', async () => {
        harness.answers(client, [{ calls: [harness.recallCall('call_1')] }, { text: 'It is 8443.' }, { text: 'Welcome.' }]);
        const begun = [
          { role: 'user', content: 'Hello.' },
          { role: 'assistant', content: 'Hello.' },
        ];
        const got = await client.ask(harness.url, [...begun, ASKED], isStream);
        const other = [...begun, { role: 'user', content: 'Is it open?' }, ...got.entries, { role: 'user', content: 'Thanks.' }];
        await client.ask(harness.url, other, isStream);
        expect(harness.histories(client)[2]).toHaveLength(other.length);
      });

      it("given our call beside the client's own, then it has its own alone, and ours comes back with its result", async () => {
        const own = { id: 'call_2', name: 'read', input: { path: 'a' } };
        harness.answers(client, [{ thinking: 'both', text: 'I look.', calls: [harness.recallCall('call_1'), own] }, { text: 'It is 8443.' }]);
        const got = await client.ask(harness.url, [ASKED], isStream);
        expect(got).toMatchObject({ text: 'I look.', calls: ['call_2 {"path":"a"}'], end: client.ends.calls, outputTokens: OUTPUT_TOKENS });
        expect(harness.upstream.seen).toHaveLength(1);
        await client.ask(harness.url, [ASKED, ...got.entries, client.result('call_2', 'own result')], isStream);
        const [, second] = harness.histories(client);
        expect(client.pairs(second ?? []).calls).toEqual(['call_1', 'call_2']);
        expect(JSON.stringify(second)).toContain('the port is 8443');
        expectPaired(client, harness.histories(client));
      });

      it("given rounds before a call of the client's, then all are put back in", async () => {
        const own = { id: 'call_3', name: 'read', input: {} };
        harness.answers(client, [
          { text: 'I look.', calls: [harness.recallCall('call_1')] },
          { thinking: 'both', text: 'And read.', calls: [own, harness.recallCall('call_2')] },
          { text: 'Done.' },
        ]);
        const got = await client.ask(harness.url, [ASKED], isStream);
        expect(got).toMatchObject({ text: joined(client, 'I look.', 'And read.'), calls: ['call_3 {}'] });
        await client.ask(harness.url, [ASKED, ...got.entries, client.result('call_3', 'own result')], isStream);
        const [, second, third] = harness.histories(client);
        expect(JSON.stringify(third?.slice(0, second?.length))).toBe(JSON.stringify(second));
        expect(client.pairs(third ?? []).calls).toEqual(['call_1', 'call_3', 'call_2']);
        expectPaired(client, harness.histories(client));
      });

      it('given an unknown handle, then the model is told, and the answer goes on', async () => {
        harness.answers(client, [{ calls: [harness.recallCall('call_1', { handle: `hf_${'a'.repeat(20)}` })] }, { text: 'Lost.' }]);
        expect(await client.ask(harness.url, [ASKED], isStream)).toMatchObject({ text: 'Lost.', end: client.ends.done });
        expect(JSON.stringify(harness.histories(client)[1]?.at(-1))).toContain('does not hold this handle');
        expect(harness.events).toContainEqual({ name: 'recall-refused' });
      });

      it('given a closed archive, then the model is told, and nothing else fails', async () => {
        harness.answers(client, [{ calls: [harness.recallCall('call_1')] }, { text: 'Gone.' }]);
        await harness.archive.close();
        expect(await client.ask(harness.url, [ASKED], isStream)).toMatchObject({ text: 'Gone.', end: client.ends.done });
        expect(JSON.stringify(harness.histories(client)[1]?.at(-1))).toContain('archive-unavailable');
        expect(harness.events).toContainEqual({ name: 'recall-not-kept', code: 'archive-unavailable' });
      });

      it('given a conversation that was never compacted, then a search looks into no other one', async () => {
        harness.conversationId = undefined;
        harness.answers(client, [{ calls: [harness.recallCall('call_1', { search: 'port' })] }, { text: 'Nothing.' }]);
        await client.ask(harness.url, [ASKED], isStream);
        expect(JSON.stringify(harness.histories(client)[1]?.at(-1))).toContain('Nothing was moved out');
      });

      it.each([
        ['an empty handle', { handle: '', search: 'port' }],
        ['no handle', { handle: null, turns: '1' }],
      ])('given a conversation that was never compacted and %s beside, then a search looks into no other one', async (_, input) => {
        harness.conversationId = undefined;
        harness.answers(client, [{ calls: [harness.recallCall('call_1', input)] }, { text: 'Nothing.' }]);
        await client.ask(harness.url, [ASKED], isStream);
        expect(JSON.stringify(harness.histories(client)[1]?.at(-1))).toContain('Nothing was moved out');
      });

      it('E7: given a source that does not fit, then the model is told, and the turn of the client goes on', async () => {
        harness.isTooLong = (body) => body.includes('8443');
        harness.answers(client, [{ text: 'I look.', calls: [harness.recallCall('call_1'), harness.recallCall('call_2')] }, { text: 'Too long.' }]);
        const got = await client.ask(harness.url, [ASKED], isStream);
        expect(got).toMatchObject({ text: joined(client, 'I look.', 'Too long.'), calls: [], end: client.ends.done });
        expect(harness.upstream.seen).toHaveLength(2);
        expect(JSON.stringify(harness.histories(client)[1]).split('does not fit into the context')).toHaveLength(3);
        expectPaired(client, harness.histories(client));
        harness.answers(client, [{ text: 'Again.' }]);
        await client.ask(harness.url, [ASKED, ...got.entries, { role: 'user', content: 'Go on.' }], isStream);
        expect(JSON.stringify(harness.histories(client)[2])).toContain('does not fit into the context');
      });

      it('E7: given a history that does not even fit without the source, then the client reads it in the provider’s own words', async () => {
        harness.isTooLong = (body) => body.includes('call_1');
        harness.answers(client, [{ text: 'I look.', calls: [harness.recallCall('call_1')] }]);
        await expect(client.ask(harness.url, [ASKED], isStream)).rejects.toThrow(/prompt is too long: 900 tokens > 100|context/);
        expect(harness.upstream.seen).toHaveLength(1);
      });

      it('given a model that never stops, then the tool says so after eight rounds, and the answer ends', async () => {
        harness.answers(
          client,
          Array.from({ length: 20 }, (_, round) => ({ text: `try ${round}`, calls: [harness.recallCall(`call_${round}`)] })),
        );
        const got = await client.ask(harness.url, [ASKED], isStream);
        expect(got).toMatchObject({ calls: [], end: client.ends.done });
        expect(harness.upstream.seen).toHaveLength(11);
        const said = harness.histories(client).map((history) => JSON.stringify(history.at(-1)));
        expect(said.map((one) => one.includes('no more recalls'))).toEqual([...Array<boolean>(9).fill(false), true, true]);
      });

      it('given a refusal in the second round, then the client reads the provider’s own error', async () => {
        const answersFirst = (): void => harness.answers(client, [{ text: 'I look.', calls: [harness.recallCall('call_1')] }]);
        answersFirst();
        const first = harness.upstream.script;
        const error = { type: 'error', error: { type: 'overloaded_error', message: 'too busy now', code: 'busy' } };
        harness.upstream.script = (request, response, body) => {
          if (harness.upstream.seen.length === 1) return first(request, response, body);
          response.writeHead(529, { 'Content-Type': 'application/json' }).end(JSON.stringify(error));
        };
        await expect(client.ask(harness.url, [ASKED], isStream)).rejects.toThrow(/too busy now/);
      });

      it('given a provider that is gone in the second round, then the client is told so in the wire’s own shape', async () => {
        harness.answers(client, [{ text: 'I look.', calls: [harness.recallCall('call_1')] }]);
        const first = harness.upstream.script;
        harness.upstream.script = (request, response, body) => {
          if (harness.upstream.seen.length === 1) return first(request, response, body);
          response.destroy();
        };
        await expect(client.ask(harness.url, [ASKED], isStream)).rejects.toThrow(/reached/);
      });

      for (const how of ['breaks off', 'ends too early'] as const)
        it(`given a second answer that ${how}, then the client takes nothing for whole`, async () => {
          harness.answers(client, [{ calls: [harness.recallCall('call_1')] }]);
          const first = harness.upstream.script;
          harness.upstream.script = (request, response, body) => {
            if (harness.upstream.seen.length === 1) return first(request, response, body);
            const whole = isStream ? client.shape.stream({ text: 'It is 8443.' }, 2) : JSON.stringify(client.shape.json({ text: 'It is 8443.' }, 2));
            response.writeHead(200, { 'Content-Type': isStream ? 'text/event-stream' : 'application/json' });
            response.write(whole.slice(0, whole.length >> 1), () => (how === 'breaks off' ? response.destroy() : response.end()));
          };
          await expect(client.ask(harness.url, [ASKED], isStream)).rejects.toThrow();
        });

      it('given a client that leaves in the second round, then the provider’s connection ends, and the next client is served', async () => {
        harness.answers(client, [{ calls: [harness.recallCall('call_1')] }]);
        const first = harness.upstream.script;
        const leaving = new AbortController();
        const left = new Promise<void>((resolve) => {
          harness.upstream.script = (request, response, body) => {
            if (harness.upstream.seen.length === 1) return first(request, response, body);
            response.once('close', resolve);
            leaving.abort();
          };
        });
        await expect(client.ask(harness.url, [ASKED], isStream, leaving.signal)).rejects.toThrow();
        await left;
        harness.answers(client, [{ text: 'Here.' }]);
        expect(await client.ask(harness.url, [ASKED], isStream)).toMatchObject({ text: 'Here.' });
      });
    });
  }
});
