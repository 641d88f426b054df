import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../cli/command-line.ts';
import { FakeProvider } from './fake-provider.ts';
import { directFront, type Front, proxyFront, type Through } from './front.ts';
import type { Answer } from './provider-answer.ts';
import { SDK_AGENTS, type SdkAgent } from './sdk-agents.ts';
import { expectUnmixed, SESSION_CHECKS } from './session-checks.ts';
import { answerBy, SessionScript } from './session-script.ts';

const WINDOW_TOKENS = 30_000;
/** What the provider does in place of an answer, by the number of the request: what every provider does now and then. */
const FAULTS: ReadonlyMap<number, Answer> = new Map([
  [4, { fault: 'rate-limited', retryAfterSeconds: 0 }],
  [9, { fault: 'overloaded' }],
  [15, { text: 'This answer never comes to its end.', brokenOffAt: 0.5 }],
  [40, { fault: 'server-error' }],
]);

interface SdkSession {
  readonly agent: SdkAgent;
  readonly script: SessionScript;
  said: readonly string[];
  failure: unknown;
}

describe.each<Through>(['direct', 'proxy'])('official SDKs, %s', (through) => {
  const sessions = SDK_AGENTS.map((agent, index) => sessionOf(agent, `mark${'abcdef'[index]}`, through === 'direct' ? 8 : 36));
  let command: CommandLine | undefined;
  let provider: FakeProvider;
  let front: Front;

  beforeAll(async () => {
    const answer = answerBy(sessions.map(({ script }) => script));
    provider = await FakeProvider.start({
      windowTokens: WINDOW_TOKENS,
      blockBinding: through === 'direct',
      script: (request) => FAULTS.get(request.index) ?? answer(request),
    });
    if (through === 'proxy') command = await CommandLine.build();
    front = command === undefined ? directFront(provider.url) : await proxyFront(command, provider.url, WINDOW_TOKENS);
    await Promise.all(
      sessions.map(async (session) => {
        await run(session, front.url).catch((error: unknown) => {
          session.failure = error;
        });
      }),
    );
  });

  afterAll(async () => {
    await front?.close();
    await provider?.close();
    command?.remove();
  });

  describe.each(sessions.map((session) => [session.agent.name, session] as const))('%s', (_name, session) => {
    it.each(SESSION_CHECKS.filter(({ holdsFor }) => holdsFor.includes(through)).map((each) => [each.name, each] as const))('%s', (_check, each) => {
      each.check(session.script, provider);
    });

    it("the model's last words come to the client", () => {
      expect(session.failure).toBeUndefined();
      expect(session.said.at(-1)).toBe(`${session.script.plan.mark}: ${session.script.plan.fileCount} notes read.`);
    });
  });

  it('six agents at once do not mix', () => {
    expectUnmixed(
      sessions.map(({ script }) => script),
      provider,
    );
  });
});

function sessionOf(agent: SdkAgent, mark: string, fileCount: number): SdkSession {
  const script = new SessionScript({ mark, fileCount, promptCount: 2, readCall: (path) => ({ name: 'read', input: { path } }) });
  return { agent, script, said: [], failure: undefined };
}

async function run(session: SdkSession, baseUrl: string): Promise<void> {
  const files = session.script.files();
  const ask = session.agent.start({ baseUrl, readFile: (path) => files.get(path) ?? 'no such note' });
  for (let index = 0; index < session.script.plan.promptCount; index++) session.said = [...session.said, await ask(session.script.prompt(index))];
}
