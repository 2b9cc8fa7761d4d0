/** The current or last grading. It outlives its page, so a teacher can open a run and return to the results. */
import { Observable } from '../base/observable';
import type { Assignment } from './assignment';
import { BrowserSimulator } from './browserSimulator';
import { type Graded, grade } from './grading';
import type { HandedIn } from './handedIn';

/** Minimum time between two redraws of the table. */
const SHOW_EVERY_MS = 200;

export interface GradingState {
  phase: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  /** The error message, or ''. */
  failure: string;
  assignment: Assignment | null;
  /** Headers of the columns beside the codes. */
  columns: readonly string[];
  graded: Graded | null;
}

class GradingSession {
  readonly state = new Observable<GradingState>({
    phase: 'idle',
    failure: '',
    assignment: null,
    columns: [],
    graded: null,
  });
  readonly progress = new Observable({ done: 0, total: 0 });
  private simulator: BrowserSimulator | null = null;

  async start(assignment: Assignment, { entries, columns }: HandedIn): Promise<void> {
    this.simulator?.dispose();
    const simulator = new BrowserSimulator();
    this.simulator = simulator;
    this.state.set({ phase: 'running', failure: '', assignment, columns, graded: null });
    this.progress.set({ done: 0, total: 0 });
    const { state: pool } = simulator.pool;
    const unsubscribe = pool.subscribe(() =>
      this.progress.set({ done: pool.value.done, total: pool.value.total }),
    );
    let latest: Graded | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isCurrent = () => this.simulator === simulator;
    const show = () => {
      timer = undefined;
      if (isCurrent()) this.state.set({ ...this.state.value, graded: latest });
    };
    try {
      const whole = await grade(assignment, entries, simulator, await simulator.catalogue, (graded) => {
        latest = graded;
        timer ??= setTimeout(show, SHOW_EVERY_MS);
      });
      if (isCurrent())
        this.state.set({ ...this.state.value, phase: whole ? 'done' : 'cancelled', graded: latest });
    } catch (error) {
      if (isCurrent())
        this.state.set({ ...this.state.value, phase: 'failed', failure: (error as Error).message });
    } finally {
      clearTimeout(timer);
      unsubscribe();
      simulator.dispose();
    }
  }

  cancel(): void {
    const { simulator } = this;
    if (simulator === null || this.state.value.phase !== 'running') return;
    this.simulator = null;
    simulator.dispose();
    this.state.set({ ...this.state.value, phase: 'cancelled' });
  }
}

export const GRADING = new GradingSession();
