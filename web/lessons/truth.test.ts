/** Checks every lesson's claims, predictions and checks against its runs, simulated with the real engine. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { simulatedText } from '../run/simulated';
import type { Run } from '../run/trace';
import { at } from '../scenario/path';
import { acceptedRange, isRight, judgedFeatures, rightAnswer, verdictOf, wrongAnswers } from './answers';
import { prints, readClaim } from './claims';
import { LESSONS, type OpenedLesson, openLesson } from './course';
import { printedAnswers, shownAnswers } from './gate';
import type { Lesson } from './lesson';
import { numbersIn } from './numbers';
import { contradictions } from './printed';
import { NotYet, type Runs, waitsFor } from './runs';
import { answeredAbove, printedTasks, seenEarlier, shownBefore } from './seen';
import { noted, runsReadBy, scenarioOf, simulateChanged, simulateLesson } from './simulatedLesson';
import { readText } from './text';

/**
 * The place of the line that a drawn prediction's answer is read off, in the picture that it covers; undefined if that picture has no line of
 * its own for it.
 */
function lineRead({ answer, covers }: DrawnPrediction, lesson: Lesson, runs: Runs): number | undefined {
  const experiment = lesson.experiments[covers[0] ?? ''];
  if (experiment?.kind === 'sweep') {
    const senders = new Set<string>();
    const sweep = (...of: Parameters<Runs['sweep']>) =>
      runs.sweep(...of).map(
        (point) =>
          new Proxy(point, {
            get(target, key) {
              if (key === 'mean' || key === 'values') senders.add(target.series);
              return Reflect.get(target, key);
            },
          }),
      );
    answer({ ...runs, sweep });
    expect(senders.size).toBe(1);
    return experiment.presets?.findIndex((preset) => senders.has(preset));
  }
  if (experiment?.kind !== 'runs') return undefined;
  const arms = Object.keys(experiment.arms);
  const read = runsReadBy(answer, lesson, runs).map((run) => arms.indexOf(asArm(run)[1]));
  if (arms.length > 1) return read[0];
  const subjects = new Set<string>();
  answer({ ...runs, of: (...run) => noted(runs.of(...run), subjects) });
  const [subject = '', ...others] = subjects;
  return others.length === 0 && subject.startsWith('flow ')
    ? Number(subject.slice('flow '.length))
    : undefined;
}

type DrawnPrediction = Extract<Lesson['predictions'][string], { kind: 'draw' }>;

const asArm = (name: string) => name.split('/') as [experiment: string, arm: string];

describe.each(LESSONS.map(({ name }) => name))('%s', (name) => {
  let opening: Promise<{ opened: OpenedLesson; lesson: Lesson; runs: Runs }> | null = null;
  const open = () => {
    opening ??= openLesson(name).then(async (opened) => {
      if (opened === null) throw new Error(`${name} is not a complete lesson`);
      return { opened, lesson: opened.lesson, runs: await simulateLesson(opened.lesson) };
    });
    return opening;
  };
  const text = readText(readFileSync(`content/lessons/${name}/lesson.mdx`, 'utf8'));

  test('its claims are true', async () => {
    const { lesson, runs } = await open();
    for (const { attributes, words, line } of text.placed.filter((one) => one.name === 'Claim')) {
      const claim = lesson.claims[attributes.id ?? ''];
      if (claim === undefined) throw new Error(`line ${line}: there is no claim ${attributes.id}`);
      if ('holds' in claim) expect(claim.holds(runs), `line ${line}: ${words}`).toBe(true);
      else {
        const value = claim.number(runs);
        expect(prints(words, value), `line ${line}: “${words}” is ${value}`).toBe(true);
      }
    }
  });

  test('its statements about single runs are false of runs that they do not describe', async () => {
    const { lesson, runs } = await open();
    for (const [id, claim] of Object.entries(lesson.claims)) {
      if (!('holds' in claim)) continue;
      const read = runsReadBy(claim.holds, lesson, runs);
      const single = read.every((name) => lesson.experiments[name.split('/')[0] ?? '']?.kind === 'runs');
      expect(claim.wrong !== undefined, `${id} has changes with which it is false`).toBe(single);
      if (claim.wrong === undefined) continue;
      const changed = await simulateChanged(lesson, read, claim.wrong);
      for (const path of Object.keys(claim.wrong))
        expect(
          read.some((name) => at(changed.of(...asArm(name)).scenario, path) !== undefined),
          `${id}: a run has the field ${path}`,
        ).toBe(true);
      expect(claim.holds(changed), `${id} with ${JSON.stringify(claim.wrong)}`).toBe(false);
    }
  });

  test('its statements about sweeps and samples wait for them from the start', async () => {
    const { lesson, runs } = await open();
    const wait = (experiment: string) => {
      throw new NotYet('', experiment);
    };
    const none: Runs = { of: wait, sweep: wait, samples: wait };
    const isStarted = (experiment = '') => lesson.experiments[experiment]?.kind !== 'runs';
    for (const [id, claim] of Object.entries(lesson.claims)) {
      const read = runsReadBy((all) => readClaim(claim, all), lesson, runs).map((run) => run.split('/')[0]);
      const first = waitsFor(() => readClaim(claim, none));
      if (read.some(isStarted)) expect(read.filter(isStarted), id).toContain(first);
    }
  });

  test('no measure of a flow or a link is printed with two values', async () => {
    const { lesson, runs } = await open();
    expect(await contradictions(lesson, runs, text)).toEqual([]);
  });

  test('its numbers match the runs', async () => {
    const { lesson, runs } = await open();
    for (const [number, source] of Object.entries(lesson.numbers ?? {})) {
      if (typeof source !== 'function') continue;
      const value = source(runs);
      expect(prints(number, value), `“${number}” is ${value}`).toBe(true);
    }
  });

  test('its predictions accept the right answer and reject wrong ones', async () => {
    const { lesson, runs } = await open();
    for (const [id, prediction] of Object.entries(lesson.predictions)) {
      const right = verdictOf(prediction, rightAnswer(prediction, runs), runs);
      expect(right.passed, `${id}: ${right.words}`).toBe(true);
      const wrong = wrongAnswers(prediction, runs);
      expect(wrong.length, id).toBeGreaterThan(0);
      for (const answer of wrong) {
        const verdict = verdictOf(prediction, answer, runs);
        expect(verdict.passed, `${id} accepts ${JSON.stringify(answer).slice(0, 80)}`).toBe(false);
        expect(verdict.words.length, id).toBeGreaterThan(20);
      }
    }
  });

  test('a predicted number that counts as right is near the run’s, and what counts can be chosen', async () => {
    const { lesson, runs } = await open();
    for (const [id, prediction] of Object.entries(lesson.predictions)) {
      if (prediction.kind !== 'number') continue;
      const { range, within } = prediction;
      const right = prediction.answer(runs);
      expect(within, `${id}: a share of the range`).toBeLessThanOrEqual((range[1] - range[0]) / 10);
      expect(within, `${id}: a share of ${right}`).toBeLessThan(Math.abs(right));
      for (const end of acceptedRange(prediction, right))
        expect(verdictOf(prediction, end, runs).passed, `${id}: ${end}`).toBe(true);
    }
  });

  test('a drawing of the run’s shape is right, each feature can be missing, and few simple lines have all of them', async () => {
    const { lesson, runs } = await open();
    for (const [id, prediction] of Object.entries(lesson.predictions)) {
      if (prediction.kind !== 'draw') continue;
      const { from, to } = prediction.y;
      const run = rightAnswer(prediction, runs) as number[];
      const used = Math.max(...run) - from;
      const judged = (drawn: number[]) => judgedFeatures(prediction, drawn, runs);
      const isRight = (drawn: number[]) => judged(drawn).every(({ has }) => has);
      for (const share of [-0.08, 0.08]) {
        const scaled = run.map((value) => from + (value - from) * (1 + share));
        const moved = run.map((value) => value + share * used);
        const shaky = run.map((value, place) => value + share * used * (place % 2));
        for (const drawn of [scaled, moved, shaky])
          expect(isRight(drawn), `${id}: off by ${share}: ${drawn}`).toBe(true);
      }
      const flat = Array.from({ length: 11 }, (_, tenth) => run.map(() => from + ((to - from) * tenth) / 10));
      const straight = [0.25, 0.5, 0.75, 1].flatMap((share) => {
        const line = run.map((_, place) => from + (share * (to - from) * place) / (run.length - 1));
        return [line, line.toReversed()];
      });
      const simple = [...flat, ...straight];
      for (const [index, feature] of prediction.features.entries())
        expect(
          simple.some((line) => judged(line)[index]?.has === false),
          `${id}: ${JSON.stringify(feature)}`,
        ).toBe(true);
      expect(simple.filter(isRight).length / simple.length, id).toBeLessThanOrEqual(0.25);
    }
  });

  test('a drawn prediction names the line that its curve is', async () => {
    const { lesson, runs } = await open();
    for (const [id, prediction] of Object.entries(lesson.predictions)) {
      if (prediction.kind === 'draw') expect(prediction.line, id).toBe(lineRead(prediction, lesson, runs));
    }
  });

  test('no earlier lesson shows the runs that it asks about', async () => {
    const { opened, runs } = await open();
    expect(await seenEarlier(opened, runs, await shownBefore(name))).toEqual([]);
  });

  test('its text prints no answer to a task', async () => {
    const { opened, runs } = await open();
    expect(printedTasks(opened, runs, text)).toEqual([]);
  });

  test('no paragraph and no reason answers a question below it', async () => {
    const { opened, runs } = await open();
    expect(answeredAbove(opened, runs, text)).toEqual([]);
  });

  test(`${name} nothing gives a prediction away before it is locked`, async () => {
    const { opened, runs } = await open();
    expect(await shownAnswers(opened, runs, text)).toEqual([]);
    expect(printedAnswers(opened, runs, text)).toEqual([]);
  });

  test('its checks accept the right changes, and neither wrong changes nor the initial state', async () => {
    const { lesson, runs } = await open();
    for (const [id, check] of Object.entries(lesson.checks)) {
      const experiment = lesson.experiments[check.experiment];
      if (experiment?.kind !== 'runs') throw new Error(`${id} must refer to an experiment of kind "runs"`);
      const arms = Object.keys(experiment.arms);
      const [first = ''] = arms;
      if (check.kind !== 'reach') {
        const mine = (arm = first) => runs.of(check.experiment, arm);
        if (check.kind === 'choose') {
          expect(Object.keys(check.options), id).toContain(check.answer(mine));
        } else {
          expect(isRight(check, String(check.right), mine), `${id}: ${check.right}`).toBe(true);
          expect(isRight(check, String(check.wrong), mine), `${id}: ${check.wrong}`).toBe(false);
        }
        for (const number of check.hints.flatMap((hint) => numbersIn(hint)))
          expect(isRight(check, number, mine), `a hint of ${id} says ${number}`).toBe(false);
        for (const words of [...check.hints, check.why(mine)]) expect(words.length, id).toBeGreaterThan(20);
        continue;
      }
      const simulateWith = async (changes: typeof check.right) => {
        const mine = new Map<string, Run>();
        for (const arm of arms) {
          const what = experiment.arms[arm];
          if (what) mine.set(arm, await simulatedText(JSON.stringify(await scenarioOf(what, changes))));
        }
        return (arm = first) => {
          const found = mine.get(arm);
          if (found === undefined) throw new Error(`${check.experiment} has no arm ${arm}`);
          return found;
        };
      };
      const right = check.judge(await simulateWith(check.right));
      expect(right.passed, `${id}, right: ${right.words}`).toBe(true);
      const wrong = check.judge(await simulateWith(check.wrong));
      expect(wrong.passed, `${id}, wrong: ${wrong.words}`).toBe(false);
      const untouched = check.judge((arm = first) => runs.of(check.experiment, arm));
      expect(untouched.passed, `${id}, before anything is changed: ${untouched.words}`).toBe(false);
      for (const verdict of [right, wrong]) expect(verdict.words.length, id).toBeGreaterThan(20);
    }
  });

  test('each comparison with a paper has a number of ours', async () => {
    const { lesson, runs } = await open();
    for (const { quantity, ours } of lesson.beside) expect(Number.isFinite(ours(runs)), quantity).toBe(true);
  });
});
