/** How the page stands with the learning platform that started it; null where there is none to report to. */
import { Observable } from '../../base/observable';
import type { Left } from './suspend';

export interface Connection {
  /** `looking`: the platform has opened the lesson for looking around, and records nothing. */
  phase: 'open' | 'looking' | 'closed' | 'failed';
  /** What went wrong, in a sentence; null while all is well. */
  problem: string | null;
  /** What of the student's work the platform has no room for; null: it keeps all. */
  left: Left | null;
  /** Ends the session and goes back to the course; null where the platform sees to that itself. */
  leave: (() => void) | null;
}

export const connection = new Observable<Connection | null>(null);
