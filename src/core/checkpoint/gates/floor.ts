/** F5: `min(floor, facts the segment has)`, in every segment; a fact counts only in the segment that its source lies in. */
export function isBelowFloor(retained: number, factCount: number, floor: number): boolean {
  return retained < Math.min(floor, factCount);
}
