/** The state of the connection to the learning platform. */
import { Observable } from '../../../base/observable';
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
  /** The stored work that couldn't be read, and so isn't replaced; null if it was read, or if there was none. */
  unread: UnreadWork | null;
}

export interface UnreadWork {
  /** Why it couldn't be read. */
  why: string;
  /** The text that the platform gave; '' if it gave none. */
  text: string;
  /** Reads it again, and adds what was done here meanwhile. */
  tryAgain(): Promise<void>;
  /** Replaces it by the work on this page from now on. */
  replace(): void;
}

/** Null if the lesson isn't part of a package that reports. */
export const connection = new Observable<Connection | null>(null);

/** What a connection shows when it begins. */
export const NEW_CONNECTION: Connection = {
  phase: 'open',
  problem: null,
  dropped: null,
  leave: null,
  unread: null,
};

/** True if nothing but the browser keeps the student's work. */
export function onlyBrowserKeeps(shown: Connection | null): boolean {
  return shown === null || shown.phase === 'failed' || shown.unread !== null;
}
