import { LIMITS } from '../limits.ts';
import { readsAsHeading } from '../markers/heading-form.ts';
import { cutWellFormed, neutralize } from '../markers/neutralize.ts';
import { redact } from './redact.ts';

/** Characters by which a secret is known beyond what is shown of it. */
const KNOWN_BY_CHARACTERS = 512;
/** White space and unseen characters may take as much again, so many times. */
const LOOKED_AT = 4;
/** What neutralizing may change; all else stands as it is. */
const UNUSUAL = /[^ -~]| {2}|^ | $|[[<]/;
/** Set before a line that reads as one of ours. */
const QUOTED = '“';

/**
 * Foreign text as holdfast repeats it in a line of its own (DESIGN §10, P26): neutralized, without secrets and without the
 * form of our own lines, at most `limit` UTF-16 units. What is shown is what is redacted: white space that falls together
 * may join a name and its secret, so it is looked at before and after. Linear in `limit`.
 */
export function repeatForeign(text: string, limit: number = LIMITS.LABEL_CHARACTERS): string {
  const near = limit + KNOWN_BY_CHARACTERS;
  const far = limit * LOOKED_AT + KNOWN_BY_CHARACTERS;
  let line = shown(text.slice(0, near));
  if (line.length <= limit && near < text.length) line = shown(text.slice(0, far));
  const isWhole = text.length <= far && (text.length <= near || line.length <= limit);
  // What was cut by looking no further may be the head of a secret.
  if (!isWhole && line.length <= limit) line = line.slice(0, Math.max(0, line.lastIndexOf(' ')));
  if (readsAsHeading(line)) line = `${QUOTED}${line}`;
  return isWhole && line.length <= limit ? line : `${cutWellFormed(line, limit - 1)}…`;
}

function shown(head: string): string {
  const redacted = redact(head);
  if (!UNUSUAL.test(redacted)) return redacted;
  const collapsed = redact(redacted.toWellFormed().replace(/\s+/g, ' '));
  return redact(neutralize(collapsed, collapsed.length));
}
