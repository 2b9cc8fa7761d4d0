/** Checks the form of lessons: a stage, a short core path, short sentences, much to do, and no question about what wasn't named. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COURSE, GLOSSARY, openLesson } from './course';
import type { Lesson, StageStep } from './lesson';
import { stepMistakes } from './stage/steps';
import { type CorePiece, readCore, readText, sentencesIn, wordsIn } from './text';

const MOST_WORDS = 400;
/** The first lesson is for touching. */
const MOST_WORDS_AT_FIRST = 249;
const LONGEST_MEDIAN = 14;
const MOST_SENTENCES = 3;

const sourceOf = (name: string) => readFileSync(`content/lessons/${name}/lesson.mdx`, 'utf8');

test('every lesson has a stage', () => {
  const staged = COURSE.filter(({ name }) =>
    readText(sourceOf(name)).placed.some((one) => one.name === 'Stage'),
  );
  expect(staged).toEqual(COURSE);
});

test.each(COURSE.map(({ name }) => name))(
  '%s explains the dash-dotted lines where it shows them',
  async (name) => {
    const opened = await openLesson(name);
    const shown = Object.entries(opened?.lesson.experiments ?? {}).filter(([, one]) => one.kind === 'runs');
    for (const [id, one] of shown)
      expect('theory' in one && one.theory === true, id).toBe(/dash-dotted/i.test(one.look));
  },
);

const textOf = (pieces: readonly CorePiece[]) =>
  pieces.map((piece) => ('words' in piece ? piece.words : '')).join('');

/** Minutes for each thing to do; the game has three rounds. */
const MINUTES: Readonly<Record<string, number>> = {
  Step: 0.5,
  Experiment: 1,
  Predict: 1,
  Check: 1.5,
  Capstone: 15,
};
const WORDS_A_MINUTE = 200;

/** Lessons may round to five minutes. */
const ROUNDED = 2.5;

/** The time that a student needs for the text before the notebook, without its folds. */
function minutesOf(name: string, core: readonly CorePiece[], { predictions, checks }: Lesson): number {
  const source = sourceOf(name);
  const { placed } = readText(source.slice(0, source.indexOf('<Notebook>')));
  const asked = [
    ...Object.values(predictions).map(({ question }) => question),
    ...Object.values(checks).map(({ task }) => task),
  ];
  const words = wordsIn([textOf(core), ...asked].join(' ')).length;
  const doing = placed
    .filter(({ within }) => !within.includes('Fold'))
    .reduce((sum, one) => sum + (MINUTES[one.name] ?? 0), 0);
  return words / WORDS_A_MINUTE + doing;
}

test('a step without a moment that does not play, or that begins outside of its seconds, stops the build', () => {
  const scene = { experiment: 'alone', panels: ['queue'], seconds: [1, 2] } as const;
  // @ts-expect-error: it needs `time` or `play`
  const bare: StageStep = scene;
  // @ts-expect-error: it doesn't play
  const still: StageStep = { ...scene, time: 1, from: 1 };
  const late: StageStep = { ...scene, play: true, from: 2 };
  for (const step of [bare, still, late]) expect(stepMistakes({ steps: { step } })).toHaveLength(1);
  const right: StageStep[] = [
    { ...scene, time: 1 },
    { ...scene, play: true, from: 1 },
  ];
  for (const step of right) expect(stepMistakes({ steps: { step } })).toEqual([]);
});

describe.each(COURSE.map(({ name }) => name))('%s', async (name) => {
  const opened = await openLesson(name);
  if (opened === null) throw new Error(`${name} is not a complete lesson`);
  const { about, lesson } = opened;
  const core = readCore(sourceOf(name));

  test('its core path is short', () => {
    const most = about.number === 1 ? MOST_WORDS_AT_FIRST : MOST_WORDS;
    expect(wordsIn(textOf(core)).length).toBeLessThanOrEqual(most);
  });

  test('its minutes are those of its words and of all that there is to do', () => {
    expect(
      Math.abs(about.minutes - minutesOf(name, core, lesson)),
      `${minutesOf(name, core, lesson)} minutes`,
    ).toBeLessThanOrEqual(ROUNDED);
  });

  test('its sentences are short', () => {
    const lengths = sentencesIn(textOf(core))
      .map((sentence) => wordsIn(sentence).length)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(LONGEST_MEDIAN);
  });

  test(`${name} there are few sentences between two things to do`, () => {
    const stretches: string[] = [''];
    for (const piece of core) {
      if ('words' in piece) stretches.push((stretches.pop() ?? '') + piece.words);
      else if (isDone(piece.does)) stretches.push('');
    }
    // Nothing follows the last one.
    for (const stretch of stretches.slice(0, -1))
      expect(sentencesIn(stretch).length, stretch).toBeLessThanOrEqual(MOST_SENTENCES);
  });

  /** A step that only changes the picture is no thing to do. */
  function isDone(does: string): boolean {
    const step = lesson.steps[does.replace(/^Step /, '')];
    return !does.startsWith('Step ') || step?.play === true || step?.controls !== undefined;
  }

  test('the first screen has something to touch besides the time', () => {
    const [first] = Object.values(lesson.steps);
    const points = core.findIndex((piece) => 'does' in piece && piece.does === 'Point');
    const end = core.findIndex((piece) => 'does' in piece && piece.does.startsWith('Step '));
    expect(first?.controls !== undefined || (points >= 0 && points < end)).toBe(true);
  });

  test('a step has a moment of its own, or plays', () => {
    expect(stepMistakes(lesson)).toEqual([]);
  });

  test.each(['lesson.mdx', 'de/lesson.mdx'])(
    `${name} %s asks nobody to play a step that plays by itself`,
    (file) => {
      const path = `content/lessons/${name}/${file}`;
      if (!existsSync(path)) return;
      const source = readFileSync(path, 'utf8');
      const lines = source.split('\n');
      for (const one of readText(source).placed) {
        if (one.name !== 'Step' || lesson.steps[one.attributes.id ?? '']?.play !== true) continue;
        const words = lines.slice(one.line - 1, one.end).join(' ');
        expect(words, `step ${one.attributes.id}`).not.toMatch(/\bplay\b|\babspielen\b|\bspielen sie\b/i);
      }
    },
  );

  test(`${name} terms in a prediction are named before it`, () => {
    for (const [id, prediction] of Object.entries(lesson.predictions)) {
      const line = readText(sourceOf(name)).placed.find(
        (one) => one.name === 'Predict' && one.attributes.id === id,
      )?.line;
      const before = textOf(core.filter((piece) => piece.line < (line ?? 0)));
      const options = prediction.kind === 'choice' ? Object.values(prediction.options) : [];
      const asked = [prediction.question, ...options].join(' ');
      const terms = [...GLOSSARY.keys()].filter((term) => has(asked, term));
      expect(
        terms.filter((term) => !has(before, term)),
        `${id} asks about terms that the text names later or never`,
      ).toEqual([]);
    }
  });
});

function has(text: string, term: string): boolean {
  return new RegExp(
    `(?<![\\w-])${term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:e?s)?(?![\\w-])`,
    'i',
  ).test(text);
}
