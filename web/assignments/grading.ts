/**
 * Grades all codes of an assignment: decodes them, repeats their runs, judges them and finds duplicates. The grading
 * session outlives its page, so that a teacher can open a run and return to the results.
 */
import { Observable } from '../base/observable';
import type { Catalogue } from '../engine/schema';
import { openLesson } from '../lessons/course';
import { t } from '../words/words';
import { type Assignment, type BenchTask, idOf, type LessonTask } from './assignment';
import { normalizeLetters } from './decode';
import {
  type Examination,
  examineRun,
  firstFinding,
  type GradingContext,
  jobOf,
  unverified,
} from './examine';
import { examineLesson, type LoadedLesson, type Trial, trialJobs, trialKey } from './lessonWork';
import { unpackWork } from './packedWork';
import { decode, type Entry, type Result, type Submissions } from './result';
import { BrowserSimulator, baseOf, runLesson, type SimulationJob, type Simulator } from './simulate';
import { displayName, nameKey, seedOf, studentScenario } from './student';

export interface Row {
  entry: Entry;
  /** Null if the code cannot be decoded. */
  result: Result | null;
  /** Null until the result has been examined. */
  examination: Examination | null;
}

export interface GradingResult {
  rows: readonly Row[];
  /** True if two students who make the same changes get different runs; null if unknown. */
  runsDiffer: boolean | null;
  /** The lesson and its runs, once they have been made; null on the bench. */
  lesson: LoadedLesson | null;
}

/** Grades all entries and reports each step. Resolves to false if the user cancels. */
export async function grade(
  assignment: Assignment,
  entries: readonly Entry[],
  simulator: Simulator,
  catalogue: Catalogue,
  report: (graded: GradingResult) => void,
): Promise<boolean> {
  const id = idOf(assignment);
  const prepared: GradingContext = { assignment, id, catalogue };
  const decoded = await Promise.all(entries.map(async (entry) => firstRow(entry, id)));
  const rows = withNames(decoded, id);
  const { task } = assignment;
  return task.kind === 'bench'
    ? await gradeRuns(prepared, task, rows, simulator, report)
    : await gradeLessons(task, catalogue, rows, simulator, report);
}

async function firstRow(entry: Entry, id: string): Promise<Row> {
  if (entry.code === '')
    return { entry, result: null, examination: unverified({ reason: 'missing', words: () => '' }) };
  const decoded = await decode(entry.code);
  const finding = firstFinding(decoded, id);
  const result = 'result' in decoded ? decoded.result : null;
  return { entry, result, examination: finding && unverified(finding) };
}

/**
 * Finds each student's name in the cells next to the code: the seed follows from the name. Reports a code whose name is in
 * another line.
 */
function withNames(rows: readonly Row[], id: string): Row[] {
  const owners = new Map<number, { name: string; line: number }>();
  for (const { entry } of rows)
    for (const name of possibleNames(entry.otherCells))
      owners.set(seedOf(name, id), { name: displayName(name), line: entry.line });
  return rows.map((row) => {
    const { entry, result, examination } = row;
    if (result === null || examination !== null || result.who !== null) return row;
    const own = possibleNames(entry.otherCells).find((name) => seedOf(name, id) === result.seed);
    if (own !== undefined) return { ...row, result: { ...result, who: displayName(own) } };
    const owner = owners.get(result.seed);
    if (owner === undefined) return row;
    const words = () => t('the code belongs to {name} in line {line}', { ...owner });
    return { ...row, examination: unverified({ reason: 'seed', words }) };
  });
}

/** Texts that may be a name: each cell, and names that are split between two cells or by a comma. */
function possibleNames(cells: readonly string[]): string[] {
  const split = cells.flatMap((cell, index) => {
    const [last = '', first, ...more] = cell.split(',');
    const next = cells[index + 1];
    return [
      ...(first !== undefined && more.length === 0 ? [`${first} ${last}`] : []),
      ...(next === undefined ? [] : [`${cell} ${next}`, `${next} ${cell}`]),
    ];
  });
  return [...cells, ...split].filter((name) => nameKey(name) !== '');
}

async function gradeRuns(
  prepared: GradingContext,
  task: BenchTask,
  rows: Row[],
  simulator: Simulator,
  report: (graded: GradingResult) => void,
): Promise<boolean> {
  let runsDiffer: boolean | null = null;
  const show = () => report({ rows: [...rows], runsDiffer, lesson: null });
  show();
  const base = await baseOf(task, simulator);
  // The digests of the runs of two students who change nothing.
  const unchangedDigests: string[] = [];
  const jobs: SimulationJob[] = ['A', 'B'].map((name) => ({
    text: () =>
      JSON.stringify({ ...studentScenario(base, task, seedOf(name, prepared.id)), record: { max_rows: 0 } }),
    onOutcome: (outcome) => {
      if ('summary' in outcome) unchangedDigests.push(outcome.summary.digest);
      if (unchangedDigests.length === 2) runsDiffer = unchangedDigests[0] !== unchangedDigests[1];
      show();
    },
  }));
  rows.forEach((row, index) => {
    const { result, examination } = row;
    if (result === null || examination !== null) return;
    const settle = (done: Examination) => {
      rows[index] = { ...row, examination: done };
    };
    if (result.work.kind !== 'bench') {
      settle(unverified({ reason: 'assignment', words: () => t('the code is from a lesson') }));
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
        settle(examineSafely(() => examineRun(prepared, base, task, result, outcome)));
        show();
      },
    });
  });
  const completed = await simulator.run(jobs);
  show();
  return completed;
}

async function gradeLessons(
  task: LessonTask,
  catalogue: Catalogue,
  rows: Row[],
  simulator: Simulator,
  report: (graded: GradingResult) => void,
): Promise<boolean> {
  let loaded: LoadedLesson | null = null;
  const show = () => report({ rows: [...rows], runsDiffer: false, lesson: loaded });
  show();
  loaded = await loadLesson(task, simulator, catalogue);
  if (loaded === null) return false;
  const lesson = loaded;
  rows.forEach((row, index) => {
    rows[index] = unpacked(row, lesson);
  });
  show();
  const trials = new Map<string, Trial>();
  const queued = new Set<string>();
  const jobs: SimulationJob[] = [];
  for (const { result, examination } of rows) {
    if (examination !== null || result?.work.kind !== 'lesson') continue;
    for (const [check, done] of Object.entries(result.work.checks)) {
      const key = trialKey(check, done);
      if (queued.has(key)) continue;
      queued.add(key);
      jobs.push(...(await trialJobs(lesson, check, done, simulator, (trial) => trials.set(key, trial))));
    }
  }
  const completed = await simulator.run(jobs);
  rows.forEach((row, index) => {
    const { result, examination } = row;
    if (result === null || examination !== null || !completed) return;
    const done =
      result.work.kind === 'lesson'
        ? examineSafely(() => examineLesson(lesson, task, result, trials))
        : unverified({ reason: 'assignment', words: () => t('the code is from a task on the bench') });
    rows[index] = { ...row, examination: done };
  });
  show();
  return completed;
}

/** Reads a packed result with the lesson that it's about. */
function unpacked(row: Row, lesson: LoadedLesson): Row {
  const { result } = row;
  if (result?.work.kind !== 'packed' || row.examination !== null) return row;
  try {
    return { ...row, result: { ...result, work: unpackWork(result.work.bits, lesson) } };
  } catch {
    const words = () => t('it doesn’t fit this version of the lesson');
    return { ...row, examination: unverified({ reason: 'damaged', words }) };
  }
}

/** Turns an unexpected error into a finding, so that one code can't stop the grading of the others. */
function examineSafely(examine: () => Examination): Examination {
  try {
    return examine();
  } catch (error) {
    return unverified({ reason: 'refused', words: () => (error as Error).message });
  }
}

/** Opens the lesson and makes its original runs. Resolves to null if the user cancels. */
export async function loadLesson(
  { lesson: name }: LessonTask,
  simulator: Simulator,
  catalogue: Catalogue,
): Promise<LoadedLesson | null> {
  const opened = await openLesson(name);
  if (opened === null) throw new Error(t('Vegas Lab has no lesson called {name}.', { name }));
  const lessonRuns = await runLesson(opened.lesson, simulator, catalogue);
  return lessonRuns && { ...lessonRuns, lesson: opened.lesson, catalogue, language: opened.language };
}

/** For each row, describes what it has in common with other rows. */
export function duplicatesIn({ rows, runsDiffer }: GradingResult): string[][] {
  const duplicates: string[][] = rows.map(() => []);
  const compareRows = (
    keyOf: (row: Row) => string | null,
    describe: (others: Row[], row: Row) => string | null,
  ) => {
    const groups = new Map<string, number[]>();
    rows.forEach((row, index) => {
      const key = keyOf(row);
      if (key !== null) groups.set(key, [...(groups.get(key) ?? []), index]);
    });
    for (const places of groups.values())
      for (const index of places) {
        const row = rows[index];
        const others = places.filter((other) => other !== index).flatMap((other) => rows[other] ?? []);
        const words = row && others.length > 0 ? describe(others, row) : null;
        if (words !== null) duplicates[index]?.push(words);
      }
  };
  const lines = (others: readonly Row[]) => others.map(({ entry }) => entry.line).join(', ');
  const textOfRow = ({ entry, result }: Row) => result && normalizeLetters(entry.code);
  // A seed stands for a name, and codes without a name have it too.
  const nameOf = ({ result }: Row) => result && String(result.seed);
  compareRows(textOfRow, (others) => t('same code as in line {lines}', { lines: lines(others) }));
  compareRows(nameOf, (others, row) => {
    const different = others.filter((other) => textOfRow(other) !== textOfRow(row));
    return different.length === 0 ? null : t('same name as in line {lines}', { lines: lines(different) });
  });
  compareRows(workKey(runsDiffer), (others, row) => {
    const otherStudents = others.filter((other) => nameOf(other) !== nameOf(row));
    return otherStudents.length === 0
      ? null
      : SAME_WORK[row.result?.work.kind === 'bench' ? 'bench' : 'lesson'](lines(otherStudents));
  });
  return duplicates;
}

const SAME_WORK = {
  bench: (lines: string) => t('same run as in line {lines}', { lines }),
  lesson: (lines: string) => t('same answers and runs as in line {lines}', { lines }),
};

/** A key for work that two students are unlikely to share by chance; null for work that they may well share. */
function workKey(runsDiffer: boolean | null): (row: Row) => string | null {
  return ({ result }) => {
    if (result === null) return null;
    const { work } = result;
    if (work.kind === 'packed') return null;
    if (work.kind === 'bench') return runsDiffer === false ? null : work.digest;
    const { predictions, checks } = work;
    const hasEnough = Object.keys(predictions).length + Object.keys(checks).length > 1;
    return hasEnough ? JSON.stringify([predictions, checks]) : null;
  };
}

/** The total of points; null if the result isn't verified. */
export function scoreOf({ examination }: Row): number | null {
  if (examination === null || examination.finding !== null) return null;
  return examination.marks.reduce((sum, { points }) => sum + points, 0);
}

/** Minimum time between two redraws of the table. */
const SHOW_EVERY_MS = 200;

export interface GradingState {
  phase: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  /** The error message, or ''. */
  failure: string;
  assignment: Assignment | null;
  /** Headers of the columns other than the codes. */
  columns: readonly string[];
  graded: GradingResult | null;
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

  async start(assignment: Assignment, { entries, columns }: Submissions): Promise<void> {
    this.simulator?.dispose();
    const simulator = new BrowserSimulator();
    this.simulator = simulator;
    this.state.set({ phase: 'running', failure: '', assignment, columns, graded: null });
    this.progress.set({ done: 0, total: 0 });
    const { state: pool } = simulator.pool;
    const unsubscribe = pool.subscribe(() =>
      this.progress.set({ done: pool.value.done, total: pool.value.total }),
    );
    let latest: GradingResult | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isCurrent = () => this.simulator === simulator;
    const show = () => {
      timer = undefined;
      if (isCurrent()) this.state.set({ ...this.state.value, graded: latest });
    };
    try {
      const completed = await grade(assignment, entries, simulator, await simulator.catalogue, (graded) => {
        latest = graded;
        timer ??= setTimeout(show, SHOW_EVERY_MS);
      });
      if (isCurrent())
        this.state.set({ ...this.state.value, phase: completed ? 'done' : 'cancelled', graded: latest });
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
