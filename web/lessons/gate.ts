/** For tests: finds what gives a prediction's answer away before the prediction is locked. */
import { prints } from './claims';
import type { OpenedLesson } from './course';
import type { Arm, Experiment, Lesson } from './lesson';
import { textsOf } from './numbers';
import type { Runs } from './runs';
import { runsReadBy, scenarioOf } from './simulatedLesson';
import { experimentOf } from './stage/stageBenches';
import type { ParsedText } from './text';

/** Predictions whose answer is computed from numbers in the question. No panel of the earlier run shows it. */
const COMPUTED = ['listening-to-the-queue/estimate'];

/** Line of a component in the text; NaN if the text doesn't have it. */
const lineOf = ({ placed }: ParsedText, component: string, id: string) =>
  placed.find((one) => one.name === component && one.attributes.id === id)?.line ?? Number.NaN;

/** The predictions that cover no run that their answer needs, or only runs that an earlier experiment shows. */
export async function shownAnswers(
  { about, lesson }: OpenedLesson,
  runs: Runs,
  text: ParsedText,
): Promise<string[]> {
  const { experiments, predictions, steps } = lesson;
  const found: string[] = [];
  for (const [id, { covers, answer }] of Object.entries(predictions)) {
    const earlier = Object.entries(experiments).filter(
      ([name]) => lineOf(text, 'Experiment', name) < lineOf(text, 'Predict', id),
    );
    const staged = Object.entries(steps).filter(
      ([name]) => lineOf(text, 'Step', name) < lineOf(text, 'Predict', id),
    );
    const seen = [...earlier.map(([, one]) => one), ...staged.map(([, step]) => experimentOf(lesson, step))];
    const shown = (await Promise.all(seen.map(scenariosOf))).flat();
    const needed = runsReadBy(answer, lesson, runs).filter((run) => covers.includes(run.split('/')[0] ?? ''));
    const hidden = (await Promise.all(needed.map((run) => scenariosNamed(lesson, run)))).flat();
    const gate = hidden.some((scenario) => !shown.includes(scenario));
    if (!gate && !COMPUTED.includes(`${about.name}/${id}`)) found.push(id);
  }
  return found;
}

/** The complete scenarios of single runs. Sweeps and samples show metrics of many runs only. */
async function scenariosOf(experiment: Experiment): Promise<string[]> {
  if (experiment.kind !== 'runs') return [];
  return await Promise.all(Object.values(experiment.arms).map(completeScenario));
}

async function completeScenario(arm: Arm): Promise<string> {
  return JSON.stringify(await scenarioOf(arm));
}

/** The scenario of a single run by its name; for a sweep or sample, which no scenario equals, the name. */
async function scenariosNamed({ experiments }: Lesson, run: string): Promise<string[]> {
  const [name = '', arm = ''] = run.split('/');
  const experiment = experiments[name];
  if (experiment?.kind !== 'runs') return [name];
  const what = experiment.arms[arm];
  return what ? [await completeScenario(what)] : [];
}

/**
 * Texts that print the answer to a number's prediction: those before it, those after the fold that it's in, which don't wait for it, and
 * those of a worksheet, which shows all questions at once.
 */
export function printedAnswers({ about, lesson }: OpenedLesson, runs: Runs, text: ParsedText): string[] {
  const found: string[] = [];
  // A container's words include those after a prediction within it; they're also in its parts.
  const containers = new Set(text.placed.flatMap(({ within }) => within));
  const parts = text.placed.filter(({ name }) => !containers.has(name));
  for (const [id, prediction] of Object.entries(lesson.predictions)) {
    if (prediction.kind !== 'number') continue;
    const line = lineOf(text, 'Predict', id);
    const fold = text.placed.find((one) => one.name === 'Fold' && one.line < line && line < one.end);
    const waits = (at: number) => at >= line && (fold === undefined || at < fold.end);
    const answer = prediction.answer(runs);
    const before = [...text.unmarked, ...parts.map(({ words, line: at }) => ({ text: words, line: at }))]
      .filter((one) => !waits(one.line))
      .map((one) => one.text);
    const others = [about.title, about.question, ...about.objectives, ...questionsOf(lesson)];
    for (const words of [...others, ...before])
      if (printsWithUnit(words, answer, prediction.unit)) found.push(`${id}: ${words}`);
    for (const { name, attributes, words, line: at } of text.placed) {
      const claim = name === 'Claim' ? lesson.claims[attributes.id ?? ''] : undefined;
      if (waits(at) || claim === undefined || !('number' in claim)) continue;
      if (claim.unit === prediction.unit && prints(words, answer)) found.push(`${id}: ${words}`);
    }
  }
  return found;
}

/** The texts of `lesson.ts` that don't wait for a prediction: questions, options, tasks, and labels of experiments. */
function questionsOf(lesson: Lesson): string[] {
  const later = Object.values(lesson.predictions).flatMap((one) =>
    one.kind === 'choice' ? Object.values(one.instead ?? {}) : [],
  );
  const notes = lesson.beside.map(({ note }) => note);
  return textsOf(lesson).flatMap(([, words]) =>
    later.includes(words) || notes.includes(words) ? [] : [words],
  );
}

/** Returns true if a text prints the number, at any precision, with the unit. */
export function printsWithUnit(words: string, answer: number, unit: string): boolean {
  return [...words.matchAll(/\d[\d,]*(?:\.\d+)?/g)].some(
    ({ 0: number, index }) =>
      words
        .slice(index + number.length)
        .trimStart()
        .startsWith(unit) && prints(number, answer),
  );
}
