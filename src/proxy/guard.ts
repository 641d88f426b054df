import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const HOST = /^(\[[\da-f:]{2,45}\]|[\w.-]{1,253})(?::\d{1,5})?$/i;

/**
 * DESIGN §10: against web pages that send requests here, and against names that were made to lead here (DNS rebinding).
 * Any port, as it may be forwarded from another one.
 */
export function isFromThisMachine(headers: IncomingHttpHeaders): boolean {
  if (!isLoopback(headers.host ?? '')) return false;
  if (headers.origin !== undefined && !isLoopbackOrigin(headers.origin)) return false;
  // A page may make its browser send a request without an Origin, as for an image.
  return headers['sec-fetch-site'] !== 'cross-site';
}

function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/(.{1,300})$/i.exec(origin);
  return match !== null && isLoopback(match[1] ?? '');
}

function isLoopback(host: string): boolean {
  const name = HOST.exec(host)?.[1]?.toLowerCase();
  return name !== undefined && LOOPBACK_NAMES.has(name);
}
