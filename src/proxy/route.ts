import type { LiveFormat } from '../live/live-request.ts';

/** What the proxy does with a request, by its method and path alone. */
export type Route =
  | { readonly name: 'health' | 'metrics' }
  /** Its body is prepared. `isCounting`: the provider counts it only, no model answers. */
  | { readonly name: 'prepared'; readonly format: LiveFormat; readonly isCounting: boolean }
  /** Its bytes go through. */
  | { readonly name: 'passed' }
  /** An address that leads elsewhere than below the upstream's own path. */
  | { readonly name: 'unsafe' };

const PREPARED: ReadonlyArray<readonly [ending: string, format: LiveFormat, isCounting: boolean]> = [
  ['/v1/messages', 'anthropic', false],
  ['/v1/messages/count_tokens', 'anthropic', true],
  ['/chat/completions', 'openai', false],
  ['/responses', 'openai-responses', false],
];

export function routeOf(method: string, address: string): Route {
  const path = pathOf(address);
  // Whole addresses (`GET http://other/`) and steps upwards would leave the configured upstream.
  if (!path.startsWith('/') || hasStepUp(path)) return { name: 'unsafe' };
  if (method === 'GET' && path === '/holdfast/health') return { name: 'health' };
  if (method === 'GET' && path === '/holdfast/metrics') return { name: 'metrics' };
  const found = method === 'POST' ? PREPARED.find(([ending]) => path.endsWith(ending)) : undefined;
  return found === undefined ? { name: 'passed' } : { name: 'prepared', format: found[1], isCounting: found[2] };
}

function pathOf(address: string): string {
  const at = address.indexOf('?');
  return at === -1 ? address : address.slice(0, at);
}

function hasStepUp(path: string): boolean {
  return path.split(/[/\\]|%2f|%5c/i).some((part) => part.replace(/%2e/gi, '.') === '..');
}
