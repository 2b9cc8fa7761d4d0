import { expect, it } from 'vitest';
import { acceptedRange, DRAWN_POINTS, rightAnswer, verdictOf } from './answers';
import { judgedInWords } from './features';
import type { Feature, Prediction } from './lesson';
import type { Runs } from './runs';

const runs = {} as Runs;

const number = (range: readonly [number, number], step: number, within: number) =>
  ({
    kind: 'number',
    question: '',
    covers: [],
    unit: '',
    range,
    step,
    within,
    why: '',
    answer: () => 0,
  }) as const;

it('the accepted numbers are those that the slider has within the tolerance', () => {
  expect(acceptedRange(number([0, 5], 0.1, 0.25), 1.704)).toEqual([1.5, 1.9]);
  expect(acceptedRange(number([0, 100], 1, 4), 4.08)).toEqual([1, 8]);
  expect(acceptedRange(number([0.5, 5], 0.5, 1), 1)).toEqual([0.5, 2]);
});

const draw = (features: readonly Feature[], y: (x: number) => number): Prediction & { kind: 'draw' } => ({
  kind: 'draw',
  question: '',
  covers: [],
  x: { label: '', unit: 's', from: 0, to: 40 },
  y: { label: '', unit: 'segments', from: 0, to: 50 },
  answer: () => {
    const x = Array.from({ length: 4000 }, (_, row) => row / 100);
    return { x, y: x.map(y) };
  },
  features,
  why: '',
});

const drawn = (height: (place: number) => number) =>
  Array.from({ length: DRAWN_POINTS }, (_, at) => height(at));
const isRight = (one: Prediction, answer: readonly number[]) => verdictOf(one, answer, runs).passed;

it('a curve drawn through the middle of a fast sawtooth is close to it', () => {
  // Ten teeth per point of a drawn curve, from 20 to 30.
  const sawtooth = draw(
    [{ is: 'near', from: 0, to: 40, within: 0.25 }],
    (x) => 20 + (Math.round(100 * x) % 11),
  );
  expect(
    isRight(
      sawtooth,
      drawn(() => 25),
    ),
  ).toBe(true);
  const heights = rightAnswer(sawtooth, runs) as number[];
  expect(heights).toHaveLength(DRAWN_POINTS);
  for (const height of heights) expect(height).toBeCloseTo(25, 0);
});

it('judges a rise by its direction and pace, not by its height', () => {
  const rising = draw([{ is: 'rising', pace: 'faster', from: 0, to: 40 }], (x) => (x * x) / 40);
  for (const height of [0.4, 0.7, 1.25])
    expect(
      isRight(
        rising,
        drawn((at) => (height * at * at) / 40),
      ),
    ).toBe(true);
  // Stairs whose steps grow.
  expect(
    isRight(
      rising,
      drawn((at) => 2 * Math.floor(at / 10) ** 2),
    ),
  ).toBe(true);
  for (const other of [
    drawn((at) => at),
    drawn((at) => 6 * Math.sqrt(at)),
    drawn((at) => 40 - at),
    drawn(() => 20),
  ])
    expect(isRight(rising, other)).toBe(false);
  expect(
    isRight(
      rising,
      drawn((at) => (0.2 * at * at) / 40),
    ),
    'too little',
  ).toBe(false);
});

it('judges what is level by its change, and height only where it counts, between the named places', () => {
  const level = draw([{ is: 'level', from: 10, to: 40, within: 5 }], (x) => (x < 8 ? 45 : 20));
  for (const height of [5, 20, 45])
    expect(
      isRight(
        level,
        drawn(() => height),
      ),
    ).toBe(true);
  expect(
    isRight(
      level,
      drawn((at) => (at < 8 ? 0 : 30)),
    ),
  ).toBe(true);
  expect(
    isRight(
      level,
      drawn((at) => at),
    ),
  ).toBe(false);
  const near = draw([{ is: 'near', from: 10, to: 40, within: 5 }], () => 20);
  expect(
    isRight(
      near,
      drawn((at) => (at < 10 ? 50 : 24)),
    ),
  ).toBe(true);
  expect(
    isRight(
      near,
      drawn(() => 26),
    ),
  ).toBe(false);
});

it('says what counts without giving it away', () => {
  const { x, y } = draw([], () => 0);
  const words = (features: readonly Feature[]) => judgedInWords(features, { x, y });
  expect(words([{ is: 'rising', from: 0, to: 40 }])).toBe(
    words([{ is: 'level', from: 0, to: 40, within: 4 }]),
  );
  expect(words([{ is: 'near', from: 0, to: 40, within: 4 }])).toContain('4 segments');
});
