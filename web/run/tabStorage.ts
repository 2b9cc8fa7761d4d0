/**
 * The reader's work, kept so that it survives a reload, a crash and a closed tab.
 *
 * Every tab writes a record of its own and nothing else, so that no tab destroys another's. Its number lasts as long as the tab. A
 * browser that copies a tab copies the number too: whoever hears the other write under it takes a new one. A new tab shows what its
 * address says, and offers the latest that was kept elsewhere.
 */
import { Observable } from '../base/observable';
import { forget, keep, kept, keysFrom, whenOthersKeep } from '../storage/browserStorage';
import type { Bench } from './bench';
import type { Kept } from './kept';
import { type DeskRecord, type KeptAside, type KeptWork, recordOf, textOf } from './tabRecord';

/** Of the form of the records: another form begins with another number, and does not read these. */
const RECORDS = 'desk:1:';
const TAB = 'tab';
/** Stands for what is put aside where others have the name of a scenario. */
const ASIDE = '@aside';

/** Records that are kept: those of the tabs written to last. */
const TABS = 12;

/** A reader's hand that rests for so long has made a change. */
const REST_MS = 600;

export class Desk {
  /** Why work is not kept at present: storage is forbidden or full, the scenario too large, or what is put aside; null while all is. */
  readonly unkept = new Observable<'blocked' | 'large' | 'aside' | null>(null);
  private tab: string;
  private readonly before: DeskRecord | null;
  private readonly places: Map<string, unknown>;
  private readonly times = new Map<string, { text: string; draft: string | null; at: number }>();
  private aside: KeptAside | undefined;
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
    bench.restoreWork(new Map(work.map(([name, { text, draft }]) => [name, { text, draft }])));
    this.aside = this.before?.aside;
    if (this.aside) bench.restoreKept(keptOf(this.aside));
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
    const found = this.records().flatMap(({ work }) => work[name] ?? []);
    const [latest] = found.sort((a, b) => b.at - a.at);
    return latest && !this.hasLeft(name, latest) ? latest : null;
  }

  /** The latest that other tabs put aside for comparison with a scenario, unless the reader has left it. */
  asideElsewhere(name: string): KeptAside | null {
    const found = this.records().flatMap(({ aside }) => aside ?? []);
    const [latest] = found
      .filter(({ scenarios }) => scenarios.some((one) => one.name === name))
      .sort((a, b) => b.at - a.at);
    return latest && !this.hasLeft(ASIDE, latest) ? latest : null;
  }

  /** The reader does not want what other tabs kept of a scenario until now. It stays where it is. */
  leave(name: string, { at }: KeptWork): void {
    this.setPlace(`left ${name}`, at);
  }

  /** Nor what they put aside. */
  leaveAside({ at }: KeptAside): void {
    this.setPlace(`left ${ASIDE}`, at);
  }

  private hasLeft(name: string, { at }: { at: number }): boolean {
    const left = this.places.get(`left ${name}`);
    return typeof left === 'number' && left >= at;
  }

  /** Those of other tabs. */
  private records(): DeskRecord[] {
    return keysFrom(RECORDS)
      .filter((key) => key !== RECORDS + this.tab)
      .flatMap((key) => recordOf(kept(key)) ?? []);
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
    const { aside } = this;
    this.aside = asideOf(bench.state.value.kept, now);
    if (aside && this.aside && sameAside(aside, this.aside)) this.aside = aside;
    const places = Object.fromEntries(this.places);
    const { text, left, leftAside } = textOf({ at: now, address, work, aside: this.aside, places });
    const done = keep(RECORDS + this.tab, text);
    if (done) this.sweep();
    const large = left.includes(bench.state.value.name) ? 'large' : leftAside ? 'aside' : null;
    this.unkept.set(done ? large : 'blocked');
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

/** What a link puts aside and the engine has not read yet, the link still has. */
function asideOf(all: readonly Kept[], at: number): KeptAside | undefined {
  const scenarios = all
    .filter(({ make }) => make === null)
    .map(({ letter, label, name, text }) => ({ letter, label, name, text }));
  return scenarios.length > 0 ? { at, scenarios } : undefined;
}

function sameAside(a: KeptAside, b: KeptAside): boolean {
  return JSON.stringify(a.scenarios) === JSON.stringify(b.scenarios);
}

/** What was put aside, as the bench has it. */
export function keptOf({ scenarios }: KeptAside): Kept[] {
  return scenarios.map((one) => ({ ...one, make: null }));
}

/** This tab's. */
export const desk = new Desk();
