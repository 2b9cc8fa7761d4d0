/** The tools of the shared time axis: what is shown, zoom, pan, and the keys. */
import type { ReactNode } from 'react';
import { formatTime } from '../plot/format';
import { KEYS } from '../plot/gestures';
import { useTimeWindow, useView } from '../run/hooks';
import { useObservable } from '../run/observable';

export function TimeBar({ children }: { children?: ReactNode }) {
  const view = useView();
  const { from, to } = useTimeWindow();
  const { zoom } = useObservable(view.looking);
  return (
    <div className="time-bar" role="toolbar" aria-label="Time shown in all panels">
      <span className="time-shown">
        {formatTime(from)} – {formatTime(to)}
      </span>
      <span className="buttons">
        <button
          type="button"
          aria-label="Earlier"
          title="Earlier"
          disabled={!zoom}
          onClick={() => view.pan(-0.5)}
        >
          ◂
        </button>
        <button type="button" aria-label="Later" title="Later" disabled={!zoom} onClick={() => view.pan(0.5)}>
          ▸
        </button>
        <button
          type="button"
          aria-label="Zoom out"
          title="Zoom out"
          disabled={!zoom}
          onClick={() => view.zoom(0.5)}
        >
          −
        </button>
        <button type="button" aria-label="Zoom in" title="Zoom in" onClick={() => view.zoom(2)}>
          +
        </button>
        <button type="button" disabled={!zoom} onClick={() => view.showAll()}>
          Whole run
        </button>
      </span>
      {children}
      <details className="keys">
        <summary>Keys and gestures</summary>
        <div className="keys-card">
          <p>
            Drag over a panel to zoom into those seconds; double-click shows the whole run. Ctrl and wheel
            zoom, Shift and drag move; after a click into a panel the wheel alone zooms. On a touch screen
            pinch to zoom, drag to move. Focus a panel to use the keys:
          </p>
          <dl>
            {KEYS.map(([keys, does]) => (
              <div key={keys}>
                <dt>{keys}</dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </div>
      </details>
    </div>
  );
}
