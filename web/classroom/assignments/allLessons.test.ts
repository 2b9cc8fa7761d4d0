/**
 * In every lesson, an honest student's code gets the full score from the real grading path, and a code with a setting that the page
 * doesn't offer gets none.
 */
import { describe, expect, it } from 'vitest';
import { formatPlain } from '../../base/words/format';
import type { Scenario } from '../../engine/schema';
import type { Answer } from '../../lessons/answers';
import { DRAWN_POINTS } from '../../lessons/answers';
import { queryOf } from '../../lessons/arms';
import { controlsOf, offers, valuesSet } from '../../lessons/controls';
import { LESSONS } from '../../lessons/course';
import type { Check, Control, Lesson, Prediction } from '../../lessons/lesson';
import type { Progress } from '../../lessons/progress';
import type { Outcome } from '../../run/jobs';
import type { Atom } from '../../scenario/changes';
import { at, fieldAt, isPreset, kindOf } from '../../scenario/path';
import { isControlled } from './allowed';
import { type Assignment, idOf } from './assignment';
import { Grader, loadLesson, scoreOf } from './grading';
import { lessonHandIn } from './lessonHandIn';
import { type LoadedLesson, repetitionOf } from './lessonWork';
import { lessonCodeOf } from './packedWork';
import type { DoneCheck } from './result';
import { catalogue, ENGINE_VERSION, entryOf, SIMULATOR } from './sampleTask';
import type { SimulationJob, Simulator } from './simulate';
import { seedOf } from './student';

/** Makes each run only once: grading repeats what the student's page has made. */
function memory(): Simulator & { texts: Set<string> } {
  const known = new Map<string, Outcome>();
  const texts = new Set<string>();
  return {
    texts,
    read: SIMULATOR.read,
    run: async (jobs) => {
      for (const job of jobs) {
        const text = job.text();
        texts.add(text);
        const outcome = known.get(text);
        if (outcome !== undefined) job.onOutcome(outcome);
        else await SIMULATOR.run([{ ...job, onOutcome: (made) => keep(job, text, made) }]);
      }
      return true;
    },
  };
  function keep(job: SimulationJob, text: string, outcome: Outcome): void {
    // Only a run without a limit, or within it, is the whole one.
    if ('summary' in outcome) known.set(text, outcome);
    job.onOutcome(outcome);
  }
}

function armsOf(lesson: Lesson, { experiment }: Check) {
  const one = lesson.experiments[experiment];
  if (one?.kind !== 'runs') throw new Error(`${experiment} has no runs.`);
  return Object.entries(one.arms);
}

/** The links to a check's runs after these changes, each made with the controls of its arm. */
function linksOf(lesson: Lesson, check: Check, set: Readonly<Record<string, Atom>>): string[] {
  return armsOf(lesson, check).map(([name, arm]) => {
    const controls = controlsOf(lesson, check.experiment, name);
    const changes = Object.entries(set).filter(([path]) => isControlled(path, controls));
    return `#/bench?${queryOf({ ...arm, set: { ...arm.set, ...Object.fromEntries(changes) } })}`;
  });
}

function anyAnswer(one: Prediction): Answer {
  switch (one.kind) {
    case 'choice':
      return Object.keys(one.options)[0] ?? '';
    case 'number':
      return one.range[0];
    case 'draw':
      return Array.from({ length: DRAWN_POINTS }, () => one.y.from);
  }
}

/** The stored progress of a student who has made every prediction and done every task. */
function finished({ lesson, runs }: LoadedLesson): Progress {
  const done = (check: Check): Progress['checks'][string] => {
    const links = linksOf(lesson, check, check.kind === 'reach' ? check.right : {});
    const answer =
      check.kind === 'reach'
        ? null
        : check.kind === 'read'
          ? String(check.right)
          : check.answer((arm) => runs.of(check.experiment, arm));
    return { passed: true, answer, words: '', links };
  };
  const { predictions, checks } = lesson;
  return {
    version: 1,
    predictions: Object.fromEntries(
      Object.entries(predictions).map(([id, one]) => [
        id,
        { answer: anyAnswer(one), passed: null, words: '' },
      ]),
    ),
    checks: Object.fromEntries(Object.entries(checks).map(([id, check]) => [id, done(check)])),
  };
}

/** Values of a control that the page offers, and the nearest ones that it doesn't, as changes. */
function valuesOf(control: Control, original: unknown, shapeValues: readonly string[], integer: boolean) {
  const { path, range } = control;
  if (range !== undefined) {
    const [from, to] = range;
    const step = integer ? 1 : (to - from) / 100;
    return { path, offered: [from, to], others: [from - step, to + step] };
  }
  const whole = kindOf(original) === undefined ? path : `${path}.kind`;
  return {
    path: whole,
    // To choose the kind that the lesson begins with restores its part as a whole.
    offered: shapeValues.filter((value) => offers(control, value) && value !== kindOf(original)),
    others: shapeValues.filter((value) => !offers(control, value)),
  };
}

/** The control's other numbers, after its own was moved. */
const numbersWith = (control: Control, value: Atom, original: Scenario) =>
  Object.fromEntries(valuesSet(control, value, original).slice(1)) as Record<string, Atom>;

interface Setting {
  id: string;
  check: Check;
  changes: Readonly<Record<string, Atom>>;
}

/** For each control of each task: settings that the page offers, and settings that it doesn't. */
function settingsOf({ lesson, arms }: LoadedLesson): { offered: Setting[]; others: Setting[] } {
  const offered: Setting[] = [];
  const others: Setting[] = [];
  for (const [id, check] of Object.entries(lesson.checks))
    for (const [name] of armsOf(lesson, check))
      for (const control of controlsOf(lesson, check.experiment, name)) {
        const scenario = arms.get(`${check.experiment}/${name}`)?.scenario;
        if (scenario === undefined) throw new Error(`${check.experiment}/${name} has no scenario.`);
        const original = at(scenario, control.path);
        const shape = fieldAt(catalogue, scenario, control.path)?.shape;
        const words = isPreset(control.path)
          ? catalogue.presets.map((preset) => preset.name)
          : shape?.type === 'part'
            ? (catalogue.parts[shape.set]?.members ?? []).map(({ kind }) => kind)
            : [];
        const values = valuesOf(control, original, words, shape?.type === 'number' && shape.integer);
        const setting = (value: Atom): Setting => ({
          id,
          check,
          changes: { [values.path]: value, ...numbersWith(control, value, scenario) },
        });
        // The choice of a kind may bring other parts along; `right` has these.
        if (control.along === undefined) offered.push(...values.offered.map(setting));
        others.push(...values.others.map(setting));
      }
  return { offered, others };
}

describe.each(LESSONS.map(({ name }) => name))('%s', (name) => {
  it(`${name} gives the full score to an honest code, and none to a setting that it doesn’t offer`, {
    timeout: 300_000,
  }, async () => {
    const task = { kind: 'lesson', lesson: name, words: '', points: 10 } as const;
    const assignment: Assignment = { title: name, due: '', task };
    const id = idOf(assignment);
    const simulator = memory();
    const loaded = await loadLesson(task, simulator, catalogue);
    if (loaded === null) throw new Error('The runs were canceled.');
    const head = (who: string) => ({ who, assignment: id, seed: seedOf(who, id), engine: ENGINE_VERSION });
    const honest = await lessonHandIn(loaded, finished(loaded), head('Ada'), simulator);
    expect(honest.missing).toEqual([]);

    const done = ({ check, changes }: Setting): DoneCheck => ({
      passed: true,
      answer: null,
      links: linksOf(loaded.lesson, check, changes),
      mark: 0,
    });
    const { offered, others } = settingsOf(loaded);
    for (const setting of offered) {
      const repetition = await repetitionOf(loaded, setting.id, done(setting), simulator, () => {});
      expect('finding' in repetition && repetition.finding.words(), JSON.stringify(setting.changes)).toBe(
        false,
      );
    }
    const entries = [entryOf(honest.code)];
    const grader = new Grader(assignment);
    const grade = async () => {
      await grader.grade(entries, simulator, catalogue, () => {});
      return grader.graded(entries).rows;
    };
    const [first] = await grade();
    expect(first?.examination?.finding?.words()).toBeUndefined();
    expect(first && scoreOf(first)).toBe(10);

    simulator.texts.clear();
    const forged: Setting[] = [];
    for (const setting of others) {
      const repetition = await repetitionOf(loaded, setting.id, done(setting), simulator, () => {});
      const reason = 'finding' in repetition ? repetition.finding.reason : null;
      // The engine refuses some itself, and no code can be made of them.
      expect(['range', 'refused'], JSON.stringify(setting.changes)).toContain(reason);
      if (reason === 'refused') continue;
      forged.push(setting);
      const who = `Bo ${forged.length}`;
      const work = { kind: 'lesson', predictions: {}, checks: { [setting.id]: done(setting) } } as const;
      const code = await lessonCodeOf({ ...head(who), work }, loaded, simulator);
      entries.push(entryOf(code, { number: entries.length + 1 }));
    }
    const [, ...rows] = await grade();
    rows.forEach((row, index) => {
      const { changes = {} } = forged[index] ?? {};
      const { finding } = row.examination ?? {};
      expect(finding?.reason, JSON.stringify(changes)).toBe('range');
      expect(finding?.words()).toContain(`is ${formatted(Object.values(changes)[0])}; allowed: `);
    });
    expect([...simulator.texts], 'refused codes make no runs').toEqual([]);
  });
});

function formatted(value: unknown): string {
  return typeof value === 'number' ? formatPlain(value) : String(value);
}
