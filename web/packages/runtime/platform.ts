/** The page's interface to a learning platform, the same for every standard. */

/** A session's complete state. Every report has all of it, so the next report makes up for a lost one. */
export interface Report {
  /** The share of predictions made and tasks done, from 0 to 1. */
  score: number;
  complete: boolean;
  /** The student's progress, packed by `suspend.ts`. */
  suspended: string;
  interactions: readonly Interaction[];
  /** Milliseconds since the session began. */
  spent: number;
}

/** One prediction or task of the lesson with the student's last answer. */
export interface Interaction {
  /** Letters, digits, dots and hyphens, such as `predict.first`. */
  id: string;
  kind: 'choice' | 'numeric' | 'performance';
  question: string;
  /** The option's name, a number, or the completed task. */
  given: string;
  /** For a choice, the index of the chosen option. */
  place: number;
  /** Null if there is no answer. */
  right: boolean | null;
}

export type Result = 'right' | 'wrong' | 'none';

export function resultOf({ right }: Interaction): Result {
  return right === null ? 'none' : right ? 'right' : 'wrong';
}

/** The platform's record of earlier sessions. */
export interface Earlier {
  /** '' if nothing is stored. */
  suspended: string;
  /** The score so far, from 0 to 1. */
  score: number;
  complete: boolean;
}

export interface Platform {
  readonly earlier: Earlier;
  /** True if the session is in browse mode, so nothing is recorded. */
  readonly looking: boolean;
  /** The maximum length of `suspended` in characters. */
  readonly room: number;
  /** Address to open when the student leaves the lesson; null if the platform handles that. */
  readonly returnTo: string | null;
  /** Throws a `PlatformProblem`. */
  report(report: Report): void | Promise<void>;
  /** Sends the last report and ends the session. The page may close at once, so all requests must start synchronously. */
  close(report: Report): void | Promise<void>;
}

/** A platform error whose message the student sees. */
export class PlatformProblem extends Error {}
