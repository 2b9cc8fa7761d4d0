/** Undo and redo history. */

/** Changes to the same thing within this time are one step, for example a drag or a typed word. */
const TOGETHER_MS = 800;

/** Maximum number of steps; the oldest are dropped first. */
const LIMIT = 200;

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

  /** Records the version before `what` changes. `at` is a time from `performance.now()`. */
  note(before: Version, what: string, at: number): void {
    const together = this.latest?.what === what && at - this.latest.at < TOGETHER_MS;
    this.latest = { what, at };
    if (together && this.undoable && !this.redoable) return;
    this.future = [];
    this.past.push(before);
    if (this.past.length > LIMIT) this.past.shift();
  }

  /** Returns the version before the last step, and keeps `now` for redo; `undefined` if there is no step. */
  undo(now: Version): Version | undefined {
    return this.step(this.past, this.future, now);
  }

  /** Returns the version of the last undone step; `undefined` if there is none. */
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
