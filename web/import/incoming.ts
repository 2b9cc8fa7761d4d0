/** State of an opened file: reading progress, a problem, or its content. */
import { Observable } from '../base/observable';
import type { Streams } from './capture/streams';

export type Incoming =
  | { phase: 'none' }
  | { phase: 'reading'; name: string; progress: number }
  | { phase: 'failed'; name: string; message: string }
  | { phase: 'scenario'; name: string; text: string }
  | { phase: 'capture'; name: string; streams: Streams };

export const incoming = new Observable<Incoming>({ phase: 'none' });

export function dismiss(): void {
  incoming.set({ phase: 'none' });
}
