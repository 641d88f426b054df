import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_BUDGET } from '../../src/hooks/room.ts';
import { hookAuditKey } from '../../src/hooks/run-hook.ts';
import { type Archive, createArchive, recallTurns } from '../../src/index.ts';
import { loadO200k } from '../../src/tokens/o200k-counter.ts';
import { CommandLine } from '../cli/command-line.ts';
import { ClientSession, type Ended } from './client-session.ts';
import { CLAUDE_CODE, type ClientPlace, CODEX, type CodingAgent, writeFiles } from './coding-agents.ts';
import { FakeProvider, type ProviderRequest } from './fake-provider.ts';
import { requestsWithout } from './provider-assertions.ts';
import { haveClient } from './real-clients.ts';
import { answerBy, CONSTRAINT } from './session-script.ts';
import { isWireObject } from './wire-object.ts';

/** A host's own summary: it makes a preference of the user's rule. */
const SOFTENED = 'The user prefers care in config/prod. Some notes were read.';
const SUMMARY = `<analysis>Notes.</analysis>\n<summary>${SOFTENED}</summary>`;
const FILES = 12;

/** A host that is made to compact by itself, with hooks that `holdfast install` put into its home. */
interface HookedHost {
  readonly name: 'claude-code' | 'codex';
  readonly mark: string;
  readonly agent: CodingAgent;
  /** Stands in what the host asks its model for when it compacts. */
  readonly summarizing: string;
}

/** It compacts from 30,000 tokens on: once, as files that it reads again itself take 10,000 of them after that. */
const CLAUDE_CODE_THAT_COMPACTS: CodingAgent = {
  ...CLAUDE_CODE,
  env: (place) => {
    const { DISABLE_AUTO_COMPACT: _, ...env } = CLAUDE_CODE.env(place);
    return { ...env, CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000', CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '30' };
  },
};

/** Codex keeps the last 20,000 tokens of its user: after this the rule that was said before has no place among them. */
const PASTED = Array.from({ length: 1_700 }, (_, part) => `The build of part ${part} went well and nothing was changed.`).join('\n');

/** Hooks run in Codex once the user has trusted them, in a dialog of its own; for automation it has a flag. */
const CODEX_THAT_COMPACTS: CodingAgent = {
  ...CODEX,
  files: (place) => ({
    '.codex/config.toml': String(CODEX.files(place)['.codex/config.toml']).replace(
      /^model_auto_compact_token_limit = .*$/m,
      'model_auto_compact_token_limit = 32000',
    ),
  }),
  args: (prompt, isFirst) => ['--dangerously-bypass-hook-trust', ...CODEX.args(isFirst ? prompt : `${prompt}\n${PASTED}`, isFirst)],
};

const HOSTS: readonly HookedHost[] = [
  { name: 'claude-code', mark: 'quoll', agent: CLAUDE_CODE_THAT_COMPACTS, summarizing: 'Your task is to create a detailed summary' },
  { name: 'codex', mark: 'bandicoot', agent: CODEX_THAT_COMPACTS, summarizing: 'CONTEXT CHECKPOINT COMPACTION' },
];

interface HostRun {
  readonly session: ClientSession;
  readonly ended: readonly Ended[];
  readonly home: string;
  readonly archivePath: string;
  readonly provider: FakeProvider;
}

describe('real hosts that compact by themselves, with the hooks of `holdfast install` and no proxy', () => {
  const ran = new Map<string, HostRun | { readonly missing: string }>();
  let command: CommandLine;

  beforeAll(async () => {
    command = await CommandLine.build();
    // One after another: npm's cache is shared.
    const programs = new Map<HookedHost, string>();
    for (const host of HOSTS) {
      const had = await haveClient(host.agent.client);
      if ('missing' in had) ran.set(host.name, had);
      else programs.set(host, had.program);
    }
    await Promise.all([...programs].map(async ([host, program]) => ran.set(host.name, await runHost(host, program, command))));
  }, 600_000);

  afterAll(async () => {
    for (const run of ran.values()) {
      if (!('session' in run)) continue;
      run.session.remove();
      await run.provider.close();
    }
    command?.remove();
  });

  describe.each(HOSTS.map((host) => [host.name, host] as const))('%s', (name, host) => {
    const runOf = (skip: (note: string) => never): HostRun => {
      const run = ran.get(name);
      if (run === undefined) throw new Error(`${name} did not run`);
      return 'missing' in run ? skip(run.missing) : run;
    };

    it('given a summary that softens the rule, when the session goes on, then every prompt ends well', ({ skip }) => {
      const { session, ended, provider } = runOf(skip);
      expect(ended.map(({ code, stderr, stdout }) => (code === 0 ? 0 : `${stderr}${stdout.slice(-2_000)}`))).toEqual([0, 0]);
      expect(ended.at(-1)?.stdout).toContain(`${host.mark}: ${FILES} notes read.`);
      expect(session.script.asked).toHaveLength(FILES);
      expect(provider.refused.map(({ problems }) => problems)).toEqual([]);
    });

    it("E5: the next request after the compaction has the host's summary, and the rule letter for letter in a note of ours", ({ skip }) => {
      const { provider } = runOf(skip);
      const after = requestsAfterCompaction(provider.requests, host);
      expect(after.length).toBeGreaterThan(0);
      expect(requestsWithout(after, SOFTENED).map(({ index }) => index)).toEqual([]);
      for (const request of after) expect(ruleLines(notesIn(request).join('\n'))).toHaveLength(1);
    });

    it('E5: the rule stands in every request of the session', ({ skip }) => {
      const { provider } = runOf(skip);
      expect(requestsWithout(provider.requests, CONSTRAINT).map(({ index }) => index)).toEqual([]);
    });

    it('the note is within its budget', async ({ skip }) => {
      const { provider } = runOf(skip);
      const counter = await loadO200k();
      for (const request of requestsAfterCompaction(provider.requests, host)) {
        for (const note of notesIn(request)) {
          expect(counter.count(note)).toBeLessThanOrEqual(DEFAULT_BUDGET.tokens);
          expect(note.length).toBeLessThanOrEqual(DEFAULT_BUDGET.characters);
        }
      }
    });

    it('E2: the archive has all of the session that stood before the compaction, put there before it and after it', async ({ skip }) => {
      const { session, provider, archivePath } = runOf(skip);
      const [only, ...others] = await fromArchive(archivePath, (archive) => archive.conversations());
      expect(others).toEqual([]);
      // Before each compaction what is known then, after it what was put back: two entries of the ledger.
      expect(only?.compactionCount).toBe(2 * provider.requests.filter((request) => isSummarizing(request, host)).length);
      const recalled = await fromArchive(archivePath, (archive) => recallTurns(only?.conversationId ?? '', { start: 1, end: 999 }, { archive }));
      const texts = recalled.map(({ recalled: { text } }) => text).join('\n');
      const first = session.script.files().get('note-00.txt')?.trimEnd().split('\n') ?? [];
      expect(first.length).toBeGreaterThan(10);
      expect(first.filter((line) => !texts.includes(line))).toEqual([]);
      expect(texts).toContain(CONSTRAINT);
    });

    it('hooks and recall server use one archive, the one that the environment names', ({ skip }) => {
      const { home, archivePath } = runOf(skip);
      expect(existsSync(archivePath)).toBe(true);
      expect(existsSync(join(home, '.local', 'share', 'holdfast', 'archive.db'))).toBe(false);
    });
  });

  describe('claude-code alone', () => {
    const [host] = HOSTS as readonly [HookedHost];

    it('its summarizer was told the rule letter for letter, and PostCompact tells what the summary did to it', async ({ skip }) => {
      const run = ran.get(host.name);
      if (run === undefined || 'missing' in run) return skip(run?.missing ?? 'it did not run');
      const asked = run.provider.requests.filter((request) => isSummarizing(request, host));
      const told = 'Repeat these sentences of the user letter for letter in the summary, and soften none of them:';
      expect(requestsWithout(asked, told)).toEqual([]);
      const kept = await fromArchive(run.archivePath, async (archive) => {
        const [conversation] = await archive.conversations();
        return archive.getSummary(hookAuditKey(conversation?.conversationId ?? ''));
      });
      const { statements, constraintCount } = JSON.parse(kept ?? '{}') as { statements: { lost: number; drifted: number }; constraintCount: number };
      expect(statements.lost + statements.drifted).toBeGreaterThan(0);
      expect(constraintCount).toBeGreaterThan(0);
    });
  });
});

async function runHost(host: HookedHost, program: string, command: CommandLine): Promise<HostRun> {
  const archivePath = command.path(`${host.name}.db`);
  const homes: string[] = [];
  const agent = withHooks(host, command, archivePath, homes);
  const session = new ClientSession(agent, program, { mark: host.mark, fileCount: FILES, promptCount: 2 });
  const answer = answerBy([session.script]);
  const provider = await FakeProvider.start({ script: (request) => (isSummarizing(request, host) ? { text: SUMMARY } : answer(request)) });
  const ended = await session.run(provider.url);
  return { session, ended, home: homes[0] ?? '', archivePath, provider };
}

/** As a user has it: the host's own configuration, then `holdfast install` into the same home. */
function withHooks({ name, agent }: HookedHost, command: CommandLine, archivePath: string, homes: string[]): CodingAgent {
  const env = (place: ClientPlace): Readonly<Record<string, string>> => ({ ...agent.env(place), HOLDFAST_ARCHIVE: archivePath });
  return {
    ...agent,
    env,
    files: (place) => {
      homes.push(place.home);
      writeFiles(place.home, agent.files(place));
      const args = [command.program, 'install', name, '--user', '--yes', '--command', `${process.execPath} ${command.program}`];
      execFileSync(process.execPath, args, { env: { PATH: process.env['PATH'], HOME: place.home, ...env(place) }, stdio: 'pipe' });
      return {};
    },
  };
}

async function fromArchive<T>(path: string, use: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await createArchive(path);
  try {
    return await use(archive);
  } finally {
    await archive.close();
  }
}

function isSummarizing(request: ProviderRequest, { summarizing }: HookedHost): boolean {
  return JSON.stringify(request.messages.at(-1)).includes(summarizing);
}

/** The requests that come next after one for a summary. */
function requestsAfterCompaction(requests: readonly ProviderRequest[], host: HookedHost): readonly ProviderRequest[] {
  return requests.filter((request, index) => {
    const before = requests[index - 1];
    return before !== undefined && isSummarizing(before, host) && !isSummarizing(request, host);
  });
}

function notesIn({ messages }: ProviderRequest): readonly string[] {
  return textsIn(messages).flatMap((text) => text.match(/<holdfast compaction=[\s\S]*?<\/holdfast>/g) ?? []);
}

/** Lines of what was said that hold the rule. */
function ruleLines(note: string): readonly string[] {
  return note.split('\n').filter((line) => line.startsWith('> ') && line.includes(CONSTRAINT));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isWireObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
