import type { InspectedDecision, InspectedRefusal, InspectedSession, InspectedSource } from '../inspected-session.ts';
import { readShared } from '../shared-strings.ts';

// Every address is relative to the page's own, which holds the token.

export async function fetchSession(): Promise<InspectedSession> {
  return readShared(await textAt('session.json')) as InspectedSession;
}

export async function fetchDecision(targetTokens: number, signal: AbortSignal): Promise<InspectedDecision | InspectedRefusal> {
  return JSON.parse(await textAt(`decision.json?target=${targetTokens}`, signal)) as InspectedDecision | InspectedRefusal;
}

export async function fetchSource(spanId: string): Promise<InspectedSource> {
  return JSON.parse(await textAt(`source.json?span=${encodeURIComponent(spanId)}`)) as InspectedSource;
}

const ENDED = 'holdfast does not answer: it was ended. Start `holdfast inspect` again, and open the address that it prints.';

async function textAt(name: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(name, signal === undefined ? {} : { signal }).catch((error: unknown) => {
    throw signal?.aborted ? error : new Error(ENDED);
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Error(problemIn(text) ?? `The server answered ${response.status}`);
}

function problemIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly what?: string; readonly next?: string } };
    return error?.what === undefined ? undefined : [error.what, error.next].filter((part) => part !== undefined).join('. ');
  } catch {
    return undefined;
  }
}
