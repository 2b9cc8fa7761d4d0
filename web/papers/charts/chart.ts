/** The geometry of a chart: scales with their ticks, and the position of each point. */
import { format } from 'd3-format';
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import { formatExact } from '../../base/words/format';
import { type Axis, type Plotted, valuesOf } from './select';

interface Tick {
  /** Position in pixels. */
  at: number;
  /** The label's lines. */
  lines: string[];
}

export interface Chart {
  /** Inner width and height, CSS pixels. */
  width: number;
  height: number;
  margin: { left: number; top: number; right: number; bottom: number };
  /** True if the x axis shows names instead of numbers. Then no line joins the points. */
  named: boolean;
  xTicks: Tick[];
  yTicks: Tick[];
  x(point: Plotted): number;
  y(value: number): number;
}

/** An axis of a published figure, or of a sweep, whose values are amounts. No value can be above `most`, so the axis ends there at the latest. */
type ChartAxis = Axis & { amount?: boolean; most?: number };

export const LINE_PX = 13;
/** Approximate width of a character in a label. */
const CHARACTER_PX = 6.2;
const PIXELS_PER_TICK = { x: 70, y: 38 };
/** A taller chart doesn't need more labels to be read. */
const MOST_TICKS = 10;
/** Space below a logarithmic scale for values that aren't positive. */
const ZERO_PX = 20;
/** Padding at the ends of a scale, as a share of its range. */
const PADDING = 0.05;

export function layOutChart(
  drawing: { x: Axis; y: ChartAxis },
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
    const seriesStep = (step * 0.7) / series.length;
    return {
      ...shared,
      named: true,
      xTicks: wrapped.map((lines, index) => ({ at: (index + 0.5) * step, lines })),
      x: (point) => (point.x + 0.5) * step + (point.series - (series.length - 1) / 2) * seriesStep,
    };
  }
  const scale = horizontalScale(
    drawing.x,
    points.map(({ x }) => x),
    width,
  );
  const xTicks = horizontalTicks(scale, drawing.x.range ? [] : points, width);
  return { ...shared, named: false, xTicks, x: ({ x }) => scale(x) };
}

type Scale = ScaleContinuousNumeric<number, number>;

function horizontalScale({ log, range }: Axis, values: number[], width: number): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (range) return (log ? scaleLog : scaleLinear)(widened(range, low, high), [0, width]);
  if (log) {
    const padding = low === high ? 2 : (high / low) ** PADDING;
    return scaleLog([low / padding, high * padding], [0, width]);
  }
  const padding = low === high ? 1 : (high - low) * PADDING;
  return scaleLinear([low - padding, high + padding], [0, width]);
}

/** A paper's range of an axis. Values of ours outside of it are shown too. */
const widened = ([from, to]: [number, number], low: number, high: number): [number, number] => [
  Math.min(from, low),
  Math.max(to, high),
];

/** Four significant digits, so that small numbers aren't rounded to 0. */
const formatTick = (value: number) => formatExact(Number(value.toPrecision(4)));

/** Puts ticks at the given points if their labels fit, because a paper refers to those values; otherwise at round values. */
function horizontalTicks(scale: Scale, points: Plotted[], width: number): Tick[] {
  const values = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const own = shortAmong(values).map((x) => ({ at: scale(x), lines: [formatTick(x)] }));
  const fits = own.every(({ at, lines }, index) => {
    const previous = own[index - 1];
    const longer = Math.max(lines[0]?.length ?? 0, previous?.lines[0]?.length ?? 0);
    return previous === undefined || at - previous.at > longer * CHARACTER_PX + 10;
  });
  if (fits && own.length > 0) return own;
  const count = Math.max(2, Math.floor(width / PIXELS_PER_TICK.x));
  return roundTicks(scale, count, width).map((x) => ({ at: scale(x), lines: [formatTick(x)] }));
}

/** Most digits of a label that people read at a glance. */
const SHORT_DIGITS = 3;
/** Fewer labels than this don't show what's between them. */
const FEWEST_LABELS = 3;

/** The values with few digits, if there are enough of them: of 4, 5.657, 8, 11.31 and 16, every other one. */
function shortAmong(values: readonly number[]): readonly number[] {
  const short = values.filter((value) => Number(value.toPrecision(SHORT_DIGITS)) === value);
  return short.length >= FEWEST_LABELS ? short : values;
}

/** Round values within a scale; on a logarithmic one, as many of 1, 2 and 5 in each decade as there's space for. */
function roundTicks(scale: Scale, count: number, length: number): number[] {
  if (!('base' in scale)) return scale.ticks(count);
  const [low = 1, high = 1] = scale.domain();
  const round = scale.ticks(count).filter((value) => isRound(value, scale, length));
  // Less than a decade has too few of them.
  return round.length > 1 || high / low > 10 ? round : scaleLinear([low, high], [0, length]).ticks(count);
}

function verticalScale(
  { log, range, amount, most = Number.POSITIVE_INFINITY }: ChartAxis,
  values: number[],
  height: number,
): Pick<Chart, 'y' | 'yTicks'> {
  const count = Math.min(Math.max(2, Math.floor(height / PIXELS_PER_TICK.y)), MOST_TICKS);
  if (log) {
    const positive = values.filter((value) => value > 0);
    const bottom = positive.length < values.length ? height - ZERO_PX : height;
    const [low, high] = [Math.min(...positive, 1e9), Math.max(...positive, 1e-9)];
    const scale = range
      ? scaleLog(widened(range, low, high), [bottom, 0])
      : scaleLog([low, high], [bottom, 0]).nice();
    const ticks = scale.ticks(count).filter((value) => positive.length < 2 || isRound(value, scale, bottom));
    return {
      y: (value) => (value > 0 ? scale(value) : height - ZERO_PX / 2),
      yTicks: [
        ...(bottom < height ? [{ at: height - ZERO_PX / 2, lines: ['≤ 0'] }] : []),
        ...ticks.map((value) => ({ at: scale(value), lines: [formatShort(value)] })),
      ],
    };
  }
  const scale = range
    ? scaleLinear(widened(range, Math.min(...values), Math.max(...values)), [height, 0])
    : scaleLinear(domainOf(values, amount), [height, 0]).nice(count);
  scale.domain(scale.domain().map((end) => Math.min(end, most)));
  const formatLinear = scale.tickFormat(count);
  return {
    y: (value) => scale(value),
    yTicks: scale.ticks(count).map((value) => ({
      at: scale(value),
      lines: [Math.abs(value) >= 10_000 ? formatShort(value) : formatLinear(value)],
    })),
  };
}

/** Selects the ticks of a logarithmic scale: powers of ten, and also 2 and 5 times those if a decade has enough space. */
function isRound(value: number, scale: Scale, height: number): boolean {
  const [low = 1, high = 1] = scale.domain();
  const perDecade = height / Math.max(1e-9, Math.log10(high / low));
  const first = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  const digits = perDecade > 110 ? [1, 2, 5] : [1];
  return digits.some((digit) => Math.abs(first - digit) < 1e-6);
}

const formatShort = (value: number) => format('~s')(value);

/** The values would be squeezed together if their smallest were at least this share of the largest, on an axis from zero. */
const SQUEEZED = { published: 0.6, amount: 0.85 };

/**
 * The domain of a linear scale. It starts at zero unless that would squeeze the values together.
 *
 * @param amount true for an amount, whose values are compared by their heights, so that less room is enough for their differences
 */
export function domainOf(values: readonly number[], amount = false): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(low <= high) || (low === 0 && high === 0)) return [0, 1];
  const farthest = Math.max(Math.abs(low), Math.abs(high));
  const limit = amount ? SQUEEZED.amount : SQUEEZED.published;
  const fromZero = low * high <= 0 || Math.min(Math.abs(low), Math.abs(high)) < limit * farthest;
  const [from, to] = fromZero ? [Math.min(0, low), Math.max(0, high)] : [low, high];
  const padding = (to - from || farthest || 1) * PADDING;
  return [from === 0 ? 0 : from - padding, to === 0 ? 0 : to + padding];
}

/** Breaks text between words into lines of at most `characters`. A longer word gets its own line. */
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

/** The point with the mark nearest to a position in the chart, or null if no mark is within reach. */
export function nearestPoint<Point extends Plotted>(
  chart: Chart,
  points: readonly Point[],
  x: number,
  y: number,
  reach = 40,
): Point | null {
  let nearest: Point | null = null;
  let shortest = reach;
  for (const point of points) {
    for (const value of valuesOf(point)) {
      const distance = Math.hypot(chart.x(point) - x, chart.y(value) - y);
      if (distance >= shortest) continue;
      shortest = distance;
      nearest = point;
    }
  }
  return nearest;
}

/** Height of a sign next to a mark. */
const SIGN_PX = 11;

/** Position of the sign that marks a deviation: past our interval, on the side away from the published value. */
export function signPosition(
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
