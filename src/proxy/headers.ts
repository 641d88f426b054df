/** About one connection, not about the message: each side of the proxy has its own (RFC 9110 §7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Name, value, name, value: as `rawHeaders` of Node, with order, case and duplicates. */
export type RawHeaders = readonly string[];

/** What goes to the provider, and how its length is told. */
export interface RequestHead {
  /** Host of the upstream. */
  readonly host: string;
  readonly method: string;
  /** Length of a body that is at hand; `undefined` where the client's body is passed on as it comes. */
  readonly bodyBytes: number | undefined;
  /** The answer is to be read here, so it must not be compressed. */
  readonly isReadHere: boolean;
  /** Names (small letters) that are left out. */
  readonly without?: ReadonlySet<string> | undefined;
}

/** The client's headers, all but what belongs to its own connection. */
export function requestHeaders(raw: RawHeaders, head: RequestHead): string[] {
  const replaced = replacements(raw, head);
  const hopByHop = hopByHopOf(raw);
  const headers: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const lower = name.toLowerCase();
    // The client was told to go on already.
    if (hopByHop.has(lower) || lower === 'expect' || head.without?.has(lower)) continue;
    const replacement = replaced.get(lower);
    if (replacement === undefined) headers.push(name, raw[index + 1] ?? '');
    else if (!replacement.isPlaced) headers.push(name, replacement.value);
    if (replacement !== undefined) replacement.isPlaced = true;
  }
  for (const { name, value, isPlaced } of replaced.values()) if (!isPlaced) headers.push(name, value);
  return headers;
}

interface Replacement {
  readonly name: string;
  readonly value: string;
  isPlaced: boolean;
}

/** By small letters: a header that stands once, in the place of the client's own or at the end. */
function replacements(raw: RawHeaders, { host, method, bodyBytes, isReadHere }: RequestHead): Map<string, Replacement> {
  const found = new Map<string, Replacement>([['host', { name: 'Host', value: host, isPlaced: false }]]);
  if (bodyBytes !== undefined) found.set('content-length', { name: 'Content-Length', value: String(bodyBytes), isPlaced: false });
  else if (headerValue(raw, 'transfer-encoding') !== undefined)
    found.set('transfer-encoding', { name: 'Transfer-Encoding', value: 'chunked', isPlaced: false });
  else if (mayHaveBody(method) && headerValue(raw, 'content-length') === undefined)
    found.set('content-length', { name: 'Content-Length', value: '0', isPlaced: false });
  if (isReadHere) found.set('accept-encoding', { name: 'Accept-Encoding', value: 'identity', isPlaced: false });
  return found;
}

function mayHaveBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** The provider's headers, all but what belongs to its own connection. */
export function answerHeaders(raw: RawHeaders): string[] {
  const hopByHop = hopByHopOf(raw);
  const headers: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!hopByHop.has(name.toLowerCase())) headers.push(name, raw[index + 1] ?? '');
  }
  return headers;
}

/** Those of every message, and those that this one's `Connection` names. */
function hopByHopOf(raw: RawHeaders): ReadonlySet<string> {
  const named = headerValue(raw, 'connection');
  if (named === undefined || /^\s*(keep-alive|close)\s*$/i.test(named)) return HOP_BY_HOP;
  return new Set([...HOP_BY_HOP, ...named.split(',').map((name) => name.trim().toLowerCase())]);
}

/** All values of a header as one. */
function headerValue(raw: RawHeaders, wanted: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    if (raw[index]?.toLowerCase() !== wanted) continue;
    found = found === undefined ? raw[index + 1] : `${found}, ${raw[index + 1]}`;
  }
  return found;
}
