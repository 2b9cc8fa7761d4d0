/** State of an opened file: reading progress, a problem, or its content. */
import { Observable } from '../../base/observable';
import type { CaptureReader } from '../../engine/captureReader';
import type { CaptureView } from '../../engine/captureView';

export type Incoming =
  | { phase: 'none' }
  | { phase: 'reading'; name: string; progress: number; reader: CaptureReader | null }
  | { phase: 'failed'; name: string; message: string }
  /** A file that belongs to another page. */
  | { phase: 'elsewhere'; name: string; words: string; address: string }
  /** A scenario that would replace the user's draft. */
  | { phase: 'waiting'; name: string; text: string; draft: string }
  /** A scenario that was written to the bench; `draft` is the user's, from before. */
  | { phase: 'scenario'; name: string; text: string; draft: string | null }
  /** `view` is the first one; the reader gives others. */
  | { phase: 'capture'; name: string; reader: CaptureReader; view: CaptureView };

export const incoming = new Observable<Incoming>({ phase: 'none' });

/** Replaces the state. The reader of a capture that's no longer shown or read ends. */
export function present(next: Incoming): void {
  const reader = readerOf(incoming.value);
  if (reader !== null && reader !== readerOf(next)) reader.cancel();
  incoming.set(next);
}

function readerOf(state: Incoming): CaptureReader | null {
  return 'reader' in state ? state.reader : null;
}

export function dismiss(): void {
  present({ phase: 'none' });
}
