import type { Conversation } from '../../core/conversation.ts';
import { editMembers, memberNamed, readContainer, valueText } from '../json-text.ts';
import type { WireDocument } from '../wire-document.ts';
import type { SlotFate } from '../wire-edit.ts';

/** Changes to blocks that stay: by message, then by position in its content. */
export type Patches = Map<number, Map<number, (raw: string) => string>>;

/** Blocks that may carry a breakpoint (rule 10); a type that is not known is left alone. */
const CARRIERS: ReadonlySet<string> = new Set([
  'text',
  'image',
  'document',
  'search_result',
  'tool_use',
  'tool_result',
  'server_tool_use',
  'web_search_tool_result',
  'container_upload',
]);

/** Blocks into which citations point by index (rule 13), also inside a result. */
const CITED = /"type"\s*:\s*"(?:document|search_result|web_search_result|web_fetch_result)"/;

interface Block {
  readonly message: number;
  readonly index: number;
  readonly raw: string;
}

/** Rules 10 and 13: breakpoints of what leaves move to the nearest kept block before; citations of it are dropped. */
export function blockPatches(conversation: Conversation, document: WireDocument, fates: readonly (readonly SlotFate[])[]): Patches {
  const patches: Patches = new Map();
  const carriers = new Carriers();
  let isCitedGone = false;
  for (const { block, fate, role } of blocksOf(conversation, document, fates)) {
    if (fate === 'gone') {
      const breakpoint = breakpointOf(block.raw);
      const carrier = breakpoint === undefined ? undefined : carriers.take();
      if (breakpoint !== undefined && carrier !== undefined) {
        addPatch(patches, carrier, (raw) => editMembers(raw, new Map([['cache_control', breakpoint]])));
      }
      isCitedGone ||= CITED.test(block.raw);
      continue;
    }
    if (block.index < 0) continue;
    if (isCitedGone && role === 'assistant' && block.raw.includes('"citations"') && typeOf(block.raw) === 'text') {
      addPatch(patches, block, (raw) => editMembers(raw, new Map([['citations', null]])));
    }
    carriers.add(block);
  }
  return patches;
}

/** The nearest kept block that can carry a breakpoint, found only when one is needed; each block is looked at once. */
class Carriers {
  private unread: Block[] = [];
  private nearest: Block | undefined;
  private isTaken = false;

  add(block: Block): void {
    this.unread.push(block);
  }

  /** `undefined` where there is none, or it has a breakpoint already. */
  take(): Block | undefined {
    const found = this.unread.findLast((block) => canCarry(block.raw));
    this.unread = [];
    if (found !== undefined) {
      this.nearest = found;
      this.isTaken = breakpointOf(found.raw) !== undefined;
    }
    if (this.nearest === undefined || this.isTaken) return undefined;
    this.isTaken = true;
    return this.nearest;
  }
}

/** All blocks of the list in order; a string content has index -1, as it cannot carry a breakpoint. */
function* blocksOf(
  conversation: Conversation,
  document: WireDocument,
  fates: readonly (readonly SlotFate[])[],
): Generator<{ readonly block: Block; readonly fate: SlotFate; readonly role: string }> {
  for (const [message, place] of document.places.entries()) {
    if (place === undefined) continue;
    const raws = rawsOf(conversation, message);
    for (const [position, slot] of place.slots.entries()) {
      const block = { message, index: slot.at === 'content-part' ? slot.index : -1, raw: raws[position] ?? '' };
      yield { block, fate: fates[message]?.[position] ?? 'kept', role: place.role };
    }
  }
}

/** One raw a slot: the parts of one text block have the same. */
function rawsOf(conversation: Conversation, message: number): readonly string[] {
  return (conversation.messages[message]?.pieces ?? []).filter(({ piece }) => (piece.textRange?.start ?? 0) === 0).map(({ piece }) => piece.raw);
}

function canCarry(raw: string): boolean {
  const type = typeOf(raw);
  return type !== undefined && CARRIERS.has(type) && !(type === 'text' && memberText(raw, 'text') === '""');
}

function breakpointOf(raw: string): string | undefined {
  const value = raw.startsWith('{') && raw.includes('"cache_control"') ? memberText(raw, 'cache_control') : undefined;
  return value === 'null' ? undefined : value;
}

function typeOf(raw: string): string | undefined {
  const type = memberText(raw, 'type');
  return type === undefined ? undefined : (JSON.parse(type) as string);
}

function memberText(raw: string, name: string): string | undefined {
  const item = memberNamed(readContainer(raw), name);
  return item === undefined ? undefined : valueText(raw, item);
}

function addPatch(patches: Patches, block: Block, patch: (raw: string) => string): void {
  const own = patches.get(block.message) ?? new Map<number, (raw: string) => string>();
  const before = own.get(block.index);
  own.set(block.index, before === undefined ? patch : (raw) => patch(before(raw)));
  patches.set(block.message, own);
}
