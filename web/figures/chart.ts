/** The geometry of a chart: scales with their ticks, and the position of each point. */
import { format, type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3';
import { formatExact } from '../words/format';
import { type Axis, type Plotted, valuesOf } from './select';

interface Tick {
  at: number;
  /** The lines of its label. */
  lines: string[];
}

export interface Chart {
  /** Inner width and height in CSS pixels. */
  width: number;
  height: number;
  margin: { left: number; top: number; right: number; bottom: number };
  /** True if the x axis shows names: points have no order, and no line joins them. */
  named: boolean;
  xTicks: Tick[];
  yTicks: Tick[];
  x(point: Plotted): number;
  y(value: number): number;
}

export const LINE_PX = 13;
/** About the width of a character of a label. */
const CHARACTER_PX = 6.2;
const PIXELS_PER_TICK = { x: 70, y: 38 };
/** Space below a logarithmic scale for values that aren't positive. */
const ZERO_PX = 20;
const EDGE = 0.05;

export function layOutChart(
  drawing: { x: Axis; y: Axis },
  series: readonly { points: readonly Plotted[] }[],
  outerWidth: number,
  outerHeight: number,
): Chart {
  const points = series.flatMap((one) => one.points);
  const margin = { left: 52, top: 24, right: 14, bottom: 25 + LINE_PX };
  const width = Math.max(40, outerWidth - margin.left - margin.right);
  const { names = [] } = drawing.x;
  const step = width / Math.max(1, names.length);
  const wrapped = names.map((name) => wrap(name, Math.floor(step / CHARACTER_PX)));
  margin.bottom += LINE_PX * (Math.max(1, ...wrapped.map((lines) => lines.length)) - 1);
  const height = Math.max(40, outerHeight - margin.top - margin.bottom);
  const vertical = verticalScale(drawing.y, points.flatMap(valuesOf), height);
  const shared = { width, height, margin, ...vertical };
  if (names.length > 0) {
    const within = (step * 0.7) / series.length;
    return {
      ...shared,
      named: true,
      xTicks: wrapped.map((lines, place) => ({ at: (place + 0.5) * step, lines })),
      x: ({ x, series: of }) => (x + 0.5) * step + (of - (series.length - 1) / 2) * within,
    };
  }
  const scale = horizontalScale(
    drawing.x,
    points.map(({ x }) => x),
    width,
  );
  return { ...shared, named: false, xTicks: horizontalTicks(scale, points, width), x: ({ x }) => scale(x) };
}

type Scale = ScaleContinuousNumeric<number, number>;

function horizontalScale({ log }: Axis, values: number[], width: number): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (log) {
    const room = low === high ? 2 : (high / low) ** EDGE;
    return scaleLog([low / room, high * room], [0, width]);
  }
  const room = low === high ? 1 : (high - low) * EDGE;
  return scaleLinear([low - room, high + room], [0, width]);
}

/** Without rounding small shares away. */
const plain = (value: number) => formatExact(Number(value.toPrecision(4)));

/** The places of the points themselves where they have room, for those are what a paper names. */
function horizontalTicks(scale: Scale, points: Plotted[], width: number): Tick[] {
  const places = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const own = places.map((x) => ({ at: scale(x), lines: [plain(x)] }));
  const room = own.every(({ at, lines }, place) => {
    const before = own[place - 1];
    const long = Math.max(lines[0]?.length ?? 0, before?.lines[0]?.length ?? 0);
    return before === undefined || at - before.at > long * CHARACTER_PX + 10;
  });
  if (room) return own;
  return scale.ticks(Math.max(2, Math.floor(width / PIXELS_PER_TICK.x))).map((x) => ({
    at: scale(x),
    lines: [plain(x)],
  }));
}

function verticalScale({ log }: Axis, values: number[], height: number): Pick<Chart, 'y' | 'yTicks'> {
  const count = Math.max(2, Math.floor(height / PIXELS_PER_TICK.y));
  if (log) {
    const above = values.filter((value) => value > 0);
    const bottom = above.length < values.length ? height - ZERO_PX : height;
    const scale = scaleLog([Math.min(...above, 1e9), Math.max(...above, 1e-9)], [bottom, 0]).nice();
    const ticks = scale.ticks(count).filter((value) => above.length < 2 || isRound(value, scale, bottom));
    return {
      y: (value) => (value > 0 ? scale(value) : height - ZERO_PX / 2),
      yTicks: [
        ...(bottom < height ? [{ at: height - ZERO_PX / 2, lines: ['≤ 0'] }] : []),
        ...ticks.map((value) => ({ at: scale(value), lines: [short(value)] })),
      ],
    };
  }
  const [low, high] = domainOf(values);
  const scale = scaleLinear([low, high], [height, 0]).nice(count);
  const form = scale.tickFormat(count);
  return {
    y: (value) => scale(value),
    yTicks: scale.ticks(count).map((value) => ({
      at: scale(value),
      lines: [Math.abs(value) >= 10_000 ? short(value) : form(value)],
    })),
  };
}

/** Of a logarithmic scale over several powers of ten, the powers; else also twos and fives. */
function isRound(value: number, scale: Scale, height: number): boolean {
  const [low = 1, high = 1] = scale.domain();
  const perDecade = height / Math.max(1e-9, Math.log10(high / low));
  const first = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  const kept = perDecade > 110 ? [1, 2, 5] : [1];
  return kept.some((digit) => Math.abs(first - digit) < 1e-6);
}

const short = (value: number) => format('~s')(value);

/** From zero, unless that would press together what lies far from it. */
export function domainOf(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(low <= high) || (low === 0 && high === 0)) return [0, 1];
  const far = Math.max(Math.abs(low), Math.abs(high));
  const fromZero = low * high <= 0 || Math.min(Math.abs(low), Math.abs(high)) < 0.6 * far;
  const [from, to] = fromZero ? [Math.min(0, low), Math.max(0, high)] : [low, high];
  const room = (to - from || far || 1) * EDGE;
  return [from === 0 ? 0 : from - room, to === 0 ? 0 : to + room];
}

/** Words in lines of so many characters; a longer word has a line of its own. */
export function wrap(text: string, characters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= characters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The point nearest to a place in the chart; null if there is none within reach. */
export function nearestPoint<Point extends Plotted>(
  chart: Chart,
  points: readonly Point[],
  x: number,
  y: number,
  reach = 40,
): Point | null {
  let best: Point | null = null;
  let least = reach;
  for (const point of points) {
    for (const value of valuesOf(point)) {
      const distance = Math.hypot(chart.x(point) - x, chart.y(value) - y);
      if (distance >= least) continue;
      least = distance;
      best = point;
    }
  }
  return best;
}

/** Height of a sign beside a mark. */
const SIGN_PX = 11;

/** Position of the sign of a deviation: beyond our interval, on the side away from the published value. */
export function signPlace(
  chart: Chart,
  { ours, whisker, published, model }: Plotted,
): { x: number; y: number } {
  const value = ours ?? 0;
  const [low, high] = whisker ?? [value, value];
  const above = Math.min(chart.y(high), chart.y(value) - 4) - 4;
  const below = Math.max(chart.y(low), chart.y(value) + 4) + SIGN_PX + 1;
  const reference = model ?? published;
  if (reference === null || value >= reference) return { x: 0, y: above };
  return below <= chart.height - 2 ? { x: 0, y: below } : { x: SIGN_PX, y: chart.y(value) + 4 };
}
