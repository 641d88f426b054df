import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANTHROPIC_WIRE } from '../../src/proxy/recall/anthropic.ts';
import { OPENAI_WIRE } from '../../src/proxy/recall/openai.ts';
import { RESPONSES_WIRE } from '../../src/proxy/recall/responses.ts';
import { framesOf } from '../../src/proxy/recall/sse-frames.ts';
import type { RecallWire } from '../../src/proxy/recall/wire.ts';
import type { Said } from './provider-answers.ts';
import { ask } from './raw-client.ts';
import { CLIENTS, type ClientUnderTest } from './recall-clients.ts';
import { ASKED, RecallHarness } from './recall-harness.ts';

const WIRES: Readonly<Record<string, RecallWire>> = { anthropic: ANTHROPIC_WIRE, openai: OPENAI_WIRE, 'openai-responses': RESPONSES_WIRE };
const PATHS: Readonly<Record<string, string>> = { anthropic: '/v1/messages', openai: '/v1/chat/completions', 'openai-responses': '/v1/responses' };
const RECALL = { id: 'call_1', name: 'holdfast_recall', input: { search: 'port 📥' } };
const OWN = { id: 'call_2', name: 'read', input: { path: 'a' } };
const ROUNDS: readonly Said[] = [
  { thinking: 'look 📥', text: 'I löok.', calls: [RECALL] },
  { text: 'It is 8443.', calls: [OWN] },
];

type Event = Record<string, unknown>;

function eventsIn(stream: string): readonly Event[] {
  return stream.split('\n\n').flatMap((frame) => {
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    return data === undefined || data === '[DONE]' ? [] : [JSON.parse(data) as Event];
  });
}

/** What the client gets of the streams, each cut into pieces. */
async function spliced(wire: RecallWire, streams: readonly (readonly Buffer[])[]): Promise<string> {
  const splice = wire.splice();
  const parts: (Buffer | string)[] = [];
  for (const [index, pieces] of streams.entries()) {
    if (index > 0) splice.nextRound();
    for await (const frames of framesOf(Readable.from(pieces))) for (const frame of frames) parts.push(...splice.take(frame));
    expect(splice.isOver).toBe(true);
  }
  parts.push(...splice.finish(false));
  return Buffer.concat(parts.map((part) => Buffer.from(part))).toString('utf8');
}

function cutAt(bytes: Buffer, offset: number): readonly Buffer[] {
  return [bytes.subarray(0, offset), bytes.subarray(offset)].filter((piece) => piece.length > 0);
}

describe('§8: one stream made of several', () => {
  for (const client of CLIENTS) {
    const wire = WIRES[client.format] as RecallWire;
    const streams = ROUNDS.map((said, number) => Buffer.from(client.shape.stream(said, number + 1)));

    it(`${client.format}: given the bytes cut at every offset, then the client gets the same`, async () => {
      const whole = await spliced(
        wire,
        streams.map((bytes) => [bytes]),
      );
      expect(whole).not.toContain('holdfast_recall');
      for (const [place, bytes] of streams.entries()) {
        for (let offset = 1; offset < bytes.length; offset++) {
          const pieces = streams.map((one, index) => (index === place ? cutAt(one, offset) : [one]));
          expect(await spliced(wire, pieces)).toBe(whole);
        }
      }
    });

    it(`${client.format}: given line ends of Windows, then the events are the same`, async () => {
      const unix = await spliced(
        wire,
        streams.map((bytes) => [bytes]),
      );
      const windows = await spliced(
        wire,
        streams.map((bytes) => [Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n'))]),
      );
      expect(eventsIn(windows.replaceAll('\r\n', '\n'))).toEqual(eventsIn(unix));
    });
  }

  it('anthropic: given two rounds, then there is one start and one end, and blocks are counted on', async () => {
    const streams = ROUNDS.map((said, number) => [Buffer.from(ANTHROPIC(said, number + 1))]);
    const events = eventsIn(await spliced(ANTHROPIC_WIRE, streams));
    expect(events.filter((event) => event['type'] === 'message_start')).toHaveLength(1);
    expect(events.filter((event) => event['type'] === 'message_stop')).toHaveLength(1);
    expect(events.filter((event) => event['type'] === 'ping')).toHaveLength(2);
    expect(events.filter((event) => event['type'] === 'content_block_start').map((event) => event['index'])).toEqual([0, 1, 2, 3]);
    const end = events.find((event) => event['type'] === 'message_delta');
    expect(end?.['usage']).toEqual({ output_tokens: 14, input_tokens: 200 });
  });

  it.each([['words'], [[1]], [7], [null]])('anthropic: given a call with %j for its input, then the next request has an object there', async (input) => {
    const [anthropic] = CLIENTS;
    if (anthropic === undefined) throw new Error('there is a client');
    const splice = ANTHROPIC_WIRE.splice();
    const stream = Buffer.from(anthropic.shape.stream({ calls: [{ ...RECALL, input }] }, 1));
    for await (const frames of framesOf(Readable.from([stream]))) for (const frame of frames) splice.take(frame);
    expect(splice.answer().units).toMatchObject([{ type: 'tool_use', input: {} }]);
  });

  it('openai: given two rounds, then there is one id and one role, and calls are counted from 0', async () => {
    const client = CLIENTS[1] as ClientUnderTest;
    const streams = ROUNDS.map((said, number) => [Buffer.from(client.shape.stream(said, number + 1))]);
    const stream = await spliced(OPENAI_WIRE, streams);
    const events = eventsIn(stream);
    expect(new Set(events.map((event) => event['id']))).toEqual(new Set(['chatcmpl-1']));
    expect(stream.split('"role"')).toHaveLength(2);
    expect(stream.split('"finish_reason":"')).toHaveLength(2);
    expect(stream.split('[DONE]')).toHaveLength(2);
    expect(events.at(-1)?.['usage']).toEqual({ prompt_tokens: 200, completion_tokens: 14, total_tokens: 214 });
  });

  it('openai-responses: given two rounds, then items and events are counted on, and the end has all items', async () => {
    const client = CLIENTS[2] as ClientUnderTest;
    const streams = ROUNDS.map((said, number) => [Buffer.from(client.shape.stream(said, number + 1))]);
    const events = eventsIn(await spliced(RESPONSES_WIRE, streams));
    expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, index) => index));
    expect(events.filter((event) => event['type'] === 'response.created')).toHaveLength(1);
    const added = events.filter((event) => event['type'] === 'response.output_item.added');
    expect(added.map((event) => event['output_index'])).toEqual([0, 1, 2, 3]);
    const end = events.at(-1)?.['response'] as { readonly id: string; readonly output: readonly Event[]; readonly usage: Event };
    expect(end.output.map((item) => item['type'])).toEqual(['reasoning', 'message', 'message', 'function_call']);
    expect(end).toMatchObject({ id: 'resp_2', usage: { input_tokens: 200, output_tokens: 14, total_tokens: 214 } });
  });
});

const ANTHROPIC = (said: Said, number: number): string => (CLIENTS[0] as ClientUnderTest).shape.stream(said, number);

describe('§8: a stream through the proxy', () => {
  let harness: RecallHarness;

  beforeEach(async () => {
    harness = new RecallHarness();
    await harness.start();
  });

  afterEach(() => harness.stop());

  const streamed = async (client: ClientUnderTest): Promise<string> => {
    const body = JSON.stringify({ stream: true, [client.historyName]: [ASKED] });
    return (await ask(harness.port, { path: PATHS[client.format] ?? '', headers: ['Content-Type', 'application/json'], body })).body.toString('utf8');
  };

  for (const client of CLIENTS) {
    it(`${client.format}: given no call of ours, then every byte passes as it came, comments and unknown events too`, async () => {
      const stream = `: open\n\n${client.shape.stream({ thinking: 'a', text: 'b', calls: [OWN] }, 1)}event: later\ndata: {"type":"later"}\n\n: bye`;
      harness.upstream.script = (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(stream);
      expect(await streamed(client)).toBe(stream);
    });

    it(`${client.format}: given a call of ours, then what came before it passes letter for letter`, async () => {
      harness.answers(client, [{ thinking: 'a', text: 'b', calls: [harness.recallCall('call_1')] }, { text: 'c' }], 7);
      const before = client.shape.stream({ thinking: 'a', text: 'b', calls: [] }, 1).split('\n\n');
      const got = (await streamed(client)).split('\n\n');
      // All but what ends an answer.
      expect(got.slice(0, before.length - 4)).toEqual(before.slice(0, -4));
    });
  }

  it('openai-responses: given a client that goes on by the name of an answer, then the results of our calls come along', async () => {
    const client = CLIENTS[2] as ClientUnderTest;
    harness.answers(client, [{ calls: [harness.recallCall('call_1'), OWN] }, { text: 'Done.' }]);
    await streamed(client);
    const body = JSON.stringify({ previous_response_id: 'resp_1', input: [client.result('call_2', 'own')] });
    await ask(harness.port, { path: '/v1/responses', body });
    expect(client.pairs(harness.histories(client)[1] ?? []).results).toEqual(['call_2', 'call_1']);
  });

  it('anthropic: given a client that writes its history another way, then the rounds are known all the same', async () => {
    const client = CLIENTS[0] as ClientUnderTest;
    harness.answers(client, [{ text: 'I look.', calls: [harness.recallCall('call_1')] }, { text: 'It is 8443.' }, { text: 'Welcome.' }]);
    await streamed(client);
    const cached = { type: 'text', text: 'It is 8443.', cache_control: { type: 'ephemeral' } };
    const asked = { role: 'user', content: [{ type: 'text', text: ASKED.content }] };
    const messages = [asked, { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, cached] }, { role: 'user', content: 'Thanks.' }];
    await ask(harness.port, { path: '/v1/messages', body: JSON.stringify({ messages }) });
    const history = harness.histories(client)[2];
    expect(client.pairs(history ?? [])).toEqual({ calls: ['call_1'], results: ['call_1'] });
    expect(history?.[3]).toEqual({ role: 'assistant', content: [cached] });
  });

  it('anthropic: given a client that went back and says something else, then nothing is put into it', async () => {
    const client = CLIENTS[0] as ClientUnderTest;
    harness.answers(client, [{ calls: [harness.recallCall('call_1')] }, { text: 'It is 8443.' }, { text: 'Welcome.' }]);
    await streamed(client);
    const messages = [ASKED, { role: 'assistant', content: 'It is 8444.' }, { role: 'user', content: 'Thanks.' }];
    await ask(harness.port, { path: '/v1/messages', body: JSON.stringify({ messages }) });
    expect(harness.histories(client)[2]).toEqual(messages);
  });
});
