/** One step back, one step forward, and back to the start. */
import { useEffect } from 'react';
import { writing } from '../keys/shortcuts';
import type { Bench } from '../run/bench';
import { usePart } from '../run/observable';

export function Steps({ bench }: { bench: Bench }) {
  const undoable = usePart(bench.state, 'undoable');
  const redoable = usePart(bench.state, 'redoable');
  const edited = usePart(bench.state, 'edited');
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step === null || writing(event.target)) return;
      event.preventDefault();
      bench[step](event.timeStamp);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [bench]);
  if (!undoable && !redoable && !edited) return null;
  const steps = [
    { step: 'undo', label: 'Undo', keys: 'Ctrl+Z', there: undoable },
    { step: 'redo', label: 'Redo', keys: 'Ctrl+Shift+Z', there: redoable },
  ] as const;
  return (
    <span className="steps">
      {steps.map(({ step, label, keys, there }) => (
        <button
          key={step}
          type="button"
          disabled={!there}
          title={keys}
          onClick={(event) => bench[step](event.timeStamp)}
        >
          {label}
        </button>
      ))}
      <button type="button" disabled={!edited} onClick={(event) => bench.reset(event.timeStamp)}>
        Undo all changes
      </button>
    </span>
  );
}

function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  const letter = key.toLowerCase();
  if (letter === 'y' && !shiftKey) return 'redo';
  return letter === 'z' ? (shiftKey ? 'redo' : 'undo') : null;
}
