/** The current or last sweep: its design and the results so far. It outlives its page, so that users who open a run and return find it again. */
import { Observable } from '../base/observable';
import type { Summary } from '../engine/schema';
import { Jobs, type Outcome } from '../run/jobs';
import type { Measure } from '../run/measures';
import { type Mean, meanOf } from '../run/statistics';
import type { Design, PlannedRun } from './design';

/** A sweep's record of a run: only the summary, because thousands of scenarios would take too much memory. */
export type RunOutcome = { summary: Summary } | { failure: string };

/** Most results kept for later designs. */
const REMEMBERED = 20_000;

/** Shortest time between two updates of the results. */
const SHOW_EVERY_MS = 200;

export interface SweepSnapshot {
  /** Identifies the setup and the scenario. */
  key: string;
  design: Design;
  /** By the run's index in the design. */
  outcomes: readonly (RunOutcome | undefined)[];
}

export class Sweep {
  readonly shown = new Observable<SweepSnapshot | null>(null);
  readonly jobs = new Jobs<PlannedRun>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Results by the runs' keys, all of one scenario, so that a changed design runs only what's new. */
  private readonly known = new Map<string, RunOutcome>();
  private base = '';

  /** Runs of the design without a result so far. `base` identifies the scenario. */
  missing(design: Design, base: string): PlannedRun[] {
    return base === this.base ? design.runs.filter((run) => !this.known.has(run.key)) : design.runs;
  }

  /** @param base identifies the scenario; without it, no earlier result is used */
  start(key: string, design: Design, base = ''): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (base === '' || base !== this.base || this.known.size > REMEMBERED) this.known.clear();
    this.base = base;
    const outcomes = design.runs.map((run) => this.known.get(run.key));
    const places = new Map(design.runs.map((run, place) => [run, place]));
    const show = () => {
      this.timer = undefined;
      this.shown.set({ key, design, outcomes: [...outcomes] });
    };
    show();
    // One seed after the other, so that every point is there early and the intervals follow.
    const { seeds } = design;
    const jobs = this.missing(design, base).toSorted((a, b) => seeds.indexOf(a.seed) - seeds.indexOf(b.seed));
    const total = design.runs.length;
    let left = jobs.length;
    void this.jobs.start(
      jobs,
      (run, outcome) => {
        const result = withoutTransfers(outcome);
        outcomes[places.get(run) ?? -1] = result;
        if ('summary' in result) this.known.set(run.key, result);
        left -= 1;
        if (left > 0) this.timer ??= setTimeout(show, SHOW_EVERY_MS);
        else {
          clearTimeout(this.timer);
          show();
        }
      },
      total - jobs.length,
    );
  }
}

function withoutTransfers(outcome: Outcome): RunOutcome {
  if ('failure' in outcome) return outcome;
  const { summary } = outcome;
  const flows = summary.flows.map((flow) => ({ ...flow, transfers: [] }));
  return { summary: { ...summary, flows } as Summary };
}

/** All runs of one point, which differ only in their seeds. */
export interface Point {
  series: number;
  at: number[];
  /** Null until one of its runs has the value. */
  mean: Mean | null;
  runs: { run: PlannedRun; value: number | null; failure: string | null }[];
}

export function pointsOf({ design, outcomes }: SweepSnapshot, measure: Measure): Point[] {
  const points = new Map<string, Point>();
  design.runs.forEach((run, place) => {
    const key = `${run.series}:${run.at}`;
    const point = points.get(key) ?? { series: run.series, at: run.at, mean: null, runs: [] };
    points.set(key, point);
    const outcome = outcomes[place];
    if (outcome === undefined) return;
    const failure = 'failure' in outcome ? outcome.failure : null;
    point.runs.push({ run, value: 'summary' in outcome ? measure.of(outcome.summary) : null, failure });
  });
  for (const point of points.values())
    point.mean = meanOf(point.runs.flatMap(({ value }) => (value === null ? [] : [value])));
  return [...points.values()];
}

/** Failures with their counts, most frequent first. */
export function failuresOf({ outcomes }: SweepSnapshot): { failure: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const outcome of outcomes)
    if (outcome !== undefined && 'failure' in outcome)
      counts.set(outcome.failure, (counts.get(outcome.failure) ?? 0) + 1);
  return [...counts].map(([failure, count]) => ({ failure, count })).sort((a, b) => b.count - a.count);
}
