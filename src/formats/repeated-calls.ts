/**
 * Gives each call of a conversation an id of its own. Hosts and replays repeat ids (seen in transcripts/swe-agent: one id
 * on four calls); a result belongs to the latest call of its id (C02: never by position alone).
 */
export class CallIds {
  private readonly counts = new Map<string, number>();

  /** The id of a further call with this id on the wire. */
  ofCall(id: string): string {
    const count = (this.counts.get(id) ?? 0) + 1;
    this.counts.set(id, count);
    return numbered(id, count);
  }

  /** The id of the call that a result with this id on the wire answers. */
  ofResult(id: string): string {
    return numbered(id, this.counts.get(id) ?? 1);
  }
}

function numbered(id: string, count: number): string {
  return count === 1 ? id : `${id}~${count}`;
}
