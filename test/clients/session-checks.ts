import { expect } from 'vitest';
import type { FakeProvider, ProviderRequest } from './fake-provider.ts';
import type { Through } from './front.ts';
import { prefixBreaks, requestsWith, requestsWithout } from './provider-assertions.ts';
import { CONSTRAINT, type SessionScript } from './session-script.ts';

/** What must hold at the provider for each session, whatever client it was and whatever stood between. */
export interface SessionCheck {
  readonly name: string;
  readonly holdsFor: readonly Through[];
  check(script: SessionScript, provider: FakeProvider): void;
}

export const SESSION_CHECKS: readonly SessionCheck[] = [
  {
    name: 'E14, E15: no request is invalid or over the window',
    holdsFor: ['direct', 'proxy'],
    check: (script, provider) => {
      expect(provider.refused.map(({ index, problems }) => ({ index, problems }))).toEqual([]);
      expect(ownRequests(script, provider).length).toBeGreaterThanOrEqual(script.plan.promptCount);
      expect(script.asked).toHaveLength(script.plan.fileCount);
    },
  },
  {
    name: "E5: the user's constraint stands in every request",
    holdsFor: ['direct', 'proxy'],
    check: (script, provider) => expect(requestsWithout(ownRequests(script, provider), CONSTRAINT).map(({ index }) => index)).toEqual([]),
  },
  {
    name: 'C19: a request begins with all that the one before it had',
    holdsFor: ['direct'],
    check: (script, provider) => expect(prefixBreaks(ownRequests(script, provider)).map(({ index }) => index)).toEqual([]),
  },
  {
    name: 'C19: between compactions a request begins with all that the one before it had, and three times it is compacted',
    holdsFor: ['proxy'],
    check: (script, provider) => {
      const requests = ownRequests(script, provider);
      const breaks = prefixBreaks(requests);
      const grown = breaks.filter((request) => request.inputTokens >= before(requests, request).inputTokens);
      expect(grown.map(({ index }) => index)).toEqual([]);
      expect(breaks.length).toBeGreaterThanOrEqual(3);
      // One that compacts at each request would hold no prefix at all.
      expect(breaks.length).toBeLessThanOrEqual(requests.length / 4);
    },
  },
  {
    name: 'E2: recall gives the original bytes',
    holdsFor: ['proxy'],
    check: (script) => {
      const lines = (script.recalled ?? '').split('\n').filter((line) => line.includes(`${script.plan.mark} note `));
      expect(lines.length).toBeGreaterThan(10);
      const original = new Set([...script.files().values()].flatMap((text) => text.split('\n')));
      // Some clients number the lines that they read.
      const foreign = lines.map((line) => line.slice(line.indexOf(script.plan.mark))).filter((line) => !original.has(line));
      expect(foreign).toEqual([]);
    },
  },
];

/** Sessions that run at once do not mix: no request has words of another session. */
export function expectUnmixed(scripts: readonly SessionScript[], provider: FakeProvider): void {
  for (const script of scripts) {
    const own = ownRequests(script, provider);
    for (const other of scripts) {
      if (other !== script) expect(requestsWith(own, `${other.plan.mark} note `).map(({ index }) => index)).toEqual([]);
    }
  }
}

/** Those that the model answered: a retry after a fault is sent once more. */
function ownRequests(script: SessionScript, provider: FakeProvider): readonly ProviderRequest[] {
  return script.ownRequests(provider.requests);
}

function before(requests: readonly ProviderRequest[], request: ProviderRequest): ProviderRequest {
  return requests[requests.indexOf(request) - 1] ?? request;
}
