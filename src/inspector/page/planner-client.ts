import type { Found, PlannedStep, PlannerReply, PlannerRequest } from './planner-messages.ts';

export interface Planner {
  plan(targetTokens: number): void;
  search(query: string): void;
}

interface Listener {
  ready(): void;
  planned(step: PlannedStep): void;
  found(found: Found): void;
  failed(what: string): void;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const SCRIPT = 'planner.js';

export function connectPlanner(listener: Listener): Planner {
  const worker = new Worker(scriptAddress(), { type: 'module' });
  const ask = (request: PlannerRequest): void => worker.postMessage(request);
  worker.addEventListener('error', () => listener.failed('The planner did not start.'));
  worker.addEventListener('message', ({ data }: MessageEvent<PlannerReply>) => {
    switch (data.kind) {
      case 'ready':
        return listener.ready();
      case 'planned':
        return listener.planned(data);
      case 'found':
        return listener.found(data);
      case 'failed':
        return listener.failed(data.what);
    }
  });
  return { plan: (targetTokens) => ask({ kind: 'plan', targetTokens }), search: (query) => ask({ kind: 'search', query }) };
}

/** The only address that the page's policy ever lets through. */
function scriptAddress(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return SCRIPT;
  const policy = trustedTypes.createPolicy('holdfast', {
    createScriptURL: (url) => {
      if (url !== SCRIPT) throw new TypeError('no other script');
      return url;
    },
  });
  return policy.createScriptURL(SCRIPT);
}
