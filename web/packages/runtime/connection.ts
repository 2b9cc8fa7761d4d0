/** State of the connection to the learning platform; null without one. */
import { Observable } from '../../base/observable';
import type { Left } from './suspend';

export interface Connection {
  /** `looking`: the platform has opened the lesson for looking around, and records nothing. */
  phase: 'open' | 'looking' | 'closed' | 'failed';
  /** The problem in a sentence, or null. */
  problem: string | null;
  /** The parts of the student's work that exceed the platform's space; null if all fit. */
  left: Left | null;
  /** Ends the session and goes back to the course; null where the platform sees to that itself. */
  leave: (() => void) | null;
}

export const connection = new Observable<Connection | null>(null);
