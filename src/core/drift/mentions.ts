/**
 * An `@` that a host may take for the mention of a file, and put that file in its place. Before a stroke always (Roo Code and
 * Cline look for no border before it); before any other path, bare or quoted, where it stands behind no word, as it does
 * in an address (`git@host`) or a version (`pkg@1.2`). Not `$@`, nor behind a secret that was redacted.
 */
const MENTION = /@(?=\/)|(?<![\p{L}\p{N}_$\]])@(?=[\p{L}\p{N}_.~\\"'`<])/gu;

/**
 * P50: text without mentions. A blank behind the sign, and no host expands it, while the path stands letter for letter.
 * What is repeated in a note is read by hosts as a message of the user. Again gives the same. Linear.
 */
export function withoutMentions(text: string): string {
  return text.includes('@') ? text.replace(MENTION, '@ ') : text;
}
