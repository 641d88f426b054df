import { createScanner, type Node } from 'jsonc-parser';
import { type JsonPath, nodeAt, readJsonConfig } from './json-config.ts';

/** Characters behind a value in which its line may end. */
const LOOKED_AT = 64;

/**
 * Takes the value at `path` out, with its comma and the white space before it; then each container around it that is empty
 * now, but for those that `stays`. Comments of others stay.
 */
export function removeValue(configPath: string, text: string, path: JsonPath, stays: (path: JsonPath) => boolean): string {
  const rest = withoutValue(configPath, text, path);
  const outer = path.slice(0, -1);
  if (outer.length === 0 || stays(outer) || !isBlank(configPath, rest, outer)) return rest;
  return removeValue(configPath, rest, outer, stays);
}

function isBlank(configPath: string, text: string, path: JsonPath): boolean {
  const node = nodeAt(readJsonConfig(configPath, text).root, path);
  return node !== undefined && text.slice(node.offset + 1, node.offset + node.length - 1).trim() === '';
}

function withoutValue(configPath: string, text: string, path: JsonPath): string {
  const value = nodeAt(readJsonConfig(configPath, text).root, path);
  const item = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = item?.parent?.children;
  if (item?.parent === undefined || siblings === undefined) return text;
  const close = item.parent.offset + item.parent.length - 1;
  const end = item.offset + item.length;
  const start = leadOf(text, item.offset, end);
  const previous = siblings[siblings.indexOf(item) - 1];
  const commaBehind = commaIn(text, end, siblings[siblings.indexOf(item) + 1]?.offset ?? close);
  if (commaBehind !== undefined)
    return cut(text, [
      [start, end],
      [commaBehind, commaBehind + 1],
    ]);
  if (previous === undefined) return withoutOnly(text, item.parent, [start, end]);
  const commaBefore = commaIn(text, previous.offset + previous.length, item.offset) ?? start;
  return cut(text, [
    [commaBefore, commaBefore + 1],
    [start, end],
  ]);
}

/** An empty container has no white space in it. */
function withoutOnly(text: string, container: Node, [start, end]: readonly [number, number]): string {
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  const isBare = text.slice(open, start).trim() === '' && text.slice(end, close).trim() === '';
  return isBare ? cut(text, [[open, close]]) : cut(text, [[start, end]]);
}

/** Ranges may overlap by what both take; ascending. */
function cut(text: string, ranges: readonly (readonly [number, number])[]): string {
  let rest = '';
  let from = 0;
  for (const [start, end] of ranges) {
    rest += text.slice(from, Math.max(from, start));
    from = Math.max(from, end);
  }
  return rest + text.slice(from);
}

/** Where the white space before a value begins; behind the comment of a line it stays, as it ends that. */
function leadOf(text: string, offset: number, end: number): number {
  let start = offset;
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start--;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isLastOfLine = /^[ \t]*,?[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + LOOKED_AT));
  return line.includes('//') && !isLastOfLine ? offset : start;
}

function commaIn(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const offset = scanner.getTokenOffset();
  return offset < to && text[offset] === ',' ? offset : undefined;
}
