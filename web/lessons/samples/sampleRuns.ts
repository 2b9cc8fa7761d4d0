/**
 * Runs a sample: opens its arms, has an engine read their base scenarios, and simulates every arm at every seed. Runs are ordered by
 * seed, so that the first pairs are complete early.
 */

import { Observable } from '../../base/observable';
import type { Scenario, Summary } from '../../engine/schema';
import { type Job, Jobs } from '../../run/jobs';
import { WORKERS } from '../../run/workers';
import { openExactly, toRead } from '../arms';
import type { Arm, SampleExperiment } from '../lesson';

export interface SamplesState {
  /** Summaries by arm and seed; undefined for runs that haven't finished. */
  samples: Readonly<Record<string, readonly (Summary | undefined)[]>>;
  /** The first arm's scenario, which determines the metrics; null until the engine has read it. */
  scenario: Scenario | null;
  /** True while the arms are being read. */
  opening: boolean;
  /** Reasons of failed runs. */
  failures: readonly string[];
}

interface SampleJob extends Job {
  arm: string;
  place: number;
}

/** Shortest time between two updates of the results, in ms. */
const SHOW_EVERY_MS = 200;

export class SampleRuns {
  readonly state = new Observable<SamplesState>({
    samples: {},
    scenario: null,
    opening: false,
    failures: [],
  });
  readonly jobs: Jobs<SampleJob>;
  private readonly read: (arm: Arm) => Promise<Scenario>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Publishes the results so far. */
  private show = () => {};
  /** Number of the latest start; earlier starts are stale. */
  private latest = 0;

  constructor(
    read: (arm: Arm) => Promise<Scenario> = readArm,
    jobs: Jobs<SampleJob> = new Jobs<SampleJob>(),
  ) {
    this.read = read;
    this.jobs = jobs;
  }

  /** Starts all runs; calls `done` if all of them succeed. */
  async start(
    { arms, seeds }: Pick<SampleExperiment, 'arms' | 'seeds'>,
    done: (samples: Record<string, Summary[]>) => void,
  ): Promise<void> {
    this.stop();
    const started = this.latest;
    const names = Object.keys(arms);
    this.state.set({ samples: {}, scenario: null, opening: true, failures: [] });
    let all: Scenario[];
    try {
      all = await Promise.all(Object.values(arms).map((arm) => this.read(arm)));
    } catch (error) {
      if (started === this.latest)
        this.state.set({ ...this.state.value, opening: false, failures: [(error as Error).message] });
      return;
    }
    if (started !== this.latest) return;
    const samples = Object.fromEntries(
      names.map((name) => [name, Array<Summary | undefined>(seeds).fill(undefined)]),
    );
    const failures: string[] = [];
    this.show = () => {
      this.timer = undefined;
      const copies = Object.fromEntries(Object.entries(samples).map(([name, column]) => [name, [...column]]));
      const scenario = all[0] ?? null;
      this.state.set({ samples: copies, scenario, opening: false, failures: [...failures] });
    };
    this.show();
    const jobs = Array.from({ length: seeds }, (_, place) =>
      all.map((scenario, arm) => jobOf(names[arm] ?? '', place, scenario)),
    ).flat();
    let left = jobs.length;
    void this.jobs.start(jobs, ({ arm, place }, outcome) => {
      const column = samples[arm];
      if ('failure' in outcome) failures.push(outcome.failure);
      else if (column !== undefined) column[place] = outcome.summary;
      left -= 1;
      if (left > 0) {
        this.timer ??= setTimeout(this.show, SHOW_EVERY_MS);
        return;
      }
      clearTimeout(this.timer);
      this.show();
      if (failures.length === 0) done(samples as Record<string, Summary[]>);
    });
  }

  /** Cancels the remaining runs; finished results stay. */
  cancel(): void {
    const pending = this.timer !== undefined;
    this.stop();
    if (this.state.value.opening) this.state.set({ ...this.state.value, opening: false });
    else if (pending) this.show();
  }

  /** Cancels the remaining runs, without showing what is there. */
  stop(): void {
    this.latest += 1;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.jobs.cancel();
  }
}

function jobOf(arm: string, place: number, scenario: Scenario): SampleJob {
  // Only the summary is needed, so record no trace rows.
  return {
    arm,
    place,
    text: () => JSON.stringify({ ...scenario, seed: scenario.seed + place, record: { max_rows: 0 } }),
  };
}

/** Opens an arm's scenario and has an engine read it. */
export async function readArm(arm: Arm, workers = WORKERS): Promise<Scenario> {
  return await workers.read(...toRead(await openExactly(arm)));
}
