/** The window and the queue over time, one above the other, with the moment that the path shows. */
import type { ReactNode, Ref } from 'react';
import { t } from '../../base/words/words';
import { GRID, type ThumbnailLine } from '../../scenario/content/thumbnail';
import { packetsInWords } from './numbers';
import { otherThan, SENDERS, type Setting, SHOWN_S } from './path';
import { type Picture, type Readings, TOP } from './replay';
import './plot.css';

const WIDTH = 1000;

/** Heights of the lanes of the window and of the queue. */
const WINDOW = 160;
const QUEUE = 64;

/** Seconds at the ticks of the axis. */
const TICKS = [0, 2, 4, 6, 8];

interface Props {
  picture: Picture;
  /** The window's line of the other sender; null if it isn't known. */
  ghost: ThumbnailLine | null;
  setting: Setting;
  /** Times of drops, s. */
  drops_s: readonly number[];
  readings: Readings;
  moment: number;
  /** Elements that change while the run plays. */
  refs: PlotRefs;
}

interface PlotRefs {
  /** Both lanes, each with the line of the moment and what covers the future. */
  lanes: Ref<HTMLDivElement>;
  cwnd: Ref<HTMLElement>;
  queued: Ref<HTMLElement>;
}

export function Plot({ picture, ghost, setting, drops_s, readings, moment, refs }: Props) {
  const limit = yOf((GRID * setting.limit_bytes) / TOP.bytes, QUEUE);
  return (
    <div className="plot-of-home" data-sender={setting.sender} ref={refs.lanes}>
      <p className="lane-name">
        {t('Congestion window')} <b ref={refs.cwnd}>{packetsInWords(readings.cwnd)}</b>
        {ghost !== null && <span className="lane-key ghost-key">{SENDERS[otherThan(setting.sender)]}</span>}
        <span className="lane-top" aria-hidden="true">
          {packetsInWords(TOP.segments)}
        </span>
      </p>
      <Lane name="window" height={WINDOW} moment={moment}>
        {ghost !== null && <path className="plot-ghost" d={pathOf(ghost, WINDOW)} />}
        <path className="plot-window" d={pathOf(picture.window, WINDOW)} />
      </Lane>
      <p className="lane-name">
        {t('Queue')} <b ref={refs.queued}>{packetsInWords(readings.queued)}</b>
        <span className="lane-key">{t('buffer full')}</span>
      </p>
      <Lane name="queue" height={QUEUE} moment={moment}>
        <path className="plot-limit" d={`M0 ${limit}H${WIDTH}`} />
        <path className="plot-queue" d={`${pathOf(picture.queue, QUEUE)}V${QUEUE}H0Z`} />
        <path
          className="plot-drops"
          d={drops_s.map((time) => `M${xOf(time)} ${round(limit - 9)}v7`).join('')}
        />
      </Lane>
      <ol className="plot-ticks" aria-hidden="true">
        {TICKS.map((tick) => (
          <li key={tick}>{t('{seconds} s', { seconds: tick })}</li>
        ))}
      </ol>
    </div>
  );
}

interface LaneProps {
  name: 'window' | 'queue';
  height: number;
  moment: number;
  children: ReactNode;
}

function Lane({ name, height, moment, children }: LaneProps) {
  return (
    <svg
      className="lane"
      data-lane={name}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="plot-base" d={`M0 ${height}H${WIDTH}`} />
      {children}
      <rect className="plot-future" x={xOf(moment)} y={-8} width={WIDTH} height={height + 16} />
      <line className="plot-moment" x1={xOf(moment)} x2={xOf(moment)} y1={0} y2={height} />
    </svg>
  );
}

/** Moves both lanes to a moment. */
export function moveTo(lanes: HTMLDivElement, moment: number): void {
  const x = `${xOf(moment)}`;
  for (const covered of lanes.querySelectorAll('.plot-future')) covered.setAttribute('x', x);
  for (const line of lanes.querySelectorAll('.plot-moment')) {
    line.setAttribute('x1', x);
    line.setAttribute('x2', x);
  }
}

function xOf(seconds: number): number {
  return round((WIDTH * seconds) / SHOWN_S);
}

function yOf(value: number, height: number): number {
  return round(height - (height * value) / GRID);
}

function pathOf(points: ThumbnailLine, height: number): string {
  let path = '';
  for (let at = 0; at + 1 < points.length; at += 2)
    path += `${at === 0 ? 'M' : 'L'}${points[at]} ${yOf(points[at + 1] as number, height)}`;
  return path;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
