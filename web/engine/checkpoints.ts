/**
 * Checkpoints of a run: copies of the engine's memory, from which the run goes on exactly as it did. Copying the memory needs no code in
 * the engine, whose state has hundreds of kinds of parts. The limit is in bytes: beyond it, every second checkpoint is dropped, and later
 * ones are twice as far apart. The first one stays: it's the start.
 */

/** A module's memory; it may grow, and has another buffer then. */
export interface Memory {
  readonly buffer: ArrayBuffer;
}

/** Words of 4 bytes in a page. Pages that haven't changed since the last checkpoint are kept once. */
const PAGE = 1024;
const PAGE_BYTES = PAGE * Int32Array.BYTES_PER_ELEMENT;

/** Most bytes of the checkpoints after the first. */
const MOST_BYTES = 32 << 20;

/** Events between the first checkpoints: some 10 ms of simulation. */
const FIRST_DISTANCE = 1 << 16;

/** The engine counts in nanoseconds, seconds are rounded. */
const ROUNDING_S = 2e-9;

interface Checkpoint {
  at_s: number;
  /** Events of the run before it. */
  events: number;
  pages: readonly Int32Array[];
}

export class Checkpoints {
  private readonly memory: Memory;
  private readonly mostBytes: number;
  private kept: Checkpoint[] = [];
  private distance = FIRST_DISTANCE;
  private first = 0;
  private pages = 0;

  /** Begins with a checkpoint of the start. */
  constructor(memory: Memory, mostBytes = MOST_BYTES) {
    this.memory = memory;
    this.mostBytes = mostBytes;
    this.add(0, 0);
    this.first = this.pages;
  }

  /** Adds a checkpoint if the last one is far enough away. */
  pass(events: number, at_s: number): void {
    if (events < (this.kept.at(-1)?.events ?? 0) + this.distance) return;
    this.add(at_s, events);
    while (this.bytes > this.mostBytes && this.kept.length > 1) this.thin();
  }

  /** Puts the memory of the last checkpoint before a moment back, or of the start. */
  goBefore(from_s: number): void {
    const checkpoint = this.kept.findLast(({ at_s }) => at_s < from_s - ROUNDING_S) ?? this.kept[0];
    if (checkpoint !== undefined) this.restore(checkpoint);
  }

  /** Puts the memory of the last checkpoint back. Returns the number of events before it. */
  goOn(): number {
    const last = this.kept.at(-1);
    if (last === undefined) return 0;
    this.restore(last);
    return last.events;
  }

  /** Bytes of the checkpoints after the first. */
  get bytes(): number {
    return (this.pages - this.first) * PAGE_BYTES;
  }

  get count(): number {
    return this.kept.length;
  }

  private words(): Int32Array {
    return new Int32Array(this.memory.buffer);
  }

  private restore({ pages }: Checkpoint): void {
    const words = this.words();
    for (const [place, page] of pages.entries()) words.set(page, place * PAGE);
  }

  private add(at_s: number, events: number): void {
    const words = this.words();
    const last = this.kept.at(-1)?.pages ?? [];
    const pages = Array.from({ length: words.length / PAGE }, (_, place) => {
      const from = place * PAGE;
      const known = last[place];
      if (known !== undefined && isThere(known, words, from)) return known;
      this.pages += 1;
      return words.slice(from, from + PAGE);
    });
    this.kept.push({ at_s, events, pages });
  }

  private thin(): void {
    this.kept = this.kept.filter((_, place) => place % 2 === 0);
    this.distance *= 2;
    this.pages = new Set(this.kept.flatMap(({ pages }) => pages)).size;
  }
}

function isThere(page: Int32Array, words: Int32Array, from: number): boolean {
  for (let word = 0; word < PAGE; word += 1) if (page[word] !== words[from + word]) return false;
  return true;
}
