import { createScanner, type Node } from 'jsonc-parser';
import { unfitConfig } from './broken-config.ts';
import { type Grown, grow, type Insertion } from './insertions.ts';
import { type JsonValue, nodeAt, readJsonConfig } from './json-config.ts';
import { lineEndingOf } from './line-ending.ts';

/** A value to put in: the member `key` of the object at `path`, or without a key the last element of the array there. */
export interface JsonAddition {
  readonly path: readonly string[];
  readonly key?: string | undefined;
  readonly value: JsonValue;
}

const DEFAULT_INDENT = '  ';

/** Puts a value in behind what is there, in the form of what is around it. Nothing else of the text changes. */
export function addValue(configPath: string, grown: Grown, addition: JsonAddition): Grown {
  const { root } = readJsonConfig(configPath, grown.text);
  if (root === undefined) return grow(grown, wholeText(grown.text, addition));
  const deepest = deepestOf(root, addition.path);
  checkKind(configPath, deepest, addition);
  const isThere = deepest.depth === addition.path.length;
  const [key, value] = isThere ? [addition.key, addition.value] : [addition.path[deepest.depth], nested(addition, deepest.depth + 1)];
  return insertionsInto(grown.text, deepest.node, key, value).reduceRight(grow, grown);
}

interface Deepest {
  readonly node: Node;
  /** Steps of the path that lead to it. */
  readonly depth: number;
}

/** The innermost value on the path that is there. */
function deepestOf(root: Node, path: readonly string[]): Deepest {
  for (let depth = path.length; depth > 0; depth--) {
    const node = nodeAt(root, path.slice(0, depth));
    if (node !== undefined) return { node, depth };
  }
  return { node: root, depth: 0 };
}

function checkKind(configPath: string, { node, depth }: Deepest, { path, key }: JsonAddition): void {
  const wanted = depth < path.length || key !== undefined ? 'object' : 'array';
  if (node.type === wanted) return;
  throw unfitConfig(
    configPath,
    `\`${path.slice(0, depth).join('.')}\` is no ${wanted}`,
    `Make it an ${wanted}, as the agent reads it, and run the command again.`,
  );
}

/** The value with the containers that are missing around it, from step `depth` on. */
function nested({ path, key, value }: JsonAddition, depth: number): JsonValue {
  const innermost: JsonValue = key === undefined ? [value] : { [key]: value };
  return path.slice(depth).reduceRight<JsonValue>((inner, step) => ({ [step]: inner }), innermost);
}

function wholeText(text: string, addition: JsonAddition): Insertion {
  const eol = lineEndingOf(text);
  return { offset: text.length, text: `${JSON.stringify(nested(addition, 0), null, DEFAULT_INDENT).replaceAll('\n', eol)}${eol}` };
}

/** In the order of the text. */
function insertionsInto(text: string, container: Node, key: string | undefined, value: JsonValue): readonly Insertion[] {
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const { end, comma } = trailOf(text, last === undefined ? container.offset + 1 : last.offset + last.length, close);
  const form = formOf(text, container);
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${form.isInline ? '' : ' '}`;
  const json = form.isInline ? JSON.stringify(value) : JSON.stringify(value, null, form.unit).replaceAll('\n', `${form.eol}${form.indent}`);
  const lead = form.isInline ? (last === undefined || !text.slice(end, close).includes(' ') ? '' : ' ') : `${form.eol}${form.indent}`;
  const tail = last === undefined && !form.isInline && !text.slice(end, close).includes('\n') ? `${form.eol}${form.outerIndent}` : '';
  const fragment = `${lead}${name}${json}${comma === undefined ? '' : ','}${tail}`;
  if (last === undefined || comma !== undefined) return [{ offset: end, text: fragment }];
  const lastEnd = last.offset + last.length;
  if (lastEnd === end) return [{ offset: end, text: `,${fragment}` }];
  return [
    { offset: lastEnd, text: ',' },
    { offset: end, text: fragment },
  ];
}

/** What stands between the last value of a container and its end: a comma, and where the last comment ends. */
function trailOf(text: string, from: number, close: number): { readonly end: number; readonly comma: number | undefined } {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let end = from;
  let comma: number | undefined;
  for (scanner.scan(); scanner.getTokenOffset() < close; scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    if (token === ',') comma = scanner.getTokenOffset();
    if (token.trim() !== '') end = scanner.getTokenOffset() + scanner.getTokenLength();
    if (token === '') break;
  }
  return { end, comma };
}

interface Form {
  readonly eol: string;
  /** The container stands on one line, as in a config without line breaks. */
  readonly isInline: boolean;
  readonly unit: string;
  /** Of the container's values, and of its closing bracket. */
  readonly indent: string;
  readonly outerIndent: string;
}

function formOf(text: string, container: Node): Form {
  const [first] = container.children ?? [];
  const own = text.slice(container.offset, container.offset + container.length);
  const hasBreak = own.includes('\n');
  const outerIndent = indentAt(text, container.offset);
  const unit = unitOf(text);
  const isOnOwnLine = first !== undefined && text.slice(container.offset, first.offset).includes('\n');
  return {
    eol: lineEndingOf(text),
    isInline: !hasBreak && (first !== undefined || (container.parent !== undefined && !text.trim().includes('\n'))),
    unit,
    indent: isOnOwnLine ? indentAt(text, first.offset) : outerIndent + unit,
    outerIndent,
  };
}

/** White space that leads the line of an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** What the first indented line is indented with. */
function unitOf(text: string): string {
  return /\n([ \t]+)["{[]/.exec(text)?.[1] ?? DEFAULT_INDENT;
}
