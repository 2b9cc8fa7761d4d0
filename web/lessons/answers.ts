/** Judges answers to predictions and to tasks, and explains the verdicts on predictions. */
import { hasFeature } from './features';
import type { Check, Curve, Feature, Mine, Prediction, Verdict } from './lesson';
import { meanOver } from './observe';
import type { Runs } from './runs';

/** The name of a choice, a number, or the y values of a drawn curve at evenly spaced x values. */
export type Answer = string | number | readonly number[];

/** Number of points of a drawn curve. */
export const DRAWN_POINTS = 41;

export function verdictOf(prediction: Prediction, answer: Answer, runs: Runs): Verdict {
  const why = typeof prediction.why === 'string' ? prediction.why : prediction.why(runs);
  switch (prediction.kind) {
    case 'choice': {
      const passed = answer === prediction.answer(runs);
      const instead = passed ? undefined : prediction.instead?.[String(answer)];
      return { passed, words: [instead, why].filter(Boolean).join(' ') };
    }
    case 'number':
      return { passed: Math.abs(Number(answer) - prediction.answer(runs)) <= prediction.within, words: why };
    case 'draw': {
      const drawn = answer as readonly number[];
      return { passed: judgedFeatures(prediction, drawn, runs).every(({ has }) => has), words: why };
    }
  }
}

/** Returns true if an answer to a task is right for the student's runs. */
export function isRight(check: Exclude<Check, { kind: 'reach' }>, given: string, mine: Mine): boolean {
  return check.kind === 'choose'
    ? given === check.answer(mine)
    : Math.abs(Number(given) - check.answer(mine)) <= check.within;
}

/** The smallest and the largest number that can be chosen and counts as right. */
export function acceptedRange(
  { range: [from, to], step, within }: Extract<Prediction, { kind: 'number' }>,
  right: number,
): [from: number, to: number] {
  const rounded = (value: number, round: (steps: number) => number) =>
    Number((from + step * round(value)).toPrecision(12));
  const least = rounded((right - within - from) / step - 1e-9, Math.ceil);
  const most = rounded((right + within - from) / step + 1e-9, Math.floor);
  return [Math.max(from, least), Math.min(to, most)];
}

type Draw = Extract<Prediction, { kind: 'draw' }>;

/** The features that a drawn curve is judged by, and whether it has them. */
export function judgedFeatures(
  prediction: Draw,
  drawn: readonly number[],
  runs: Runs,
): { feature: Feature; has: boolean }[] {
  const run = averagedCurve(prediction, prediction.answer(runs));
  return prediction.features.map((feature) => ({
    feature,
    has: hasFeature(feature, prediction, drawn, run),
  }));
}

/**
 * Averages a curve around each x value of a drawn one, because nobody can draw every tooth of a fast sawtooth. The curve is a step function
 * whose first value also applies before its first point.
 */
function averagedCurve({ x, y }: Draw, curve: Curve): number[] {
  const step = (x.to - x.from) / (DRAWN_POINTS - 1);
  return Array.from({ length: DRAWN_POINTS }, (_, place) => {
    const at = x.from + place * step;
    const mean = meanOver(curve, Math.max(at - step / 2, x.from), Math.min(at + step / 2, x.to));
    return Math.min(Math.max(mean, y.from), y.to);
  });
}

/** The right answer according to the runs. */
export function rightAnswer(prediction: Prediction, runs: Runs): Answer {
  return prediction.kind === 'draw'
    ? averagedCurve(prediction, prediction.answer(runs))
    : prediction.answer(runs);
}

/** Answers that must count as wrong: all other choices, the end of the range that is further off, or a curve far from the run's. */
export function wrongAnswers(prediction: Prediction, runs: Runs): Answer[] {
  switch (prediction.kind) {
    case 'choice': {
      const right = prediction.answer(runs);
      return Object.keys(prediction.options).filter((option) => option !== right);
    }
    case 'number': {
      const [from, to] = prediction.range;
      const right = prediction.answer(runs);
      return [right - from > to - right ? from : to];
    }
    case 'draw': {
      const { from, to } = prediction.y;
      // At every point, take the end of the scale that is further from the curve.
      return [
        averagedCurve(prediction, prediction.answer(runs)).map((value) =>
          value - from > to - value ? from : to,
        ),
      ];
    }
  }
}
