import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { LIMITS } from '../core/limits.ts';
import { brokenConfig, unfitConfig } from './broken-config.ts';

/** Keys and indexes from the root to a value. */
export type JsonPath = readonly (string | number)[];
type JsonPrimitive = string | number | boolean | null;
export type JsonValue = JsonPrimitive | readonly JsonValue[] | { readonly [key: string]: JsonValue };

const BYTE_ORDER_MARK = '\uFEFF';

/** A JSON config as its file holds it: comments and trailing commas are read over, as most hosts do. */
export interface JsonConfig {
  readonly path: string;
  readonly text: string;
  /** An object; `undefined` where the file is blank. Offsets are of `text`. */
  readonly root: Node | undefined;
}

/** @throws ConfigError with the line where the text does not parse, or holds no object. */
export function readJsonConfig(path: string, text: string): JsonConfig {
  // A byte order mark is white space to no JSON reader: read as one, offsets stay.
  const readable = text.startsWith(BYTE_ORDER_MARK) ? ` ${text.slice(1)}` : text;
  if (readable.trim() === '') return { path, text, root: undefined };
  refuseDepth(path, readable);
  const errors: ParseError[] = [];
  const root = parseTree(readable, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) throw brokenConfig(path, readable, first.offset, inWords(printParseErrorCode(first.error)));
  if (root?.type !== 'object') throw unfitConfig(path, 'The configuration is no JSON object', 'See the documentation of the agent for its form.');
  return { path, text, root };
}

/** `PropertyNameExpected` as `property name expected`. */
function inWords(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** The parser recurses: brackets are counted before it is asked. Those in strings, as of prompts that a host keeps, are text. */
function refuseDepth(path: string, text: string): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const first = text[offset];
    if (first === '{' || first === '[') depth++;
    else if (first === '}' || first === ']') depth = Math.max(0, depth - 1);
    if (depth > LIMITS.JSON_DEPTH) throw brokenConfig(path, text, offset, `nested deeper than the limit JSON_DEPTH of ${LIMITS.JSON_DEPTH}`);
  }
}

/** The member of an object that a reader takes: the last of a name. */
function memberOf(node: Node, key: string): Node | undefined {
  if (node.type !== 'object') return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

export function nodeAt(root: Node | undefined, path: JsonPath): Node | undefined {
  let node = root;
  for (const step of path) node = node === undefined ? undefined : typeof step === 'number' ? node.children?.[step] : memberOf(node, step);
  return node;
}

/** The value at a path, as plain JSON. */
export function valueAt({ root }: JsonConfig, path: JsonPath): unknown {
  const node = nodeAt(root, path);
  return node === undefined ? undefined : getNodeValue(node);
}
