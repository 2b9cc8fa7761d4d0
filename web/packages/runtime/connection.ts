/** State of the connection to the learning platform; null without one. */
import { Observable } from '../../base/observable';
import type { DroppedParts } from './suspend';

export interface Connection {
  /** `looking` means that the platform opened the lesson in browse mode and records nothing. */
  phase: 'open' | 'looking' | 'closed' | 'failed';
  /** The problem in a sentence, or null. */
  problem: string | null;
  /** The parts of the student's work that exceed the platform's space; null if all fit. */
  dropped: DroppedParts | null;
  /** Ends the session and returns to the course; null if the platform does that itself. */
  leave: (() => void) | null;
}

export const connection = new Observable<Connection | null>(null);
