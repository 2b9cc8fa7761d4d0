/**
 * Repeats the runs that verdicts depend on. Each gets a budget in proportion to the assignment's own run, counted in the engine's
 * events, so that the verdict is the same on every machine. Runs that take longer than most wait until all others are done.
 */

import { formatPlain } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Outcome } from '../../run/jobs';
import type { Finding } from './examine';
import type { SimulationJob, Simulator } from './simulate';

export interface RepeatedRun {
  text: string;
  /** True if the verdict needs the trace. */
  rows: boolean;
  /** Events of the assignment's own run. */
  own: number;
}

/** Runs for one verdict. */
export interface Repetition {
  /** Equal keys mean equal runs. */
  key: string;
  runs: readonly RepeatedRun[];
  /** Called once all runs have ended. */
  settle(outcomes: readonly Outcome[]): void;
}

interface Budget {
  /** Multiple of the assignment's own events. */
  times: number;
  /** Events that every run may have, however short the assignment's own is. */
  least: number;
}

/** Honest runs rarely need more, so they don't wait for any that does. */
const SHORT: Budget = { times: 3, least: 300_000 };

/** About two seconds on a current computer, or twenty times as long as the assignment's own run. */
const LONGEST: Budget = { times: 20, least: 5_000_000 };

function limitOf(own: number, { times, least }: Budget): number {
  return Math.max(least, times * own);
}

/** The finding if a run was ended at the end of its budget; null if none was. */
export function budgetFinding(
  runs: readonly Pick<RepeatedRun, 'own'>[],
  outcomes: readonly Outcome[],
): Finding | null {
  const place = outcomes.findIndex((outcome) => 'exceeded' in outcome && outcome.exceeded);
  if (place < 0) return null;
  const own = runs[place]?.own ?? 0;
  const limit = limitOf(own, LONGEST);
  const words = () =>
    own === 0
      ? t('its run takes too much work: not verified. Grade it by hand.')
      : t(
          'its run takes more than {times} times the work of the assignment’s own: not verified. Grade it by hand.',
          { times: formatPlain(Math.floor(limit / own)) },
        );
  return { reason: 'budget', words };
}

export type RepetitionState = 'waiting' | 'running' | 'long';

export class Repeater {
  /** Keys of repetitions that are running. */
  private readonly running = new Set<string>();
  /** Keys of those that take longer than most. */
  private readonly long = new Set<string>();
  /** The number of starts of each: after a cancel, those without one come first. */
  private readonly starts = new Map<string, number>();
  /** True while only long runs are left. */
  onlyLong = false;

  stateOf(key: string): RepetitionState {
    if (this.running.has(key)) return 'running';
    return this.long.has(key) ? 'long' : 'waiting';
  }

  stop(): void {
    this.running.clear();
    this.onlyLong = false;
  }

  /** Makes all runs. Resolves to false if the user cancels. */
  async repeat(
    repetitions: readonly Repetition[],
    simulator: Pick<Simulator, 'run'>,
    report: () => void = () => {},
  ): Promise<boolean> {
    this.stop();
    try {
      const short = repetitions.filter(({ key }) => !this.long.has(key));
      if (!(await simulator.run(this.jobsOf(short, SHORT, report)))) return false;
      this.onlyLong = true;
      const long = repetitions.filter(({ key }) => this.long.has(key));
      return await simulator.run(this.jobsOf(long, LONGEST, report));
    } finally {
      this.stop();
    }
  }

  private jobsOf(repetitions: readonly Repetition[], budget: Budget, report: () => void): SimulationJob[] {
    const startsOf = ({ key }: Repetition) => this.starts.get(key) ?? 0;
    return [...repetitions]
      .sort((a, b) => startsOf(a) - startsOf(b))
      .flatMap((repetition) => this.jobsFor(repetition, budget, report));
  }

  private jobsFor({ key, runs, settle }: Repetition, budget: Budget, report: () => void): SimulationJob[] {
    const outcomes: Outcome[] = [];
    let remaining = runs.length;
    const end = () => {
      this.running.delete(key);
      if (budget === SHORT && outcomes.some((one) => 'exceeded' in one)) this.long.add(key);
      else settle(outcomes);
      report();
    };
    return runs.map(({ text, rows, own }, index) => ({
      text: () => text,
      rows,
      limit: limitOf(own, budget),
      onStart: () => {
        if (!this.running.has(key)) this.starts.set(key, (this.starts.get(key) ?? 0) + 1);
        this.running.add(key);
        report();
      },
      onOutcome: (outcome) => {
        outcomes[index] = outcome;
        remaining -= 1;
        if (remaining === 0) end();
      },
    }));
  }
}
