/** The grading that runs or has run. It outlives its page, so that who opens a run and comes back finds it. */
import { Observable } from '../base/observable';
import type { Assignment } from './assignment';
import { BrowserSimulator } from './browserSimulator';
import { type Graded, grade } from './grading';
import type { HandedIn } from './handedIn';

/** Rows that have come are drawn so often at most. */
const SHOW_EVERY_MS = 200;

export interface GradingState {
  phase: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Why it failed. */
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
    const leave = pool.subscribe(() => this.progress.set({ done: pool.value.done, total: pool.value.total }));
    let latest: Graded | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mine = () => this.simulator === simulator;
    const show = () => {
      timer = undefined;
      if (mine()) this.state.set({ ...this.state.value, graded: latest });
    };
    try {
      const whole = await grade(assignment, entries, simulator, await simulator.catalogue, (graded) => {
        latest = graded;
        timer ??= setTimeout(show, SHOW_EVERY_MS);
      });
      if (mine())
        this.state.set({ ...this.state.value, phase: whole ? 'done' : 'cancelled', graded: latest });
    } catch (error) {
      if (mine()) this.state.set({ ...this.state.value, phase: 'failed', failure: (error as Error).message });
    } finally {
      clearTimeout(timer);
      leave();
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
