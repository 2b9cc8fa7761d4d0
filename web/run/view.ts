/** Where the reader is looking: one time window and one cursor for all panels, and whether theory is drawn in them. */
import { Observable } from '../base/observable';
import { panned, type TimeWindow, within, zoomed } from './window';

interface Looking {
  /** All that there is to see: a run from its start to its end, or the seconds of a figure. */
  whole: TimeWindow;
  /** Null: the whole, also when the whole changes. */
  zoom: TimeWindow | null;
}

/** Where in a window that follows it the running cursor stands. */
const LEAD = 0.75;

/** What the reader has picked where the network is drawn: a directed link, or a flow, by number. */
export type Focus = { link: number } | { flow: number };

/** Lets the cursor run. It is handed in, so that the view knows nothing of frames and clocks. */
export interface Player {
  readonly playing: Observable<boolean>;
  /** Simulated seconds in each second that passes. */
  readonly speed: Observable<number>;
  play(): void;
  pause(): void;
  toggle(): void;
  /** Goes up or down the list of speeds. */
  changeSpeed(by: number): void;
}

/** The player of a view that is never played. */
function paused(): Player {
  const nothing = () => {};
  return {
    playing: new Observable(false),
    speed: new Observable(1),
    play: nothing,
    pause: nothing,
    toggle: nothing,
    changeSpeed: nothing,
  };
}

export class View {
  readonly looking = new Observable<Looking>({ whole: { from: 0, to: 1 }, zoom: null });
  /** Null when nobody points at a moment. Apart from the window, because it changes with every move of a pointer. */
  readonly cursor = new Observable<number | null>(null);
  /** The seconds that a drag in one of the plots is about to select. */
  readonly selecting = new Observable<TimeWindow | null>(null);

  /** What is to come into sight wherever it has controls or a panel; a new object each time that it is asked for. */
  readonly focus = new Observable<Focus | null>(null);

  readonly playback: Player;
  /** Takes the keys that step from event to event; null where no run is at hand. */
  stepping: ((key: string) => boolean) | null = null;
  /** The reader has chosen a moment by playing or stepping: a pointer that only passes over a plot leaves it alone. */
  private held = false;

  /** Whether the panels draw what the theory predicts. */
  readonly theory = new Observable(true);

  /** When the longest of the runs ends that are shown beside the one on the bench; 0 without any. */
  private others_s = 0;
  private own_s = 1;

  constructor(playerOf: (view: View) => Player = paused) {
    this.playback = playerOf(this);
  }

  get window(): TimeWindow {
    return this.looking.value.zoom ?? this.looking.value.whole;
  }

  /** A new run has another length; the reader keeps looking at the same seconds while they exist. */
  setWhole(own: number, from = 0): void {
    this.own_s = own;
    const to = Math.max(own, this.others_s);
    const { whole, zoom } = this.looking.value;
    if (whole.to === to && whole.from === from) return;
    const next = { from, to };
    const kept = zoom !== null && zoom.from < to ? within(zoom, next) : null;
    this.looking.set({ whole: next, zoom: kept });
  }

  /** Makes room for what is shown beside the run, seconds. */
  setOthers(to: number): void {
    this.others_s = to;
    this.setWhole(this.own_s, this.looking.value.whole.from);
  }

  show(window: TimeWindow): void {
    const { whole } = this.looking.value;
    const next = within(window, whole);
    const all = next.from <= whole.from && next.to >= whole.to;
    this.looking.set({ whole, zoom: all ? null : next });
  }

  showAll(): void {
    this.looking.set({ whole: this.looking.value.whole, zoom: null });
  }

  zoom(factor: number, about: number = this.middle()): void {
    this.show(zoomed(this.window, this.looking.value.whole, factor, about));
  }

  /** Moves the window by a share of its own length. */
  pan(share: number): void {
    const { from, to } = this.window;
    this.show(panned(this.window, this.looking.value.whole, share * (to - from)));
  }

  /** Moves the cursor by a share of the window, and the window with it at its edges. */
  step(share: number): void {
    const { from, to } = this.window;
    const { whole } = this.looking.value;
    const at = (this.cursor.value ?? (share > 0 ? from : to)) + share * (to - from);
    this.point(Math.min(Math.max(at, whole.from), whole.to));
  }

  point(moment: number): void {
    this.cursor.set(moment);
    const { from, to } = this.window;
    if (moment < from) this.show({ from: moment, to: moment + (to - from) });
    if (moment > to) this.show({ from: moment - (to - from), to: moment });
  }

  /** A pointer passes over a plot. */
  hover(moment: number): void {
    if (!this.held) this.cursor.set(moment);
  }

  /** A pointer takes hold of the cursor in a plot; it follows from then on. */
  grab(moment: number): void {
    this.held = false;
    this.cursor.set(moment);
  }

  /** Points at a moment that stays until the reader takes hold of the cursor. */
  hold(moment: number): void {
    this.held = true;
    this.point(moment);
  }

  /** Nobody points at a moment any more. */
  release(): void {
    this.held = false;
    this.cursor.set(null);
  }

  /**
   * Moves the cursor on while time runs. The window goes with it: it glides, so that what comes next is in sight before
   * the cursor is there, or it is turned like a page for readers who want no motion.
   */
  runTo(moment: number, pages: boolean): void {
    this.held = true;
    this.cursor.set(moment);
    const { from, to } = this.window;
    const length = to - from;
    if (moment < from || (pages && moment > to)) this.show({ from: moment, to: moment + length });
    else if (!pages && moment > from + LEAD * length) {
      const next = moment - LEAD * length;
      this.show({ from: next, to: next + length });
    }
  }

  private middle(): number {
    const { from, to } = this.window;
    const cursor = this.cursor.value;
    return cursor !== null && cursor >= from && cursor <= to ? cursor : (from + to) / 2;
  }
}
