/** Counts values and knows the most common one at any time; of equally common ones, the one that was counted first. */
export class Tally {
  private readonly counts = new Map<number, { count: number; order: number }>();
  private best = { value: 1, count: 0, order: 0 };

  add(value: number): void {
    const entry = this.counts.get(value) ?? { count: 0, order: this.counts.size };
    entry.count += 1;
    this.counts.set(value, entry);
    const { count, order } = entry;
    if (count > this.best.count || (count === this.best.count && order < this.best.order))
      this.best = { value, count, order };
  }

  /** 1 before anything was counted. */
  get mostCommon(): number {
    return this.best.value;
  }
}
