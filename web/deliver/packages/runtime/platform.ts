/** The interface to a learning platform, independent of the standard, and the time formats of the standards. */
import { currentLanguage, t } from '../../../base/words/words';

/**
 * The complete state of a session, so that any later report makes up for a lost one. Null leaves what the platform has: it couldn't be
 * read, so a report might replace more than it adds.
 */
export interface Report {
  /** The share of predictions made and tasks done, between 0 and 1. */
  score: number | null;
  complete: boolean | null;
  /** The student's progress, packed by `suspend`; '' if it doesn't fit. */
  suspended: string | null;
  /** The progress in at most `capacity` characters, for a platform that refuses `suspended`; '' if it doesn't fit. */
  suspendedWithin(capacity: number): string;
  interactions: readonly Interaction[];
  /** Time since the session started, in milliseconds. */
  spent: number;
}

/** A prediction or task of the lesson, with the student's last answer. */
export interface Interaction {
  /** Letters, digits, dots and hyphens, for example `predict.first`. */
  id: string;
  kind: 'choice' | 'numeric' | 'performance';
  question: string;
  /** The option's name, a number, or a description; '' if there is no answer. */
  response: string;
  /** The index of the chosen option; -1 if there is none. */
  optionIndex: number;
  /** Null if the student skipped it. */
  correct: boolean | null;
}

export type Result = 'right' | 'wrong' | 'none';

export function resultOf({ correct }: Interaction): Result {
  return correct === null ? 'none' : correct ? 'right' : 'wrong';
}

/** The platform's record of earlier sessions of this student. */
export interface Earlier {
  /** The stored text; '' if nothing is stored. */
  suspended: string;
  /** Why the platform gave no text, or one that can't be read; null if it gave one, or if it has none. */
  refusal: string | null;
  /** The score so far, between 0 and 1; null if it couldn't be read. */
  score: number | null;
  /** Null if it couldn't be read. */
  complete: boolean | null;
}

export const NOTHING_EARLIER: Earlier = { suspended: '', refusal: null, score: 0, complete: false };

/** The refusal of a text that the platform gave but this version can't read. */
export function unreadableText(): string {
  return t('this version of Vegas Lab can’t read it');
}

/** The record of a platform that didn't give it, or whose text can't be read. */
export function unreadEarlier(refusal: string, suspended = ''): Earlier {
  return { suspended, refusal, score: null, complete: null };
}

export interface Platform {
  readonly earlier: Earlier;
  /** True in browse or review mode, in which nothing is recorded. */
  readonly browsing: boolean;
  /** The maximum length of `suspended` in characters. */
  readonly capacity: number;
  /** The address to open when the student leaves the lesson; null if the platform handles that. */
  readonly returnTo: string | null;
  /** Reads `earlier` again. Never throws. */
  readAgain(): void | Promise<void>;
  /** Throws a `PlatformProblem`. */
  report(report: Report): void | Promise<void>;
  /**
   * Sends the last report and ends the session. The page may close at once, so all requests must start synchronously.
   */
  close(report: Report): void | Promise<void>;
}

/** A platform error whose message the student sees. */
export class PlatformProblem extends Error {}

/** The parts of a report that a student would miss. */
export type Part = 'score' | 'completion' | 'work';

export const PARTS: readonly Part[] = ['score', 'completion', 'work'];

const PART_NAMES: Readonly<Record<Part, () => string>> = {
  score: () => t('your score'),
  completion: () => t('your completion'),
  work: () => t('your work'),
};

/** The problem that a platform hasn't saved these parts, and its reason. */
export function notSaved(parts: Iterable<Part>, reason: string): PlatformProblem {
  const lost = new Set(parts);
  const names = PARTS.filter((part) => lost.has(part)).map((part) => PART_NAMES[part]());
  return new PlatformProblem(
    t(
      'Your course didn’t save {parts} ({reason}): save your progress from your report, and tell your teacher.',
      {
        parts: new Intl.ListFormat(currentLanguage()).format(names),
        reason,
      },
    ),
  );
}

/** Formats a duration for SCORM 1.2, `HHHH:MM:SS.SS`. */
export function timespan(milliseconds: number): string {
  const hundredths = Math.round(milliseconds / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6000) % 60;
  const seconds = Math.floor(hundredths / 100) % 60;
  // The field has four digits, so longer sessions are capped.
  return `${String(Math.min(hours, 9999)).padStart(4, '0')}:${two(minutes)}:${two(seconds)}.${two(hundredths % 100)}`;
}

/** Formats a duration as ISO 8601 with hundredths of a second: `PT1H2M3.45S`. */
export function duration(milliseconds: number): string {
  const hundredths = Math.round(milliseconds / 10);
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6000) % 60;
  const seconds = (hundredths % 6000) / 100;
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${seconds}S`;
}

/** Formats a time of day for SCORM 1.2, `HH:MM:SS`. */
export function timeOfDay(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
