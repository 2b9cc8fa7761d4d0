/** The window and the queue over time, one above the other, with the moment that the path shows. */
import type { Ref } from 'react';
import { GRID, type ThumbnailLine } from '../content/thumbnail';
import { t } from '../words/words';
import { packetsInWords } from './numbers';
import { type Setting, SHOWN_S } from './path';
import { type Picture, type Readings, TOP } from './replay';
import './plot.css';

const WIDTH = 1000;
const WINDOW = { top: 4, bottom: 168 };
const QUEUE = { top: 196, bottom: 256 };
const HEIGHT = 260;

/** Seconds at the ticks of the axis. */
const TICKS = [0, 2, 4, 6, 8];

interface Props {
  picture: Picture;
  setting: Setting;
  /** Times of drops, s. */
  drops_s: readonly number[];
  readings: Readings;
  moment: number;
  /** Playing moves the line of the moment, covers the future, and writes the readings. */
  refs: PlotRefs;
}

export interface PlotRefs {
  moment: Ref<SVGPathElement>;
  future: Ref<SVGRectElement>;
  cwnd: Ref<HTMLElement>;
  queued: Ref<HTMLElement>;
}

export function Plot({ picture, setting, drops_s, readings, moment, refs }: Props) {
  const limit = yOf((GRID * setting.limit_bytes) / TOP.bytes, QUEUE);
  return (
    <div className="plot-of-home" data-sender={setting.sender}>
      <p className="lane-name">
        {t('Congestion window')} <b ref={refs.cwnd}>{packetsInWords(readings.cwnd)}</b>
      </p>
      <p className="lane-name lane-name-queue">
        {t('Queue')} <b ref={refs.queued}>{packetsInWords(readings.queued)}</b>
        <span className="lane-key">{t('buffer full')}</span>
      </p>
      <p className="lane-top" aria-hidden="true">
        {packetsInWords(TOP.segments)}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="plot-base" d={`M0 ${WINDOW.top}H${WIDTH}M0 ${WINDOW.bottom}H${WIDTH}M0 ${QUEUE.bottom}H${WIDTH}`} />
        <path className="plot-limit" d={`M0 ${limit}H${WIDTH}`} />
        <path className="plot-queue" d={`${pathOf(picture.queue, QUEUE)}V${QUEUE.bottom}H0Z`} />
        <path className="plot-window" d={pathOf(picture.window, WINDOW)} />
        <path
          className="plot-drops"
          d={drops_s.map((time) => `M${xOf(time)} ${round(limit - 9)}v7`).join('')}
        />
        <rect ref={refs.future} className="plot-future" x={xOf(moment)} y={0} width={WIDTH} height={HEIGHT} />
        <path ref={refs.moment} className="plot-moment" d={momentPath(moment)} />
      </svg>
      <ol className="plot-ticks" aria-hidden="true">
        {TICKS.map((tick) => (
          <li key={tick}>{t('{seconds} s', { seconds: tick })}</li>
        ))}
      </ol>
    </div>
  );
}

export function xOf(seconds: number): number {
  return round((WIDTH * seconds) / SHOWN_S);
}

export function momentPath(moment: number): string {
  return `M${xOf(moment)} 0V${HEIGHT}`;
}

type Lane = typeof WINDOW;

function yOf(value: number, { top, bottom }: Lane): number {
  return round(bottom - ((bottom - top) * Math.min(GRID, value)) / GRID);
}

function pathOf(points: ThumbnailLine, lane: Lane): string {
  let path = '';
  for (let at = 0; at + 1 < points.length; at += 2)
    path += `${at === 0 ? 'M' : 'L'}${points[at]} ${yOf(points[at + 1] as number, lane)}`;
  return path;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
