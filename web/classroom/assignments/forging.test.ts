/** Tests what docs/threats.md says that a code can't prove. Each of these forgeries must work as described. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rightAnswer } from '../../lessons/answers';
import { queryOf } from '../../lessons/arms';
import type { Check } from '../../lessons/lesson';
import { forgetProgress, type Progress, progressIn, setCheck, setPrediction } from '../../lessons/progress';
import { importProgress, readProgressFile } from '../../lessons/progressFile';
import { measuresOf } from '../../run/measures';
import { withValue } from '../../scenario/path';
import { type Assignment, assignmentText, idOf, type LessonTask, openChecksOf } from './assignment';
import { decodeLetters, encodePacked, normalizeLetters } from './decode';
import { judgeCheck } from './examine';
import { gradesCsv, linesOf } from './GradeTable';
import { duplicatesIn, Grader, type GradingResult, loadLesson, scoreOf } from './grading';
import { type LoadedLesson, recheckWork, workOf } from './lessonWork';
import { lessonCodeOf } from './packedWork';
import { followLesson, openCourse, processOf } from './process';
import type { LessonWork, Process } from './result';
import {
  ASSIGNMENT,
  BASE,
  catalogue,
  codeOf,
  ENGINE_VERSION,
  entryOf,
  ID,
  resultBy,
  SIMULATOR,
  scenarioOf,
  summaryOf,
  TASK,
} from './sampleTask';
import { seedOf, studentScenario } from './student';

const LESSON: LessonTask = { kind: 'lesson', lesson: 'reading-a-trace', words: '', points: 10 };
const LESSON_ASSIGNMENT: Assignment = { title: '', due: '', task: LESSON, process: true };
const LESSON_ID = idOf(LESSON_ASSIGNMENT);

let loaded: LoadedLesson;

beforeAll(async () => {
  const made = await loadLesson(LESSON, SIMULATOR, catalogue);
  if (made === null) throw new Error('The lesson must load.');
  loaded = made;
});

afterEach(() => void vi.useRealTimers());

async function graded(codes: readonly string[], assignment = ASSIGNMENT): Promise<GradingResult> {
  const entries = codes.map((code, index) => entryOf(code, { number: index + 1 }));
  const grader = new Grader(assignment);
  await grader.grade(entries, SIMULATOR, catalogue, () => {});
  return grader.graded(entries);
}

/** Makes a code as the lab's page does at "Make my result code". */
async function handIn(who: string, work: LessonWork, process?: Process): Promise<string> {
  const { work: checked } = await recheckWork(loaded, work, SIMULATOR);
  const head = { who, assignment: LESSON_ID, seed: seedOf(who, LESSON_ID), engine: ENGINE_VERSION };
  return await lessonCodeOf({ ...head, work: checked, ...(process && { process }) }, loaded, SIMULATOR);
}

function linksOf(check: Check, set: Record<string, string | number | boolean | null>): string[] {
  const experiment = loaded.lesson.experiments[check.experiment];
  const arms = experiment?.kind === 'runs' ? Object.values(experiment.arms) : [];
  return arms.map((arm) => `#/bench?${queryOf({ ...arm, set: { ...arm.set, ...set } })}`);
}

/** The work that a script makes from the lesson's own solutions: no run is looked at. */
function scripted(answer: (id: string) => Progress['predictions'][string]['answer']): Progress {
  const { predictions, checks } = loaded.lesson;
  const record = <T, U>(all: Readonly<Record<string, T>>, of: (one: T, id: string) => U) =>
    Object.fromEntries(Object.entries(all).map(([id, one]) => [id, of(one, id)]));
  return {
    version: 1,
    predictions: record(predictions, (_, id) => ({ answer: answer(id), passed: null, words: '' })),
    checks: record(checks, (check) => ({
      passed: true,
      answer: check.kind === 'read' ? String(check.right) : null,
      words: '',
      links: linksOf(check, check.kind === 'reach' ? { ...check.right } : {}),
    })),
  };
}

const rightOf = (id: string) => {
  const prediction = loaded.lesson.predictions[id];
  if (prediction === undefined) throw new Error(`There is no prediction ${id}.`);
  return rightAnswer(prediction, loaded.runs);
};

it('a code is verified although its work is the progress file of a classmate', async () => {
  const file = JSON.stringify({ vegas_lab_progress: 1, lessons: { [LESSON.lesson]: scripted(rightOf) } });
  const read = readProgressFile(file);
  if ('problem' in read) throw new Error(read.problem);
  importProgress(read.lessons, 'browser');
  const work = workOf(progressIn(LESSON.lesson).value);
  const result = await graded([await handIn('Ada', work), await handIn('Eve', work)], LESSON_ASSIGNMENT);
  expect(result.rows.map(scoreOf)).toEqual([10, 10]);
  expect(duplicatesIn(result)[1]).toEqual(['same answers and runs as no. 1']);
  // One prediction that differs is enough to hide it.
  const varied = { ...work, predictions: { ...work.predictions, stall: 4 } };
  const hidden = await graded([await handIn('Ada', work), await handIn('Eve', varied)], LESSON_ASSIGNMENT);
  expect(duplicatesIn(hidden)).toEqual([[], []]);
});

it('a code is verified although a script made it from the solutions in the program, with the first answer to every prediction', async () => {
  const first = (id: string) => {
    const prediction = loaded.lesson.predictions[id];
    if (prediction?.kind === 'choice') return Object.keys(prediction.options)[0] ?? '';
    return prediction?.kind === 'number' ? prediction.range[0] : Array(41).fill(prediction?.y.from);
  };
  const { rows } = await graded([await handIn('Eve', workOf(scripted(first)))], LESSON_ASSIGNMENT);
  expect(rows.map(scoreOf)).toEqual([10]);
});

it('a code is verified although somebody else typed the name', async () => {
  const { rows } = await graded([await codeOf(resultBy('Alice Smith', []))]);
  expect(rows[0]?.examination?.finding).toBe(null);
});

it('a code is verified although a program has searched for the settings', async () => {
  const [goal] = TASK.checks;
  const given = studentScenario(BASE, TASK, seedOf('Eve', ID));
  const found = [4000, 8000, 16_000, 40_000].find((bytes) => {
    const mine = withValue(given, 'links.1.queue.limit_bytes', bytes);
    return goal && judgeCheck(goal, null, summaryOf(JSON.stringify(mine)), measuresOf(mine)).passed;
  });
  const { rows } = await graded([await codeOf(resultBy('Eve', [['links.1.queue.limit_bytes', found ?? 0]]))]);
  expect(rows[0]?.examination?.marks[0]?.passed).toBe(true);
});

it('a code is verified although the settings are those of a classmate', async () => {
  const codes = ['Ada', 'Eve'].map((who) => codeOf(resultBy(who, [['flows.0.sender.preset', 'vegas']])));
  const result = await graded(await Promise.all(codes));
  expect(result.rows.map(scoreOf)).toEqual([6, 6]);
  expect(duplicatesIn(result)).toEqual([[], []]);
});

it('a code is verified although its predictions are the values of the run', async () => {
  const { rows } = await graded([await handIn('Eve', workOf(scripted(rightOf)))], LESSON_ASSIGNMENT);
  expect(rows[0]?.examination?.notes.map((say) => say())).toEqual(['3 of 3 predictions right']);
});

it('the link of an assignment has its checks and tolerances', () => {
  for (const { measure } of openChecksOf(TASK)) expect(assignmentText(ASSIGNMENT)).toContain(measure);
  expect(assignmentText(ASSIGNMENT)).toContain('"below",26');
  expect(scenarioOf('ahn-fig1-rr').name).toBe('ahn-fig1-rr');
});

it('an edited code with a new checksum is a code', async () => {
  const [, body = ''] = /^VL3-(.*)$/.exec(await codeOf(resultBy('Eve', []))) ?? [];
  const read = await decodeLetters(normalizeLetters(body));
  if (!('packed' in read)) throw new Error('The code must be packed.');
  const edited = read.packed.map((byte, at) => (at === 11 ? byte ^ 1 : byte));
  expect('packed' in (await decodeLetters(normalizeLetters(encodePacked(edited, '3'))))).toBe(true);
});

it('a code is the same on any day', async () => {
  const codes: string[] = [];
  for (const day of ['2026-01-01', '2030-12-31']) {
    vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] });
    codes.push(await codeOf(resultBy('Ada', [])), await handIn('Ada', workOf(scripted(rightOf))));
    vi.useRealTimers();
  }
  expect(codes.slice(0, 2)).toEqual(codes.slice(2));
});

describe('the course of the work', () => {
  const forged: Process = { seconds: 3000, tries: { whole: 7, trip: 2 }, first: { stall: 1.5, above: null } };

  it('the course of the work is what the browser says, and the table shows it as a claim', async () => {
    const work = workOf(scripted(rightOf));
    const result = await graded([await handIn('Eve', work, forged)], LESSON_ASSIGNMENT);
    const [line] = linesOf(result);
    expect(line).toMatchObject({ score: 10, process: forged });
    const [head, row] = gradesCsv(linesOf(result), [], 10).split('\r\n');
    expect(head).toContain(',claimed_seconds,claimed_tries,claimed_first_answers');
    expect(row).toContain(',3000,"trip 2, whole 7","above skipped, stall 1.5"');
  });

  it('the course of the work is shown for a task on the bench', async () => {
    const process: Process = { seconds: 90, tries: { run: 12 }, first: { 2: 70 } };
    const result = await graded([await codeOf({ ...resultBy('Eve', []), process })]);
    expect(linesOf(result)[0]?.process).toEqual(process);
  });

  beforeEach(() => {
    const items = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => items.set(key, text),
      removeItem: (key: string) => items.delete(key),
    });
  });

  afterEach(() => void vi.unstubAllGlobals());

  it('the course of the work counts from the first opening under a name', () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
    openCourse(ID, 'Ada');
    vi.setSystemTime(1_600_000);
    openCourse(ID, ' ADA');
    expect(processOf(ID, 'ada', {})).toEqual({ seconds: 600, tries: {}, first: {} });
    expect(processOf(ID, 'Bo', {}).seconds).toBe(0);
  });

  it('the course of the work counts tries and keeps the first answers of a lesson', () => {
    const [name, who] = ['two-seconds', 'Ada'];
    forgetProgress(name);
    setPrediction(name, 'before', { answer: 1, passed: null, words: '' });
    const stop = followLesson(ID, who, name);
    const tried = (link: string) =>
      setCheck(name, 'task', { passed: false, answer: null, words: '', links: [link] });
    for (const link of ['a', 'b', 'b', 'c']) tried(link);
    for (const answer of [3, 4]) setPrediction(name, 'later', { answer, passed: null, words: '' });
    stop();
    tried('d');
    const { tries, first } = processOf(ID, who, { before: 1, later: 4 });
    expect([tries, first]).toEqual([{ task: 3 }, { later: 3 }]);
    forgetProgress(name);
  });

  it('the course of the work makes a code a few letters longer', async () => {
    const work = workOf(scripted(rightOf));
    const [without, having] = [await handIn('Eve', work), await handIn('Eve', work, forged)];
    console.log(`a lesson's code: ${without.length} letters, ${having.length} with how the work went`);
    expect(having.length - without.length).toBeLessThanOrEqual(16);
  });
});
