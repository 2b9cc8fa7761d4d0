/** The gallery of scenarios as a dialog over the bench. Loaded when it's opened. */
import { useEffect, useRef } from 'react';
import { usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { GalleryList } from './GalleryList';
import './gallery.css';

interface Props {
  bench: Bench;
  open: boolean;
  /** Why the gallery opened by itself; null if the user opened it. */
  note?: string | null;
  onClose(): void;
}

export function ScenarioGallery({ bench, open, note = null, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closing the dialog itself returns the focus; its event calls `onClose`.
  const close = () => dialog.current?.close();
  const current = usePart(bench.state, 'name');
  useEffect(() => {
    const element = dialog.current;
    if (!open) return;
    element?.showModal();
    return () => element?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog without help
    <dialog
      ref={dialog}
      className="gallery-dialog"
      aria-label={t('Scenarios')}
      onClose={onClose}
      // The dialog element is the event's target only when the click is outside its content.
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      {open && (
        <GalleryList current={current} note={note} choose={close}>
          <button type="button" className="quiet" onClick={close}>
            {t('Close')}
          </button>
        </GalleryList>
      )}
    </dialog>
  );
}
