import type { Archive } from '../../src/archive/archive.ts';
import { compact } from '../../src/compact.ts';
import type { Receipt } from '../../src/core/receipt.ts';
import { assistant, exchange, filler, user } from '../cases/anthropic-body.ts';

export const RULE = 'Do not modify anything under /etc/prod/.';

export function fileText(name: string): string {
  return `// ${name} of the export checksum\n${filler(700, name)}`;
}

/** A conversation of `fileCount` files that were read, compacted to less than a half. */
export async function archiveConversation(archive: Archive, conversationId: string, fileCount = 8): Promise<Receipt> {
  const reads = Array.from({ length: fileCount }, (_, index) => {
    const path = `/src/${conversationId}-${index}.ts`;
    return exchange(`r${index}`, 'Read', { file_path: path }, fileText(path));
  });
  const body = [user(`${RULE} Read the files of ${conversationId}.`), ...reads.flat(), assistant('I have read them all.'), user('Now go on.')];
  const { receipt } = await compact(body, { archive, conversationId, target: 0.4, recall: 'tool' });
  return receipt;
}

export function evictedSpan(receipt: Receipt): { readonly handle: string; readonly path: string; readonly turn: number } {
  const span = receipt.spans.find(({ action, sourceHandle }) => action === 'evict' && sourceHandle !== undefined);
  if (span?.handle === undefined) throw new Error('the conversation has a span that was evicted');
  return { handle: span.handle, path: span.sourceHandle?.split('@')[0] ?? '', turn: span.turn };
}
