/** The time window and the cursor that all panels share, and a place for what else is shown (`ViewState`). */
import { Observable } from '../base/observable';
import { sameEvent, type TraceEvent } from './event';
import { panned, type TimeWindow, within, zoomed } from './window';

interface WindowState {
  /** The longest possible window: the whole run, or the time that a figure shows. */
  whole: TimeWindow;
  /** Null if not zoomed: then the window follows `whole`. */
  zoom: TimeWindow | null;
}

/** Position of the cursor during playback, as a share of the window, when the window scrolls with it. */
const LEAD = 0.75;

/** A value that each view has, declared by the part of the page that it belongs to. */
export interface ViewState<T> {
  readonly usual: T;
  /** It returns to the usual when another scenario opens, or another address; or never, as a preference. */
  readonly until: 'scenario' | 'address' | 'never';
}

/** Playback speeds: simulated seconds per second. */
export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** The part of a run to look at; undefined leaves it as it is. */
interface Asked {
  seconds?: readonly [from: number, to: number] | null | undefined;
  cursor?: number | null | undefined;
}

export class View {
  readonly looking = new Observable<WindowState>({ whole: { from: 0, to: 1 }, zoom: null });
  /** Time of the cursor; null if there is none. Separate from the window, because it changes with every pointer move. */
  readonly cursor = new Observable<number | null>(null);
  /** The event at the cursor; null if the cursor isn't at one. */
  readonly event = new Observable<TraceEvent | null>(null);
  /** The selection during a drag in a plot; null otherwise. */
  readonly selecting = new Observable<TimeWindow | null>(null);

  /** True while the cursor moves by itself. */
  readonly playing = new Observable(false);
  /** Simulated seconds per real second. */
  readonly speed = new Observable(1);
  /** True after playing, stepping or picking an event. Then hovering over a plot doesn't move the cursor. */
  readonly held = new Observable(false);

  private readonly states = new Map<ViewState<unknown>, Observable<unknown>>();
  /** End of the longest other run shown, in seconds; 0 if there is none. */
  private others_s = 0;
  private own_s = 1;
  /** The only seconds that can be shown, of runs of any length; null for all. */
  private limits: TimeWindow | null = null;
  /** Where the cursor stands while nothing else moves it; null where it then disappears. */
  private home: number | null = null;

  constructor() {
    this.cursor.subscribe(() => {
      if (this.event.value !== null && this.event.value.time_s !== this.cursor.value) this.event.set(null);
    });
  }

  /** This view's value of a state. */
  of<T>(state: ViewState<T>): Observable<T> {
    const value = this.states.get(state) ?? new Observable<unknown>(state.usual);
    this.states.set(state, value);
    return value as Observable<T>;
  }

  /** Shows all of another scenario, and nothing that was about the last one. */
  leaveScenario(): void {
    this.showAll();
    this.cursor.set(null);
    for (const [state, value] of this.states) if (state.until === 'scenario') value.set(state.usual);
  }

  /** Returns to the usual view of whatever is on show: nothing that the user or an earlier address chose is left, except preferences. */
  reset(): void {
    this.playing.set(false);
    this.showAll();
    this.release();
    this.event.set(null);
    for (const [state, value] of this.states) if (state.until !== 'never') value.set(state.usual);
  }

  get window(): TimeWindow {
    return this.looking.value.zoom ?? this.looking.value.whole;
  }

  /** Sets the length of a new run. A zoomed window keeps its times as far as the run has them. */
  setWhole(own: number, from = 0): void {
    this.own_s = own;
    if (this.limits !== null) return;
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

  /** Shows these seconds, and from then on no others: a lesson asks about what comes later. */
  limitTo(seconds: TimeWindow): void {
    this.limits = seconds;
    this.looking.set({ whole: seconds, zoom: null });
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

  /** Shows the seconds and the moment that a host page, a link or a lesson asks for, as far as the run has them; null: all, and no cursor. */
  lookAt({ seconds, cursor }: Asked): void {
    if (seconds === null) this.showAll();
    else if (seconds !== undefined) this.show({ from: seconds[0], to: seconds[1] });
    const { whole } = this.looking.value;
    if (cursor === null) this.release();
    else if (cursor !== undefined) this.hold(Math.min(Math.max(cursor, whole.from), whole.to));
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

  /** Moves the cursor with a pointer that hovers over a plot, or to the event at the pointer. */
  hover(moment: number, event: TraceEvent | null = null): void {
    if (this.held.value) return;
    this.setEvent(event);
    this.cursor.set(event?.time_s ?? moment);
  }

  /** Starts a drag of the cursor in a plot; from then on it follows the pointer. */
  grab(moment: number, event: TraceEvent | null = null): void {
    this.held.set(false);
    this.hover(moment, event);
  }

  /** Moves the cursor to a moment, or to an event, and keeps it there until the user drags it. */
  hold(moment: number, event: TraceEvent | null = null): void {
    this.held.set(true);
    this.setEvent(event);
    this.point(moment);
  }

  private setEvent(event: TraceEvent | null): void {
    if (!sameEvent(event, this.event.value)) this.event.set(event);
  }

  /** Removes the cursor, or returns it to its home. Playing ends with that. */
  release(): void {
    this.playing.set(false);
    this.held.set(false);
    this.cursor.set(this.home);
  }

  togglePlaying(): void {
    this.playing.set(!this.playing.value);
  }

  /** Moves up or down the list of speeds by a number of entries. */
  changeSpeed(by: number): void {
    const index = SPEEDS.indexOf(this.speed.value) + by;
    this.speed.set(SPEEDS[Math.min(Math.max(index, 0), SPEEDS.length - 1)] ?? 1);
  }

  /** Gives the cursor a home: a lesson's stage always shows one moment, in all its parts. It goes there unless it's held, or at an event. */
  settleAt(home: number): void {
    this.home = home;
    if (!this.held.value && this.event.value === null) this.cursor.set(home);
  }

  /**
   * Moves the cursor during playback, and the window with it. The window scrolls ahead of the cursor; with `pages` it moves page by page,
   * for users who prefer reduced motion.
   */
  runTo(moment: number, pages: boolean): void {
    this.held.set(true);
    this.cursor.set(moment);
    // Scrolling by nothing could round the edges, and hide what is exactly there.
    if (this.looking.value.zoom === null) return;
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
