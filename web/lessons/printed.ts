/**
 * For tests: finds a measure of a flow or a link that a lesson prints twice with different values: in its text, the answers and words of its
 * predictions and tasks, its comparison with a paper, and the tables and charts of its experiments.
 */
import { same } from '../base/same';
import { measuresOf } from '../run/measures';
import { firstNumberIn } from './claims';
import type { Check, Lesson, Mine, SampleExperiment, SweepExperiment } from './lesson';
import { metricRows } from './metrics';
import { numbersIn } from './numbers';
import { inLessonUnit } from './rates';
import type { Runs } from './runs';
import { differencesOf, meansOf } from './samples/pairs';
import { inOneUnit } from './samples/words';
import { noted, runsReadBy, scenarioOf } from './simulatedLesson';
import type { ParsedText } from './text';

/** Two means of one quantity over other seconds, or counted otherwise, differ by less than this share. */
const NEAR = 0.12;

/** A printed number, and the function of the runs that it comes from. */
interface Stated {
  where: string;
  words: string;
  unit: string;
  of(runs: Runs): unknown;
  /** True if the function is about more than the number: it makes a sentence. */
  sentence: boolean;
}

interface Quantity {
  value: number;
  half: number;
  unit: string;
}

/** The number of a text or a table's cell, and its unit. */
function quantityOf(words: string, unit = ''): Quantity | null {
  const number = firstNumberIn(words);
  const [, printed = ''] = /\d\s+(%|[a-z].*)$/i.exec(words) ?? [];
  return number && { ...number, unit: (unit || printed).replace(/^seg$/, 'segments') };
}

/** The numbers of a table or a chart: those that may be of the stated quantity, and all in which it may be found. */
interface Shown {
  where: string;
  suspects: readonly Quantity[];
  all: readonly Quantity[];
}

const apart = (one: Quantity, other: Quantity) => Math.abs(one.value - other.value);

const isNear = (one: Quantity, other: Quantity) =>
  apart(one, other) < NEAR * Math.max(Math.abs(one.value), Math.abs(other.value));

/** True if tables or charts have another number for what seems to be the stated quantity, and none has this one. */
function contradicted(stated: Quantity, shown: readonly Shown[]): boolean {
  const agrees = (one: Quantity) =>
    one.unit === stated.unit && apart(one, stated) <= Math.max(one.half, stated.half) * (1 + 1e-9);
  return (
    shown.some(({ suspects }) => suspects.length > 0) &&
    !shown.some(({ all }) => all.some((one) => agrees(one)))
  );
}

/** The numbers that the lesson prints outside tables and charts. */
function statedIn(lesson: Lesson, runs: Runs, text: ParsedText): Stated[] {
  const claims = text.placed.flatMap(({ name, attributes: { id = '' }, words, line }): Stated[] => {
    const claim = name === 'Claim' ? lesson.claims[id] : undefined;
    if (claim === undefined || 'holds' in claim) return [];
    return [
      { where: `line ${line}: ${id}`, words, unit: claim.unit ?? '', of: claim.number, sentence: false },
    ];
  });
  const beside = lesson.beside.map(
    ({ quantity, unit, ours, decimals }): Stated => ({
      where: quantity,
      words: ours(runs).toFixed(decimals),
      unit,
      of: ours,
      sentence: false,
    }),
  );
  const predicted = Object.entries(lesson.predictions).flatMap(([id, prediction]): Stated[] => {
    const { why } = prediction;
    const number: Stated[] =
      prediction.kind === 'number'
        ? [
            {
              where: `the answer of ${id}`,
              words: String(prediction.answer(runs)),
              unit: prediction.unit,
              of: prediction.answer,
              sentence: false,
            },
          ]
        : [];
    return typeof why === 'string' ? number : [...number, ...numbersOf(`why of ${id}`, why, runs)];
  });
  const tasks = Object.entries(lesson.checks).flatMap(([id, check]) =>
    numbersOf(`words of ${id}`, (seen) => sentenceOf(check, mineOf(seen, check)), runs),
  );
  return [...claims, ...beside, ...predicted, ...tasks];
}

const mineOf =
  (runs: Runs, { experiment }: Check): Mine =>
  (arm) =>
    runs.of(experiment, arm);

function sentenceOf(check: Check, mine: Mine): string {
  return check.kind === 'reach' ? check.judge(mine).words : check.why(mine);
}

/** The numbers with units in a sentence that is made from runs. */
function numbersOf(where: string, of: (runs: Runs) => string, runs: Runs): Stated[] {
  return numbersIn(of(runs))
    .filter((words) => /\s/.test(words))
    .map((words) => ({ where, words, unit: '', of, sentence: true }));
}

/** Contradictions of stated numbers: "line 80: rate states 665 kB/s, averaging/long shows 1,946 kB/s". */
export async function contradictions(lesson: Lesson, runs: Runs, text: ParsedText): Promise<string[]> {
  const scenarios = new Map<string, string>();
  const charts = new Map<string, Charted>();
  for (const [id, experiment] of Object.entries(lesson.experiments)) {
    if (experiment.kind !== 'runs') charts.set(id, await chartedBy(id, experiment, runs));
    else
      for (const arm of Object.keys(experiment.arms))
        scenarios.set(`${id}/${arm}`, JSON.stringify(runs.of(id, arm).scenario));
  }
  return statedIn(lesson, runs, text).flatMap((stated) => {
    const quantity = quantityOf(stated.words, stated.unit);
    const read = runsReadBy(stated.of, lesson, runs);
    const single = read.filter((name) => scenarios.has(name));
    // A number of several single runs is a ratio or a difference of theirs.
    if (quantity === null || (single.length > 1 && !stated.sentence)) return [];
    const about = subjectsOf(stated, lesson, runs);
    // Several experiments may show one run. Only rates have the same unit and meaning in all of their tables, and in a sentence.
    const tables = [...scenarios].flatMap(([where, scenario]): Shown[] => {
      const alike = single.filter((name) => scenarios.get(name) === scenario);
      if (alike.length === 0) return [];
      const subjects = new Set(alike.flatMap((name) => [...(about.get(name) ?? [])]));
      const all = cellsOf(lesson, runs, where, subjects, stated.sentence);
      const near = !stated.sentence && single.includes(where);
      const suspects = all.filter(
        (one) => one.unit === quantity.unit && (one.unit === 'kB/s' || (near && isNear(one, quantity))),
      );
      return [{ where, suspects, all }];
    });
    const drawn = [...new Set(read.map((name) => name.split('/')[0] ?? ''))].flatMap((id): Shown[] => {
      const { means = [], others = [] } = charts.get(id) ?? {};
      // Times and counts of several runs may be spreads or numbers of runs.
      const suspects = stated.sentence
        ? []
        : means.filter((one) => one.unit === 'kB/s' && quantity.unit === 'kB/s' && isNear(one, quantity));
      return [{ where: id, suspects, all: [...means, ...others] }];
    });
    const shown = [...tables, ...drawn];
    if (!contradicted(quantity, shown)) return [];
    const others = shown.flatMap(({ where, suspects }) =>
      suspects.map(({ value, unit }) => `${where} shows ${value} ${unit}`),
    );
    return [`${stated.where} states ${quantity.value} ${quantity.unit}, ${others.join(', ')}`];
  });
}

/** The flows and links of each single run that a stated number is about. */
function subjectsOf({ of }: Stated, { experiments }: Lesson, runs: Runs): Map<string, Set<string>> {
  const about = new Map<string, Set<string>>();
  of({
    ...runs,
    of: (id, arm) => {
      const experiment = experiments[id];
      const [first] = experiment?.kind === 'runs' ? Object.keys(experiment.arms) : [];
      const name = `${id}/${arm ?? first}`;
      const subjects = about.get(name) ?? new Set<string>();
      about.set(name, subjects);
      return noted(runs.of(id, arm), subjects);
    },
  });
  return about;
}

/** The cells of a run in its experiment's table that are about these flows and links; for a sentence, about some of them. */
function cellsOf(
  { experiments }: Lesson,
  runs: Runs,
  shown: string,
  about: ReadonlySet<string>,
  some: boolean,
): Quantity[] {
  const [id = '', arm] = shown.split('/');
  const experiment = experiments[id];
  if (experiment?.kind !== 'runs') return [];
  const run = runs.of(id, arm);
  return metricRows(experiment, run.scenario).flatMap((row) => {
    const subjects = new Set<string>();
    const cell = row.of(noted(run, subjects));
    const fits = some
      ? [...subjects].every((one) => about.has(one))
      : same([...subjects].sort(), [...about].sort());
    return cell !== null && fits ? (quantityOf(cell) ?? []) : [];
  });
}

/** The numbers of a chart and its tables: means, and how they spread and differ. */
interface Charted {
  means: Quantity[];
  others: Quantity[];
}

async function chartedBy(
  id: string,
  experiment: SweepExperiment | SampleExperiment,
  runs: Runs,
): Promise<Charted> {
  const [arm] = experiment.kind === 'sweep' ? [experiment.base] : Object.values(experiment.arms);
  const known = arm === undefined ? [] : measuresOf(await scenarioOf(arm));
  const charted: Charted = { means: [], others: [] };
  for (const name of experiment.measures) {
    const measure = known.find((one) => one.name === name);
    if (measure === undefined) throw new Error(`${id} has no metric ${name}.`);
    const { of, format } = experiment.kind === 'sweep' ? inLessonUnit(measure) : inOneUnit(measure);
    const add = (to: Quantity[], ...values: (number | null | undefined)[]) => {
      for (const value of values)
        if (value !== null && value !== undefined) to.push(...[quantityOf(format(value)) ?? []].flat());
    };
    if (experiment.kind === 'sweep') {
      for (const { mean, ci95, values } of runs.sweep(id, name)) {
        add(charted.means, mean);
        add(charted.others, ci95, ...values);
      }
      continue;
    }
    const columns = Object.keys(experiment.arms).map((one) => runs.samples(id, one).map(of));
    for (const mean of meansOf(columns)) {
      add(charted.means, mean?.value);
      add(charted.others, mean?.ci95);
    }
    for (const { mean, unpaired_ci95 } of differencesOf(columns)) {
      const [low, high] = [mean.value - (mean.ci95 ?? 0), mean.value + (mean.ci95 ?? 0)];
      add(charted.others, Math.abs(mean.value), mean.ci95, unpaired_ci95, Math.abs(low), Math.abs(high));
    }
    add(charted.others, ...columns.flat());
  }
  return charted;
}
