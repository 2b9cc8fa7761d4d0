/**
 * Grades all codes of an assignment: decodes them, repeats their runs, judges them and finds duplicates. The current or
 * last grading outlives its page, so a teacher can open a run and return to the results.
 */
import { Observable } from '../base/observable';
import type { Catalogue } from '../engine/schema';
import { openLesson } from '../lessons/course';
import { t } from '../words/words';
import { type Assignment, type BenchTask, idOf, type LessonTask } from './assignment';
import { type Examined, examineRun, firstFinding, jobOf, type Prepared, unverified } from './examine';
import { examineLesson, type LessonAtHand, type Trial, trialJobs, trialKey } from './lessonWork';
import { decode, type Entry, type HandedIn, type Result, resultText } from './result';
import { type Asked, BrowserSimulator, baseOf, runLesson, type Simulator } from './simulate';
import { givenTo, nameKey, seedOf } from './student';

export interface Row {
  entry: Entry;
  /** Null if the code cannot be decoded. */
  result: Result | null;
  /** Null until the run has been repeated. */
  examined: Examined | null;
}

export interface Graded {
  rows: readonly Row[];
  /** True if two students who do the same get different runs; null if unknown. */
  individual: boolean | null;
}

/** Grades all entries and reports each step. Returns false if it was cancelled. */
export async function grade(
  assignment: Assignment,
  entries: readonly Entry[],
  simulator: Simulator,
  catalogue: Catalogue,
  tell: (graded: Graded) => void,
): Promise<boolean> {
  const id = idOf(assignment);
  const prepared: Prepared = { assignment, id, catalogue };
  const rows: Row[] = await Promise.all(entries.map(async (entry) => firstRow(entry, id)));
  const { task } = assignment;
  return task.kind === 'bench'
    ? await gradeRuns(prepared, task, rows, simulator, tell)
    : await gradeLessons(task, catalogue, rows, simulator, tell);
}

async function firstRow(entry: Entry, id: string): Promise<Row> {
  if (entry.code === '')
    return { entry, result: null, examined: unverified({ reason: 'missing', words: () => '' }) };
  const decoded = await decode(entry.code);
  const finding = firstFinding(decoded, id);
  const result = 'result' in decoded ? decoded.result : null;
  return { entry, result, examined: finding && unverified(finding) };
}

async function gradeRuns(
  prepared: Prepared,
  task: BenchTask,
  rows: Row[],
  simulator: Simulator,
  tell: (graded: Graded) => void,
): Promise<boolean> {
  let individual: boolean | null = null;
  const show = () => tell({ rows: [...rows], individual });
  show();
  const base = await baseOf(task, simulator);
  // Digests of two students who changed nothing.
  const untouched: string[] = [];
  const jobs: Asked[] = ['A', 'B'].map((name) => ({
    text: () =>
      JSON.stringify({ ...givenTo(base, task, seedOf(name, prepared.id)), record: { max_rows: 0 } }),
    onOutcome: (outcome) => {
      if ('summary' in outcome) untouched.push(outcome.summary.digest);
      if (untouched.length === 2) individual = untouched[0] !== untouched[1];
      show();
    },
  }));
  rows.forEach((row, place) => {
    const { result, examined } = row;
    if (result === null || examined !== null) return;
    const settle = (done: Examined) => {
      rows[place] = { ...row, examined: done };
    };
    if (result.work.kind !== 'bench') {
      settle(unverified({ reason: 'assignment', words: () => t('it is of a lesson') }));
      return;
    }
    const job = jobOf(base, task, result);
    if ('reason' in job) {
      settle(unverified(job));
      return;
    }
    jobs.push({
      ...job,
      onOutcome: (outcome) => {
        settle(answered(() => examineRun(prepared, base, task, result, outcome)));
        show();
      },
    });
  });
  const whole = await simulator.run(jobs);
  show();
  return whole;
}

async function gradeLessons(
  task: LessonTask,
  catalogue: Catalogue,
  rows: Row[],
  simulator: Simulator,
  tell: (graded: Graded) => void,
): Promise<boolean> {
  const show = () => tell({ rows: [...rows], individual: false });
  show();
  const atHand = await lessonAtHand(task, simulator, catalogue);
  if (atHand === null) return false;
  const trials = new Map<string, Trial>();
  const asked = new Set<string>();
  const jobs: Asked[] = [];
  for (const { result, examined } of rows) {
    if (examined !== null || result?.work.kind !== 'lesson') continue;
    for (const [check, done] of Object.entries(result.work.checks)) {
      const key = trialKey(check, done);
      if (asked.has(key)) continue;
      asked.add(key);
      jobs.push(...(await trialJobs(atHand, check, done, simulator, (trial) => trials.set(key, trial))));
    }
  }
  const whole = await simulator.run(jobs);
  rows.forEach((row, place) => {
    const { result, examined } = row;
    if (result === null || examined !== null || !whole) return;
    const done =
      result.work.kind === 'lesson'
        ? answered(() => examineLesson(atHand, task, result, trials))
        : unverified({ reason: 'assignment', words: () => t('it is of a task on the bench') });
    rows[place] = { ...row, examined: done };
  });
  show();
  return whole;
}

/** An unexpected error in one code must not stop the grading of the others. */
function answered(examine: () => Examined): Examined {
  try {
    return examine();
  } catch (error) {
    return unverified({ reason: 'refused', words: () => (error as Error).message });
  }
}

/** Opens the lesson and makes its original runs; null if the user cancels. */
export async function lessonAtHand(
  { lesson: name }: LessonTask,
  simulator: Simulator,
  catalogue: Catalogue,
): Promise<LessonAtHand | null> {
  const opened = await openLesson(name);
  if (opened === null) throw new Error(t('There is no lesson called {name} here.', { name }));
  const made = await runLesson(opened.lesson, simulator, catalogue);
  return made && { ...made, lesson: opened.lesson, catalogue };
}

/** Describes, for each row, what it has in common with other rows. */
export function duplicatesIn({ rows, individual }: Graded): string[][] {
  const duplicates: string[][] = rows.map(() => []);
  const among = (keyOf: (row: Row) => string | null, say: (others: Row[], row: Row) => string | null) => {
    const groups = new Map<string, number[]>();
    rows.forEach((row, place) => {
      const key = keyOf(row);
      if (key !== null) groups.set(key, [...(groups.get(key) ?? []), place]);
    });
    for (const places of groups.values())
      for (const place of places) {
        const row = rows[place];
        const others = places.filter((other) => other !== place).flatMap((other) => rows[other] ?? []);
        const words = row && others.length > 0 ? say(others, row) : null;
        if (words !== null) duplicates[place]?.push(words);
      }
  };
  const lines = (others: readonly Row[]) => others.map(({ entry }) => entry.line).join(', ');
  const textOfRow = ({ result }: Row) => result && resultText(result);
  const nameOf = ({ result }: Row) => result && nameKey(result.who);
  among(textOfRow, (others) => t('same code as in line {lines}', { lines: lines(others) }));
  among(nameOf, (others, row) => {
    const changed = others.filter((other) => textOfRow(other) !== textOfRow(row));
    return changed.length === 0 ? null : t('same name as in line {lines}', { lines: lines(changed) });
  });
  among(workOfRow(individual), (others, row) => {
    const foreign = others.filter((other) => nameOf(other) !== nameOf(row));
    return foreign.length === 0 ? null : SAME[row.result?.work.kind ?? 'bench'](lines(foreign));
  });
  return duplicates;
}

const SAME = {
  bench: (lines: string) => t('same run as in line {lines}', { lines }),
  lesson: (lines: string) => t('same answers and runs as in line {lines}', { lines }),
};

/** A key for work that two students are unlikely to share by chance; null if there is none. */
function workOfRow(individual: boolean | null): (row: Row) => string | null {
  return ({ result }) => {
    if (result === null) return null;
    const { work } = result;
    if (work.kind === 'bench') return individual === false ? null : work.digest;
    const { predictions, checks } = work;
    const hasEnough = Object.keys(predictions).length + Object.keys(checks).length > 1;
    return hasEnough ? JSON.stringify([predictions, checks]) : null;
  };
}

/** The points of a verified result; null for other results. */
export function scoreOf({ examined }: Row): number | null {
  if (examined === null || examined.finding !== null) return null;
  return examined.marks.reduce((sum, { points }) => sum + points, 0);
}

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
