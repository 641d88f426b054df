/** F11: a hedge is not coverage: the segment has facts, and its text holds none of their anchors. */
export function holdsNoAnchor(retained: number, factCount: number): boolean {
  return factCount > 0 && retained === 0;
}
