import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../src/integrations/host-adapter.ts';
import { ClientSession, type Ended } from '../clients/client-session.ts';
import { type CodingAgent, OPENCODE, piOf } from '../clients/coding-agents.ts';
import { FakeProvider } from '../clients/fake-provider.ts';
import { haveClient } from '../clients/real-clients.ts';
import { expectUnmixed, SESSION_CHECKS } from '../clients/session-checks.ts';
import { answerBy } from '../clients/session-script.ts';
import { bundleServer, pluginFiles } from './plugin-folder.ts';

const WINDOW_TOKENS = 30_000;
const FILES = 40;

interface Run {
  readonly mark: string;
  readonly host: PluginHost;
  readonly agent: CodingAgent;
  /** Below the home. */
  readonly folder: string;
}

/** All of them run at once, on one archive. */
const RUNS: readonly Run[] = [
  { mark: 'skink', host: 'pi', agent: piOf('anthropic'), folder: '.pi/agent/extensions/holdfast' },
  { mark: 'gecko', host: 'pi', agent: piOf('openai-responses'), folder: '.pi/agent/extensions/holdfast' },
  { mark: 'goanna', host: 'opencode', agent: OPENCODE, folder: '.config/opencode/plugin' },
];

interface HostRun {
  readonly session: ClientSession;
  readonly ended: readonly Ended[];
}

describe('real hosts with our plugin, and no proxy', () => {
  const ran = new Map<string, HostRun | { readonly missing: string }>();
  const archiveFolder = mkdtempSync(join(tmpdir(), 'holdfast-plugins-'));
  let provider: FakeProvider;
  let server: Awaited<ReturnType<typeof bundleServer>> | undefined;

  beforeAll(async () => {
    server = await bundleServer();
    const command = [process.execPath, server.path, join(archiveFolder, 'archive.db')];
    const sessions = new Map<string, ClientSession>();
    for (const { mark, host, agent, folder } of RUNS) {
      const had = await haveClient(agent.client);
      if ('missing' in had) ran.set(mark, had);
      else sessions.set(mark, new ClientSession(withPlugin(agent, host, folder, command), had.program, { mark, fileCount: FILES, promptCount: 2 }));
    }
    const scripts = [...sessions.values()].map(({ script }) => script);
    provider = await FakeProvider.start({ windowTokens: WINDOW_TOKENS, script: answerBy(scripts) });
    await Promise.all([...sessions].map(async ([mark, session]) => ran.set(mark, { session, ended: await session.run(provider.url) })));
  }, 600_000);

  afterAll(async () => {
    for (const run of ran.values()) if ('session' in run) run.session.remove();
    await provider?.close();
    server?.remove();
    rmSync(archiveFolder, { recursive: true, force: true });
  });

  const runOf = (mark: string, skip: (note: string) => never): HostRun => {
    const run = ran.get(mark);
    if (run === undefined) throw new Error(`${mark} did not run`);
    return 'missing' in run ? skip(run.missing) : run;
  };

  describe.each(RUNS.map(({ mark, agent }) => [agent.name, mark] as const))('%s, session %s', (_name, mark) => {
    it.for(SESSION_CHECKS.filter(({ holdsFor }) => holdsFor.includes('proxy')).map((each) => [each.name, each] as const))('%s', ([, each], { skip }) => {
      each.check(runOf(mark, skip).session.script, provider);
    });

    it("each prompt ends well, with the model's last words on the host's output", ({ skip }) => {
      const { session, ended } = runOf(mark, skip);
      expect(ended.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(Array(session.script.plan.promptCount).fill(0));
      expect(ended.at(-1)?.stdout).toContain(`${mark}: ${FILES} notes read.`);
    });
  });

  it('hosts that run at once on one archive do not mix', () => {
    const sessions = [...ran.values()].flatMap((run) => ('session' in run ? [run.session.script] : []));
    expectUnmixed(sessions, provider);
  });
});

function withPlugin(agent: CodingAgent, host: PluginHost, folder: string, command: readonly string[]): CodingAgent {
  const plugin = pluginFiles(host, { command, window: WINDOW_TOKENS });
  return {
    ...agent,
    files: (place) => ({ ...agent.files(place), ...Object.fromEntries(Object.entries(plugin).map(([path, text]) => [join(folder, path), text])) }),
  };
}
