/**
 * Remembers what was on the bench at each address of this tab, for Back, Forward and a reload. A visit belongs to an entry of the tab's
 * history. So a link always opens what its address says, even after another visit to the same address, and the way back leads to
 * what the user left.
 */
import { array, type InferOutput, string, tuple } from 'valibot';
import type { Bench } from '../run/bench';
import { PINNED_LETTERS } from '../run/pinned';
import { VISIT } from '../run/tabRecord';
import { pinsOf, tabStorage } from '../run/tabStorage';
import { followChoices, putView } from './viewAddress';

export type Visit = InferOutput<typeof VISIT>;

/** Maximum number of visits to store, and of characters that they take; the latest stay. */
const MOST = 30;
const LARGEST = 100_000;

const PLACE = 'visits';

const STORED = array(tuple([string(), VISIT]));
type Stored = InferOutput<typeof STORED>;

/** What an address shows: what's on the bench already, or what was left at it; null if only the address says it. */
export type Arrival = 'continues' | Visit | null;

class Visits {
  /** By history entry; the latest last. */
  private readonly visits: Map<string, Visit>;
  /** The visit on the bench: its history entry and its address. */
  private current: { id: string; address: string } | null = null;
  /** False until the bench shows the scenario of the current visit. */
  private opened = false;
  /** The view to show once the run is there; null if it's on show. */
  private awaited: string | null = null;

  constructor() {
    this.visits = new Map(tabStorage.place(PLACE, [], STORED));
  }

  /**
   * The bench comes to the page's address.
   *
   * @param bare true if the address has no parameters: then it's about the bench as it is
   */
  arrive(bench: Bench, bare: boolean): Arrival {
    const id = idOfEntry();
    const { current } = this;
    if (current !== null && this.opened && (id === current.id || (id === null && bare))) {
      mark(current.id);
      this.current = { id: current.id, address: window.location.hash };
      return 'continues';
    }
    this.save(bench);
    if (id === null || id !== current?.id) tabStorage.leavePins(bench.state.value.pinned);
    this.current = { id: id ?? newId(), address: window.location.hash };
    this.opened = false;
    mark(this.current.id);
    return this.visits.get(this.current.id) ?? null;
  }

  /** The bench shows the visit's scenario, but not `view` yet, unless that's null. */
  open(view: string | null): void {
    this.opened = true;
    this.awaited = view;
  }

  /** Stores what changes on the bench. Returns a function that stops storing. */
  follow(bench: Bench): () => void {
    tabStorage.keep(PLACE, () => {
      this.save(bench);
      return this.stored();
    });
    // Opening the same address again makes an entry of the history without a mark.
    const leave = () => this.current?.address === window.location.hash && mark(this.current.id);
    window.addEventListener('pagehide', leave);
    const stop = followChoices(bench.view, () => tabStorage.writeSoon());
    return () => {
      window.removeEventListener('pagehide', leave);
      stop();
    };
  }

  /** Notes what's on the bench. A link whose changes aren't applied yet is opened again instead. */
  private save(bench: Bench): void {
    const { pinned, linkProblems } = bench.state.value;
    if (this.current === null || !this.opened || (!bench.settled && linkProblems.length === 0)) return;
    const { id } = this.current;
    const view = new URLSearchParams();
    putView(view, bench.view, PINNED_LETTERS);
    this.visits.delete(id);
    const pins = pinsOf(pinned, Date.now()) ?? null;
    this.visits.set(id, { work: bench.ownWork, pins, view: this.awaited ?? `${view}` });
  }

  private stored(): Stored {
    const latest = [...this.visits].slice(-MOST);
    while (JSON.stringify(latest).length > LARGEST) latest.shift();
    return latest;
  }
}

/** The visit that the current entry of the tab's history belongs to; null if the entry is new. */
function idOfEntry(): string | null {
  const { visit = null } = (window.history.state ?? {}) as { visit?: unknown };
  return typeof visit === 'string' ? visit : null;
}

function newId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}

function mark(id: string): void {
  if (idOfEntry() !== id) window.history.replaceState({ ...window.history.state, visit: id }, '');
}

export const visits = new Visits();
