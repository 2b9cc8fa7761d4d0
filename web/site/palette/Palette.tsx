/** The command palette and its button. The palette itself loads when it's first opened. */
import { Suspense } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { type Action, printedKeys, useActions } from '../../ui/actions';
import { lazyDialog } from '../../ui/lazyDialog';
import { closePalette, paletteOpen, showPalette } from './open';
import './PaletteButton.css';

const PaletteDialog = lazyDialog(async () => (await import('./PaletteDialog')).PaletteDialog);

const KEYS = 'Mod+k';

const ACTIONS: readonly Action[] = [
  {
    id: 'palette',
    title: () => t('Search everything'),
    keys: [KEYS],
    inFields: true,
    run: showPalette,
  },
];

interface Props {
  /** The bench, on pages that show it. */
  bench?: Bench | undefined;
}

/** The palette while it's open, and its keys. Render once per page. */
export function Palette({ bench }: Props) {
  const open = useObservable(paletteOpen);
  useActions(ACTIONS);
  return (
    open && (
      <Suspense>
        <PaletteDialog bench={bench} close={closePalette} />
      </Suspense>
    )
  );
}

export function PaletteButton() {
  const keys = printedKeys(KEYS);
  return (
    <button
      type="button"
      className="palette-button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-label={t('Search everything')}
      title={t('Search everything ({keys})', { keys })}
      onClick={showPalette}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path d="M6,1.5A4.5,4.5,0,1,1,6,10.5A4.5,4.5,0,1,1,6,1.5M9.4,9.4L12.5,12.5" />
      </svg>
      <span className="palette-button-words">{t('Search')}</span>
      <kbd translate="no">{keys}</kbd>
    </button>
  );
}
