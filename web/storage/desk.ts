/**
 * The reader's work, kept so that it survives a reload, a crash and a closed tab.
 *
 * Every tab writes a record of its own and nothing else, so that no tab destroys another's. Its number lasts as long as the tab. A
 * browser that copies a tab copies the number too: whoever hears the other write under it takes a new one. A new tab shows what its
 * address says, and offers the latest that was kept elsewhere.
 */
import type { Bench } from '../run/bench';
import { Observable } from '../run/observable';
import { forget, keep, kept, keysFrom, whenOthersKeep } from './browserStorage';
import { type DeskRecord, type KeptWork, recordOf, textOf } from './record';

/** Of the form of the records: another form begins with another number, and does not read these. */
const RECORDS = 'desk:1:';
const TAB = 'tab';

/** Records that are kept: those of the tabs written to last. */
const TABS = 12;

/** A reader's hand that rests for so long has made a change. */
const REST_MS = 600;

export class Desk {
  /** Why work is not kept at present: storage is forbidden or full, or the scenario too large; null while all is. */
  readonly unkept = new Observable<'blocked' | 'large' | null>(null);
  private tab: string;
  private readonly before: DeskRecord | null;
  private readonly places: Map<string, unknown>;
  private readonly times = new Map<string, { text: string; draft: string | null; at: number }>();
  private bench: Bench | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const tab = kept(TAB, 'sessionStorage');
    this.before = tab === null ? null : recordOf(kept(RECORDS + tab));
    this.places = new Map(Object.entries(this.before?.places ?? {}));
    // A record that cannot be read may be another program's: it stays, and this tab takes a new number.
    const own = tab !== null && (this.before !== null || kept(RECORDS + tab) === null);
    this.tab = own ? tab : this.renumber();
  }

  /** Puts back what this tab had, and keeps what follows. Returns how to stop. */
  follow(bench: Bench): () => void {
    this.bench = bench;
    const work = Object.entries(this.before?.work ?? {});
    for (const [name, one] of work) this.times.set(name, one);
    bench.takeUp(new Map(work.map(([name, { text, draft }]) => [name, { text, draft }])));
    const rest = () => this.soon();
    const leave = () => this.write();
    const hide = () => document.visibilityState === 'hidden' && this.write();
    const stops = [
      bench.state.subscribe(rest),
      whenOthersKeep((key) => {
        if (key === RECORDS + this.tab) this.tab = this.renumber();
      }),
    ];
    globalThis.addEventListener('pagehide', leave);
    // A tab that sleeps may never wake again, and is not told when it ends.
    document.addEventListener('visibilitychange', hide);
    return () => {
      for (const stop of stops) stop();
      globalThis.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }

  /** Whether this is the address that the tab had opened when its work was kept: the work stands for what the link makes. */
  hasOpened(address: string): boolean {
    return this.before?.address === address;
  }

  /** The latest that other tabs kept of a scenario, unless the reader has left it or it is on the bench. */
  elsewhere(name: string): KeptWork | null {
    const found = keysFrom(RECORDS)
      .filter((key) => key !== RECORDS + this.tab)
      .flatMap((key) => recordOf(kept(key))?.work[name] ?? [])
      .sort((a, b) => b.at - a.at);
    const [latest] = found;
    const left = this.places.get(`left ${name}`);
    return latest && !(typeof left === 'number' && left >= latest.at) ? latest : null;
  }

  /** The reader does not want what other tabs kept of a scenario until now. It stays where it is. */
  leave(name: string, { at }: KeptWork): void {
    this.setPlace(`left ${name}`, at);
  }

  /** What a place on the page had, if it is of the kind that the place takes. */
  place<T>(place: string, initial: T, fits: (value: unknown) => value is T): T {
    const value = this.places.get(place);
    return fits(value) ? value : initial;
  }

  setPlace(place: string, value: unknown): void {
    this.places.set(place, value);
    this.soon();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), REST_MS);
  }

  private write(): void {
    clearTimeout(this.timer);
    const { bench } = this;
    if (bench === null) return;
    const now = Date.now();
    const work: Record<string, KeptWork> = {};
    for (const [name, { text, draft }] of bench.work()) {
      const known = this.times.get(name);
      const same = known !== undefined && known.text === text && known.draft === draft;
      work[name] = { text, draft, at: same ? known.at : now };
      this.times.set(name, work[name]);
    }
    const address = bench.settled ? globalThis.location.hash : '';
    const { text, left } = textOf({ at: now, address, work, places: Object.fromEntries(this.places) });
    const done = keep(RECORDS + this.tab, text);
    if (done) this.sweep();
    this.unkept.set(!done ? 'blocked' : left.includes(bench.state.value.name) ? 'large' : null);
  }

  /** Takes away the records that were written longest ago. */
  private sweep(): void {
    const keys = keysFrom(RECORDS);
    if (keys.length <= TABS) return;
    const records = keys.flatMap((key) => {
      const record = recordOf(kept(key));
      return record === null ? [] : [{ key, at: record.at }];
    });
    records.sort((a, b) => b.at - a.at);
    for (const { key } of records.slice(TABS)) forget(key);
  }

  private renumber(): string {
    const tab = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
    keep(TAB, tab, 'sessionStorage');
    return tab;
  }
}

/** This tab's. */
export const desk = new Desk();
