/** The state that all panels share: time window, cursor, playback, and whether they draw the theory. */
import { Observable } from '../base/observable';
import { panned, type TimeWindow, within, zoomed } from './window';

interface WindowState {
  /** The longest possible window: the whole run, or the time that a figure shows. */
  whole: TimeWindow;
  /** Null if not zoomed: then the window follows `whole`. */
  zoom: TimeWindow | null;
}

/** Position of the cursor during playback, as a share of the window, when the window scrolls with it. */
const LEAD = 0.75;

/** What the user picked: a directed link or a flow in the network drawing, by its number, or a field of the scenario, by its path. */
export type Focus = { link: number } | { flow: number } | { field: string };

/** Moves the cursor during playback. It is injected, so that the view doesn't depend on animation frames and clocks. */
export interface Player {
  readonly playing: Observable<boolean>;
  /** Simulated seconds per real second. */
  readonly speed: Observable<number>;
  play(): void;
  pause(): void;
  toggle(): void;
  /** Moves up or down the list of speeds by a number of entries. */
  changeSpeed(by: number): void;
}

/** A player that does nothing, for views that are never played. */
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
  readonly looking = new Observable<WindowState>({ whole: { from: 0, to: 1 }, zoom: null });
  /** Time of the cursor; null if there is none. Separate from the window, because it changes with every pointer move. */
  readonly cursor = new Observable<number | null>(null);
  /** The selection during a drag in a plot; null otherwise. */
  readonly selecting = new Observable<TimeWindow | null>(null);

  /** The link or flow to scroll to in controls and panels; each pick is a new object. */
  readonly focus = new Observable<Focus | null>(null);

  /** The plots' order and sizes, as a link says them (`panels/arrangement.ts`); empty for the usual ones. */
  readonly arrangement = new Observable('');

  /** The packet that panels and path mark. */
  readonly followed = new Observable<{ flow: number; seq: number } | null>(null);

  readonly playback: Player;
  /** Handles the keys that step from event to event; null while there is no run. */
  stepping: ((key: string) => boolean) | null = null;
  /** True after playing or stepping. Then hovering over a plot doesn't move the cursor. */
  private held = false;

  /** True if the panels draw what the theory predicts. */
  readonly theory = new Observable(true);

  /** End of the longest other run shown, in seconds; 0 if there is none. */
  private others_s = 0;
  private own_s = 1;

  constructor(playerOf: (view: View) => Player = paused) {
    this.playback = playerOf(this);
  }

  get window(): TimeWindow {
    return this.looking.value.zoom ?? this.looking.value.whole;
  }

  /** Sets the length of a new run. A zoomed window keeps its times as far as the run has them. */
  setWhole(own: number, from = 0): void {
    this.own_s = own;
    const to = Math.max(own, this.others_s);
    const { whole, zoom } = this.looking.value;
    if (whole.to === to && whole.from === from) return;
    const next = { from, to };
    const kept = zoom !== null && zoom.from < to ? within(zoom, next) : null;
    this.looking.set({ whole: next, zoom: kept });
  }

  /** Sets the end of the longest other run shown, in seconds. */
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

  /** Moves the window by a share of its length. */
  pan(share: number): void {
    const { from, to } = this.window;
    this.show(panned(this.window, this.looking.value.whole, share * (to - from)));
  }

  /** Moves the cursor by a share of the window. At the edges it moves the window too. */
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

  /** Moves the cursor with a pointer that hovers over a plot. */
  hover(moment: number): void {
    if (!this.held) this.cursor.set(moment);
  }

  /** Starts a drag of the cursor in a plot; from then on it follows the pointer. */
  grab(moment: number): void {
    this.held = false;
    this.cursor.set(moment);
  }

  /** Moves the cursor to a moment and keeps it there until the user drags it. */
  hold(moment: number): void {
    this.held = true;
    this.point(moment);
  }

  /** Removes the cursor. */
  release(): void {
    this.held = false;
    this.cursor.set(null);
  }

  /**
   * Moves the cursor during playback, and the window with it. The window scrolls ahead of the cursor; with `pages` it moves page by page,
   * for users who prefer reduced motion.
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
