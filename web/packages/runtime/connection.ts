/** How the page stands with the learning platform that started it; null where there is none to report to. */
import { Observable } from '../../base/observable';
import type { Left } from './suspend';

export interface Connection {
  /** `looking` means that the platform opened the lesson in browse mode and records nothing. */
  phase: 'open' | 'looking' | 'closed' | 'failed';
  /** What went wrong, in a sentence; null while all is well. */
  problem: string | null;
  /** What of the student's work the platform has no room for; null: it keeps all. */
  left: Left | null;
  /** Ends the session and returns to the course; null if the platform does that itself. */
  leave: (() => void) | null;
}

export const connection = new Observable<Connection | null>(null);
