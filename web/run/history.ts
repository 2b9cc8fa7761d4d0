/** What was on the bench before, step by step, and what was taken back. */

/** Changes of the same thing that follow each other faster than this are one: a drag, a word typed. */
const TOGETHER_MS = 800;

/** Steps that are kept. The oldest go first. */
const KEPT = 200;

export class History<Version> {
  private readonly past: Version[] = [];
  private future: Version[] = [];
  private latest: { what: string; at: number } | null = null;

  get undoable(): boolean {
    return this.past.length > 0;
  }

  get redoable(): boolean {
    return this.future.length > 0;
  }

  /** Notes that `what` changes, at a moment on the clock of `performance.now()`, and what there was before. */
  note(before: Version, what: string, at: number): void {
    const together = this.latest?.what === what && at - this.latest.at < TOGETHER_MS;
    this.latest = { what, at };
    if (together && this.undoable && !this.redoable) return;
    this.future = [];
    this.past.push(before);
    if (this.past.length > KEPT) this.past.shift();
  }

  /** One step back from what there is now; `undefined` if there is none. */
  undo(now: Version): Version | undefined {
    return this.step(this.past, this.future, now);
  }

  /** One step forward again. */
  redo(now: Version): Version | undefined {
    return this.step(this.future, this.past, now);
  }

  private step(from: Version[], to: Version[], now: Version): Version | undefined {
    const version = from.pop();
    if (version !== undefined) to.push(now);
    this.latest = null;
    return version;
  }
}
