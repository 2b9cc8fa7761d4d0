/**
 * A lesson's result in few bits. The reader knows the lesson, so the code names its predictions, options, tasks and
 * fields by short hashes instead of by name: a code stays readable when the lesson gains a question or changes their order.
 * Runs are written as changes to the lesson's own.
 */
import { fnv1a } from '../../base/bytes';
import { type Answer, DRAWN_POINTS } from '../../lessons/answers';
import { queryOf, toRead } from '../../lessons/arms';
import { controlsOf, valuesSet } from '../../lessons/controls';
import type { Arm, Check, Control, Experiment, Prediction } from '../../lessons/lesson';
import { changesOf, putChanges } from '../../run/share/address';
import { openingOf } from '../../run/share/opening';
import { type Atom, type Change, changesBetween, withChanges } from '../../scenario/changes';
import { at } from '../../scenario/path';
import { type BitReader, BitWriter } from './bits';
import { DecodeError, encodePacked } from './decode';
import type { LoadedLesson } from './lessonWork';
import { isShort, putAtom, putNumber, takeAtom, takeNumber } from './packedValues';
import {
  CODE_PREFIX,
  codeVersion,
  type DoneCheck,
  type LessonResult,
  type LessonWork,
  MARK_BITS,
  type Process,
  putHead,
} from './result';
import type { OpenedArm, Simulator } from './simulate';

/** What is needed to write and read the results of a lesson. */
export type KnownLesson = Pick<LoadedLesson, 'lesson' | 'arms' | 'catalogue'>;

export const KEY_BITS = 12;

/** A short hash of a name. Tests check that no two names of a lesson share one. */
export function keyOf(name: string): number {
  return Number(fnv1a(name) % BigInt(2 ** KEY_BITS));
}

/** Levels of a drawn curve's height: 64 from the bottom of its chart to the top. */
const LEVELS = 63;

/** Digits of a number that a student predicts. */
const DIGITS = 6;

const SKIPPED = 0;
const OPTION = 1;
const NUMBER = 2;
const CURVE = 3;
const TEXT = 3;

/** The code of a lesson. */
export async function lessonCodeOf(
  result: LessonResult,
  known: KnownLesson,
  simulator: Pick<Simulator, 'read'>,
): Promise<string> {
  const version = codeVersion(result.assignment);
  const bits = new BitWriter();
  putHead(bits, result);
  const process = version === '2' ? undefined : result.process;
  await packWork(result.work, known, simulator, bits, process);
  return `${CODE_PREFIX}${version}-${encodePacked(bits.bytes(), version)}`;
}

export async function packWork(
  work: LessonWork,
  known: KnownLesson,
  { read }: Pick<Simulator, 'read'>,
  bits: BitWriter,
  process?: Process,
): Promise<void> {
  const { lesson } = known;
  const predictions = Object.entries(work.predictions).filter(
    ([id, answer]) => answer === null || fits(lesson.predictions[id], answer),
  );
  bits.count(predictions.length);
  for (const [id, answer] of predictions) {
    const prediction = lesson.predictions[id];
    bits.bit(keyOf(id), KEY_BITS);
    putPrediction(bits, prediction, answer);
    if (process === undefined) continue;
    const first = process.first[id];
    const changed = first !== undefined && (first === null || fits(prediction, first));
    bits.bit(changed ? 1 : 0);
    if (changed) putPrediction(bits, prediction, first);
  }
  const checks = Object.entries(work.checks).filter(([id]) => Object.hasOwn(lesson.checks, id));
  bits.count(checks.length);
  for (const [id, done] of checks) {
    bits.bit(keyOf(id), KEY_BITS);
    await putCheck(bits, lesson.checks[id] as Check, done, known, read);
    if (process !== undefined) bits.count(process.tries[id] ?? 0);
  }
}

/**
 * Reads what `packWork` wrote. Leaves out answers to questions that the lesson no longer asks. `process` is that of the code's
 * head, if it has one.
 */
export function unpackWork(
  bits: BitReader,
  known: KnownLesson,
  process?: Process,
): { work: LessonWork; process?: Process } {
  const { lesson } = known;
  const predictions: Record<string, Answer | null> = {};
  const first: Record<string, Answer | null> = {};
  const tries: Record<string, number> = {};
  for (let left = bits.length(); left > 0; left -= 1) {
    const id = nameOf(Object.keys(lesson.predictions), bits.bit(KEY_BITS));
    const prediction = lesson.predictions[id ?? ''];
    const answer = takePrediction(bits, prediction);
    if (id !== undefined && answer !== undefined) predictions[id] = answer;
    if (process === undefined || bits.bit() === 0) continue;
    const changed = takePrediction(bits, prediction);
    if (id !== undefined && changed !== undefined) first[id] = changed;
  }
  const checks: Record<string, DoneCheck> = {};
  for (let left = bits.length(); left > 0; left -= 1) {
    const id = nameOf(Object.keys(lesson.checks), bits.bit(KEY_BITS));
    const done = takeCheck(bits, lesson.checks[id ?? ''], known);
    if (id !== undefined) checks[id] = done;
    if (process === undefined) continue;
    const count = bits.count();
    if (id !== undefined) tries[id] = count;
  }
  const work: LessonWork = { kind: 'lesson', predictions, checks };
  return process === undefined ? { work } : { work, process: { ...process, first, tries } };
}

export function nameOf(names: readonly string[], key: number): string | undefined {
  return names.find((name) => keyOf(name) === key);
}

/** Returns true if an answer can be one to the prediction. A lesson that has changed since may ask for another kind. */
function fits(prediction: Prediction | undefined, answer: Answer): boolean {
  switch (prediction?.kind) {
    case undefined:
      return false;
    case 'choice':
      return typeof answer === 'string' && Object.hasOwn(prediction.options, answer);
    case 'number':
      return typeof answer === 'number' && Number.isFinite(answer);
    case 'draw':
      return typeof answer === 'object' && answer.length === DRAWN_POINTS;
  }
}

export function putPrediction(
  bits: BitWriter,
  prediction: Prediction | undefined,
  answer: Answer | null,
): void {
  if (answer === null || prediction === undefined) bits.bit(SKIPPED, 2);
  else if (typeof answer === 'string') {
    bits.bit(OPTION, 2);
    bits.bit(keyOf(answer), KEY_BITS);
  } else if (typeof answer === 'number') {
    bits.bit(NUMBER, 2);
    putNumber(bits, Number(answer.toPrecision(DIGITS)));
  } else if (prediction.kind === 'draw') {
    const { from, to } = prediction.y;
    bits.bit(CURVE, 2);
    let before = 0;
    for (const height of answer) {
      const share = Math.min(Math.max((height - from) / (to - from), 0), 1);
      const level = Math.round(share * LEVELS);
      bits.signed(level - before);
      before = level;
    }
  }
}

/** Undefined if the lesson has no such prediction or option any more. */
export function takePrediction(
  bits: BitReader,
  prediction: Prediction | undefined,
): Answer | null | undefined {
  const kind = bits.bit(2);
  if (kind === SKIPPED) return null;
  if (kind === OPTION) {
    const key = bits.bit(KEY_BITS);
    return prediction?.kind === 'choice' ? nameOf(Object.keys(prediction.options), key) : undefined;
  }
  if (kind === NUMBER) {
    const value = takeNumber(bits);
    return prediction?.kind === 'number' ? value : undefined;
  }
  let level = 0;
  const levels = Array.from({ length: DRAWN_POINTS }, () => {
    level += bits.signed();
    // A student's page writes no height outside of the chart.
    if (level < 0 || level > LEVELS) throw new DecodeError('a height in the code is outside of its chart');
    return level;
  });
  if (prediction?.kind !== 'draw') return undefined;
  const { from, to } = prediction.y;
  return levels.map((one) => Number((from + (one / LEVELS) * (to - from)).toPrecision(4)));
}

async function putCheck(
  bits: BitWriter,
  check: Check,
  { passed, answer, links, mark }: DoneCheck,
  known: KnownLesson,
  read: Simulator['read'],
): Promise<void> {
  bits.bit(passed ? 1 : 0);
  bits.bit(mark, MARK_BITS);
  putAnswer(bits, check, answer);
  const arms = armsOf(check, known);
  bits.count(links.length);
  for (const [index, link] of links.entries()) {
    const changes = await changesTo(arms[index], link, known, read);
    bits.bit(changes === null ? 1 : 0);
    if (changes === null) bits.text(link);
    else putChangesOf(bits, withoutAlong(changes, arms[index], check, known), fieldsOf(check, known));
  }
}

function takeCheck(bits: BitReader, check: Check | undefined, known: KnownLesson): DoneCheck {
  const passed = bits.bit() === 1;
  const mark = bits.bit(MARK_BITS);
  const answer = takeAnswer(bits, check);
  const arms = check === undefined ? [] : armsOf(check, known);
  const fields = check === undefined ? [] : fieldsOf(check, known);
  const links = Array.from({ length: bits.length() }, (_, index) => {
    if (bits.bit() === 1) return bits.text();
    const changes = takeChanges(bits, fields);
    const arm = arms[index];
    if (arm === undefined || check === undefined) return '';
    return linkTo(arm, [...changes, ...missing(alongOf(changes, arm, check, known), changes)], known);
  });
  return { passed, answer, links, mark };
}

function putAnswer(bits: BitWriter, check: Check, answer: string | null): void {
  const number = Number(answer);
  if (answer === null) bits.bit(SKIPPED, 2);
  else if (check.kind === 'choose' && Object.hasOwn(check.options, answer)) {
    bits.bit(OPTION, 2);
    bits.bit(keyOf(answer), KEY_BITS);
  } else if (String(number) === answer && isShort(number)) {
    bits.bit(NUMBER, 2);
    putNumber(bits, number);
  } else {
    bits.bit(TEXT, 2);
    bits.text(answer);
  }
}

function takeAnswer(bits: BitReader, check: Check | undefined): string | null {
  switch (bits.bit(2)) {
    case SKIPPED:
      return null;
    case OPTION: {
      const key = bits.bit(KEY_BITS);
      return (check?.kind === 'choose' && nameOf(Object.keys(check.options), key)) || '';
    }
    case NUMBER:
      return String(takeNumber(bits));
    default:
      return bits.text();
  }
}

interface NamedArm {
  arm: Arm;
  opened: OpenedArm;
}

function experimentOf({ experiment }: Check, { lesson }: KnownLesson): Experiment | undefined {
  return lesson.experiments[experiment];
}

function armsOf(check: Check, known: KnownLesson): NamedArm[] {
  const experiment = experimentOf(check, known);
  if (experiment?.kind !== 'runs') return [];
  return Object.entries(experiment.arms).flatMap(([name, arm]) => {
    const opened = known.arms.get(`${check.experiment}/${name}`);
    return opened === undefined ? [] : [{ arm, opened }];
  });
}

/** The controls of the check's experiment. */
function controlsFor(check: Check, { lesson }: Pick<KnownLesson, 'lesson'>): Control[] {
  const experiment = lesson.experiments[check.experiment];
  if (experiment?.kind !== 'runs') return [];
  return Object.keys(experiment.arms).flatMap((arm) => controlsOf(lesson, check.experiment, arm));
}

/** The paths that the controls of the check's experiment change. */
export function fieldsOf(check: Check, known: Pick<KnownLesson, 'lesson'>): string[] {
  return controlsFor(check, known).flatMap(({ path }) => [path, `${path}.kind`]);
}

/** The changes that come with these: with the kinds that they choose, and with the numbers that others follow. */
function alongOf(
  changes: readonly Change[],
  { opened }: NamedArm,
  check: Check,
  known: KnownLesson,
): Change[] {
  return controlsFor(check, known).flatMap(({ path, along = {}, together = [] }) =>
    changes.flatMap(([field, value]): Change[] => {
      if (field === `${path}.kind`) return Object.entries(along[String(value)] ?? {});
      if (field !== path) return [];
      return valuesSet({ path, together }, value, opened.scenario).slice(1) as Change[];
    }),
  );
}

/** The changes whose paths the others don't have. */
function missing(changes: readonly Change[], others: readonly Change[]): Change[] {
  return changes.filter(([path]) => !others.some(([other]) => other === path));
}

/** The changes without those that come with another anyway. One that doesn't come, by a link of one's own, is the original. */
function withoutAlong(
  changes: readonly Change[],
  arm: NamedArm | undefined,
  check: Check,
  known: KnownLesson,
): Change[] {
  const along = arm === undefined ? [] : alongOf(changes, arm, check, known);
  const own = changes.filter(([path, value]) => !along.some((one) => one[0] === path && one[1] === value));
  const originals = missing(along, changes).map(
    ([path]): Change => [path, at(arm?.opened.scenario, path) as Atom],
  );
  return [...own, ...originals];
}

/** The changes of a link to the lesson's own run; null if they can't be written as such. */
async function changesTo(
  named: NamedArm | undefined,
  link: string,
  { catalogue }: KnownLesson,
  read: Simulator['read'],
): Promise<Change[] | null> {
  if (named === undefined) return null;
  const { opened } = named;
  const opening = await openingOf(new URLSearchParams(link.split('?', 2)[1]));
  if (opening.name !== opened.name || !opening.exact) return null;
  const scenario = await read(...toRead(opening));
  return changesBetween(opened.scenario, scenario, catalogue);
}

/** The link to the lesson's run with these changes. */
function linkTo({ arm, opened }: NamedArm, changes: readonly Change[], { catalogue }: KnownLesson): string {
  const query = queryOf({ ...arm, set: {} });
  for (const [path] of changesOf(query).changes) query.delete(path);
  const scenario = withChanges(opened.scenario, changes, catalogue);
  putChanges(query, changesBetween(opened.origin, scenario, catalogue) ?? changes);
  return `#/bench?${query}`;
}

function putChangesOf(bits: BitWriter, changes: readonly Change[], fields: readonly string[]): void {
  bits.count(changes.length);
  for (const [path, value] of changes) {
    const known = fields.includes(path);
    bits.bit(known ? 1 : 0);
    if (known) bits.bit(keyOf(path), KEY_BITS);
    else bits.text(path);
    putAtom(bits, value);
  }
}

function takeChanges(bits: BitReader, fields: readonly string[]): Change[] {
  return Array.from({ length: bits.length() }, (): Change => {
    const path = bits.bit() === 1 ? (nameOf(fields, bits.bit(KEY_BITS)) ?? '') : bits.text();
    return [path, takeAtom(bits)];
  });
}
