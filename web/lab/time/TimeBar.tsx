/** Tools of the shared time axis: visible window, zoom, pan and keys. */
import type { ReactNode } from 'react';
import { useObservable } from '../../base/observable';
import { formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import { useTimeWindow, useView } from '../../run/hooks';
import { KeysButton } from '../../ui/keys/Keys';
import { PlayButtons } from './PlayButtons';
import { ZoomButtons } from './ZoomButtons';
import './TimeBar.css';

export function TimeBar({ children }: { children?: ReactNode }) {
  const view = useView();
  const { from, to } = useTimeWindow();
  const { zoom } = useObservable(view.looking);
  return (
    <div className="time-bar" role="toolbar" aria-label={t('Time shown in all panels')}>
      <span className="time-shown">
        {formatTime(from)} – {formatTime(to)}
      </span>
      <span className="buttons">
        <button
          type="button"
          aria-label={t('Earlier')}
          title={t('Earlier')}
          disabled={!zoom}
          onClick={() => view.pan(-0.5)}
        >
          ◂
        </button>
        <button
          type="button"
          aria-label={t('Later')}
          title={t('Later')}
          disabled={!zoom}
          onClick={() => view.pan(0.5)}
        >
          ▸
        </button>
        <ZoomButtons />
      </span>
      <PlayButtons />
      {children}
      <KeysButton />
    </div>
  );
}
