/** The state of the connection to the learning platform. */
import { Observable } from '../../base/observable';
import type { DroppedParts } from './suspend';

export interface Connection {
  /** `looking`: the platform opened the lesson in browse or review mode and records nothing. */
  phase: 'open' | 'looking' | 'closed' | 'failed';
  /** A sentence for the student, or null. */
  problem: string | null;
  /** The parts of the student's work for which the platform has no space; null if everything fits. */
  dropped: DroppedParts | null;
  /** Ends the session and returns to the course; null if the platform handles that. */
  leave: (() => void) | null;
}

/** Null if the lesson isn't part of a package that reports. */
export const connection = new Observable<Connection | null>(null);
