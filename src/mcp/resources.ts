import type { ListResourcesResult, ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Archive, LedgerSpan } from '../archive/archive.ts';
import { LIMITS } from '../core/limits.ts';
import { neutralize } from '../core/markers/neutralize.ts';
import { recall } from '../recall.ts';
import { Cursors } from './cursor.ts';
import { ToolError } from './tool-error.ts';

const HANDLE_URI = 'holdfast://handle/';
/** One page: the newest spans that are evicted from one conversation, with a tombstone or without. */
const LISTED_HANDLES = 50;
/** Conversations whose handles are listed; `search` and `timeline` find those of all. */
const LISTED_CONVERSATIONS = 20;
/** Characters of a source that is read as a resource: a host puts all of it into the context. The tool `recall` has pages. */
const RESOURCE_CHARACTERS = 1_000_000;

export const HANDLE_TEMPLATE = {
  uriTemplate: `${HANDLE_URI}{handle}`,
  name: 'handle',
  title: 'What an archive handle stands for',
  description: 'The source of what left a conversation, letter for letter.',
  mimeType: 'text/plain',
} as const;

const cursors = new Cursors(['resources/list'], z.strictObject({ last: z.string() }));

/** What was evicted and can be fetched again, the newest first: a page for each compacted conversation. */
export async function listHandles(archive: Archive, cursor: string | undefined): Promise<ListResourcesResult> {
  const last = cursor === undefined ? undefined : cursors.read(cursor).last;
  const compacted = (await archive.conversations()).filter(({ compactionCount }) => compactionCount > 0).slice(0, LISTED_CONVERSATIONS);
  const [conversation, ...others] = compacted.filter(({ conversationId }) => last === undefined || conversationId > last);
  if (conversation === undefined) return { resources: [] };
  const spans = (await archive.ledger(conversation.conversationId)).at(-1)?.spans ?? [];
  const evicted = spans.filter(({ action }) => action === 'evict' || action === 'evict_with_tombstone');
  return {
    resources: evicted.slice(-LISTED_HANDLES).reverse().map(resourceOf),
    ...(others.length === 0 ? {} : { nextCursor: cursors.write({ last: conversation.conversationId }) }),
  };
}

function resourceOf({ handle, turn, kind, label, sourceHandle, tokens }: LedgerSpan): Resource {
  const name = sourceHandle === undefined ? label : neutralize(sourceHandle, LIMITS.HANDLE_CHARACTERS);
  return {
    uri: `${HANDLE_URI}${handle}`,
    name: name === '' ? handle : name,
    description: `${kind} of turn ${turn}, ${tokens} tokens`,
    mimeType: 'text/plain',
  };
}

/**
 * Each member of a shared tombstone is one content, under its own name.
 *
 * @throws HandleError, ArchiveError; ToolError where it is too long for a resource.
 */
export async function readHandle(archive: Archive, uri: string): Promise<ReadResourceResult> {
  const handle = uri.startsWith(HANDLE_URI) ? uri.slice(HANDLE_URI.length) : '';
  const found = await recall(handle, { archive });
  const characters = found.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > RESOURCE_CHARACTERS)
    throw new ToolError(
      'format-limit',
      `The source has ${characters} characters, more than the limit RESOURCE_CHARACTERS of ${RESOURCE_CHARACTERS}. Read it with the tool \`recall\`, page by page.`,
    );
  return { contents: found.map((one) => ({ uri: `${HANDLE_URI}${one.handle}`, mimeType: 'text/plain', text: one.text })) };
}
