/** An empty chart on which a student draws the expected curve. It shows the run's curve afterwards. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { useMedia } from '../../ui/hooks';
import type { LanguageAttributes } from '../../ui/InEnglish';
import { DRAWN_POINTS } from '../answers';
import type { DrawnAxis, Prediction } from '../lesson';
import { pathOfSteps, type RunsCurve } from '../runsCurve';
import './DrawnCurve.css';

type Draw = Extract<Prediction, { kind: 'draw' }>;

interface Props {
  prediction: Draw;
  /** The y values by index; NaN where nothing is drawn. Null if nothing is drawn yet. */
  drawn: readonly number[] | null;
  /** Absent if the curve is locked. */
  draw?: (heights: number[]) => void;
  /** The run's curve; null or absent while unknown. */
  truth?: RunsCurve | null;
  /** Curves that others drew, with a whole class's on one chart. */
  others?: readonly (readonly number[])[];
  label: string;
  caption?: string;
  /** Of the axes' labels. */
  language: LanguageAttributes;
}

/** Sizes of the chart. Narrow screens get another layout rather than a scaled one, so that text keeps its size. */
const WIDE = { width: 640, height: 280 };
const NARROW = { width: 330, height: 240 };
const MARGIN = { left: 52, right: 12, top: 12, bottom: 40 };
const LAST = DRAWN_POINTS - 1;

/** Interpolates the gaps of a drawn curve linearly, and extends both ends horizontally. */
export function filled(drawn: readonly number[], otherwise: number): number[] {
  const known = drawn.flatMap((value, place) => (Number.isNaN(value) ? [] : [{ place, value }]));
  return Array.from({ length: DRAWN_POINTS }, (_, place) => {
    const before = known.findLast((one) => one.place <= place);
    const after = known.find((one) => one.place >= place);
    if (before === undefined || after === undefined) return (before ?? after)?.value ?? otherwise;
    if (after.place === before.place) return before.value;
    const share = (place - before.place) / (after.place - before.place);
    return before.value + share * (after.value - before.value);
  });
}

const SMALL = '(max-width: 40rem)';

export function DrawnCurve({ prediction, drawn, draw, truth, others = [], label, caption, language }: Props) {
  const { x, y } = prediction;
  const size = useMedia(SMALL) ? NARROW : WIDE;
  const inner = {
    width: size.width - MARGIN.left - MARGIN.right,
    height: size.height - MARGIN.top - MARGIN.bottom,
  };
  const picture = useRef<SVGSVGElement>(null);
  const last = useRef<{ place: number; value: number } | null>(null);
  const [pen, setPen] = useState(0);
  const heights = drawn ?? Array.from({ length: DRAWN_POINTS }, () => Number.NaN);
  const across = (place: number) => (place / LAST) * inner.width;
  const up = (value: number) => inner.height * (1 - (value - y.from) / (y.to - y.from));

  /** Draws a straight line between two points. */
  const stroke = (from: { place: number; value: number }, to: { place: number; value: number }) => {
    const next = [...heights];
    const [low, high] = from.place <= to.place ? [from, to] : [to, from];
    for (let place = low.place; place <= high.place; place += 1) {
      const share = high.place === low.place ? 1 : (place - low.place) / (high.place - low.place);
      next[place] = low.value + share * (high.value - low.value);
    }
    next[to.place] = to.value;
    draw?.(next);
  };
  const pointAt = ({ clientX, clientY }: PointerEvent) => {
    const box = picture.current?.getBoundingClientRect();
    if (box === undefined) return null;
    const scale = size.width / box.width;
    const place = Math.round((((clientX - box.left) * scale - MARGIN.left) / inner.width) * LAST);
    const share = 1 - ((clientY - box.top) * scale - MARGIN.top) / inner.height;
    const value = y.from + Math.min(Math.max(share, 0), 1) * (y.to - y.from);
    return { place: Math.min(Math.max(place, 0), LAST), value };
  };
  const move = (event: PointerEvent) => {
    if (draw === undefined || last.current === null) return;
    const at = pointAt(event);
    if (at === null) return;
    stroke(last.current, at);
    last.current = at;
  };
  const press = (event: KeyboardEvent) => {
    if (draw === undefined) return;
    const step = (y.to - y.from) / (event.shiftKey ? 5 : 40);
    const here = Number.isNaN(heights[pen] ?? Number.NaN)
      ? (heights[pen - 1] ?? y.from)
      : (heights[pen] ?? y.from);
    const value = Number.isNaN(here) ? y.from : here;
    const sideways = { ArrowLeft: -1, ArrowRight: 1, Home: -LAST, End: LAST }[event.key];
    const upwards = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (sideways === undefined && upwards === undefined) return;
    event.preventDefault();
    if (sideways !== undefined) {
      const place = Math.min(Math.max(pen + sideways, 0), LAST);
      // Moving the pen over empty points draws them at its height.
      if (Number.isNaN(heights[place] ?? Number.NaN) && !Number.isNaN(heights[pen] ?? Number.NaN))
        stroke({ place: pen, value }, { place, value });
      setPen(place);
    }
    if (upwards !== undefined) {
      const next = Math.min(Math.max(value + upwards * step, y.from), y.to);
      stroke({ place: pen, value: next }, { place: pen, value: next });
    }
  };
  const height = heights[pen] ?? Number.NaN;
  const here = `${inUnits(x, x.from + (pen / LAST) * (x.to - x.from))}: ${Number.isNaN(height) ? t('nothing drawn') : inUnits(y, height)}`;
  return (
    <figure className="drawn-curve" data-drawing={draw !== undefined}>
      <svg ref={picture} {...language} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
          <Axis axis={y} length={inner.height} across={inner.width} along="y" />
          <Axis axis={x} length={inner.width} across={inner.height} along="x" />
          {others.map((curve, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the curves of a class have no names
            <path key={index} className="other" d={pathOf(curve, across, up)} />
          ))}
          {truth && (
            <svg width={inner.width} height={inner.height} aria-hidden="true">
              <path
                className="truth"
                style={{ stroke: truth.color }}
                d={pathOfSteps(truth, {
                  ...x,
                  across: (at) => (inner.width * (at - x.from)) / (x.to - x.from),
                  up,
                })}
              />
            </svg>
          )}
          <path className="drawn" d={pathOf(heights, across, up)} />
          {draw !== undefined && !Number.isNaN(height) && (
            <circle className="pen" cx={across(pen)} cy={up(height)} r="5" />
          )}
        </g>
      </svg>
      {draw !== undefined && (
        <div
          className="drawing-area"
          role="slider"
          tabIndex={0}
          aria-label={t('Draw: {what}', { what: label })}
          aria-valuemin={y.from}
          aria-valuemax={y.to}
          aria-valuenow={Number.isNaN(height) ? y.from : Math.round(height * 100) / 100}
          aria-valuetext={here}
          onKeyDown={press}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            const at = pointAt(event);
            last.current = at;
            if (at !== null) {
              stroke(at, at);
              setPen(at.place);
            }
          }}
          onPointerMove={move}
          onPointerUp={() => {
            last.current = null;
          }}
          onPointerCancel={() => {
            last.current = null;
          }}
        />
      )}
      <figcaption>
        {caption !== undefined
          ? caption
          : draw !== undefined
            ? t(
                'Draw from left to right with the pointer or a finger. With the keyboard: left and right move the pen, up and down raise or lower it.',
              )
            : truth
              ? t('Dashed: what you drew. Solid: the run.')
              : t('What you drew.')}
      </figcaption>
    </figure>
  );
}

function pathOf(
  heights: readonly number[],
  across: (place: number) => number,
  up: (value: number) => number,
): string {
  let path = '';
  let pen = false;
  heights.forEach((value, place) => {
    if (Number.isNaN(value)) {
      pen = false;
      return;
    }
    path += `${pen ? 'L' : 'M'}${across(place).toFixed(1)},${up(value).toFixed(1)}`;
    pen = true;
  });
  return path;
}

function inUnits({ unit }: DrawnAxis, value: number): string {
  return `${Number(value.toPrecision(3))}${unit === '' ? '' : ` ${unit}`}`;
}

/** Returns four or five round numbers for the ticks of an axis. */
export function ticksOf({ from, to }: DrawnAxis): number[] {
  const rough = (to - from) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({ length: Math.floor(to / step + 1e-9) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

interface AxisProps {
  axis: DrawnAxis;
  length: number;
  /** Length of the other axis. */
  across: number;
  along: 'x' | 'y';
}

function Axis({ axis, length, across, along }: AxisProps) {
  const at = (value: number) => ((value - axis.from) / (axis.to - axis.from)) * length;
  const name = `${axis.label}${axis.unit === '' ? '' : ` (${axis.unit})`}`;
  return along === 'x' ? (
    <g transform={`translate(0,${across})`}>
      <path className="axis" d={`M0,0H${length}`} />
      {ticksOf(axis).map((tick) => (
        <g key={tick} transform={`translate(${at(tick)},0)`}>
          <path className="axis" d="M0,0V5" />
          <text y="18" textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      <text className="axis-name" x={length} y="34" textAnchor="end">
        {name}
      </text>
    </g>
  ) : (
    <g>
      {ticksOf(axis).map((tick) => (
        <g key={tick} transform={`translate(0,${length - at(tick)})`}>
          <path className="grid" d={`M0,0H${across}`} />
          <text x="-8" dy="0.35em" textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      <text className="axis-name" x={6} y={12}>
        {name}
      </text>
    </g>
  );
}
