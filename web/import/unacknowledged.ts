/**
 * Segments that were sent once and aren't acknowledged yet. Their ends ascend, because a segment that doesn't go beyond those before it is a
 * retransmission. A capture may repeat one segment a hundred thousand times, so no call looks at all of them.
 */
export class Unacknowledged {
  private readonly ends: number[] = [];
  private readonly times_ns: number[] = [];
  /** For each segment, itself, or if it was dropped a later one from which on the next remaining one is. */
  private readonly next: number[] = [];
  /** The first segment that isn't acknowledged. */
  private head = 0;

  sent(end: number, time_ns: number): void {
    this.next.push(this.ends.length);
    this.ends.push(end);
    this.times_ns.push(time_ns);
  }

  /** Drops the segments that end after `from` and not after `to`. */
  drop(from: number, to: number): void {
    let at = this.remaining(this.firstBeyond(from));
    for (; (this.ends[at] ?? Number.POSITIVE_INFINITY) <= to; at = this.remaining(at)) this.next[at] = at + 1;
  }

  /** Removes the segments that an ACK covers. Returns when the last of them was sent; undefined if there is none. */
  acknowledged(ack: number): number | undefined {
    let latest: number | undefined;
    let at = this.remaining(this.head);
    for (; (this.ends[at] ?? Number.POSITIVE_INFINITY) <= ack; at = this.remaining(at + 1))
      latest = this.times_ns[at];
    this.head = at;
    return latest;
  }

  /** The first segment from a place on that wasn't dropped. It shortens the path that it follows, for the next call. */
  private remaining(place: number): number {
    let at = place;
    for (let to = this.next[at]; to !== undefined && to !== at; to = this.next[at]) {
      const beyond = this.next[to] ?? to;
      this.next[at] = beyond;
      at = beyond;
    }
    return at;
  }

  /** The first unacknowledged segment that ends after an offset. */
  private firstBeyond(offset: number): number {
    let low = this.head;
    let high = this.ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ends[middle] as number) > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
