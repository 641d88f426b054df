import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

// What the proxy adds to a bare pass-through of the same bodies in the same run: npm run build && npm run bench:proxy

/** Tokens of a request, as the requests of agents have them. */
const SIZES = [20_000, 200_000, 1_000_000];
const IN_FLIGHT = [1, 64];
/** Characters of code and JSON for one token (dependencies.md: 872 kB for 200k tokens). */
const CHARACTERS_PER_TOKEN = 4.36;
/** Of a result in the history; a turn that is added has fewer, so that the size stays near what the row says. */
const LINES = 60;
const ADDED_LINES = 6;
const WORDS = 'reads the order from the queue, checks its total against the ledger, and writes the row only where both agree';

interface Server {
  readonly url: URL;
  readonly child: ChildProcess;
}

/** One request after the other of a conversation, each a turn longer. */
interface Lane {
  readonly name: string;
  /** All but the turns that came since the first request. */
  readonly head: Buffer;
  /** Those, as each server was sent them. */
  readonly added: Map<Server, string>;
  readonly turns: number;
}

interface Latencies {
  readonly p50: number;
  readonly p99: number;
}

async function start(command: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    const url = /^listening on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) return { url: new URL(url), child };
  }
  throw new Error(`${command.join(' ')} did not start`);
}

function conversation(tokens: number, name: string): Lane {
  const turn = turnOf(name, 0, LINES);
  const count = Math.max(1, Math.round((tokens * CHARACTERS_PER_TOKEN) / turn.length));
  const turns = Array.from({ length: count }, (_, number) => turnOf(name, number, LINES)).join('');
  return {
    name,
    added: new Map(),
    head: Buffer.from(`{"model":"m","max_tokens":1000,"stream":true,"messages":[{"role":"user","content":"Move the orders, ${name}."}${turns}`),
    turns: count,
  };
}

function turnOf(name: string, number: number, lines: number): string {
  const id = `toolu_${name}_${number}`;
  const result = Array.from({ length: lines }, (_, line) => `  // ${WORDS.slice((line * 7 + number) % 40)} in ${number}`).join('\n');
  const call = { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: { path: `src/${number}.ts` } }] };
  return `,${JSON.stringify(call)},${JSON.stringify({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] })}`;
}

/** Milliseconds from the first byte sent to the last byte got. */
function ask(server: Server, agent: Agent, parts: readonly Buffer[]): Promise<number> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = server.url;
    const request = httpRequest(
      { host, port, agent, method: 'POST', path: '/v1/messages', headers: { 'content-type': 'application/json', 'content-length': length } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`the answer is ${answer.statusCode}`));
        answer.resume();
        answer.on('end', () => resolve(performance.now() - begin));
        answer.on('error', reject);
      },
    );
    request.on('error', reject);
    for (const part of parts.slice(0, -1)) request.write(part);
    request.end(parts.at(-1));
  });
}

/** So many requests, so many at once: each lane is a conversation of its own, that goes on where this server has it. */
async function load(server: Server, lanes: readonly Lane[], requestsPerLane: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes.length });
  const times: number[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let request = 0; request < requestsPerLane; request++) {
        const before = lane.added.get(server) ?? '';
        const added = `${before}${turnOf(lane.name, lane.turns + before.length, ADDED_LINES)}`;
        lane.added.set(server, added);
        times.push(await ask(server, agent, [lane.head, Buffer.from(`${added}],"tools":[{"name":"read","input_schema":{"type":"object"}}]}`)]));
      }
    }),
  );
  agent.destroy();
  return times;
}

function latencies(times: readonly number[]): Latencies {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function residentMegabytes({ child }: Server): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

/** Milliseconds of processor time that the process has taken: what else the machine does is not in it. */
function processorMs({ child }: Server): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10; // utime and stime, in ticks of 10 ms
}

interface Row {
  readonly tokens: number;
  readonly inFlight: number;
  readonly requests: number;
  readonly bare: Latencies;
  readonly proxy: Latencies;
  /** Processor time a request. */
  readonly bareCpuMs: number;
  readonly proxyCpuMs: number;
  readonly megabytesPerConversation: number;
}

const ROUNDS = 4;

/**
 * Bare and proxy by turns, so that what else the machine does falls on both. One lane alone would grow by hundreds of
 * turns: it is another conversation in each round, its first request not measured.
 */
async function measure(tokens: number, inFlight: number, requests: number, servers: { readonly bare: Server; readonly proxy: Server }): Promise<Row> {
  const lanesOf = (round: number): readonly Lane[] =>
    Array.from({ length: inFlight }, (_, lane) => conversation(tokens, `lane${lane}-${round}-${tokens}-${inFlight}`));
  let lanes = lanesOf(0);
  const before = residentMegabytes(servers.proxy);
  for (const server of [servers.bare, servers.proxy]) await load(server, lanes, 1);
  const megabytesPerConversation = (residentMegabytes(servers.proxy) - before) / inFlight;
  const times = { bare: [] as number[], proxy: [] as number[] };
  const cpu = { bare: 0, proxy: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    if (inFlight === 1 && round > 0) {
      lanes = lanesOf(round);
      for (const server of [servers.bare, servers.proxy]) await load(server, lanes, 1);
    }
    for (const name of ['bare', 'proxy'] as const) {
      const start = processorMs(servers[name]);
      times[name].push(...(await load(servers[name], lanes, Math.ceil(requests / ROUNDS / inFlight))));
      cpu[name] += processorMs(servers[name]) - start;
    }
  }
  const count = times.proxy.length;
  return {
    tokens,
    inFlight,
    requests: count,
    bare: latencies(times.bare),
    proxy: latencies(times.proxy),
    bareCpuMs: cpu.bare / count,
    proxyCpuMs: cpu.proxy / count,
    megabytesPerConversation,
  };
}

function printRow({ tokens, inFlight, requests, bare, proxy, bareCpuMs, proxyCpuMs, megabytesPerConversation }: Row): void {
  const added = (name: keyof Latencies): string => `${(((proxy[name] - bare[name]) / bare[name]) * 100).toFixed(0)} %`.padStart(7);
  const cells = [
    String(tokens),
    String(inFlight),
    String(requests),
    bare.p50.toFixed(1),
    proxy.p50.toFixed(1),
    added('p50'),
    bare.p99.toFixed(1),
    proxy.p99.toFixed(1),
    added('p99'),
    bareCpuMs.toFixed(2),
    proxyCpuMs.toFixed(2),
  ];
  process.stdout.write(`${[...cells, megabytesPerConversation.toFixed(1)].map((cell) => cell.padStart(9)).join(' ')}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '400' },
      sizes: { type: 'string' },
      'in-flight': { type: 'string' },
      'provider-ms': { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const upstream = await start(['scripts/run-ts.mjs', 'bench/proxy-peer.ts', 'upstream', values['provider-ms']]);
  const bare = await start(['scripts/run-ts.mjs', 'bench/proxy-peer.ts', 'bare', upstream.url.href]);
  const proxy = await start([
    'dist/cli/main.js',
    'proxy',
    '--upstream',
    upstream.url.href,
    '--port',
    '0',
    '--window',
    '2000000',
    '--archive',
    `sqlite:${join(folder, 'archive.db')}`,
    '--recall',
    'off',
    '--log-level',
    'warn',
  ]);
  try {
    process.stdout.write(
      `Milliseconds from the first byte sent to the last byte got; the window is 2M tokens, so that nothing is compacted; the provider thinks ${values['provider-ms']} ms.\n`,
    );
    process.stdout.write(
      `${['tokens', 'in flight', 'requests', 'bare p50', 'proxy p50', 'added', 'bare p99', 'proxy p99', 'added', 'bare CPU', 'prox. CPU', 'MB/conv.'].map((cell) => cell.padStart(9)).join(' ')}\n`,
    );
    for (const tokens of values.sizes?.split(',').map(Number) ?? SIZES) {
      for (const inFlight of values['in-flight']?.split(',').map(Number) ?? IN_FLIGHT) {
        const row = await measure(tokens, inFlight, Math.max(Number(values.requests), inFlight * 4), { bare, proxy });
        if (values.json) process.stdout.write(`${JSON.stringify(row)}\n`);
        else printRow(row);
      }
    }
  } finally {
    for (const { child } of [proxy, bare, upstream]) child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
