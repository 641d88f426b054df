import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { factsOf } from './facts.mjs';
import { scriptedProvider } from './provider.mjs';
import { COMPACTED_SCRIPT, SCRIPT } from './script.mjs';

/**
 * Records `examples/migrate-orders.pi.jsonl`: starts pi in a copy of `project/`, sends the script's prompts one after
 * another over its RPC mode, and takes the session file that pi wrote.
 *
 *   node scripts/record-example/record.mjs --pi PATH/TO/dist/cli.js --work DIR [--cwd /home/dev/orders] [--replace] [--compacted]
 *
 * With `--compacted` it records `examples/migrate-orders-compacted.pi.jsonl`: the session in which pi compacts on the way.
 */
const { values } = parseArgs({
  options: {
    pi: { type: 'string' },
    work: { type: 'string' },
    cwd: { type: 'string', default: '/home/dev/orders' },
    replace: { type: 'boolean', default: false },
    compacted: { type: 'boolean', default: false },
  },
});
if (!values.pi || !values.work) throw new Error('give --pi (the cli.js of pi-coding-agent) and --work (an empty directory)');

const here = import.meta.dirname;
const examples = join(here, '../../examples');
const agentDirectory = join(values.work, 'agent');
const sessionDirectory = join(values.work, 'sessions');

const script = values.compacted ? COMPACTED_SCRIPT : SCRIPT;
const { server, played } = scriptedProvider(script.flatMap((turn) => turn.steps));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

prepareDirectories(server.address().port);
await runAgent();
server.close();

const expected = script.flatMap((turn) => turn.steps).length;
if (played() !== expected) throw new Error(`${played()} of ${expected} steps were played`);
const [file] = readdirSync(sessionDirectory, { recursive: true }).filter((name) => name.endsWith('.jsonl'));
const text = readFileSync(join(sessionDirectory, file), 'utf8');
mkdirSync(examples, { recursive: true });
writeFileSync(join(examples, values.compacted ? 'migrate-orders-compacted.pi.jsonl' : 'migrate-orders.pi.jsonl'), text);
if (!values.compacted) writeFileSync(join(examples, 'migrate-orders.expected.json'), `${JSON.stringify(factsOf(text), null, 2)}\n`);
console.log(`${text.split('\n').length - 1} lines, ${Buffer.byteLength(text)} bytes`);

function prepareDirectories(port) {
  if (existsSync(values.cwd) && !values.replace) throw new Error(`${values.cwd} is there: give --replace to remove it first, or another --cwd`);
  for (const directory of [agentDirectory, sessionDirectory, values.cwd]) rmSync(directory, { recursive: true, force: true });
  mkdirSync(agentDirectory, { recursive: true });
  cpSync(join(here, 'project'), values.cwd, { recursive: true });
  const model = { id: 'scripted-1', name: 'scripted', reasoning: true, input: ['text'], contextWindow: 1_000_000, maxTokens: 32_000 };
  const provider = { baseUrl: `http://127.0.0.1:${port}/v1`, api: 'openai-completions', apiKey: 'none', models: [model] };
  // As much stays behind a compaction as a few exchanges take.
  writeFileSync(join(agentDirectory, 'settings.json'), JSON.stringify({ compaction: { enabled: false, keepRecentTokens: 1500 } }));
  writeFileSync(join(agentDirectory, 'models.json'), JSON.stringify({ providers: { scripted: provider } }));
}

/** Sends the next prompt when the agent has ended the one before. */
function runAgent() {
  const options = [
    '--mode',
    'rpc',
    '--provider',
    'scripted',
    '--model',
    'scripted-1',
    '--thinking',
    'low',
    '--session-dir',
    sessionDirectory,
    '--no-extensions',
    '--no-skills',
    '--no-prompt-templates',
    '--no-context-files',
    '--offline',
  ];
  // Nothing of this machine's environment reaches the recording.
  const env = {
    PATH: process.env.PATH,
    HOME: values.work,
    PI_CODING_AGENT_DIR: agentDirectory,
    PI_OFFLINE: '1',
    PI_TELEMETRY: '0',
    TZ: 'UTC',
    NO_COLOR: '1',
    GIT_AUTHOR_NAME: 'orders',
    GIT_AUTHOR_EMAIL: 'orders@example.org',
    GIT_COMMITTER_NAME: 'orders',
    GIT_COMMITTER_EMAIL: 'orders@example.org',
    ...(values.compacted ? { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: join(here, 'hooks') } : {}),
  };
  const agent = spawn(process.execPath, [values.pi, ...options], { cwd: values.cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const prompts = [...script];
  const send = () => {
    const next = prompts.shift();
    const message = next?.user;
    if (next === undefined) agent.stdin.end();
    else if (next.compacts) agent.stdin.write(`${JSON.stringify({ type: 'compact' })}\n`);
    else agent.stdin.write(`${JSON.stringify({ type: 'prompt', message })}\n`);
  };
  let rest = '';
  agent.stdout.setEncoding('utf8');
  agent.stdout.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const event = JSON.parse(line);
      if (event.type === 'response' && !event.success) throw new Error(`pi refused: ${event.error}`);
      if (event.type === 'agent_end' || (event.type === 'response' && event.command === 'compact')) setImmediate(send);
    }
  });
  send();
  return new Promise((resolve, reject) => {
    agent.on('error', reject);
    agent.on('close', resolve);
  });
}
