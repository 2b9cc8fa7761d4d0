/** Input for a chart: the pointer or keys choose a point, and its numbers appear. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { expected, number, plusMinus, published, VERDICTS, withUnit } from '../papers/words';
import { t } from '../words/words';
import { type Chart, nearestPoint } from './chart';
import type { DrawnPoint, Plotted } from './select';
import './chart.css';
import '../plot/plot.css';

interface HandsProps<Point> {
  label: string;
  chart: Chart;
  points: readonly Point[];
  chosen: Point | null;
  choose(point: Point | null): void;
  /** A point's numbers, read out when it is chosen. */
  inWords(point: Point): string;
  /** Pixels from a point within which it is chosen. */
  reach?: number;
}

/** The part that takes pointer and keys; to assistive technology it is a slider along the points. */
export function ChartInput<Point extends Plotted>(props: HandsProps<Point>) {
  const { label, chart, points, chosen, choose, inWords, reach } = props;
  const place = chosen === null ? -1 : points.indexOf(chosen);
  const point = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const { left, top } = chart.margin;
    choose(nearestPoint(chart, points, clientX - box.left - left, clientY - box.top - top, reach));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, place, points.length);
    if (next === null) return;
    event.preventDefault();
    choose(points[next] ?? null);
  };
  return (
    <div
      className="plot-hands chart-hands"
      role="slider"
      tabIndex={0}
      aria-label={t('{chart}: numbers', { chart: label })}
      aria-valuemin={0}
      aria-valuemax={points.length}
      aria-valuenow={place + 1}
      aria-valuetext={chosen === null ? t('no number chosen') : inWords(chosen)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && choose(null)}
      onBlur={() => choose(null)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The point that a key moves to, from `place` of `count` points; -1 for none chosen, null for other keys. */
export function placeAfter(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(count - 1, place + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, place - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'Escape':
      return -1;
    default:
      return null;
  }
}

function rowsOf({ entry, finding }: DrawnPoint): [label: string, value: string][] {
  const { model } = entry.published;
  const paper = published(entry);
  const side = expected(entry.expect);
  const ours = finding?.ours ?? null;
  return [
    ...(paper === '' ? [] : ([[t('published'), paper]] as [string, string][])),
    ...(model === undefined ? [] : ([[t('model'), number(model)]] as [string, string][])),
    ...(side === '' || side === paper ? [] : ([[t('expected'), side]] as [string, string][])),
    [t('ours'), ours === null ? '–' : `${number(ours)}${plusMinus(finding)}`],
  ];
}

export function pointInWords(point: DrawnPoint): string {
  const { entry, finding } = point;
  const told = rowsOf(point).map(([label, value]) => `${label} ${value}`);
  return [withUnit(entry.quantity, entry.unit), ...told, VERDICTS[finding?.verdict ?? 'fails'].words].join(
    ', ',
  );
}

export function ChartReadout({ chart, point, name }: { chart: Chart; point: DrawnPoint; name: string }) {
  const { entry, finding } = point;
  const at = chart.x(point);
  const verdict = VERDICTS[finding?.verdict ?? 'fails'];
  const side =
    at < chart.width / 2
      ? { left: chart.margin.left + at + 14 }
      : { right: chart.margin.right + chart.width - at + 14 };
  return (
    <div className="readout" style={side} aria-hidden="true">
      <b>{withUnit(entry.quantity, entry.unit)}</b>
      <span>{name}</span>
      {rowsOf(point).map(([label, value]) => (
        <span key={label}>
          {label} <b>{value}</b>
        </span>
      ))}
      <span>
        {verdict.sign} {verdict.words}
      </span>
    </div>
  );
}
