import { expect, test } from 'vitest';
import type { PanelName } from '../lab/panels/registry';
import { simulatedText } from '../run/simulated';
import type { OpenedLesson } from './course';
import type { Lesson } from './lesson';
import { cwndOf } from './observe';
import { answeredAbove, printedTasks, seenEarlier, shownIn } from './seen';
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
      features: [],
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

test('a question is answered by a paragraph above it, or by the reason for an earlier answer', () => {
  const asked: OpenedLesson = {
    ...opened({
      experiments: { alone: experiment },
      predictions: {
        first: {
          kind: 'choice',
          question: 'Which sender finishes first?',
          covers: ['alone'],
          options: { reno: 'Reno', vegas: 'Vegas' },
          answer: () => 'vegas',
          why: 'A neighbor’s packets wait in the queue, for 5.7 s.',
        },
      },
      checks: {
        cause: {
          kind: 'choose',
          experiment: 'alone',
          task: 'Why does the transfer take so long?',
          options: { queue: 'Other packets wait in the queue', timer: 'The timer is coarse' },
          answer: () => 'queue',
          hints: ['', ''],
          why: () => '',
        },
        idle: {
          kind: 'read',
          experiment: 'alone',
          task: 'How long is it idle?',
          unit: 's',
          answer: () => 5.7,
          within: 0.1,
          right: 5.7,
          wrong: 1,
          hints: ['', ''],
          why: () => '',
        },
      },
    }),
    text: {
      elements: [
        ['Predict', { id: 'first' }],
        ['Experiment', { id: 'alone' }],
      ],
      own: {},
    },
  };
  const source = (before: string) =>
    readText(
      `<Predict id="first" />\n\n<Experiment id="alone" />\n\n${before}\n\n<Check id="cause" />\n\n<Check id="idle" />\n`,
    );
  const why = 'why of first: A neighbor’s packets wait in the queue, for 5.7 s.';
  expect(answeredAbove(asked, runs, source('Compare the two.'))).toEqual([`cause: ${why}`, `idle: ${why}`]);
  const words = 'Now many packets are waiting in queues.';
  expect(answeredAbove(asked, runs, source(words))).toContain(`cause: line 5: ${words}`);
});
