import { editMembers, memberNamed, readContainer, rebuildContainer, valueText } from '../formats/json-text.ts';

/** Blocks that may carry a cache breakpoint (Anthropic's rule 10). */
const CARRIER = /^\{\s*"type"\s*:\s*"(?:text|image|document|search_result|tool_use|tool_result)"/;

/** A message without cache breakpoints: those of the client move on from request to request. */
export function withoutBreakpoints(message: string): string {
  if (!message.includes('"cache_control"')) return message;
  return editBlocks(message, (block) => (block.includes('"cache_control"') ? stripped(block) : undefined));
}

/** The message with a breakpoint on its last block; `undefined` where that can carry none. */
export function withBreakpoint(message: string, breakpoint: string): string | undefined {
  const content = memberNamed(readContainer(message), 'content');
  if (content === undefined || message[content.valueStart] !== '[') return undefined;
  const text = valueText(message, content);
  const blocks = readContainer(text);
  const last = blocks.items.at(-1);
  if (last === undefined || !CARRIER.test(text.slice(last.start, last.end))) return undefined;
  return editBlocks(message, (block, index) => (index === blocks.items.length - 1 ? editMembers(block, new Map([['cache_control', breakpoint]])) : undefined));
}

/** Of a block and of the blocks inside a result. */
function stripped(block: string): string {
  const bare = editMembers(block, new Map([['cache_control', null]]));
  return bare.includes('"cache_control"') ? editBlocks(bare, (inner) => (inner.includes('"cache_control"') ? stripped(inner) : undefined)) : bare;
}

function editBlocks(message: string, editOf: (block: string, index: number) => string | undefined): string {
  const content = memberNamed(readContainer(message), 'content');
  if (content === undefined || message[content.valueStart] !== '[') return message;
  const text = valueText(message, content);
  const edited = rebuildContainer(text, readContainer(text), (index, item) => {
    const block = text.slice(item.start, item.end);
    return block.startsWith('{') ? editOf(block, index) : undefined;
  });
  return editMembers(message, new Map([['content', edited]]));
}
