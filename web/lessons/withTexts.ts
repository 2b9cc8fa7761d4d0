/** Replaces the texts of a `lesson.ts`. Texts that it computes from runs aren't among them; those go through `t`. */
import type {
  Arm,
  Beside,
  Check,
  Claim,
  Control,
  Experiment,
  Lesson,
  LessonMetric,
  Prediction,
} from './lesson';

type Say = (text: string) => string;

/** A copy of a lesson with each text replaced by what `say` returns for it. */
export function withTexts(lesson: Lesson, say: Say): Lesson {
  return {
    ...lesson,
    experiments: mapped(lesson.experiments, (one) => experimentWith(one, say)),
    steps: mapped(lesson.steps, ({ controls, ...step }) =>
      controls === undefined ? step : { ...step, controls: controlsWith(controls, say) },
    ),
    predictions: mapped(lesson.predictions, (one) => predictionWith(one, say)),
    checks: mapped(lesson.checks, (one) => checkWith(one, say)),
    claims: mapped(lesson.claims, (one) => claimWith(one, say)),
    beside: lesson.beside.map((one) => besideWith(one, say)),
  };
}

function mapped<T>(all: Readonly<Record<string, T>>, map: (one: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, map(one)]));
}

function experimentWith(experiment: Experiment, say: Say): Experiment {
  const texts = { title: say(experiment.title), look: say(experiment.look) };
  switch (experiment.kind) {
    case 'runs': {
      const { controls, metrics, ...rest } = experiment;
      const arms = mapped(experiment.arms, (arm) => armWith(arm, say));
      return {
        ...rest,
        ...texts,
        arms,
        ...(controls && { controls: controlsWith(controls, say) }),
        ...(metrics && { metrics: metrics.map((metric) => metricWith(metric, say)) }),
      };
    }
    case 'sweep':
      return { ...experiment, ...texts, base: armWith(experiment.base, say) };
    case 'samples':
      return { ...experiment, ...texts, arms: mapped(experiment.arms, (arm) => armWith(arm, say)) };
  }
}

const metricWith = (metric: string | LessonMetric, say: Say) =>
  typeof metric === 'string' ? metric : { ...metric, label: say(metric.label), unit: say(metric.unit) };

const armWith = ({ flowNames, nodeNames, ...arm }: Arm, say: Say): Arm => ({
  ...arm,
  label: say(arm.label),
  ...(flowNames && { flowNames: mapped(flowNames, say) }),
  ...(nodeNames && { nodeNames: mapped(nodeNames, say) }),
});

const controlsWith = (controls: readonly Control[], say: Say): Control[] =>
  controls.map(({ label, words, ...control }) => ({
    ...control,
    ...(label !== undefined && { label: say(label) }),
    ...(words && { words: mapped(words, say) }),
  }));

function predictionWith(prediction: Prediction, say: Say): Prediction {
  const { why } = prediction;
  const texts = { question: say(prediction.question), why: typeof why === 'string' ? say(why) : why };
  switch (prediction.kind) {
    case 'choice': {
      const { instead, ...rest } = prediction;
      const options = mapped(prediction.options, say);
      return { ...rest, ...texts, options, ...(instead && { instead: mapped(instead, say) }) };
    }
    case 'number':
      return { ...prediction, ...texts, unit: say(prediction.unit) };
    case 'draw': {
      const [x, y] = [prediction.x, prediction.y].map((axis) => ({
        ...axis,
        label: say(axis.label),
        unit: say(axis.unit),
      })) as [typeof prediction.x, typeof prediction.y];
      return { ...prediction, ...texts, x, y };
    }
  }
}

function checkWith(check: Check, say: Say): Check {
  const task = say(check.task);
  if (check.kind === 'reach') return { ...check, task };
  const hints = [say(check.hints[0]), say(check.hints[1])] as const;
  return check.kind === 'read'
    ? { ...check, task, hints, unit: say(check.unit) }
    : { ...check, task, hints, options: mapped(check.options, say) };
}

function claimWith(claim: Claim, say: Say): Claim {
  return 'number' in claim && claim.unit !== undefined ? { ...claim, unit: say(claim.unit) } : claim;
}

function besideWith({ note, ...row }: Beside, say: Say): Beside {
  return {
    ...row,
    quantity: say(row.quantity),
    unit: say(row.unit),
    published: say(row.published),
    ...(note !== undefined && { note: say(note) }),
  };
}
