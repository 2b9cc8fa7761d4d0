/**
 * Panels draw and read out of a run that's too long to record the values that a full recording has, or their range.
 * The run, its intervals and its windows are those of the page. `npm run check` tries all scenarios, `npm test` the shortest ones.
 */
import { bisectLeft, bisector, bisectRight } from 'd3-array';
import { expect, it } from 'vitest';
import { Random } from '../../base/fuzz/random';
import { engine, loadTrack, summaryOf } from '../../engine/nodeEngine';
import type { Intervals } from '../../engine/protocol';
import { SEGMENT_KINDS } from '../../engine/schema';
import { Track } from '../../engine/track';
import type { Points } from '../../plot/ink';
import { busiest } from '../../run/bottleneck';
import { acknowledgedBytes } from '../../run/goodput';
import { type Band, Curve, curveOf, eventsOf, type Series } from '../../run/series';
import { type Run, Trace } from '../../run/trace';
import { span, type TimeWindow, within } from '../../run/window';
import { loadText, SCENARIO_NAMES } from '../../scenario/content/scenarios';
import * as congestionWindow from './congestionWindow';
import type { Frame } from './definition';
import * as fairness from './fairness';
import { framed, shown as shownPoints } from './framed';
import { intervalOf } from './intervals';
import * as queue from './queue';
import { RECEIVER_SEQUENCE } from './receiverSequence';
import * as roundTrip from './roundTrip';
import { SENDER_SEQUENCE } from './senderSequence';
import * as throughput from './throughput';

/** The scenarios that have more rows than the page records, the shortest first. */
const LONG = [
  'persistent-congestion.late-comer',
  'rem.rem-chain',
  'ahn-table1-5vs',
  'since-then.far',
  'rem.rem-alone',
  'low-one-link',
  'ahn-table1-5ts',
  'low-late-comers',
  'low-rem',
  'martin-emory',
  'martin-asu',
  'low-chain',
  'ahn-table1-both-ways',
  'ahn-table1-load',
];
const TRIED = process.env.VEGASLAB_CHECK ? LONG : LONG.slice(0, 4);

const MOMENTS = 10;
const ZOOM_S = 10;
/** Size of a plot, pixels. */
const SIZE = { width: 640, height: 160 };

const COLUMNS = {
  queues: ['bytes', 'packets'],
  windows: ['cwnd', 'ssthresh', 'flight'],
  rtts: ['rtt_ms', 'srtt_ms', 'rto_ms', 'base_rtt_ms', 'diff'],
} as const;

const engineOfTrack = await loadTrack();

/** Runs a scenario and returns what the page has of it. */
function run(text: string, intervals: boolean): Run {
  const opened = engine.open(text);
  const { scenario } = JSON.parse(opened.verdict());
  const run = opened.run(intervals);
  opened.free();
  if (run === undefined) throw new Error('The scenario is invalid.');
  const trace = new Trace(scenario);
  for (let finished = false; !finished; ) {
    finished = run.step(50_000);
    trace.append(run.take_chunk(), run.take_intervals() as Intervals | undefined);
  }
  const summary = JSON.parse(run.summary());
  run.free();
  return { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
}

function recordedInFull(text: string): string {
  const json = JSON.parse(text);
  return JSON.stringify({ ...json, record: { ...json.record, max_rows: 20_000_000 } });
}

/** Simulates windows of a run again, as the worker does. */
function replayOf(text: string, { trace, scenario, now_s }: Run) {
  const track = new Track(engineOfTrack, { text, changes: [] }, scenario);
  let clock = 0;
  const now = () => clock++;
  while (track.busy) track.slice(now);
  return {
    /** Adds the rows of a window to the trace; false if it has them, or they are too many. */
    fetch(window: TimeWindow): boolean {
      const missing = trace.missing(window, now_s);
      if (missing === null) return false;
      const { from, to } = missing;
      const detail = trace.detailFrom(from);
      const request = { from_s: from, to_s: Math.min(to, now_s + 1), hops: false, credit: 1e9 };
      track.look({ type: 'window', use: 'plots', run: 1, window: 1, ...request });
      for (let finished = false; !finished; ) {
        const rows = track.slice(now);
        if (rows === null) throw new Error('The window isn’t simulated.');
        detail.append(rows.rows);
        finished = rows.finished;
      }
      trace.addDetail({ window: missing, trace: detail });
      return true;
    },
    end: () => track.free(),
  };
}

type Frames = (run: Run, window: TimeWindow, like?: Frame) => Frame;

/** The plots of a run. A plot like another one has its unit and intervals. */
function plotsOf(of: Run): [name: string, frames: Frames][] {
  const flows = of.scenario.flows.slice(0, 3).map((_, flow) => flow);
  const common = (like?: Frame) => like && (like.of(like.plot.common ?? (() => undefined)) as never);
  const link = busiest(of);
  return [
    ['queue', (run, window) => framed(queue.PLOT, run, flows, window, { choice: link, ...SIZE })],
    ['windows', (run, window) => framed(congestionWindow.PLOT, run, flows, window, SIZE)],
    ['round trips', (run, window) => framed(roundTrip.PLOT, run, flows, window, { choice: true, ...SIZE })],
    ...[throughput.PLOT, fairness.PLOT, SENDER_SEQUENCE.definition, RECEIVER_SEQUENCE.definition].map(
      (definition, i): [string, Frames] => [
        ['throughput', 'fairness', 'sender’s segments', 'receiver’s segments'][i] ?? '',
        (run, window, like) =>
          framed(definition as typeof throughput.PLOT, run, flows, window, { common: common(like), ...SIZE }),
      ],
    ),
  ];
}

/** Compares the bands of a series in a window, and its value at a moment, with the full recording's. Returns the number of bands. */
function compareSeries(
  about: string,
  [all, some]: readonly [Series, Series],
  window: TimeWindow,
  { moment, width_s, isWindow }: { moment: number; width_s: number; isWindow: boolean },
): number {
  const placesIn = ({ from, to }: TimeWindow): readonly [number, number] => [
    all.placeAt(from),
    all.placeAt(to),
  ];
  /**
   * The first band may begin within an interval, whose range it has, and at a row that isn't thinned. The value of a line lasts from the
   * row before.
   */
  const compareBand = (band: Band, lasts: boolean) => {
    const label = `${about}: ${lasts ? 'line' : 'samples'} at ${band.from} s`;
    const rangeIn = (times: TimeWindow) => {
      const isFirst = times.from > band.to - width_s;
      const [first, end] = [all.placeAt(times.from, isFirst), all.placeAt(times.to)];
      return all.extent([lasts ? Math.max(0, first - 1) : first, end]);
    };
    const from = Math.min(band.from, band.to - width_s);
    const [[low, high], [least, most]] = [rangeIn(band), rangeIn({ from, to: band.to })];
    if (Number.isNaN(least) && Number.isNaN(band.low)) return;
    if (!Number.isNaN(low)) {
      expect(low, label).toBeGreaterThanOrEqual(band.low);
      expect(high, label).toBeLessThanOrEqual(band.high);
    }
    expect(least, label).toBeLessThanOrEqual(band.low);
    expect(most, label).toBeGreaterThanOrEqual(band.high);
  };
  const samples = some.dots(window, SIZE.width, { line: () => 0, key: 'test' }).bands ?? [];
  let seen = all.placeAt(samples[0]?.from ?? 0);
  for (const band of samples) {
    const [first, end] = placesIn(band);
    expect(first, `${about}: rows before the band at ${band.from} s`).toBe(seen);
    compareBand(band, false);
    seen = end;
  }
  if (samples.length > 0)
    expect(all.placeAt(window.to), `${about}: rows after the bands`).toBeLessThanOrEqual(seen);
  if (some instanceof Curve)
    for (const band of some.line(window, SIZE.width).bands ?? []) compareBand(band, true);
  const value = all.valueAt(moment);
  const range = some.rangeAt(moment);
  const label = `${about} at ${moment} s`;
  if (range === null) {
    const found = some.valueAt(moment);
    // A window that's simulated again doesn't know the last row before it.
    const hasNone = Number.isNaN(found) && (isWindow || !(some instanceof Curve));
    const isKnown = !hasNone && (!(some instanceof Curve) || some.wholeIn({ from: moment, to: moment }));
    if (isKnown) expect(found, label).toEqual(value);
  } else if (value !== undefined && !Number.isNaN(value)) {
    expect(range[0], label).toBeLessThanOrEqual(value);
    expect(range[1], label).toBeGreaterThanOrEqual(value);
  }
  return samples.length;
}

/** Compares each column and kind of event. Returns the number of bands. */
function compareTables(whole: Run, long: Run, window: TimeWindow, moment: number): number {
  const { width_s } = long.trace.sums;
  const shown = long.trace.within(window);
  const isWindow = shown !== long.trace;
  const about = `from ${window.from} to ${window.to} s`;
  let bands = 0;
  for (const [table, columns] of Object.entries(COLUMNS) as [keyof typeof COLUMNS, readonly string[]][]) {
    const keys = table === 'queues' ? whole.trace.links.length : whole.scenario.flows.length;
    for (let key = 0; key < keys; key += 1)
      for (const column of columns) {
        const [all, some] = [whole.trace, shown].map((trace) => curveOf(trace, table, key, column as never));
        if (all === undefined || some === undefined) continue;
        bands += compareSeries(`${table}.${column} of ${key} ${about}`, [all, some], window, {
          moment,
          width_s,
          isWindow,
        });
      }
  }
  for (let flow = 0; flow < whole.scenario.flows.length; flow += 1)
    for (const kind of SEGMENT_KINDS) {
      const events = [eventsOf(whole.trace, flow, kind), eventsOf(shown, flow, kind)] as const;
      bands += compareSeries(`${kind} of ${flow} ${about}`, events, window, { moment, width_s, isWindow });
    }
  return bands;
}

const { right: bandAfter } = bisector(({ from }: Band) => from);

/** True if a plot shows a value: in a band, as the level of a line, or as a mark, of which each pixel has one. */
function shows(
  { time_s, value, bands = [] }: Points,
  [time, level]: readonly [time: number, level: number],
  pixel: readonly [time: number, level: number] | null,
): boolean {
  const near = Number.isFinite(level) ? 1e-9 * Math.max(1, Math.abs(level)) : 0;
  const isLevel = (one: number | undefined) =>
    one === level || Math.abs((one ?? Number.NaN) - level) <= (pixel?.[1] ?? 0) + near;
  // Bands that meet at the time are next to each other.
  const band = bandAfter(bands, time);
  const isIn = ({ from, to, low, high }: Band) =>
    time >= from && time <= to && low <= level + near && level <= high + near;
  if (bands.slice(Math.max(0, band - 2), band).some(isIn)) return true;
  const [from, to] = pixel === null ? [time, time] : [time - pixel[0], time + pixel[0]];
  const [first, end] = [bisectLeft(time_s, from), bisectRight(time_s, to)];
  return value.slice(pixel === null ? Math.max(0, first - 1) : first, end).some(isLevel);
}

const isHatched = (frame: Frame, moment: number) =>
  frame.of(frame.plot.unrecorded).some(({ from, to }) => moment >= from && moment <= to);

const isPoints = (value: unknown): value is Points =>
  typeof value === 'object' && value !== null && 'time_s' in value && 'value' in value;

/** The lines of flows and the marks on their pixels: a time and a level. Marks of the queue's drops have no level where it's a range. */
function pixelOf(name: string, frame: Frame, lane: string | undefined): readonly [number, number] {
  const lanes = frame.of(frame.plot.lanes).filter(({ pixels }) => pixels === undefined);
  const [low = 0, high = 0] = (lanes.find((one) => one.name === lane) ?? lanes[0])?.domain ?? [];
  const height = name === 'queue' ? 1 : SIZE.height / 2;
  return [span(frame.window) / SIZE.width, (high - low) / height];
}

/** Points by time: those of several flows are drawn one flow after the other. */
function inOrder({ time_s, value, bands }: Points): Points {
  const order = time_s.map((_, i) => i).toSorted((a, b) => (time_s[a] ?? 0) - (time_s[b] ?? 0));
  return { time_s: order.map((i) => time_s[i] ?? 0), value: order.map((i) => value[i] ?? Number.NaN), bands };
}

/** Compares what a plot draws with the full recording's plot. */
function compareMarks(name: string, whole: Frame, long: Frame): void {
  whole.plot.marks.forEach((mark, nth) => {
    const other = long.plot.marks[nth];
    if (other === undefined) throw new Error(`${name} lacks ${mark.kind}.`);
    const [drawn, found] = [whole.of(mark.channel), long.of(other.channel)];
    const about = `${name} from ${long.window.from} to ${long.window.to} s: ${mark.kind} of flow ${mark.flow}`;
    if (!isPoints(drawn) || !isPoints(found)) return;
    const pixel = mark.events === undefined || mark.kind === 'cwnd' ? null : pixelOf(name, long, mark.lane);
    const ordered = pixel === null ? found : inOrder(found);
    drawn.time_s.forEach((time, i) => {
      const level = drawn.value[i] ?? Number.NaN;
      if (Number.isNaN(level) || time < long.window.from || time > long.window.to) return;
      if (!isHatched(long, time) && !shows(ordered, [time, level], pixel))
        expect.fail(`${about} doesn’t show ${level} at ${time} s`);
    });
  });
}

/** Compares the bytes of each interval. ACKs at the nanosecond where intervals meet count to the later one. */
function compareBytes(whole: Run, long: Run, window: TimeWindow): void {
  const flows = long.scenario.flows.map((_, flow) => flow);
  const length_s = intervalOf(long, flows, window);
  for (const flow of flows) {
    const acked = acknowledgedBytes(whole, flow);
    for (const { from, to, bytes } of throughput.binsOf(long, flow, window, length_s)) {
      if (Number.isNaN(bytes)) continue;
      expect(bytes, `bytes of ${flow} from ${from} to ${to} s`).toBe(
        acked(to) - acked(from === 0 ? -1 : from),
      );
    }
  }
}

const UNITS: Record<string, number> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  'kbit/s': 1e3,
  'Mbit/s': 1e6,
  'Gbit/s': 1e9,
};

/** The number in a reading; the largest if it says that there is none yet. */
function numberIn(text: string): number {
  const [, digits, unit = ''] = /^(-?[\d,.]+)\s*(\S*)$/.exec(text.replace('−', '-')) ?? [];
  return digits === undefined
    ? Number.POSITIVE_INFINITY
    : Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? 1);
}

interface Readings {
  all: number;
  /** Readings that say "between a and b". */
  ranges: number;
  /** Readings of a window that say "–", because the last row was before it. */
  before: number;
}

/** Compares what the cursor reads at a moment, and counts it. */
function compareReadings(name: string, whole: Frame, long: Frame, moment: number, counted: Readings): void {
  const readingsOf = ({ plot, window }: Frame) =>
    plot.rows.flatMap(({ read }, place) => read(moment, window).map((reading) => ({ ...reading, place })));
  const isWindow = long.trace !== long.run.trace;
  const found = readingsOf(long);
  for (const { label, value, place } of readingsOf(whole)) {
    const other = found.find((one) => one.label === label && one.place === place)?.value;
    const [, low, high] = /^between (.*) and (.*)$/.exec(other ?? '') ?? [];
    const about = `${name}: ${label} of ${place} at ${moment} s is ${value}`;
    counted.all += 1;
    if (isWindow && other === '–' && value !== '–') counted.before += 1;
    else if (low !== undefined && high !== undefined) {
      counted.ranges += 1;
      expect(numberIn(low), about).toBeLessThanOrEqual(numberIn(value));
      expect(numberIn(high), about).toBeGreaterThanOrEqual(numberIn(value));
    } else if (other !== value && !isHatched(long, moment)) expect(other, about).toBe(value);
  }
}

/** Windows around a moment: the run, a tenth of it, and some seconds. */
function zoomsAt(moment: number, end: number): TimeWindow[] {
  return [end, end / 10, ZOOM_S].map((length) =>
    within({ from: moment - length / 2, to: moment + length / 2 }, { from: 0, to: end }),
  );
}

function shareOf({ from, to }: TimeWindow, window: TimeWindow): number {
  return Math.max(0, Math.min(to, window.to) - Math.max(from, window.from)) / span(window);
}

function seedOf(name: string): number {
  return [...name].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) >>> 0, 7);
}

async function textOf(name: string): Promise<string> {
  const text = await loadText(name);
  if (text === null) throw new Error(`There is no scenario ${name}.`);
  return text;
}

it.each(TRIED)('%s shows what a full recording has, in any window', { timeout: 600_000 }, async (name) => {
  const text = await textOf(name);
  const [whole, long] = [run(recordedInFull(text), false), run(text, true)];
  expect(whole.summary?.rows_thinned).toBe(0);
  expect(long.summary?.digest).toBe(whole.summary?.digest);
  const replay = replayOf(text, long);
  const random = new Random(seedOf(name));
  const plots = plotsOf(whole);
  let [bands, fetched, hatched] = [0, 0, 0];
  const readings: Readings = { all: 0, ranges: 0, before: 0 };
  for (let times = 0; times < MOMENTS; times += 1) {
    // Every second one is where rows are missing.
    const from = times % 2 === 1 ? 0 : long.trace.whole_until_s;
    const moment = from + random.share() * (whole.now_s - from);
    for (const window of zoomsAt(moment, whole.now_s)) {
      const isKnown = times > 0 && span(window) === whole.now_s;
      const compare = () => {
        if (!isKnown) {
          bands += compareTables(whole, long, window, moment);
          compareBytes(whole, long, window);
        }
        for (const [plot, framesOf] of plots) {
          const frame = framesOf(long, window);
          const full = framesOf(whole, window, frame);
          if (!isKnown) compareMarks(plot, full, frame);
          hatched += frame.of(frame.plot.unrecorded).reduce((sum, times) => sum + shareOf(times, window), 0);
          // These count in intervals of their own.
          if (plot !== 'throughput' && plot !== 'fairness')
            compareReadings(plot, full, frame, moment, readings);
        }
      };
      compare();
      if (!replay.fetch(window)) continue;
      fetched += 1;
      compare();
    }
  }
  replay.end();
  expect(bands).toBeGreaterThan(0);
  expect(readings.ranges).toBeGreaterThan(0);
  // A flow that waits for its timer has no row for seconds.
  expect(readings.before).toBeLessThan(0.1 * readings.all);
  expect(fetched).toBeGreaterThan(0);
  expect(hatched, 'plots’ shares without samples').toBeLessThan(1);
});

it('every mark of a packet is in a band where marks are thinned', async () => {
  const json = JSON.parse(await textOf('rem.rem-alone'));
  const text = JSON.stringify({ ...json, duration_s: 60, record: { max_rows: 700 } });
  const [whole, long] = [run(recordedInFull(text), false), run(text, true)];
  const choice = busiest(whole);
  for (const window of [
    { from: 0, to: whole.now_s },
    { from: 0.3 * whole.now_s, to: 0.4 * whole.now_s },
  ]) {
    const [all, some] = [whole, long].map((of) => framed(queue.PLOT, of, [0], window, { choice, ...SIZE }));
    const marks = all && shownPoints(all, 'marked');
    const found = some && shownPoints(some, 'marked');
    if (marks === undefined || found === undefined) throw new Error('The plot has no marks.');
    expect(marks.time_s.length).toBeGreaterThan(100);
    const left = marks.time_s.filter((time, i) => !shows(found, [time, marks.value[i] ?? 0], null));
    expect(left, `marks from ${window.from} to ${window.to} s that aren't shown`).toEqual([]);
    // Only the first rows have marks of their own.
    const own = found.time_s.filter((time) => time >= long.trace.whole_until_s);
    expect(own, 'some of the marks, which say nothing of the others').toEqual([]);
  }
});

it('all other scenarios are recorded in full', async () => {
  const thinned = await Promise.all(
    SCENARIO_NAMES.map(async (name) => (summaryOf(await textOf(name)).rows_thinned > 0 ? [name] : [])),
  );
  expect(thinned.flat().toSorted()).toEqual(LONG.toSorted());
});
