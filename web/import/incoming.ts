/** State of an opened file: reading progress, a problem, or its content. */
import { Observable } from '../base/observable';
import type { Streams } from './capture/streams';

export type Incoming =
  | { phase: 'none' }
  | { phase: 'reading'; name: string; progress: number }
  | { phase: 'failed'; name: string; message: string }
  /** A file that belongs to another page. */
  | { phase: 'elsewhere'; name: string; words: string; address: string }
  /** A scenario that would replace the user's draft. */
  | { phase: 'waiting'; name: string; text: string; draft: string }
  /** A scenario that was written to the bench; `draft` is the user's, from before. */
  | { phase: 'scenario'; name: string; text: string; draft: string | null }
  | { phase: 'capture'; name: string; streams: Streams };

export const incoming = new Observable<Incoming>({ phase: 'none' });

export function dismiss(): void {
  incoming.set({ phase: 'none' });
}
