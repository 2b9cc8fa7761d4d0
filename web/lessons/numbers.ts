/**
 * Finds the numbers in the texts of a `lesson.ts`: titles, labels, questions, options, tasks and notes. Tests trace each number to a
 * setting of the lesson's scenarios or to an entry of the lesson's `numbers`.
 */
import type { Experiment, Lesson } from './lesson';

/** Numbers that are part of a name (Figure 3, RFC 6582) or a year, and so need no source. */
export const NAMES =
  /\b(?:RFCs?|Figures?|Fig\.|Tables?|Sections?|sections?|chapters?|Chapters?|eq\.|equations?|Lessons?|lessons?|Theorems?|Linux|version|IPv|ns-)[\s ]?\d[\d.\-–]*(?:[a-z]\b)?(?:(?:,| and| to)[\s ]\d[\d.\-–]*)*|\b(?:19|20)\d\d\b|§[\s ]?\d[\d.]*/g;

/** A number with its unit, if it has one: `1.6 s`, `800 kbit/s`, `95 %`, `25`. Digits within a name (`5a`) don't match. */
const NUMBER =
  /(?<![\w.,])\d{1,3}(?:,\d{3})+|(?<![\w.,])\d+(?:\.\d+)?(?:[\s\u00a0](?:%|[kM]?bit\/s|ms\b|s\b|[KM]i?B\/s|[KM]i?B\b|kB(?:\/s)?\b|bytes\b))?(?![\w])/g;

/** Units in texts, the fields that they may refer to, and the factor from the field's value to the printed one. */
const SETTINGS: readonly (readonly [unit: RegExp, field: RegExp, factor: number])[] = [
  [/ kbit\/s$/, /_bps$/, 1e-3],
  [/ Mbit\/s$/, /_bps$/, 1e-6],
  [/ ms$/, /_ms$/, 1],
  [/ ms$/, /_s$/, 1e3],
  [/ ms$/, /_us$/, 1e-3],
  [/ s$/, /_s$/, 1],
  [/ s$/, /_ms$/, 1e-3],
  [/ kB\/s$/, /_bps$/, 1 / 8 / 1000],
  [/ KiB$/, /bytes$/, 1 / 1024],
  [/ MiB$/, /bytes$/, 1 / 1024 ** 2],
  [/ KB$/, /bytes$/, 1 / 1024],
  [/ kB$/, /bytes$/, 1e-3],
  [/ bytes$/, /bytes$/, 1],
  [/ %$/, /(?:rate|probability|share)$/, 100],
  [/^[\d.,]+$/, /(?<!_(?:bps|bytes|ms|us))$/, 1],
];

/** The texts that a lesson's author writes in `lesson.ts`, by the name of their entry. Texts computed from runs aren't among them. */
export function textsOf({
  experiments,
  predictions,
  checks,
  beside,
}: Lesson): [name: string, text: string][] {
  const texts: [string, string][] = [];
  const add = (name: string, ...more: (string | undefined)[]) => {
    for (const text of more) if (text !== undefined) texts.push([name, text]);
  };
  for (const [id, experiment] of Object.entries(experiments)) {
    add(id, experiment.title, experiment.look);
    if ('arms' in experiment)
      for (const { label, flowNames = {}, nodeNames = {} } of Object.values(experiment.arms))
        add(id, label, ...Object.values(flowNames), ...Object.values(nodeNames));
    if (experiment.kind !== 'runs') continue;
    for (const { label, words = {} } of experiment.controls ?? []) add(id, label, ...Object.values(words));
    for (const metric of experiment.metrics ?? []) if (typeof metric !== 'string') add(id, metric.label);
  }
  for (const [id, prediction] of Object.entries(predictions)) {
    add(id, prediction.question);
    if (typeof prediction.why === 'string') add(id, prediction.why);
    if (prediction.kind === 'choice')
      add(id, ...Object.values(prediction.options), ...Object.values(prediction.instead ?? {}));
  }
  for (const [id, check] of Object.entries(checks)) {
    add(id, check.task);
    if (check.kind === 'choose') add(id, ...Object.values(check.options));
  }
  for (const { quantity, note } of beside) add(quantity, quantity, note);
  return texts;
}

/** The numbers in a text as printed, with their units. */
export function numbersIn(text: string): string[] {
  return (text.replaceAll(NAMES, '').match(NUMBER) ?? []).map((number) => number.replace(/\s/, ' '));
}

/** An experiment's settings outside its scenarios (swept values, seeds, seconds, ranges), by field name. */
export function settingsOf(experiment: Experiment): object {
  const field = (path: string) => path.slice(path.lastIndexOf('.') + 1);
  if (experiment.kind === 'runs')
    return {
      seconds_s: experiment.seconds,
      controls: experiment.controls?.map(({ path, range }) => ({ [field(path)]: range })),
    };
  if (experiment.kind === 'samples') return { seeds: experiment.seeds };
  return {
    seeds: experiment.seeds,
    axes: experiment.axes.map(({ path, values }) => ({ [field(path)]: values })),
  };
}

/** Returns true if a printed number is the value of a field whose unit matches. */
export function isSetting(number: string, settings: object): boolean {
  const value = Number(number.replace(/[^\d.]/g, ''));
  const fits = SETTINGS.filter(([unit]) => unit.test(number));
  const found = (node: unknown, field: string): boolean => {
    if (typeof node === 'number')
      return fits.some(
        ([, name, factor]) => name.test(field) && Math.abs(node * factor - value) <= 1e-9 * value,
      );
    if (typeof node !== 'object' || node === null) return false;
    return Object.entries(node).some(([name, inner]) => found(inner, Array.isArray(node) ? field : name));
  };
  return found(settings, '');
}
