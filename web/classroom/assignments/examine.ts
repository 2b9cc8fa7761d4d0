/**
 * Verifies a result, first from its code alone, then by repeating its run, and judges a task's checks by the summary of
 * a run.
 */
import { shortened } from '../../base/shortened';
import { formatPlain } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Catalogue, Scenario, Summary } from '../../engine/schema';
import type { Outcome } from '../../run/jobs';
import { chartTitleOf, type Measure, measuresOf } from '../../run/measures';
import type { DisplayUnit } from '../../run/metrics';
import { isControlled, pathsInWords, settingsFinding } from './allowed';
import { type BenchTask, isOldId, type OpenCheck, type Relation, type TaskCheck } from './assignment';
import { budgetFinding, type RepeatedRun } from './repeat';
import { type BenchWork, CODE_PREFIX, codeVersion, type DecodeResult, type Result } from './result';
import type { Simulator } from './simulate';
import { controlOf, nameKey, seedOf, studentScenario } from './student';

/** The outcome of examining one result. */
export interface Examination {
  /** Null if the result is verified. */
  finding: Finding | null;
  /** Marks of the repeated run, even if the result isn't verified; empty if the run wasn't repeated. */
  marks: readonly Mark[];
  /** Remarks for the teacher about things that aren't problems. */
  notes: readonly (() => string)[];
}

/** A task on the bench and what is needed to examine its results. */
export interface BenchContext {
  task: BenchTask;
  /** The whole scenario, defaults included. */
  base: Scenario;
  /** True if students don't see the answers of its checks. */
  sealed: boolean;
  /** Events of the assignment's own run. */
  own: number;
  catalogue: Catalogue;
}

export function unverified(finding: Finding): Examination {
  return { finding, marks: [], notes: [] };
}

const LONGEST_REFUSAL = 160;

/** The finding if the engine refuses a scenario. A code may have thousands of problems, so the message may be cut. */
export function refusal(message: string): Finding {
  return { reason: 'refused', words: () => shortened(message, LONGEST_REFUSAL) };
}

/** The first problem that shows without a run, or null. */
export function firstFinding(decoded: DecodeResult, id: string): Finding | null {
  if ('damage' in decoded)
    return {
      reason: 'damaged',
      words: () =>
        decoded.damage === 'checksum'
          ? t('the checksum doesn’t match: a letter is wrong or missing')
          : t('letters are wrong or missing; a complete code begins with {begins}', {
              begins: beginningOf(id),
            }),
    };
  if ('version' in decoded)
    return {
      reason: 'version',
      words: () =>
        t('the code has version {version}, but this page knows only versions 1 to 3', {
          version: decoded.version,
        }),
    };
  const { who, assignment, seed, version = codeVersion(id) } = decoded.result;
  // Anyone can give another assignment the short id in an old code, so new assignments have codes of their own.
  if (!isOldId(id) && version !== codeVersion(id))
    return {
      reason: 'format',
      words: () =>
        t('the code begins with VL{version}-, but codes for this assignment begin with {begins}', {
          version,
          begins: beginningOf(id),
        }),
    };
  if (assignment !== id)
    return {
      reason: 'assignment',
      words: () =>
        t('the code belongs to {other}, but this assignment is {id}', { other: shortened(assignment), id }),
    };
  // Only old codes contain a name; for the others, the grading page looks for it next to the code.
  if (who === null) return null;
  if (nameKey(who) === '') return { reason: 'name', words: () => t('the code contains no name') };
  const expectedSeed = seedOf(who, id);
  if (seed !== expectedSeed)
    return {
      reason: 'seed',
      words: () =>
        t('the code has seed {seed}, but {who} has {own}', { seed, who: shortened(who), own: expectedSeed }),
    };
  return null;
}

/** The beginning of all codes for an assignment. */
function beginningOf(id: string): string {
  return `${CODE_PREFIX}${codeVersion(id)}-`;
}

/**
 * The run to repeat for a result, without recording rows: grading needs only the summary. Everything that shows without a run is checked
 * first, because a run can take days.
 */
export async function runOf(
  { task, base, own, catalogue }: BenchContext,
  { seed, work }: Result,
  { read }: Pick<Simulator, 'read'>,
): Promise<RepeatedRun | Finding> {
  const given = studentScenario(base, task, seed);
  const controls = task.free.map(controlOf);
  const { changes } = work as BenchWork;
  const uncontrolled = changes.map(([path]) => path).filter((path) => !isControlled(path, controls));
  if (uncontrolled.length > 0) return { reason: 'fixed', words: () => pathsInWords(uncontrolled, given) };
  try {
    const made = await read(JSON.stringify(given), changes);
    const finding = settingsFinding(made, given, controls, catalogue);
    if (finding !== null) return finding;
    return { text: JSON.stringify({ ...made, record: { max_rows: 0 } }), rows: false, own };
  } catch (error) {
    return refusal((error as Error).message);
  }
}

/** Compares the result with its repeated run. */
export function examineRun(
  { task, own, sealed }: Pick<BenchContext, 'task' | 'own' | 'sealed'>,
  result: Result,
  outcome: Outcome,
): Examination {
  if ('failure' in outcome)
    return unverified(budgetFinding([{ own }], [outcome]) ?? refusal(outcome.failure));
  const { summary, scenario } = outcome;
  const work = result.work as BenchWork;
  const measures = measuresOf(scenario);
  const marks = task.checks.map((check, place) =>
    judgeCheck(check, work.answers[place] ?? null, summary, measures, sealed),
  );
  const examination = (finding: Finding | null, notes: Examination['notes'] = []): Examination => ({
    finding,
    marks,
    notes,
  });
  const ourVersion = summary.engine_version;
  const engines = { theirs: shortened(result.engine), ours: ourVersion };
  const otherEngine = result.engine !== ourVersion;
  if (summary.digest !== work.digest)
    return otherEngine
      ? examination({
          reason: 'engine',
          words: () => t('made by engine {theirs}; engine {ours} of this page gives another run', engines),
        })
      : examination({
          reason: 'digest',
          words: () =>
            t('the code has {theirs}, but its scenario gives {ours}', {
              theirs: shortened(work.digest),
              ours: summary.digest,
            }),
        });
  const place = task.checks.findIndex(
    (check, index) => !isPossibleAnswer(check, work.answers[index], sealed ? null : marks[index]?.passed),
  );
  if (place >= 0 || work.answers.length !== task.checks.length)
    return examination({
      reason: 'answers',
      words: () =>
        place < 0
          ? t('there are more or fewer answers than checks')
          : t('check {number}: {found}', { number: place + 1, found: marks[place]?.words() ?? '' }),
    });
  // A different engine version is fine if it gives the same run.
  const note = () => t('made by engine {theirs}; engine {ours} of this page gives the same run', engines);
  return examination(null, otherEngine ? [note] : []);
}

/** Returns true if the student's page could have recorded this answer for a run that did or didn't pass; null if it couldn't know. */
function isPossibleAnswer(
  check: TaskCheck,
  answer: boolean | number | null | undefined,
  passed: boolean | null | undefined,
): boolean {
  return asksFor(check) === 'reach' ? answer === passed : answer === null || typeof answer === 'number';
}

/** A goal, or a reading. */
export function asksFor(check: TaskCheck): OpenCheck['kind'] {
  return check.kind === 'sealed' ? check.of : check.kind;
}

/** Reasons why a result is not verified. */
export type Reason =
  | 'missing'
  | 'damaged'
  | 'version'
  | 'format'
  | 'assignment'
  | 'name'
  | 'seed'
  | 'fixed'
  | 'range'
  | 'refused'
  | 'budget'
  | 'engine'
  | 'digest'
  | 'answers';

export interface Finding {
  reason: Reason;
  /** Description for the teacher, in the language of the page or, in files, in English. */
  words(): string;
}

/** Short reasons; the table shows the details after them. */
export const REASON_WORDS: Record<Reason, () => string> = {
  missing: () => t('No code'),
  damaged: () => t('Damaged code'),
  version: () => t('Unknown version of the code'),
  format: () => t('Old form of code'),
  assignment: () => t('Other assignment'),
  name: () => t('No name'),
  seed: () => t('Seed of another name'),
  fixed: () => t('Locked field changed'),
  range: () => t('Value not allowed'),
  refused: () => t('Scenario rejected'),
  budget: () => t('Run too long'),
  engine: () => t('Unknown engine version'),
  digest: () => t('Digest differs'),
  answers: () => t('Answers don’t match the run'),
};

export interface Mark {
  /** Null if the answer is sealed. */
  passed: boolean | null;
  points: number;
  /** The maximum number of points. */
  maxPoints: number;
  /** The reason, including the run's value. */
  words(): string;
}

export const RELATION_WORDS: Record<Relation, () => string> = {
  below: () => t('below'),
  above: () => t('above'),
  at_most: () => t('at most'),
  at_least: () => t('at least'),
  equal: () => t('equal to'),
};

const CONDITION_WORDS: Record<Relation, (metric: string, value: string) => string> = {
  below: (metric, value) => t('{metric} below {value}', { metric, value }),
  above: (metric, value) => t('{metric} above {value}', { metric, value }),
  at_most: (metric, value) => t('{metric} at most {value}', { metric, value }),
  at_least: (metric, value) => t('{metric} at least {value}', { metric, value }),
  equal: (metric, value) => t('{metric} equal to {value}', { metric, value }),
};

const COMPARE: Record<Relation, (metric: number, value: number) => boolean> = {
  below: (metric, value) => metric < value,
  above: (metric, value) => metric > value,
  at_most: (metric, value) => metric <= value,
  at_least: (metric, value) => metric >= value,
  equal: (metric, value) => metric === value,
};

/** The unit in which people set and read a goal: kbit/s and %, where the stored value is in bytes/s and a share. */
export const goalUnitOf = (measure: Measure | undefined): DisplayUnit => measure?.display ?? NO_UNIT;

export const NO_UNIT: DisplayUnit = { unit: '', size: 1 };

/** A value in a unit, without the last digits, in which a division errs. */
export function inUnit(value: number, { size }: DisplayUnit): number {
  return Number((value / size).toPrecision(12));
}

/** A value in the unit of a goal. */
export function inDisplayUnit(value: number, measure: Measure | undefined): number {
  return inUnit(value, goalUnitOf(measure));
}

/** A question that asks for bytes, as questions did whose answers were read in the stored unit. */
const ASKS_FOR_BYTES = /\bbytes?\b/i;

/**
 * The unit in which students read a metric off: that of the bench. A question may ask for bytes instead. A sealed answer is compared as it was
 * typed, because the student's page doesn't know the metric.
 */
export function readingUnitOf(question: string, measure: Measure | undefined, sealed: boolean): DisplayUnit {
  if (measure === undefined) return NO_UNIT;
  return sealed || ASKS_FOR_BYTES.test(question) ? { unit: measure.unit, size: 1 } : measure.display;
}

/** A check in words, for example "transfer: completion time (s) below 20". */
export function checkInWords(check: TaskCheck, measures: readonly Measure[]): string {
  if (check.kind === 'sealed') return check.question.trim() || t('A goal that your teacher’s page checks');
  const measure = measures.find(({ name }) => name === check.measure);
  const goal = measure === undefined ? check.measure : chartTitleOf(measure);
  if (check.kind === 'reach')
    return CONDITION_WORDS[check.relation](goal, formatPlain(inDisplayUnit(check.value, measure)));
  return check.question.trim() || t('Read: {metric}', { metric: goal });
}

export function judgeCheck(
  check: TaskCheck,
  answer: boolean | number | null,
  summary: Summary,
  measures: readonly Measure[],
  sealed = false,
): Mark {
  if (check.kind === 'sealed')
    return { passed: null, points: 0, maxPoints: check.points, words: () => t('the answer is sealed') };
  const measure = measures.find(({ name }) => name === check.measure);
  const metric = measure?.of(summary) ?? null;
  const passed = metric !== null && passes(check, answer, metric);
  const words = () => {
    if (check.kind === 'reach') return goalInWords(metric, measure);
    const unit = readingUnitOf(check.question, measure, sealed);
    const run = runInWords(metric, unit);
    return typeof answer === 'number'
      ? t('answered {answer}; {run}', { answer: inUnit(answer, unit), run })
      : t('no answer; {run}', { run });
  };
  return { passed, points: passed ? check.points : 0, maxPoints: check.points, words };
}

function passes(check: OpenCheck, answer: boolean | number | null, metric: number): boolean {
  if (check.kind === 'reach') return COMPARE[check.relation](metric, check.value);
  return typeof answer === 'number' && Math.abs(answer - metric) <= check.within;
}

function goalInWords(metric: number | null, measure: Measure | undefined): string {
  return runInWords(metric, goalUnitOf(measure));
}

function runInWords(metric: number | null, unit: DisplayUnit): string {
  if (metric === null) return t('the run doesn’t have this metric');
  const value = formatPlain(inUnit(metric, unit));
  return t('the run has {value}', { value: unit.unit === '' ? value : `${value} ${unit.unit}` });
}
