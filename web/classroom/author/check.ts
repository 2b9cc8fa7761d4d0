/** Checks a copy against its own runs: claims, printed settings, and the answers to its questions. */

import { formatPlain } from '../../base/words/format';
import { sayInEnglish, t } from '../../base/words/words';
import { firstNumberIn, prints } from '../../lessons/claims';
import { comparedBy, compares, compileCopy, metricOf } from '../../lessons/copy/compile';
import { allBlocks, type Block, type LessonCopy, type OwnClaim } from '../../lessons/copy/format';
import { marksIn, type PlacedReference, type Reference } from '../../lessons/copy/markdown';
import type { CopyBase } from '../../lessons/copy/openCopy';
import { parseWithinLimits, rootOf } from '../../lessons/copy/parsed';
import type { LessonSource } from '../../lessons/copy/source';
import type { Lesson } from '../../lessons/lesson';
import { NotYet, type Runs } from '../../lessons/runs';
import { at } from '../../scenario/path';

/**
 * `proven`: unchanged from the lesson, whose tests prove it; it depends on too many runs to repeat them here. `unknown`: the lesson
 * has nothing of that name, or its run failed.
 */
type CheckState = 'true' | 'false' | 'waiting' | 'proven' | 'unknown';

export interface CopyCheck {
  /** The block's place among all blocks (`allBlocks`). */
  block: number;
  kind: 'claim' | 'setting' | 'answer';
  /** The claim's id, or the question's. */
  id: string;
  /** The words that the check is about. */
  words: string;
  state: CheckState;
  /** A sentence with the run's value. */
  result: string;
  /** The run that the check waits for, by experiment and arm (`hole/reno`), or by experiment. */
  needs?: string;
}

/** All checks of a copy, in the order of its blocks. */
export function checksOf(copy: LessonCopy, base: CopyBase, runs: Runs): CopyCheck[] {
  const lesson = compileCopy(copy, base.lesson);
  const { marks: original, keys: unchanged } = originalMarks(base.source);
  const marked = marksOf(copy.blocks).flatMap(({ mark, block }) => {
    const context = { copy, lesson, runs, original, unchanged: unchanged.has(keyOf(mark)) };
    const found = checkMark(mark, context);
    return found === null ? [] : [{ block, words: mark.words, ...found }];
  });
  const asked = allBlocks(copy.blocks).flatMap((block, place) =>
    block.kind === 'predict' ? answerOf(block, place, lesson, runs) : [],
  );
  return [...marked, ...asked].sort((a, b) => a.block - b.block);
}

interface OriginalMarks {
  marks: readonly PlacedReference[];
  keys: ReadonlySet<string>;
}

/** By lesson: its texts stay the same while a copy is edited. */
const ORIGINALS = new WeakMap<LessonSource, OriginalMarks>();

function originalMarks(source: LessonSource): OriginalMarks {
  const known = ORIGINALS.get(source);
  if (known !== undefined) return known;
  const marks = marksOf(source.blocks).map(({ mark }) => mark);
  const made = { marks, keys: new Set(marks.map(keyOf)) };
  ORIGINALS.set(source, made);
  return made;
}

interface Placed {
  mark: PlacedReference;
  block: number;
}

function marksOf(blocks: readonly Block[]): Placed[] {
  return allBlocks(blocks).flatMap((block, place) =>
    'text' in block
      ? marksIn(rootOf(block)).marks.flatMap((mark) =>
          insides(mark).map((one) => ({ mark: one, block: place })),
        )
      : [],
  );
}

/** A point with a claim in it is both. */
function insides(mark: PlacedReference): PlacedReference[] {
  const { reference, words } = mark;
  return 'inner' in reference && reference.inner ? [mark, { reference: reference.inner, words }] : [mark];
}

function keyOf({ reference, words }: PlacedReference): string {
  return JSON.stringify([reference, words.replace(/\s+/g, ' ')]);
}

interface Context {
  copy: LessonCopy;
  lesson: Lesson;
  runs: Runs;
  /** The lesson's own marks. */
  original: readonly PlacedReference[];
  /** True if one of them is the same mark on the same words. */
  unchanged: boolean;
}

type Found = Omit<CopyCheck, 'block' | 'words'>;

function checkMark({ reference, words }: PlacedReference, context: Context): Found | null {
  if (reference.kind === 'setting') return checkSetting(reference, words, context);
  if (reference.kind !== 'claim') return null;
  const { copy, lesson, runs, unchanged, original } = context;
  const { name: id } = reference;
  const claim = Object.hasOwn(lesson.claims, id) ? lesson.claims[id] : undefined;
  if (claim === undefined)
    return { kind: 'claim', id, state: 'unknown', result: t('There’s no claim {id}.', { id }) };
  const own = Object.hasOwn(copy.claims, id) ? copy.claims[id] : undefined;
  const before = original.find((one) => one.reference.kind === 'claim' && one.reference.name === id)?.words;
  // The lesson's check is of its own words, and can't read others.
  if (own === undefined && 'holds' in claim && !unchanged)
    return {
      kind: 'claim',
      id,
      state: 'unknown',
      result: t('The lesson’s check is for the words “{words}”. Keep them, or make a claim of your own.', {
        words: before ?? '',
      }),
    };
  return settled({ kind: 'claim', id }, context, unchanged, () => {
    if (own !== undefined) return ownResult(own, words, runs);
    if ('holds' in claim) {
      const isTrue = claim.holds(runs);
      return [isTrue, isTrue ? t('True in the copy’s runs.') : t('False in the copy’s runs.')];
    }
    const unit = claim.unit ?? '';
    // A copy needs no unit if the lesson prints none next to the number.
    const printed = unchanged || (before !== undefined && !hasUnit(before, unit)) ? '' : unit;
    return numberResult(claim.number(runs), unit, words, printed);
  });
}

/** Runs a check; waits for runs that aren't there yet, and trusts an unchanged claim about many runs. */
function settled(
  what: Pick<CopyCheck, 'kind' | 'id'>,
  { lesson, copy }: Pick<Context, 'lesson' | 'copy'>,
  unchanged: boolean,
  check: () => [isTrue: boolean, result: string],
): Found {
  try {
    const [isTrue, result] = check();
    return { ...what, state: isTrue ? 'true' : 'false', result };
  } catch (error) {
    if (!(error instanceof NotYet)) throw error;
    const needs = error.message;
    const [experiment = ''] = needs.split('/');
    const many = lesson.experiments[experiment]?.kind !== 'runs';
    const settings = Object.keys(copy.settings[experiment] ?? {}).length > 0;
    if (many && unchanged && !settings)
      return {
        ...what,
        state: 'proven',
        result: t('Unchanged from the lesson, which proves it over many runs.'),
      };
    return { ...what, state: 'waiting', result: t('Checking …'), needs };
  }
}

/** True if words contain a unit as a word of its own: "205 ms" has ms, and neither s nor m. */
function hasUnit(words: string, unit: string): boolean {
  const escaped = unit.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}/])${escaped}(?![\\p{L}/])`, 'u').test(words);
}

/** True if the words are a number with nothing that could be a unit. */
function isBare(words: string): boolean {
  return /^[^\p{L}%]*$/u.test(words);
}

/** Compares the number in the words with the run's. `printed` is the unit that must follow it, if anything does. */
function numberResult(value: number, unit: string, words: string, printed: string): [boolean, string] {
  if (Number.isNaN(value)) return [false, t('False: the run doesn’t have this number.')];
  const run = formatPlain(Number(value.toPrecision(6))) + (unit === '' ? '' : ` ${unit}`);
  if (sayInEnglish(() => firstNumberIn(words)) === null)
    return [false, t('These words print no number. The run gives {run}.', { run })];
  const inUnit = printed === '' || isBare(words) || hasUnit(words, printed);
  return inUnit && sayInEnglish(() => prints(words, value))
    ? [true, t('True: {run}.', { run })]
    : [false, t('False: the run gives {run}.', { run })];
}

/** The result of a teacher's claim, for words that carry it. */
export function ownResult(claim: OwnClaim, words: string, runs: Runs): [isTrue: boolean, result: string] {
  const { relation, unit, size } = claim;
  if (relation === 'printed') return numberResult(metricOf(runs, claim) / size, unit, words, unit);
  const [value, other] = comparedBy(claim, runs);
  if (Number.isNaN(value) || Number.isNaN(other))
    return [false, t('False: the run doesn’t have this number.')];
  const inUnit = (number: number) =>
    formatPlain(Number(number.toPrecision(6))) + (unit === '' ? '' : ` ${unit}`);
  const values = { run: inUnit(value), other: inUnit(other) };
  const against = typeof claim.than === 'object';
  if (compares(relation, value, other))
    return [
      true,
      against ? t('True: {run}, and {other} in the other run.', values) : t('True: {run}.', values),
    ];
  return [
    false,
    against
      ? t('False: the run gives {run}, and the other {other}.', values)
      : t('False: the run gives {run}.', values),
  ];
}

/** Units of printed settings, the endings of fields, and the factor from the field's value to the printed one. */
const UNITS: readonly (readonly [unit: RegExp, field: RegExp, factor: number])[] = [
  [/^kbit\/s/, /_bps$/, 1e-3],
  [/^Mbit\/s/, /_bps$/, 1e-6],
  [/^ms/, /_s$/, 1e3],
  [/^s\b/, /_ms$/, 1e-3],
  [/^KiB/, /bytes$/, 1 / 1024],
  [/^MiB/, /bytes$/, 1 / 1024 ** 2],
  [/^kB/, /bytes$/, 1e-3],
  [/^MB/, /bytes$/, 1e-6],
  [/^%/, /probability$/, 100],
];

function checkSetting(
  { experiment, arm, path }: Extract<Reference, { kind: 'setting' }>,
  words: string,
  context: Context,
): Found | null {
  const one = Object.hasOwn(context.lesson.experiments, experiment)
    ? context.lesson.experiments[experiment]
    : undefined;
  const id = `${experiment}/${arm}`;
  if (one === undefined)
    return {
      kind: 'setting',
      id,
      state: 'unknown',
      result: t('There’s no experiment {id}.', { id: experiment }),
    };
  // Settings of many runs are in no single run; those of the lesson are proved by its tests.
  if (one.kind !== 'runs' && context.unchanged && context.copy.settings[experiment] === undefined)
    return null;
  return settled({ kind: 'setting', id }, context, context.unchanged, () => {
    const { scenario } = context.runs.of(experiment, arm === '' ? undefined : arm);
    const value = at(scenario, path);
    if (typeof value !== 'number')
      return [false, t('False: the scenario has no number at {path}.', { path })];
    const unit = words.replace(/^[^\d]*[\d.,]+\s*/, '');
    const factor = UNITS.find(([name, field]) => name.test(unit) && field.test(path))?.[2] ?? 1;
    const plain = formatPlain(Number((value * factor).toPrecision(6)));
    const set = /^[A-Za-z%/]{1,7}$/.test(unit) ? `${plain} ${unit}` : plain;
    return sayInEnglish(() => prints(words, value * factor))
      ? [true, t('True: the scenario has {set}.', { set })]
      : [false, t('False: the scenario has {set}.', { set })];
  });
}

/** The run's answer to a question. It's a problem if students can't choose it. */
function answerOf(
  { id }: Extract<Block, { kind: 'predict' }>,
  block: number,
  lesson: Lesson,
  runs: Runs,
): CopyCheck[] {
  const prediction = Object.hasOwn(lesson.predictions, id) ? lesson.predictions[id] : undefined;
  if (prediction === undefined || prediction.kind === 'draw') return [];
  const what = { block, kind: 'answer', id, words: prediction.question } as const;
  try {
    if (prediction.kind === 'number') {
      const right = prediction.answer(runs);
      const [from, to] = prediction.range;
      const answer = `${formatPlain(Number(right.toPrecision(3)))} ${prediction.unit}`;
      const inside = right >= from && right <= to;
      return [
        {
          ...what,
          state: inside ? 'true' : 'false',
          result: inside
            ? t('The run’s answer: {answer}.', { answer })
            : t('The run’s answer, {answer}, is outside the range that students can choose from.', {
                answer,
              }),
        },
      ];
    }
    const right = prediction.answer(runs);
    const words = Object.hasOwn(prediction.options, right) ? prediction.options[right] : undefined;
    return [
      {
        ...what,
        state: words === undefined ? 'false' : 'true',
        result:
          words === undefined
            ? t('No option says what the run answers ({answer}).', { answer: right })
            : t('The run’s answer: {answer}.', { answer: words }),
      },
    ];
  } catch (error) {
    if (!(error instanceof NotYet)) throw error;
    const [experiment = ''] = error.message.split('/');
    return lesson.experiments[experiment]?.kind === 'runs'
      ? [{ ...what, state: 'waiting', result: t('Checking …'), needs: error.message }]
      : [];
  }
}

/** Numbers in a text that no mark checks: not those in names such as RFC 5681. */
export function unmarkedNumbers(text: string, numbersIn: (text: string) => readonly string[]): string[] {
  return [...new Set(numbersIn(marksIn(parseWithinLimits(text)).unmarked))];
}
