import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../cli/command-line.ts';
import { ClientSession, type Ended } from './client-session.ts';
import { CLAUDE_CODE, CODEX, type CodingAgent, OPENCODE, piOf } from './coding-agents.ts';
import { FakeProvider } from './fake-provider.ts';
import { directFront, type Front, proxyFront, type Through } from './front.ts';
import { haveClient } from './real-clients.ts';
import { expectUnmixed, SESSION_CHECKS } from './session-checks.ts';
import { answerBy } from './session-script.ts';

const WINDOW_TOKENS = 30_000;
const SESSIONS_AT_ONCE = 3;
/** Three of them run at once: first three of one client in one format. */
const RUNS: readonly { readonly mark: string; readonly agent: CodingAgent }[] = [
  { mark: 'quokka', agent: piOf('anthropic') },
  { mark: 'wombat', agent: piOf('anthropic') },
  { mark: 'numbat', agent: piOf('anthropic') },
  { mark: 'bilby', agent: piOf('openai') },
  { mark: 'potoroo', agent: piOf('openai-responses') },
  { mark: 'bettong', agent: CLAUDE_CODE },
  { mark: 'dunnart', agent: CODEX },
  { mark: 'kowari', agent: OPENCODE },
];

/** Directly it is shown only that each client runs as it should without us. */
const runsFor = (through: Through): typeof RUNS => (through === 'direct' ? RUNS.slice(2) : RUNS);

interface ClientRun {
  readonly session: ClientSession;
  readonly ended: readonly Ended[];
}

describe.each<Through>(['direct', 'proxy'])('real clients, %s', (through) => {
  const ran = new Map<string, ClientRun | { readonly missing: string }>();
  let command: CommandLine | undefined;
  let provider: FakeProvider;
  let front: Front;

  beforeAll(async () => {
    const sessions = await gatherSessions(runsFor(through), ran, through === 'direct' ? 6 : 36);
    const scripts = [...sessions.values()].map(({ script }) => script);
    provider = await FakeProvider.start({ windowTokens: WINDOW_TOKENS, blockBinding: through === 'direct', script: answerBy(scripts) });
    if (through === 'proxy') command = await CommandLine.build();
    front = command === undefined ? directFront(provider.url) : await proxyFront(command, provider.url, WINDOW_TOKENS);
    const waiting = [...sessions];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [mark, session] = next;
        ran.set(mark, { session, ended: await session.run(front.url) });
      }
    };
    await Promise.all(Array.from({ length: SESSIONS_AT_ONCE }, work));
  }, 600_000);

  afterAll(async () => {
    for (const run of ran.values()) if ('session' in run) run.session.remove();
    await front?.close();
    await provider?.close();
    command?.remove();
  });

  const runOf = (mark: string, skip: (note: string) => never): ClientRun => {
    const run = ran.get(mark);
    if (run === undefined) throw new Error(`${mark} did not run`);
    return 'missing' in run ? skip(run.missing) : run;
  };

  describe.each(runsFor(through).map(({ mark, agent }) => [agent.name, mark] as const))('%s, session %s', (_name, mark) => {
    it.for(SESSION_CHECKS.filter(({ holdsFor }) => holdsFor.includes(through)).map((each) => [each.name, each] as const))('%s', ([, each], { skip }) => {
      each.check(runOf(mark, skip).session.script, provider);
    });

    it("each prompt ends well, with the model's last words on the client's output", ({ skip }) => {
      const { session, ended } = runOf(mark, skip);
      expect(ended.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(Array(session.script.plan.promptCount).fill(0));
      expect(ended.at(-1)?.stdout).toContain(`${mark}: ${session.script.plan.fileCount} notes read.`);
    });
  });

  it('agents that run at once do not mix', () => {
    const sessions = [...ran.values()].flatMap((run) => ('session' in run ? [run.session.script] : []));
    expectUnmixed(sessions, provider);
  });
});

/** A session for each client that can be had; why not, for the others. */
async function gatherSessions(
  runs: typeof RUNS,
  ran: Map<string, ClientRun | { readonly missing: string }>,
  fileCount: number,
): Promise<ReadonlyMap<string, ClientSession>> {
  const sessions = new Map<string, ClientSession>();
  // One after another: npm's cache is shared.
  for (const { mark, agent } of runs) {
    const had = await haveClient(agent.client);
    if ('missing' in had) ran.set(mark, had);
    else sessions.set(mark, new ClientSession(agent, had.program, { mark, fileCount, promptCount: 2 }));
  }
  return sessions;
}
