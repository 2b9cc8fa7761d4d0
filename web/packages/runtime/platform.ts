/** The page's interface to a learning platform, the same for every standard. */

/** A session's complete state. Every report has all of it, so the next report makes up for a lost one. */
export interface Report {
  /** From 0 to 1: the share of predictions made and tasks done. */
  score: number;
  complete: boolean;
  /** The student's progress, as `suspend.ts` packs it. */
  suspended: string;
  interactions: readonly Interaction[];
  /** Milliseconds since the session began. */
  spent: number;
}

/** One prediction or one task of the lesson, as the student has answered it last. */
export interface Interaction {
  /** Letters, digits, dots and hyphens: `predict.first`. */
  id: string;
  kind: 'choice' | 'numeric' | 'performance';
  question: string;
  /** The option's name, a number, or the completed task. */
  given: string;
  /** Of a choice: which of the options, from 0. */
  place: number;
  /** Null: nothing was given. */
  right: boolean | null;
}

export type Result = 'right' | 'wrong' | 'none';

export function resultOf({ right }: Interaction): Result {
  return right === null ? 'none' : right ? 'right' : 'wrong';
}

/** The platform's record of earlier sessions. */
export interface Earlier {
  /** Empty if there is nothing. */
  suspended: string;
  /** From 0 to 1. */
  score: number;
  complete: boolean;
}

export interface Platform {
  readonly earlier: Earlier;
  /** Why nothing is recorded in this session, if it is so: the student only looks around. */
  readonly looking: boolean;
  /** Characters of `suspended` that it keeps. */
  readonly room: number;
  /** Address to open when the student leaves the lesson; null if the platform handles that. */
  readonly returnTo: string | null;
  /** Fails with a `PlatformProblem`. */
  report(report: Report): void | Promise<void>;
  /** The last report, and the end of the session. The page may be gone before a promise is kept: nothing may wait. */
  close(report: Report): void | Promise<void>;
}

/** Said to the student: what went wrong, in a sentence. */
export class PlatformProblem extends Error {}
