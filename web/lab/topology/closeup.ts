/**
 * Finds the packets around a moment. The bench's run doesn't record them, because that would double its trace. So a window around the moment is
 * simulated again from the last checkpoint before it. The engine is deterministic, so they are the same packets.
 */
import { Observable } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';
import { type Run, Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { type Network, networkOf } from './network';
import { type Passages, passagesOf, type Sizes, sizesOf } from './passages';

/** Recorded packets: their run, their time window, and their passages by directed link. */
export interface KnownPackets {
  run: number;
  window: TimeWindow;
  passages: readonly Passages[];
}

/** True if a run's packets at a moment are known. */
export function covers({ run, window }: KnownPackets, { id }: Run, moment: number): boolean {
  return run === id && moment >= window.from && moment <= window.to;
}

export interface CloseupState {
  known: KnownPackets | null;
  /** Progress of the current fetch, 0 to 1; null if there is none. */
  progress: number | null;
  failure: string | null;
}

/** Approximate number of packet rows read at a time, and the number after which a denser window than expected ends early. */
const ROWS = 400_000;
const MOST_ROWS = 2 * ROWS;
/** Delay before a fetch, so that a drag doesn't start one for every run. */
const REST_MS = 200;
/** Share of the window that is before the cursor, and share of it after which the next window is fetched. */
const BEHIND = 0.2;
const AHEAD = 0.7;
const SHORTEST_S = 0.02;
/** Most attempts; each reads a shorter part of the run. */
const TRIES = 3;
/** A part of the fetch that is worth a new progress. */
const STEP = 0.01;
/** Longest time spent reading links before a pause, so that frames are still drawn. */
const AT_ONCE_MS = 5;

export class Closeup {
  readonly state = new Observable<CloseupState>({ known: null, progress: null, failure: null });
  private run: Run | null = null;
  private moment = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The current fetch. */
  private fetching: { run: number; window: TimeWindow } | null = null;
  private controller = new AbortController();
  /** Rows per second that the last window of this run had. */
  private density: number | null = null;
  /** Consecutive windows that ended before their moment, because they had too many rows; set to the limit when one fails. */
  private misses = 0;

  /** Call whenever the run or the moment changes. Does nothing if the packets are already known. */
  look(run: Run, moment: number): void {
    if (run.id !== this.run?.id) {
      this.density = null;
      this.misses = 0;
      this.cancel();
    }
    this.run = run;
    this.moment = moment;
    if (run.windows === undefined || this.misses >= TRIES || this.timer !== undefined) return;
    if (this.isCovered() || this.isBeingFetched()) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.isCovered() || this.isBeingFetched()) return;
      this.fetch().catch((error: Error) => this.fail(error.message));
    }, REST_MS);
  }

  /** Stops fetching. */
  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.fetching === null) return;
    this.fetching = null;
    this.controller.abort();
    this.state.set({ ...this.state.value, progress: null });
  }

  dispose(): void {
    this.cancel();
  }

  private isCovered(): boolean {
    const { known } = this.state.value;
    const { run, moment } = this;
    if (run === null || known?.run !== run.id) return false;
    const { from, to } = known.window;
    if (moment < from || moment > to) return false;
    // During playback, the next window is fetched before this one ends.
    return to >= run.now_s || from === to || moment <= from + AHEAD * (to - from);
  }

  private isBeingFetched(): boolean {
    const { fetching, run, moment } = this;
    return (
      fetching !== null &&
      fetching.run === run?.id &&
      moment >= fetching.window.from &&
      moment <= fetching.window.to
    );
  }

  private async fetch(): Promise<void> {
    const { run } = this;
    if (run?.windows === undefined) return;
    const lead = longestPassage(run);
    const seconds = ROWS / (this.density ?? densityOf(run)) - lead;
    const window = windowAround(this.moment, run.now_s, seconds);
    const fetching = { run: run.id, window };
    this.fetching = fetching;
    this.controller.abort();
    const controller = new AbortController();
    this.controller = controller;
    this.state.set({ ...this.state.value, progress: 0, failure: null });
    const { from, to } = recorded(window, lead);
    const trace = new Trace(run.trace.scenario);
    let [rows, begun_s, reached_s] = [0, Number.NaN, from];
    const isWhole = await run.windows({
      window: { from, to },
      use: 'packets',
      hops: true,
      receive: ({ hops }, now_s) => {
        if (hops !== undefined) trace.append({ hops });
        rows += hops?.time_s.length ?? 0;
        reached_s = Math.max(from, now_s);
        if (Number.isNaN(begun_s)) begun_s = now_s;
        this.report((now_s - begun_s) / (to - begun_s));
        if (rows > MOST_ROWS) controller.abort();
      },
      signal: controller.signal,
    });
    if (this.fetching !== fetching) return;
    if (isWhole || rows > MOST_ROWS) {
      const end = isWhole ? to : reached_s;
      this.density = Math.max(1, rows) / Math.max(SHORTEST_S, end - from);
      // Packets that enter a link later may still be on it.
      await this.read(trace, fetching, isWhole ? window.to : end - lead);
    } else {
      this.fetching = null;
      this.state.set({ ...this.state.value, progress: null });
    }
  }

  private report(share: number): void {
    if (share >= (this.state.value.progress ?? 0) + STEP)
      this.state.set({ ...this.state.value, progress: Math.min(1, share) });
  }

  private fail(failure: string): void {
    this.fetching = null;
    this.misses = TRIES;
    this.state.set({ ...this.state.value, progress: null, failure });
  }

  /** Reads link by link, with pauses. */
  private async read(
    trace: Trace,
    fetching: { run: number; window: TimeWindow },
    stopped_s: number,
  ): Promise<void> {
    const network = networkOf(trace.scenario);
    const sizes = sizesOf(trace.scenario);
    const passages: Passages[] = [];
    let begun = performance.now();
    for (let link = 0; link < network.links.length; link += 1) {
      passages.push(passagesIn(trace, network, sizes, link));
      if (performance.now() - begun < AT_ONCE_MS) continue;
      await new Promise((resume) => setTimeout(resume));
      if (this.fetching !== fetching) return;
      begun = performance.now();
    }
    const { from, to } = fetching.window;
    this.fetching = null;
    const known = { run: fetching.run, window: { from, to: Math.min(to, stopped_s) }, passages };
    this.misses = this.moment > stopped_s && this.moment <= to ? this.misses + 1 : 0;
    const failure = this.misses >= TRIES ? t('there are too many at once.') : null;
    this.state.set({ known, progress: null, failure });
  }
}

export function passagesIn(trace: Trace, network: Network, sizes: Sizes, link: number): Passages {
  return passagesOf(
    trace.rows('hops', link),
    network.links[link]?.steps ?? [],
    (flow, kind) => 8 * (sizes[flow]?.[kind] ?? 0),
  );
}

/**
 * The window to simulate again. It begins one `lead` before the window, so that all packets sent earlier have arrived when the window begins,
 * and ends one later, so that those sent in it arrive.
 */
export function recorded({ from, to }: TimeWindow, lead: number): TimeWindow {
  return { from: Math.max(0, from - lead), to: to + lead + SHORTEST_S };
}

/**
 * A scenario whose run records the packets of a window, for pictures of a run that ends with it.
 */
export function recording(
  { trace: { scenario } }: Pick<Run, 'trace'>,
  { from, to }: TimeWindow,
  lead: number,
): unknown {
  return {
    ...scenario,
    duration_s: Math.min(scenario.duration_s, Math.max(to + lead, latestMention(scenario))),
    record: { max_rows: ROWS, hops: { from_s: Math.max(0, from - lead), to_s: to + SHORTEST_S } },
  };
}

/** The latest time in a scenario, s. The engine rejects a shorter duration. */
function latestMention({ flows, datagrams, timeline }: Scenario): number {
  const times = [
    ...flows.map(({ start_s, start_jitter_s }) => start_s + start_jitter_s),
    ...datagrams.map(({ start_s, stop_s }) => Math.max(start_s, stop_s ?? 0)),
    ...timeline.map(({ at_s }) => at_s),
  ];
  return times.reduce((latest, time) => Math.max(latest, time), 0) + SHORTEST_S;
}

/** Longest time that a packet can spend on a link, s: behind the longest queue of the run, at the slowest rate. */
export function longestPassage({ scenario, summary }: Pick<Run, 'scenario' | 'summary'>): number {
  return networkOf(scenario).links.reduce((longest, { steps }, link) => {
    const bits = 8 * (summary?.links[link]?.max_queue_bytes ?? 0);
    const rate = Math.min(...steps.map(({ rate_bps }) => rate_bps));
    const beyond = Math.max(...steps.map(({ delay_s, clock_s }) => delay_s + clock_s));
    return Math.max(longest, bits / rate + beyond);
  }, 0);
}

/** A time window around a moment, mostly after it. */
export function windowAround(moment: number, end: number, seconds: number): TimeWindow {
  const length = Math.max(SHORTEST_S, seconds);
  if (length >= end) return { from: 0, to: end };
  const from = Math.min(Math.max(0, moment - BEHIND * length), end - length);
  return { from, to: from + length };
}

/** Estimates the packet rows per second: each packet is offered to every link of its path and arrives there. */
function densityOf(run: Run): number {
  const data = Math.max(40, ...sizesOf(run.scenario).flat());
  const network = networkOf(run.scenario);
  // Assume that busy links carry full packets, and that the return path carries as many ACKs.
  const packets = network.links.reduce((sum, { steps }, link) => {
    const share = run.summary?.links[link]?.utilization ?? 1;
    return sum + (share * (steps[0]?.rate_bps ?? 0)) / (8 * data);
  }, 0);
  return Math.max(1, 4 * packets);
}
