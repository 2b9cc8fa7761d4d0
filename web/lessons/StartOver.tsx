/** The button that erases answers, and brings them back. */
import { useState } from 'react';
import type { Observable } from '../base/observable';
import { t } from '../base/words/words';
import { mergedProgress, type Progress } from './progress';

/** Erases answers. The returned function brings them back; those that the student has given since stay. */
export function erase(progress: Erasable, forget: () => void): () => void {
  const before = progress.value;
  forget();
  const after = progress.value;
  return () => progress.set(mergedProgress(before, after, progress.value));
}

type Erasable = Pick<Observable<Progress>, 'value' | 'set'>;

interface Props {
  progress: Erasable;
  /** Erases the answers. */
  forget(): void;
  /** Called when they're back. */
  onUndo?(): void;
  /** False if there's nothing to erase. */
  begun: boolean;
  /** True if there's no button then, not even one that can't be pressed. */
  hides?: boolean;
  label?: string;
}

export function StartOver({
  progress,
  forget,
  onUndo,
  begun,
  hides = false,
  label = t('Start over'),
}: Props) {
  const [undo, setUndo] = useState<(() => void) | null>(null);
  const bringBack = () => {
    undo?.();
    setUndo(null);
    onUndo?.();
  };
  return (
    <>
      {(begun || !hides) && (
        <button
          type="button"
          className="quiet"
          disabled={!begun}
          onClick={() => {
            const back = erase(progress, forget);
            setUndo(() => back);
          }}
        >
          {label}
        </button>
      )}
      {undo !== null && (
        <>
          <span role="status">{t('Your answers were erased.')}</span>
          <button type="button" onClick={bringBack}>
            {t('Undo')}
          </button>
        </>
      )}
    </>
  );
}
