import type { ProviderRequest } from './fake-provider.ts';
import { withoutCacheControl } from './wire-object.ts';

/** How many of the first messages two requests have in common byte for byte, cache breakpoints apart. */
export function commonPrefix(one: ProviderRequest, other: ProviderRequest): number {
  const end = Math.min(one.messages.length, other.messages.length);
  for (let index = 0; index < end; index++) {
    if (bytesOf(one.messages[index]) !== bytesOf(other.messages[index])) return index;
  }
  return end;
}

/**
 * Requests of one conversation that do not begin with all that the request before them had: where it was compacted, and
 * nowhere else.
 */
export function prefixBreaks(requests: readonly ProviderRequest[]): readonly ProviderRequest[] {
  return requests.filter((request, index) => {
    const before = requests[index - 1];
    return before !== undefined && commonPrefix(before, request) < before.messages.length;
  });
}

/** The requests in whose messages a text does not stand. */
export function requestsWithout(requests: readonly ProviderRequest[], text: string): readonly ProviderRequest[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  return requests.filter(({ messages }) => !JSON.stringify(messages).includes(escaped));
}

/** The requests of one conversation: those in whose messages its mark stands. */
export function requestsWith(requests: readonly ProviderRequest[], mark: string): readonly ProviderRequest[] {
  const without = new Set(requestsWithout(requests, mark));
  return requests.filter((request) => !without.has(request));
}

function bytesOf(message: unknown): string {
  return JSON.stringify(withoutCacheControl(message));
}
