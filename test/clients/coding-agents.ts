import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScriptedCall, WireFormat } from './provider-answer.ts';
import type { ClientPackage } from './real-clients.ts';

/** Where a client runs: a home and a project of its own. */
export interface ClientPlace {
  readonly home: string;
  readonly project: string;
  readonly baseUrl: string;
}

/** A coding agent's command line, and how it is told to talk to loopback alone. */
export interface CodingAgent {
  readonly name: string;
  readonly client: ClientPackage;
  readonly format: WireFormat;
  /** Configuration files below the home, by path. */
  readonly files: (place: ClientPlace) => Readonly<Record<string, unknown>>;
  readonly env: (place: ClientPlace) => Readonly<Record<string, string>>;
  readonly args: (prompt: string, isFirst: boolean) => readonly string[];
  /** How its model reads a file of the project. */
  readonly readCall: (project: string, path: string) => ScriptedCall;
}

/** No real key: the fake provider takes every one, and tests look for it in logs and archives. */
export const FAKE_KEY = 'fake-key-of-a-test';
const MODEL = 'fake-model';
/** The clients' own compaction must not come before ours. */
const LARGE_WINDOW = 1_000_000;

export const CLAUDE_CODE: CodingAgent = {
  name: 'Claude Code',
  client: { name: '@anthropic-ai/claude-code', version: '2.1.332', command: 'claude' },
  format: 'anthropic',
  files: () => ({}),
  env: ({ baseUrl }) => ({
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: FAKE_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTO_COMPACT: '1',
  }),
  // Its 9,500 tokens of instructions and two tools are those of `-p`; with all tools it would be three times that.
  args: (prompt, isFirst) => [
    ...['-p', prompt, '--output-format', 'stream-json', '--verbose', '--model', 'claude-sonnet-4-5', '--tools', 'Read,Bash'],
    ...['--allowedTools', 'Read', ...(isFirst ? [] : ['--continue'])],
  ],
  readCall: (project, path) => ({ name: 'Read', input: { file_path: join(project, path) } }),
};

export const CODEX: CodingAgent = {
  name: 'Codex',
  client: { name: '@openai/codex', version: '0.171.0', command: 'codex' },
  format: 'openai-responses',
  files: ({ baseUrl }) => ({ '.codex/config.toml': codexConfig(baseUrl) }),
  env: () => ({ FAKE_API_KEY: FAKE_KEY }),
  args: (prompt, isFirst) => ['exec', ...(isFirst ? [] : ['resume', '--last']), '--skip-git-repo-check', '--json', prompt],
  readCall: (_project, path) => ({ name: 'exec_command', input: { cmd: `cat ${path}` } }),
};

export const OPENCODE: CodingAgent = {
  name: 'OpenCode',
  client: { name: 'opencode-ai', version: '1.18.33', command: 'opencode' },
  format: 'anthropic',
  files: ({ baseUrl }) => ({ '.config/opencode/opencode.json': openCodeConfig(baseUrl) }),
  env: () => ({
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  // With a title it asks no model for one.
  args: (prompt, isFirst) => ['run', '--auto', '--format', 'json', ...(isFirst ? ['--title', 'notes'] : ['--continue']), prompt],
  readCall: (project, path) => ({ name: 'read', input: { filePath: join(project, path) } }),
};

/** pi speaks every format: one client, three wires. */
export function piOf(format: WireFormat): CodingAgent {
  return {
    name: `pi (${format})`,
    client: { name: '@mariozechner/pi-coding-agent', version: '0.73.1', command: 'pi' },
    format,
    files: ({ baseUrl }) => ({ '.pi/agent/models.json': piModels(format, baseUrl) }),
    env: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
    args: (prompt, isFirst) => ['-p', '--provider', 'fake', '--model', MODEL, '--thinking', 'low', ...(isFirst ? [] : ['--continue']), prompt],
    readCall: (_project, path) => ({ name: 'read', input: { path } }),
  };
}

export function writeFiles(root: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

function piModels(format: WireFormat, baseUrl: string): unknown {
  const api = { anthropic: 'anthropic-messages', openai: 'openai-completions', 'openai-responses': 'openai-responses' }[format];
  const model = { id: MODEL, reasoning: true, contextWindow: LARGE_WINDOW, maxTokens: 4_000 };
  return { providers: { fake: { baseUrl: format === 'anthropic' ? baseUrl : `${baseUrl}/v1`, api, apiKey: FAKE_KEY, models: [model] } } };
}

function openCodeConfig(baseUrl: string): unknown {
  const model = { name: 'fake', limit: { context: LARGE_WINDOW, output: 4_000 } };
  return {
    autoupdate: false,
    share: 'disabled',
    model: `fake/${MODEL}`,
    small_model: `fake/${MODEL}`,
    enabled_providers: ['fake'],
    compaction: { auto: false, prune: false },
    provider: { fake: { npm: '@ai-sdk/anthropic', name: 'fake', options: { baseURL: `${baseUrl}/v1`, apiKey: FAKE_KEY }, models: { [MODEL]: model } } },
  };
}

function codexConfig(baseUrl: string): string {
  return `model = "${MODEL}"
model_provider = "fake"
model_context_window = ${LARGE_WINDOW}
model_auto_compact_token_limit = ${LARGE_WINDOW}
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.fake]
name = "fake"
base_url = "${baseUrl}/v1"
env_key = "FAKE_API_KEY"
wire_api = "responses"

[analytics]
enabled = false
`;
}
