/** Grades the codes of an assignment: decodes them, repeats their runs, judges them and finds duplicates. */

import { t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { openLesson } from '../../lessons/course';
import type { Outcome } from '../../run/jobs';
import { type Assignment, type BenchTask, idOf, type LessonTask } from './assignment';
import { misfit } from './classAnswers';
import type { Entry } from './collection';
import { normalizeLetters } from './decode';
import { type Examination, examineRun, firstFinding, runOf, unverified } from './examine';
import { examineLesson, type LoadedLesson, repetitionOf, type Trial, trialKey } from './lessonWork';
import { isForeign, type Listed, Names } from './names';
import { unpackBench } from './packedTask';
import { unpackWork } from './packedWork';
import { Repeater, type Repetition, type RepetitionState } from './repeat';
import { type DecodeResult, decode, type Result } from './result';
import { baseOf, runLesson, type SimulationJob, type Simulator } from './simulate';
import { seedKey, seedOf, studentScenario } from './student';

export interface Row {
  entry: Entry;
  /** Null if the code cannot be decoded. */
  result: Result | null;
  /** Null until the result has been examined. */
  examination: Examination | null;
  /** The state of the repetition of its runs, while it hasn't been examined. */
  state: RepetitionState;
  /** True if two students may have the name that the code is for. */
  isAlike?: boolean;
}

export interface GradingResult {
  rows: readonly Row[];
  /** True if two students who make the same changes get different runs; null if unknown. */
  runsDiffer: boolean | null;
  /** The scenario of a task on the bench, once it has been opened. */
  base: Scenario | null;
  /** The lesson and its runs, once they have been made; null on the bench. */
  lesson: LoadedLesson | null;
  /**
   * The number of names in the class list, how many of them have a code that counts, the codes of others that count, and the names
   * that two lines may mean; null without a list.
   */
  classList: { names: number; handedIn: number; others: number; alike: readonly string[] } | null;
  /** The numbers of entries that the teacher has chosen to count. */
  chosen: readonly number[];
  /** The index of the row that counts for each student, by seed. */
  counted: ReadonlyMap<number, number>;
}

/** The outcome of examining a code, which is the same wherever it was found. */
interface Examined {
  /** Null if the code can't be decoded. */
  result: Result | null;
  examination: Examination | null;
}

/** Grades the codes of one assignment. Remembers each code's outcome, so that codes can be added while a class works. */
export class Grader {
  readonly id: string;
  private readonly assignment: Assignment;
  private readonly codes = new Map<string, Examined>();
  private readonly trials = new Map<string, Trial>();
  private names: Names;
  private word = '';
  private readonly repeater = new Repeater();
  /** By code: the keys of the repetitions that it waits for. */
  private readonly keys = new Map<string, readonly string[]>();
  private base: Scenario | null = null;
  /** Events of the task's own run, once it has been made. */
  private own: number | null = null;
  private lesson: LoadedLesson | null = null;
  private runsDiffer: boolean | null;

  constructor(assignment: Assignment) {
    this.assignment = assignment;
    this.id = idOf(assignment);
    this.names = new Names(this.id);
    this.runsDiffer = assignment.task.kind === 'bench' ? null : false;
  }

  /**
   * The entries with what is known of them so far. `classList` has the names of the class, `chosen` the numbers of entries that
   * the teacher has chosen to count, `word` is what the teacher gave when the work began.
   */
  graded(
    entries: readonly Entry[],
    classList: readonly string[] = [],
    chosen: readonly number[] = [],
    word = '',
  ): GradingResult {
    if (word !== this.word) {
      this.word = word;
      this.names = new Names(seedKey(this.id, word));
    }
    const rows = entries.map((entry): Row => {
      if (entry.code === '')
        return {
          entry,
          result: null,
          examination: unverified({ reason: 'missing', words: () => '' }),
          state: 'waiting',
        };
      const examined = this.codes.get(entry.code) ?? { result: null, examination: null };
      return { entry, ...examined, state: this.stateOf(entry.code) };
    });
    const { base, lesson, runsDiffer } = this;
    const named = this.withAlike(this.names.named(rows, classList, new Set(chosen)), classList);
    const counted = countedRows(named, chosen);
    return {
      ...{ rows: named, chosen, counted, runsDiffer, base, lesson },
      classList: this.classListOf(named, counted, classList),
    };
  }

  /** Marks the rows of students who can't be told apart by their names: the class list has two, or the rows have other addresses. */
  private withAlike(rows: readonly Row[], classList: readonly string[]): Row[] {
    const { bySeed } = this.names.classList(classList);
    const addresses = new Map<number, Set<string>>();
    for (const row of rows) {
      const [address] = row.entry.otherCells.flatMap(
        (cell) => /[^\s<>();,]+@[^\s<>();,]+/.exec(cell)?.[0] ?? [],
      );
      if (row.result === null || isForeign(row) || address === undefined) continue;
      const known = addresses.get(row.result.seed) ?? new Set();
      addresses.set(row.result.seed, known.add(address.toLowerCase()));
    }
    return rows.map((row) => {
      const seed = row.result?.seed;
      if (seed === undefined || isForeign(row)) return row;
      const isAlike = (bySeed.get(seed)?.length ?? 0) > 1 || (addresses.get(seed)?.size ?? 0) > 1;
      return isAlike ? { ...row, isAlike } : row;
    });
  }

  /** True while only codes are left whose runs take longer than most. */
  get onlyLong(): boolean {
    return this.repeater.onlyLong;
  }

  /** Marks all runs as ended, because the user has canceled them. */
  stop(): void {
    this.repeater.stop();
  }

  private stateOf(code: string): RepetitionState {
    const states = (this.keys.get(code) ?? []).map((key) => this.repeater.stateOf(key));
    const isAny = (state: RepetitionState) => states.includes(state);
    return isAny('running') ? 'running' : isAny('long') ? 'long' : 'waiting';
  }

  private classListOf(
    rows: readonly Row[],
    counted: ReadonlyMap<number, number>,
    classList: readonly string[],
  ): GradingResult['classList'] {
    const { listed, bySeed } = this.names.classList(classList);
    if (listed.length === 0) return null;
    const seedsOf = (one: Listed) => one.seeds.filter((seed) => bySeed.get(seed)?.includes(one));
    const rowsOf = (seed: number) =>
      rows.filter((row) => row.result?.seed === seed && !isForeign(row)).length;
    const left = new Map([...counted.keys()].map((seed) => [seed, rowsOf(seed)]));
    const handedIn = listed.filter((one) => {
      const seed = seedsOf(one).find((own) => (left.get(own) ?? 0) > 0);
      if (seed !== undefined) left.set(seed, (left.get(seed) ?? 0) - 1);
      return seed !== undefined;
    }).length;
    const alike = listed.filter((one) => seedsOf(one).some((seed) => (bySeed.get(seed)?.length ?? 0) > 1));
    const others = [...counted.keys()].filter((seed) => !bySeed.has(seed)).length;
    return { names: listed.length, handedIn, others, alike: [...new Set(alike.map(({ name }) => name))] };
  }

  /** Examines all codes that haven't been examined yet and reports each step. Resolves to false if the user cancels. */
  async grade(
    entries: readonly Entry[],
    simulator: Simulator,
    catalogue: Catalogue,
    report: () => void,
  ): Promise<boolean> {
    await Promise.all(entries.map(({ code }) => this.read(code)));
    report();
    const { task } = this.assignment;
    const completed =
      task.kind === 'bench'
        ? await this.gradeRuns(task, catalogue, simulator, report)
        : await this.gradeLessons(task, catalogue, simulator, report);
    report();
    return completed;
  }

  private async read(code: string): Promise<void> {
    if (code === '' || this.codes.has(code)) return;
    const decoded = withBenchWork(await decode(code), this.assignment);
    const finding = firstFinding(decoded, this.id);
    const result = 'result' in decoded ? decoded.result : null;
    this.codes.set(code, { result, examination: finding && unverified(finding) });
  }

  /** The codes that still have to be examined. */
  private waiting(): [code: string, result: Result][] {
    return [...this.codes].flatMap(([code, { result, examination }]): [string, Result][] =>
      result === null || examination !== null ? [] : [[code, result]],
    );
  }

  private settle(code: string, result: Result, examination: Examination): void {
    this.codes.set(code, { result, examination });
  }

  private async gradeRuns(
    task: BenchTask,
    catalogue: Catalogue,
    simulator: Simulator,
    report: () => void,
  ): Promise<boolean> {
    this.base ??= await baseOf(task, simulator);
    const { base } = this;
    this.own ??= await this.makeOwnRuns(base, task, simulator);
    const { own } = this;
    if (own === null) return false;
    report();
    const context = { task, base, own, catalogue, sealed: this.assignment.seal !== undefined };
    const repetitions: Repetition[] = [];
    for (const [code, result] of this.waiting()) {
      if (result.work.kind !== 'bench') {
        const words = () => t('the code is from a lesson');
        this.settle(code, result, unverified({ reason: 'assignment', words }));
        continue;
      }
      const run = await runOf(context, result, simulator);
      if ('reason' in run) {
        this.settle(code, result, unverified(run));
        continue;
      }
      this.keys.set(code, [code]);
      const settle = ([outcome]: readonly Outcome[]) => {
        if (outcome === undefined) return;
        this.settle(
          code,
          result,
          examineSafely(() => examineRun(context, result, outcome)),
        );
      };
      repetitions.push({ key: code, runs: [run], settle });
    }
    report();
    return await this.repeater.repeat(repetitions, simulator, report);
  }

  /**
   * Makes two runs of the task as it's given: their length is the measure for the codes', and they show whether students who change nothing
   * get different runs. Resolves to the number of events, or to null if the user cancels.
   */
  private async makeOwnRuns(base: Scenario, task: BenchTask, simulator: Simulator): Promise<number | null> {
    const digests: string[] = [];
    let own = 0;
    const jobs = ['A', 'B'].map((name): SimulationJob => {
      const given = studentScenario(base, task, seedOf(name, this.id));
      return {
        text: () => JSON.stringify({ ...given, record: { max_rows: 0 } }),
        onOutcome: (outcome) => {
          if (!('summary' in outcome)) return;
          digests.push(outcome.summary.digest);
          own = Math.max(own, outcome.events);
        },
      };
    });
    if (!(await simulator.run(jobs))) return null;
    if (digests.length === 2) this.runsDiffer = digests[0] !== digests[1];
    return own;
  }

  private async gradeLessons(
    task: LessonTask,
    catalogue: Catalogue,
    simulator: Simulator,
    report: () => void,
  ): Promise<boolean> {
    this.lesson ??= await loadLesson(task, simulator, catalogue);
    const { lesson } = this;
    if (lesson === null) return false;
    for (const [code, result] of this.waiting()) this.codes.set(code, unpacked(result, lesson));
    report();
    const settleReady = () => {
      for (const [code, result] of this.waiting())
        if (this.keys.get(code)?.every((key) => this.trials.has(key)))
          this.settle(
            code,
            result,
            examineSafely(() => examineLesson(lesson, task, result, this.trials)),
          );
    };
    const repetitions = new Map<string, Repetition>();
    for (const [code, result] of this.waiting()) {
      const { work } = result;
      if (work.kind !== 'lesson') {
        const words = () => t('the code is from a task on the bench');
        this.settle(code, result, unverified({ reason: 'assignment', words }));
        continue;
      }
      const checks = Object.entries(work.checks);
      for (const [check, done] of checks) {
        const key = trialKey(check, done);
        if (repetitions.has(key) || this.trials.has(key)) continue;
        const settle = (trial: Trial) => {
          this.trials.set(key, trial);
          settleReady();
        };
        const repetition = await repetitionOf(lesson, check, done, simulator, settle);
        if ('finding' in repetition) this.trials.set(key, repetition);
        else repetitions.set(key, repetition);
      }
      this.keys.set(
        code,
        checks.map(([check, done]) => trialKey(check, done)),
      );
    }
    settleReady();
    report();
    return await this.repeater.repeat([...repetitions.values()], simulator, report);
  }
}

/** Reads the packed work of a task on the bench. */
function withBenchWork(decoded: DecodeResult, { task }: Assignment): DecodeResult {
  if (!('result' in decoded)) return decoded;
  const { work, process } = decoded.result;
  if (work.kind !== 'packed' || work.of !== 'bench' || task.kind !== 'bench') return decoded;
  try {
    return { result: { ...decoded.result, ...unpackBench(work.bits, task, process) } };
  } catch {
    return { damage: 'form' };
  }
}

/** Reads a packed result with the lesson that it's about. */
function unpacked(result: Result, lesson: LoadedLesson): Examined {
  try {
    const { work } = result;
    const read =
      work.kind === 'packed' && work.of === 'lesson'
        ? { ...result, ...unpackWork(work.bits, lesson, result.process) }
        : result;
    const finding = read.work.kind === 'lesson' ? misfit(lesson.lesson, read.work.predictions) : null;
    return { result: read, examination: finding && unverified(finding) };
  } catch {
    const words = () => t('it doesn’t fit this version of the lesson');
    return { result, examination: unverified({ reason: 'damaged', words }) };
  }
}

/**
 * The index of the row that counts for each student, by seed: the one that the teacher has chosen, or else the one with the most
 * points among those that aren't flagged, or else the newest. Of equal ones the newest counts. Rows with a code of another
 * assignment or student don't count.
 */
export function countedRows(rows: readonly Row[], chosen: readonly number[] = []): Map<number, number> {
  const counted = new Map<number, number>();
  // A code that waits to be graded doesn't replace one that has points.
  const worth = (row: Row) =>
    (chosen.includes(row.entry.number) ? 1e9 : 0) + (isFlagged(row) ? -1 : (scoreOf(row) ?? 0));
  rows.forEach((row, index) => {
    if (row.result === null || isForeign(row)) return;
    const { seed } = row.result;
    const before = rows[counted.get(seed) ?? -1];
    if (before === undefined || worth(row) >= worth(before)) counted.set(seed, index);
  });
  return counted;
}

function isFlagged({ examination }: Row): boolean {
  return examination !== null && examination.finding !== null;
}

/** Why a row counts, or another one of the same student. `other` has the numbers of the others, or of the one that counts. */
export type Choice = { counts: boolean; why: 'chosen' | 'better' | 'newer'; other: readonly number[] };

/** For each row of a student with several codes, which one counts and why; null for the others. */
export function choicesIn({
  rows,
  chosen,
  counted,
}: Pick<GradingResult, 'rows' | 'chosen' | 'counted'>): (Choice | null)[] {
  const bySeed = new Map<number, number[]>();
  rows.forEach((row, index) => {
    if (row.result === null || isForeign(row)) return;
    bySeed.set(row.result.seed, [...(bySeed.get(row.result.seed) ?? []), index]);
  });
  const choices: (Choice | null)[] = rows.map(() => null);
  for (const [seed, places] of bySeed) {
    const winner = counted.get(seed);
    const best = rows[winner ?? -1];
    if (places.length < 2 || best === undefined) continue;
    const newer = places.filter((place) => place > (winner ?? 0));
    // An older code that counts, although newer ones are verified too, has more points.
    const beaten = newer.some((place) => scoreOf(rows[place] as Row) !== null);
    const why = chosen.includes(best.entry.number) ? 'chosen' : beaten ? 'better' : 'newer';
    for (const place of places) {
      const others = place === winner ? places.filter((one) => one !== winner) : [winner ?? 0];
      const other = others.map((one) => (rows[one] as Row).entry.number);
      // A code that is older than the one that counts was replaced as usual.
      const reason = place !== winner && why === 'better' && place < (winner ?? 0) ? 'newer' : why;
      choices[place] = { counts: place === winner, why: reason, other };
    }
  }
  return choices;
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
export function duplicatesIn({ rows, chosen, counted, runsDiffer }: GradingResult): string[][] {
  const duplicates: string[][] = rows.map(() => []);
  const compareRows = (
    keyOf: (row: Row) => string | null,
    describe: (others: Row[], row: Row, index: number) => string | null,
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
        const words = row && others.length > 0 ? describe(others, row, index) : null;
        if (words !== null) duplicates[index]?.push(words);
      }
  };
  const numbers = (others: readonly Row[]) => others.map(({ entry }) => entry.number).join(', ');
  const choices = choicesIn({ rows, chosen, counted });
  const textOfRow = ({ entry, result }: Row) => result && normalizeLetters(entry.code);
  // A seed stands for a name, and codes without a name have it too.
  const nameOf = ({ result }: Row) => result && String(result.seed);
  compareRows(textOfRow, (others) => t('same code as no. {numbers}', { numbers: numbers(others) }));
  compareRows(nameOf, (others, row, index) => {
    if (isForeign(row)) return t('same seed as no. {numbers}', { numbers: numbers(others) });
    const choice = choices[index];
    return choice == null ? null : wordsOfChoice(choice);
  });
  compareRows(workKey(runsDiffer), (others, row) => {
    const otherStudents = others.filter((other) => nameOf(other) !== nameOf(row));
    return otherStudents.length === 0
      ? null
      : SAME_WORK[row.result?.work.kind === 'bench' ? 'bench' : 'lesson'](numbers(otherStudents));
  });
  return duplicates;
}

const CHOICE_WORDS: Record<Choice['why'], Record<'counts' | 'replaced', (numbers: string) => string>> = {
  newer: {
    counts: (numbers) => t('replaces no. {numbers}', { numbers }),
    replaced: (numbers) => t('replaced by no. {numbers}', { numbers }),
  },
  better: {
    counts: (numbers) => t('counts because it has more points than no. {numbers}', { numbers }),
    replaced: (numbers) => t('doesn’t count: no. {numbers} has more points', { numbers }),
  },
  chosen: {
    counts: (numbers) => t('counts by your choice instead of no. {numbers}', { numbers }),
    replaced: (numbers) => t('doesn’t count: you chose no. {numbers}', { numbers }),
  },
};

export function wordsOfChoice({ why, counts, other }: Choice): string {
  return CHOICE_WORDS[why][counts ? 'counts' : 'replaced'](other.join(', '));
}

const SAME_WORK = {
  bench: (numbers: string) => t('same run as no. {numbers}', { numbers }),
  lesson: (numbers: string) => t('same answers and runs as no. {numbers}', { numbers }),
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

/** The total of points; null if the result isn't verified, or if an answer is sealed. */
export function scoreOf({ examination }: Row): number | null {
  if (examination === null || examination.finding !== null) return null;
  if (examination.marks.some(({ passed }) => passed === null)) return null;
  return examination.marks.reduce((sum, { points }) => sum + points, 0);
}
