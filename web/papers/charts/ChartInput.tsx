/** The pointer and keyboard input of a chart, and the readout of the chosen point. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { t } from '../../base/words/words';
import { scaleOf } from '../../ui/scale';
import { expected, number, plusMinus, published, VERDICTS, withUnit } from '../words';
import { type Chart, nearestPoint } from './chart';
import type { DrawnPoint, Plotted } from './select';
import './chart.css';
import '../../plot/plot.css';

interface InputProps<Point> {
  label: string;
  chart: Chart;
  points: readonly Point[];
  chosen: Point | null;
  choose(point: Point | null): void;
  /** Describes a point; screen readers announce it when the point is chosen. */
  inWords(point: Point): string;
  /** A point is chosen if the pointer is at most this many pixels away. */
  reach?: number;
}

/** A layer over the marks that takes pointer and keyboard input. Screen readers present it as a slider. */
export function ChartInput<Point extends Plotted>(props: InputProps<Point>) {
  const { label, chart, points, chosen, choose, inWords, reach } = props;
  const index = chosen === null ? -1 : points.indexOf(chosen);
  const chooseNearest = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const { left, top } = chart.margin;
    const scale = scaleOf(currentTarget);
    const [x, y] = [(clientX - box.left) / scale, (clientY - box.top) / scale];
    choose(nearestPoint(chart, points, x - left, y - top, reach));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfter(event.key, index, points.length);
    if (next === null) return;
    event.preventDefault();
    choose(points[next] ?? null);
  };
  return (
    <div
      className="plot-hands chart-input"
      role="slider"
      tabIndex={0}
      aria-label={t('{chart}: numbers', { chart: label })}
      aria-valuemin={0}
      aria-valuemax={points.length}
      aria-valuenow={index + 1}
      aria-valuetext={chosen === null ? t('no number chosen') : inWords(chosen)}
      onPointerMove={chooseNearest}
      onPointerDown={chooseNearest}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && choose(null)}
      onBlur={() => choose(null)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The index that a key moves to, of `count` points: -1 for no point, null if the key has no meaning here. */
export function indexAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(count - 1, index + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, index - 1);
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
  const expectation = expected(entry.expect);
  const ours = finding?.ours ?? null;
  return [
    ...(paper === '' ? [] : ([[t('published'), paper]] as [string, string][])),
    ...(model === undefined ? [] : ([[t('model'), number(model)]] as [string, string][])),
    ...(expectation === '' ? [] : ([[t('expected'), expectation]] as [string, string][])),
    [t('ours'), ours === null ? '–' : `${number(ours)}${plusMinus(finding)}`],
  ];
}

export function pointInWords(point: DrawnPoint): string {
  const { entry, finding } = point;
  const values = rowsOf(point).map(([label, value]) => `${label} ${value}`);
  return [
    withUnit(entry.quantity, entry.unit),
    ...values,
    VERDICTS[finding?.verdict ?? 'missing'].words,
  ].join(', ');
}

export function ChartReadout({ chart, point, name }: { chart: Chart; point: DrawnPoint; name: string }) {
  const { entry, finding } = point;
  const at = chart.x(point);
  const verdict = VERDICTS[finding?.verdict ?? 'missing'];
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
