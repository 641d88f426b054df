import { describe, expect, it } from 'vitest';
import { type Compacted, measureSession, readMaterial } from '../../bench/fidelity/measure.ts';
import { hasTranscripts, sessions } from '../../bench/fidelity/sessions.ts';

/** The example, which is always there, and two long sessions in which much leaves. */
const EXAMPLE = 'examples/migrate-orders.pi.jsonl';
const NAMES = [EXAMPLE, 'claude-code/codemie-session-624a4a58.jsonl', 'pi/long-session.jsonl'];

describe.each(NAMES)('%s', (name) => {
  it.skipIf(name !== EXAMPLE && !hasTranscripts)(
    'F9, F12: to 30 %, each required fact stands in the window, or behind a handle that the window names',
    async () => {
      const outcome = await measured(name);
      expect(outcome.required).toBeGreaterThan(20);
      expect(outcome.tokensAfter).toBeLessThanOrEqual(outcome.tokensBefore * 0.3);
      expect(outcome.inWindowOrNamed).toBe(outcome.required);
      // And the window itself says more than what is left when the oldest turns are dropped.
      expect(outcome.inWindow.ours).toBeGreaterThan(outcome.inWindow.oldest);
    },
  );
});

async function measured(name: string): Promise<Compacted> {
  const session = sessions().find((one) => one.name === name);
  if (session === undefined) throw new Error(`${name} is not there`);
  const outcome = await measureSession(session, await readMaterial(session), 0.3);
  if (outcome.kind !== 'compacted') throw new Error(`given a session that can be compacted to 30 %, then it is (${outcome.kind})`);
  return outcome;
}
