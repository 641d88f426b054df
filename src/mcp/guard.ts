import type { IncomingMessage } from 'node:http';

/**
 * DESIGN §10: against web pages of other sites, and against names that were made to lead here (DNS rebinding). What can be
 * asked here is whole conversations, so that another page of this machine is another site, too.
 */
export function isOurs({ headers }: Pick<IncomingMessage, 'headers'>, port: number): boolean {
  const { host, origin } = headers;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
