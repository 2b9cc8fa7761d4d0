/** Draws the cursor and its readings on a separate layer, so that moving the pointer redraws nothing else. */
import { useObservable } from '../base/observable';
import { useCursor, useView } from '../run/hooks';
import { formatTime } from '../words/format';
import { t } from '../words/words';
import type { Layout } from './layout';
import './plot.css';

/** One value at the cursor. */
export interface Reading {
  label: string;
  value: string;
  /** The color in `tokens.css` that the panel uses for it. */
  token?: string;
}

/** Most readings listed; more would cover the plot. */
const READINGS = 8;

interface Props {
  layout: Layout;
  read(moment: number): Reading[];
}

export function CursorLayer({ layout, read }: Props) {
  const cursor = useCursor();
  const selecting = useObservable(useView().selecting);
  const { x, window, width, height, margin } = layout;
  const shown = cursor !== null && cursor >= window.from && cursor <= window.to;
  const at = shown ? x(cursor) : 0;
  const onRight = at < width / 2;
  const readings = shown ? read(cursor) : [];
  return (
    <div
      className="plot-cursor"
      style={{ left: margin.left, top: margin.top, width, height }}
      aria-hidden="true"
    >
      {selecting && (
        <div
          className="selection"
          style={{ left: x(selecting.from), width: Math.max(1, x(selecting.to) - x(selecting.from)) }}
        />
      )}
      {shown && (
        <>
          <div className="cursor-line" style={{ transform: `translateX(${at}px)` }} />
          <div className="readout" style={onRight ? { left: at + 8 } : { right: width - at + 8 }}>
            <b>{formatTime(cursor)}</b>
            {readings.slice(0, READINGS).map(({ label, value, token }) => (
              <span key={label}>
                <i style={token ? { background: `var(--${token})` } : undefined} />
                {label} <b>{value}</b>
              </span>
            ))}
            {readings.length > READINGS && (
              <span>{t('and {count} more values', { count: readings.length - READINGS })}</span>
            )}
          </div>
        </>
      )}
    </div>
  );
}

export function readingsInWords(moment: number, readings: Reading[]): string {
  return [formatTime(moment), ...readings.map(({ label, value }) => `${label} ${value}`)].join(', ');
}
