const FNV_PRIME = 0x01000193;

/** Hex digits that follow from the text alone: ids of records that holdfast adds, the same in each run. Not for secrets. */
export function derivedHex(text: string, digits: number): string {
  let hex = '';
  for (let seed = 0; hex.length < digits; seed++) hex += hash32(`${seed}\n${text}`).toString(16).padStart(8, '0');
  return hex.slice(0, digits);
}

/** UUID-shaped, of the version for custom content (8). */
export function derivedUuid(text: string): string {
  const hex = derivedHex(text, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** FNV-1a with a final mix, so that near texts give far ids. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
