import { expect, test } from 'vitest';
import type { PanelName } from '../lab/panels/registry';
import { simulatedText } from '../run/simulated';
import type { OpenedLesson } from './course';
import type { Lesson } from './lesson';
import { cwndOf } from './observe';
import { printedTasks, seenEarlier, shownIn } from './seen';
import { scenarioOf } from './simulatedLesson';
import { readText } from './text';

const VEGAS = { label: 'Vegas', scenario: 'ahn-fig1-rr', set: { 'flows.0.sender.preset': 'vegas' } };

const nothing: Lesson = { experiments: {}, steps: {}, predictions: {}, checks: {}, claims: {}, beside: [] };

const opened = (lesson: Partial<Lesson>): OpenedLesson => ({
  about: {
    name: 'earlier',
    number: 1,
    title: '',
    question: '',
    minutes: 10,
    objectives: [],
    builds_on: [],
    sources: [],
  },
  lesson: { ...nothing, ...lesson },
  text: { elements: [], own: {} },
  language: {},
});

const run = await simulatedText(JSON.stringify(await scenarioOf(VEGAS)));
const runs = { of: () => run, sweep: () => [], samples: () => [] };

const experiment = { kind: 'runs', title: '', look: '', arms: { vegas: VEGAS }, panels: ['window'] } as const;

const asking = opened({
  experiments: { alone: experiment },
  predictions: {
    drawn: {
      kind: 'draw',
      question: '',
      covers: ['alone'],
      x: { label: '', unit: 's', from: 0, to: 24 },
      y: { label: '', unit: '', from: 0, to: 90 },
      answer: ({ of }) => cwndOf(of('alone')),
      within: 0.1,
      why: '',
    },
  },
});

const showing = async (panel: PanelName, to: number) =>
  await shownIn(
    opened({
      experiments: { before: { ...experiment, staged: true } },
      steps: { vegas: { experiment: 'before', panels: [panel], seconds: [0, to], play: true } },
    }),
  );

test('a curve is given away by an earlier picture of the same quantity of the same run', async () => {
  expect(await seenEarlier(asking, runs, await showing('window', 8))).toEqual(['drawn: earlier/step vegas']);
  expect(await seenEarlier(asking, runs, await showing('queue', 8))).toEqual([]);
  expect(await seenEarlier(asking, runs, await showing('window', 3))).toEqual([]);
});

test('a task is given away by its number in the text before the next prediction', () => {
  const lesson: Partial<Lesson> = {
    experiments: { alone: experiment },
    checks: {
      idle: {
        kind: 'read',
        experiment: 'alone',
        task: '',
        unit: 's',
        answer: () => 5.7,
        within: 0.1,
        right: 5.7,
        wrong: 1,
        hints: ['', ''],
        why: () => '',
      },
    },
    claims: { idle: { number: () => 5.7, unit: 's' } },
  };
  const claim = 'It is idle for <Claim id="idle">5.7 s</Claim>.';
  const before = readText(`<Check id="idle" />\n\n${claim}\n`);
  const after = readText(`<Check id="idle" />\n\n<Predict id="next" />\n\n${claim}\n`);
  expect(printedTasks(opened(lesson), runs, before)).toEqual(['idle: line 3: 5.7 s']);
  expect(printedTasks(opened(lesson), runs, after)).toEqual([]);
});
