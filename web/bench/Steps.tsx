/** Buttons and keys to undo and redo changes, and a button to undo all of them. */
import { useMemo } from 'react';
import { usePart } from '../base/observable';
import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import { type Action, useActions } from '../ui/actions';
import './BenchPage.css';

export function Steps({ bench }: { bench: Bench }) {
  const undoable = usePart(bench.state, 'undoable');
  const redoable = usePart(bench.state, 'redoable');
  const edited = usePart(bench.state, 'edited');
  useActions(useMemo(() => actionsOf(bench), [bench]));
  // Always show all buttons, so that the first change doesn't move anything on the page.
  const steps = [
    { step: 'undo', label: t('Undo'), title: t('Undo (Ctrl+Z)'), there: undoable, path: UNDO_ICON },
    { step: 'redo', label: t('Redo'), title: t('Redo (Ctrl+Shift+Z)'), there: redoable, path: REDO_ICON },
    {
      step: 'reset',
      label: t('Undo all changes'),
      title: t('Undo all changes'),
      there: edited,
      path: RESET_ICON,
    },
  ] as const;
  return (
    <span className="steps">
      {steps.map(({ step, label, title, there, path }) => (
        <button
          key={step}
          type="button"
          disabled={!there}
          aria-label={label}
          title={title}
          onClick={(event) => bench[step](event.timeStamp)}
        >
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
          </svg>
        </button>
      ))}
    </span>
  );
}

/** Paths of arrows: back, forward, and back to the start. */
const UNDO_ICON = 'M6,2L2,6L6,10M2,6H10A4,4,0,0,1,10,14H7';
const REDO_ICON = 'M10,2L14,6L10,10M14,6H6A4,4,0,0,0,6,14H9';
const RESET_ICON = 'M2,2V10M9,2L5,6L9,10M5,6H10.5A4,4,0,0,1,10.5,14H7';

function actionsOf(bench: Bench): Action[] {
  return [
    {
      id: 'bench.undo',
      title: () => t('Undo'),
      keys: ['Mod+z'],
      repeats: true,
      run: (at) => bench.undo(at),
      enabled: () => bench.state.value.undoable,
    },
    {
      id: 'bench.redo',
      title: () => t('Redo'),
      keys: ['Mod+Shift+z', 'Mod+y'],
      repeats: true,
      run: (at) => bench.redo(at),
      enabled: () => bench.state.value.redoable,
    },
    {
      id: 'bench.reset',
      title: () => t('Undo all changes'),
      words: () => t('reset original'),
      run: (at) => bench.reset(at),
      enabled: () => bench.state.value.edited,
    },
  ];
}
