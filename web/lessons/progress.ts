/** A student's progress by lesson, stored in the browser, or kept until the page closes if the browser doesn't store it. */
import {
  array,
  boolean,
  exactOptional,
  type InferOutput,
  literal,
  nullable,
  object,
  optional,
  pipe,
  readonly,
  startsWith,
  string,
  union,
} from 'valibot';
import { byName, NUMBER, readValue } from '../base/schema';
import { storedKeys } from '../base/storage/browserStorage';
import { StoredWork, Works, withChanges } from '../base/storage/storedWork';
import { type Answer, DRAWN_POINTS } from './answers';
import type { Lesson } from './lesson';

/** The student's runs, as hash addresses (`#/bench?…`) on the lab's main page. */
const LINKS = array(pipe(string(), startsWith('#')));

export const ANSWER = union([string(), NUMBER, pipe(array(NUMBER), readonly())]);

const PREDICTION = object({
  /** Null if the student continued without a prediction. */
  answer: nullable(ANSWER),
  /** Null until the runs have finished, and for a skipped prediction. */
  passed: nullable(boolean()),
  /** The feedback. */
  words: string(),
});

const CHECK = object({
  passed: boolean(),
  /** The answer, if the check asks for one. */
  answer: optional(nullable(string()), null),
  words: string(),
  /** True if the right answer was shown after the hints. The check is then settled, and `passed` stays false. */
  shown: exactOptional(boolean()),
  links: LINKS,
});

/** A result outside the lesson's questions, e.g. the best run of a game. */
const OWN_RESULT = object({ what: string(), words: string(), links: LINKS });

const PROGRESS = object({
  version: literal(1),
  predictions: byName(PREDICTION),
  checks: byName(CHECK),
  made: exactOptional(byName(OWN_RESULT)),
});

export type PredictionRecord = InferOutput<typeof PREDICTION>;
export type CheckRecord = InferOutput<typeof CHECK>;
export type OwnResult = InferOutput<typeof OWN_RESULT>;
export type Progress = InferOutput<typeof PROGRESS>;

const EMPTY: Progress = { version: 1, predictions: {}, checks: {} };

const PREFIX = 'lesson:';

/** Reads untrusted data as progress; undefined if it isn't valid. */
export function progressOf(value: unknown): Progress | undefined {
  return readValue(PROGRESS, value);
}

/** The questions that answers must fit. */
export type Questions = Pick<Lesson, 'predictions' | 'checks'>;

/**
 * The progress without answers of another kind than their questions, which couldn't be shown: the lesson has changed, or the data was made
 * by hand. Answers to questions that the lesson no longer asks don't matter. The same object if all answers fit.
 */
export function fittingProgress(progress: Progress, { predictions, checks }: Questions): Progress {
  const unfit = (id: string, { answer }: PredictionRecord) =>
    answer !== null && Object.hasOwn(predictions, id) && !isAnswerTo(predictions[id], answer);
  const unfitCheck = (id: string, { answer }: CheckRecord) => {
    const check = Object.hasOwn(checks, id) ? checks[id] : undefined;
    return answer !== null && check?.kind === 'choose' && !Object.hasOwn(check.options, answer);
  };
  const found = {
    predictions: without(progress.predictions, unfit),
    checks: without(progress.checks, unfitCheck),
  };
  return found.predictions === progress.predictions && found.checks === progress.checks
    ? progress
    : { ...progress, ...found };
}

function isAnswerTo(prediction: Lesson['predictions'][string] | undefined, answer: Answer): boolean {
  switch (prediction?.kind) {
    case undefined:
      return true;
    case 'choice':
      return typeof answer === 'string' && Object.hasOwn(prediction.options, answer);
    case 'number':
      return typeof answer === 'number';
    case 'draw': {
      const { from, to } = prediction.y;
      return (
        typeof answer === 'object' &&
        answer.length <= DRAWN_POINTS &&
        answer.every((height) => height >= from && height <= to)
      );
    }
  }
}

function without<T>(
  all: Readonly<Record<string, T>>,
  unfit: (id: string, one: T) => boolean,
): Readonly<Record<string, T>> {
  const entries = Object.entries(all);
  const kept = entries.filter(([id, one]) => !unfit(id, one));
  return kept.length === entries.length ? all : Object.fromEntries(kept);
}

/** One progress with the changes from a second to a third. */
export function mergedProgress(theirs: Progress, before: Progress, own: Progress): Progress {
  const made = withChanges(theirs.made ?? {}, before.made ?? {}, own.made ?? {});
  return {
    version: 1,
    predictions: withChanges(theirs.predictions, before.predictions, own.predictions),
    checks: withChanges(theirs.checks, before.checks, own.checks),
    ...(Object.keys(made).length > 0 && { made }),
  };
}

/** True if a progress has answers or results that another one lacks, or has otherwise. The feedback's words don't count. */
export function hasOther(one: Progress, another: Progress): boolean {
  const kept = ({ words: _, ...rest }: { readonly words: string }) => JSON.stringify(rest);
  const differs = <T extends { readonly words: string }>(
    all: Readonly<Record<string, T>> = {},
    others: Readonly<Record<string, T>> = {},
  ) =>
    Object.entries(all).some(([id, own]) => {
      const other = Object.hasOwn(others, id) ? others[id] : undefined;
      return other === undefined || kept(own) !== kept(other);
    });
  return (
    differs(one.predictions, another.predictions) ||
    differs(one.checks, another.checks) ||
    differs(one.made, another.made)
  );
}

/** The progress in a lesson. */
export class LessonProgress extends StoredWork<Progress> {
  /** Null until the lesson has been opened. */
  private questions: Questions | null = null;

  constructor(lesson: string) {
    super(PREFIX + lesson, { schema: PROGRESS, empty: EMPTY, merge: mergedProgress });
  }

  /** Answers must fit these questions from now on. */
  expect(questions: Questions): void {
    if (this.questions === questions) return;
    this.questions = questions;
    if (this.fitting(this.value) === this.value) return;
    this.read();
    // Answers that aren't stored can't be read again.
    this.set(this.value);
  }

  override set(next: Progress): void {
    super.set(this.fitting(next));
  }

  protected override fitting(progress: Progress): Progress {
    // The constructor reads before the fields are set.
    return this.questions ? fittingProgress(progress, this.questions) : progress;
  }
}

const RECORDS = new Works((lesson) => new LessonProgress(lesson));

/** The progress in one lesson. Whoever shows its answers has to say which questions they must fit: `progressOn`. */
export function progressIn(lesson: string): LessonProgress {
  return RECORDS.of(lesson);
}

/** The progress in an opened lesson, with answers that fit its questions. */
export function progressOn({
  about,
  lesson,
}: {
  about: { name: string };
  lesson: Questions;
}): LessonProgress {
  const progress = progressIn(about.name);
  progress.expect(lesson);
  return progress;
}

export function setPrediction(lesson: string, id: string, answered: PredictionRecord): void {
  const record = progressIn(lesson);
  record.set({ ...record.value, predictions: { ...record.value.predictions, [id]: answered } });
}

export function setCheck(lesson: string, id: string, checked: CheckRecord): void {
  const record = progressIn(lesson);
  record.set({ ...record.value, checks: { ...record.value.checks, [id]: checked } });
}

export function setOwnResult(lesson: string, id: string, made: OwnResult): void {
  const record = progressIn(lesson);
  record.set({ ...record.value, made: { ...record.value.made, [id]: made } });
}

/** The lesson that keeps the game's results. */
export const GAME_LESSON = 'you-are-the-window';

/** Id of the student's best result on a path of the game, by hand or with a sender of their own. */
export function gameResultId(path: string, kind: string): string {
  return `${path} ${kind}`;
}

/** True if the student has finished a run on a path of the game. */
export function hasPlayed(path: string, made: Progress['made'] = {}): boolean {
  return Object.keys(made).some((id) => id.startsWith(gameResultId(path, '')));
}

/** Erases a lesson's progress. */
export function forgetProgress(lesson: string): void {
  progressIn(lesson).clear();
}

/** Lessons in which the student has done something. */
export function lessonsBegun(): string[] {
  const names = [...storedKeys(PREFIX).map((key) => key.slice(PREFIX.length)), ...RECORDS.names()];
  return [...new Set(names)].filter((name) => progressIn(name).value !== EMPTY);
}
