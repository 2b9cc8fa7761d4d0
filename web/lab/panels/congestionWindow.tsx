/** cwnd, ssthresh and flight, the sender's state, and the theory's prediction of cwnd. */
import { memo, useCallback, useMemo } from 'react';
import { formatCount, formatFixed, formatTime } from '../../base/words/format';
import { formatSegments } from '../../base/words/segments';
import { plural, t } from '../../base/words/words';
import { FLOW_STATES } from '../../engine/schema';
import type { Reading } from '../../plot/CursorLayer';
import { hatch, nameHatched } from '../../plot/hatch';
import type { Ink, Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, laneNamed, type PlacedLane, plain } from '../../plot/layout';
import { leavesOut } from '../../plot/lit';
import { drawSigns } from '../../plot/signs';
import type { EventMarks } from '../../plot/snap';
import { filledSteps, steps } from '../../plot/steps';
import { type Equilibrium, equilibriaOf, ofFlow, type Theory } from '../../run/equilibria';
import { curveOf, isWhole, unrecorded } from '../../run/series';
import type { Run, Trace } from '../../run/trace';
import { rowAt, type TimeWindow } from '../../run/window';
import { type Column, FLOW, joined, TIME, tableOf } from '../../ui/TableView';
import { flowToken, type Theme } from '../../ui/theme';
import type { Overlay } from './over';
import { endOf, readings } from './overlays';
import { describeFinished, nameOf, Panel, type PanelProps, sentencesOf } from './Panel';
import type { PanelRecord } from './record';
import { drawTheory, inWords, legendOf, linesOf, useTheory, widenDomain } from './theory';

type State = (typeof FLOW_STATES)[number];

export const STATES: Record<State, { label(): string; token: string }> = {
  slow_start: { label: () => t('slow start'), token: 'state-slow-start' },
  avoidance: { label: () => t('avoidance'), token: 'state-avoidance' },
  recovery: { label: () => t('recovery'), token: 'state-recovery' },
  timeout: { label: () => t('timeout'), token: 'state-timeout' },
  done: { label: () => t('done'), token: 'state-over' },
  aborted: { label: () => t('aborted'), token: 'state-over' },
};

export interface Span {
  state: State;
  from: number;
  to: number;
}

export interface WindowMarks {
  top: number;
  flows: {
    flow: number;
    name: string;
    token: string;
    cwnd: Points;
    ssthresh: Points;
    flight: Points;
    spans: Span[];
    theory: Points[];
    /** The receiver's window, in segments, if it fills in the visible time; else null. */
    rwnd: number | null;
  }[];
  unrecorded: TimeWindow[];
}

/** Height of each flow's state band; smaller when there are many flows. */
function bandHeight(flows: number): number {
  return Math.max(3, Math.min(14, 60 / flows));
}

/** Minimum height of a band with labels. */
const WORDS_PX = 12;
/** Horizontal padding around a label, both sides together. */
const WORDS_ASIDE_PX = 8;

export function select(
  trace: Trace,
  flows: readonly number[],
  until: number,
  window: TimeWindow,
  width: number,
  theory: Theory | null = null,
): WindowMarks {
  const columns = Math.max(1, Math.round(width));
  const shown = flows.map((flow) => {
    const line = (column: 'cwnd' | 'ssthresh' | 'flight') =>
      curveOf(trace, 'windows', flow, column).line(window, columns);
    const flight = line('flight');
    return {
      flow,
      name: nameOf(trace.scenario, flow),
      token: flowToken(flow),
      cwnd: line('cwnd'),
      ssthresh: line('ssthresh'),
      flight,
      rwnd: filledWindow(trace.scenario, flow, flight),
      spans: spansWithin(trace, flow, until, window),
      theory: linesOf(equilibriumOf(trace.scenario, flow, theory)),
    };
  });
  const predicted = shown.flatMap((flow) => flow.theory);
  const [, top] = widenDomain([0, topOf(shown, window)], predicted, window);
  return { top, flows: shown, unrecorded: unrecorded(trace, 'windows', flows, window, columns) };
}

/** The receiver's window, in segments, if the flight fills it. */
function filledWindow(scenario: Run['scenario'], flow: number, flight: Points): number | null {
  const { rwnd_bytes = Infinity, smss_bytes = 1 } = scenario.flows[flow] ?? {};
  const rwnd = Math.floor(rwnd_bytes / smss_bytes);
  return flight.value.some((one) => one >= rwnd) ? rwnd : null;
}

/** The theory's prediction of a flow's cwnd. */
function equilibriumOf(scenario: Run['scenario'], flow: number, theory: Theory | null): Equilibrium[] {
  return equilibriaOf(theory, ofFlow(nameOf(scenario, flow), 'cwnd_segments'));
}

/**
 * Fits the scale to cwnd and flight in the visible time; ssthresh often starts far above both. While the receiver's window is full, cwnd may
 * grow without limit (ns-2), so it counts only up to twice that window: the flight must stay readable.
 */
function topOf(flows: WindowMarks['flows'], window: TimeWindow): number {
  let top = 4;
  for (const { cwnd, flight, rwnd } of flows) {
    const most = rwnd === null ? Infinity : 2 * rwnd;
    for (const { time_s, value } of [cwnd, flight]) {
      value.forEach((one, i) => {
        if (one > top && (time_s[i] ?? 0) <= window.to) top = Math.max(top, Math.min(one, most));
      });
    }
  }
  return top * 1.08;
}

export function spansOf(trace: Trace, flow: number, until: number): Span[] {
  return [...trace.rows('states', flow).state.keys()].map((row) => spanOf(trace, flow, row, until));
}

function spansWithin(trace: Trace, flow: number, until: number, window: TimeWindow): Span[] {
  const { time_s } = trace.rows('states', flow);
  const spans: Span[] = [];
  for (let row = Math.max(0, rowAt(time_s, window.from)); (time_s[row] ?? Infinity) < window.to; row += 1) {
    const span = spanOf(trace, flow, row, until);
    if (span.to > window.from) spans.push(span);
  }
  return spans;
}

function spanOf(trace: Trace, flow: number, row: number, until: number): Span {
  const { time_s, state } = trace.rows('states', flow);
  return {
    state: FLOW_STATES[state[row] ?? 0] ?? 'done',
    from: time_s[row] ?? 0,
    to: time_s[row + 1] ?? until,
  };
}

export function lanes(marks: WindowMarks): Lane[] {
  const bands = marks.flows.map(({ flow }) => ({
    name: `state-${flow}`,
    label: '',
    domain: [0, 1] as [number, number],
    pixels: bandHeight(marks.flows.length),
  }));
  return [...bands, { name: 'segments', label: t('Window (segments)'), domain: [0, marks.top], share: 1 }];
}

function drawUnder(
  context: Ink,
  { unrecorded }: WindowMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  hatch(context, unrecorded, layout, laneNamed(layout, 'segments'), theme, until);
}

export function draw(context: Ink, marks: WindowMarks, layout: Layout, theme: Theme, until: number): void {
  const lane = laneNamed(layout, 'segments');
  const several = marks.flows.length > 1;
  const end = Math.min(until, layout.window.to);
  for (const { flow, token, cwnd, flight, spans } of marks.flows) {
    const color = theme.color(token);
    filledSteps(context, flight, layout.x, lane, { color, alpha: several ? 0.1 : 0.2, kind: 'flight' }, end);
    steps(context, cwnd, layout.x, lane, { color, width: 1.8, kind: 'cwnd' }, end);
    drawBand(context, spans, layout, `state-${flow}`, theme);
  }
}

export function drawFixed(
  context: Ink,
  marks: WindowMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  const lane = laneNamed(layout, 'segments');
  const end = Math.min(until, layout.window.to);
  for (const { flow, token, ssthresh, spans } of marks.flows) {
    const color = theme.color(token);
    steps(
      context,
      ssthresh,
      layout.x,
      lane,
      { color, width: 1.3, dash: [6, 4], alpha: 0.9, kind: 'ssthresh' },
      end,
    );
    nameBand(context, spans, layout, `state-${flow}`, theme);
    if (marks.flows.length === 1) continue;
    context.fillStyle = color;
    const { top, bottom } = laneNamed(layout, `state-${flow}`);
    context.fillRect(-6, top, 4, bottom - top);
  }
  for (const { token, theory } of marks.flows) drawTheory(context, theory, token, layout, lane, theme);
  drawReceiverWindows(context, marks, layout, lane, theme);
  nameHatched(context, marks.unrecorded, layout, lane, theme, until);
  const lines = marks.flows.map(({ flow, name, token, cwnd }) => ({ flow, name, token, points: cwnd }));
  drawSigns(context, lines, layout, lane, theme);
}

/** Draws the receivers' windows that fill in the visible time, one line per size. */
function drawReceiverWindows(
  context: Ink,
  marks: WindowMarks,
  layout: Layout,
  lane: PlacedLane,
  theme: Theme,
): void {
  const sizes = new Set(marks.flows.flatMap(({ rwnd }) => rwnd ?? []));
  context.save();
  context.strokeStyle = theme.color('ink');
  context.fillStyle = theme.color('ink');
  context.font = theme.font(10.5);
  context.textAlign = 'right';
  context.textBaseline = 'bottom';
  for (const rwnd of sizes) {
    const y = Math.round(lane.y(rwnd)) + 0.5;
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(layout.width, y);
    context.stroke();
    context.fillText(t("receiver's window: {n} seg", { n: formatCount(rwnd) }), layout.width - 4, y - 2);
  }
  context.restore();
}

/** The events among the marks: changes of state, on the line of cwnd. */
export function eventsIn(trace: Trace, marks: WindowMarks): EventMarks {
  const cwndAt = (flow: number, moment: number) =>
    curveOf(trace, 'windows', flow, 'cwnd').valueAt(moment) ?? Number.NaN;
  return {
    trace,
    layers: marks.flows.map(({ flow, spans }) => {
      const time_s = spans.map(({ from }) => from);
      return {
        lane: 'segments',
        points: { time_s, value: time_s.map((time) => cwndAt(flow, time)) },
        rare: true,
        event: (index) => {
          const moment = time_s[index] ?? 0;
          return {
            time_s: moment,
            flow,
            table: 'states',
            row: rowAt(trace.rows('states', flow).time_s, moment),
          };
        },
      };
    }),
    place: ({ flow, time_s }) =>
      marks.flows.some((shown) => shown.flow === flow)
        ? { lane: 'segments', value: cwndAt(flow, time_s) }
        : null,
  };
}

export function drawBand(context: Ink, spans: Span[], layout: Layout, name: string, theme: Theme): void {
  const { top, bottom } = laneNamed(layout, name);
  const place = placesOn(layout);
  // Draw state by state, because changing a canvas's fill color is slow. It also keeps short recoveries and timeouts on top.
  for (const state of FLOW_STATES) {
    if (leavesOut(`state_${state}`)) continue;
    context.fillStyle = theme.color(STATES[state].token);
    for (const span of spans) {
      if (span.state !== state) continue;
      const left = place(span.from);
      context.fillRect(left, top, Math.max(1, place(span.to) - left - 1), bottom - top);
    }
  }
}

/** Draws the names of states, if they fit, in the visible part of each state's time. */
export function nameBand(context: Ink, spans: Span[], layout: Layout, name: string, theme: Theme): void {
  const { top, bottom } = laneNamed(layout, name);
  if (bottom - top < WORDS_PX) return;
  const place = placesOn(layout);
  context.save();
  context.font = theme.font(10.5);
  context.textBaseline = 'middle';
  for (const { state, from, to } of spans) {
    const left = place(from);
    const room = place(to) - left - WORDS_ASIDE_PX;
    if (room <= 0 || leavesOut(`state_${state}`)) continue;
    const label = STATES[state].label();
    if (context.measureText(label).width >= room) continue;
    context.fillStyle = theme.color(state === 'timeout' ? 'panel' : 'ink');
    context.fillText(label, left + 4, (top + bottom) / 2 + 0.5);
  }
  context.restore();
}

/** Maps times to positions, clamped to the plot's edges. */
function placesOn(layout: Layout): (time: number) => number {
  const x = plain(layout.x);
  return (time) => Math.min(layout.width, Math.max(0, x(time)));
}

function legend(run: Run, flows: readonly number[], theory: Theory | null): LegendEntry[] {
  const token = flowToken(flows[0] ?? 0);
  const present = new Set(
    flows.flatMap((flow) => spansOf(run.trace, flow, run.now_s).map(({ state }) => state)),
  );
  return [
    { label: 'cwnd', line: 'solid', token, explains: 'cwnd' },
    { label: 'ssthresh', line: 'dashed', token, explains: 'ssthresh' },
    { label: t('flight'), line: 'area', token, explains: 'flight' },
    ...legendOf(
      flows.flatMap((flow) => equilibriumOf(run.scenario, flow, theory)),
      'cwnd',
      token,
    ),
    ...FLOW_STATES.filter((state) => present.has(state)).map(
      (state): LegendEntry => ({
        label: STATES[state].label(),
        band: true,
        token: STATES[state].token,
        explains: `state_${state}`,
      }),
    ),
  ];
}

function read(run: Run, flows: readonly number[], moment: number): Reading[] {
  const several = flows.length > 1;
  return flows.flatMap((flow) => {
    const { time_s, cwnd, ssthresh, flight } = run.trace.rows('windows', flow);
    const row = rowAt(time_s, moment);
    if (row < 0) return [];
    const token = flowToken(flow);
    const name = several ? `${run.scenario.flows[flow]?.name ?? flow}: ` : '';
    const states = run.trace.rows('states', flow);
    const state = FLOW_STATES[states.state[rowAt(states.time_s, moment)] ?? -1];
    return [
      { label: `${name}cwnd`, value: formatSegments(cwnd[row] ?? 0), token },
      { label: `${name}ssthresh`, value: formatSegments(ssthresh[row] ?? 0), token },
      { label: name + t('flight'), value: formatSegments(flight[row] ?? 0), token },
      ...(state
        ? [{ label: name + t('state'), value: STATES[state].label(), token: STATES[state].token }]
        : []),
    ];
  });
}

export function describe(run: Run, flows: readonly number[], theory: Theory | null = null): string {
  return sentencesOf(flows, (flow) => {
    const name = nameOf(run.scenario, flow);
    const { time_s, cwnd } = run.trace.rows('windows', flow);
    let best = 0;
    cwnd.forEach((value, row) => {
      if (value > (cwnd[best] ?? 0)) best = row;
    });
    const spans = spansOf(run.trace, flow, run.now_s);
    const times = (state: State) => spans.filter((span) => span.state === state).length;
    const seconds = (state: State) =>
      spans.reduce((sum, span) => sum + (span.state === state ? span.to - span.from : 0), 0);
    const values = {
      name,
      slow: formatFixed(seconds('slow_start'), 1),
      steady: formatFixed(seconds('avoidance'), 1),
      recoveries: plural(times('recovery'), '{n} recovery', '{n} recoveries'),
      timeouts: plural(times('timeout'), '{n} timeout', '{n} timeouts'),
    };
    const sentence = isWhole(run.trace, 'windows', flow)
      ? t(
          'cwnd of {name} peaked at {peak} at {time}; {slow} s in slow start, {steady} s in avoidance; {recoveries}, {timeouts}.',
          { ...values, peak: formatSegments(cwnd[best] ?? 0), time: formatTime(time_s[best] ?? 0) },
        )
      : t(
          'cwnd of {name} was {mean} on average; {slow} s in slow start, {steady} s in avoidance; {recoveries}, {timeouts}.',
          {
            ...values,
            mean: formatSegments(run.summary?.flows[flow]?.mean_cwnd_segments ?? Number.NaN),
          },
        );
    return sentence + inWords(t('it'), equilibriumOf(run.scenario, flow, theory), formatSegments);
  });
}

const COLUMNS: Column[] = [
  TIME,
  FLOW,
  { name: 'cwnd (seg)', label: () => t('cwnd (seg)'), digits: 3 },
  { name: 'ssthresh (seg)', label: () => t('ssthresh (seg)'), digits: 3 },
  { name: 'flight (seg)', label: () => t('flight (seg)') },
];

const OVERLAY: Overlay<WindowMarks, WindowMarks> = {
  select: (_, { run, flows, theory }, window, width) =>
    select(run.trace, flows, run.now_s, window, width, theory),
  depends: () => '',
  lanes: (marks, letter) =>
    lanes(marks).map((lane) =>
      lane.pixels === undefined ? lane : { ...lane, name: `${lane.name}-${letter}` },
    ),
  draw(context, marks, { style, run }, layout, theme) {
    const lane = laneNamed(layout, 'segments');
    const color = theme.color(style.token);
    const end = Math.min(run.now_s, layout.window.to);
    hatch(context, marks.unrecorded, layout, lane, theme, end, color);
    for (const { flow, cwnd, spans } of marks.flows) {
      steps(context, cwnd, layout.x, lane, { color, width: 1.6, dash: style.dash, kind: 'cwnd' }, end);
      const band = `state-${flow}-${style.letter}`;
      drawBand(context, spans, layout, band, theme);
      nameBand(context, spans, layout, band, theme);
      const { top, bottom } = laneNamed(layout, band);
      context.save();
      context.font = `700 ${theme.font(10.5)}`;
      context.textAlign = 'right';
      context.textBaseline = 'middle';
      context.fillStyle = color;
      if (bottom - top > 9) context.fillText(style.letter, -5, (top + bottom) / 2);
      else context.fillRect(-6, top, 4, bottom - top);
      context.restore();
    }
    return endOf(marks.flows[0]?.cwnd, layout, 'segments', run.now_s);
  },
  place: (own, layout) => {
    const { cwnd, spans } = own.flows[0] ?? {};
    return endOf(cwnd, layout, 'segments', spans?.at(-1)?.to ?? layout.window.to);
  },
  read: (other, moment) =>
    readings(other, 'cwnd', (flow) => {
      const { time_s, cwnd } = other.run.trace.rows('windows', flow);
      const row = rowAt(time_s, moment);
      return row < 0 ? null : formatSegments(cwnd[row] ?? 0);
    }),
  describe: ({ run, flows }) => describe(run, flows),
};

function CongestionWindow({ run, flows, title = WINDOW.title() }: PanelProps) {
  const until = run.now_s;
  const theory = useTheory(run);
  return (
    <Panel
      name={WINDOW.name}
      title={title}
      height={260}
      legend={useMemo(() => legend(run, flows, theory), [run, flows, theory])}
      select={useCallback(
        (window: TimeWindow, width: number) => select(run.trace, flows, until, window, width, theory),
        [run, flows, until, theory],
      )}
      lanes={lanes}
      drawUnder={useCallback(
        (context: Ink, marks: WindowMarks, layout: Layout, theme: Theme) =>
          drawUnder(context, marks, layout, theme, until),
        [until],
      )}
      draw={useCallback(
        (context: Ink, marks: WindowMarks, layout: Layout, theme: Theme) =>
          draw(context, marks, layout, theme, until),
        [until],
      )}
      drawFixed={useCallback(
        (context: Ink, marks: WindowMarks, layout: Layout, theme: Theme) =>
          drawFixed(context, marks, layout, theme, until),
        [until],
      )}
      events={useCallback((marks: WindowMarks) => eventsIn(run.trace, marks), [run])}
      read={(moment) => read(run, flows, moment)}
      words={useCallback(
        () => describeFinished(run, () => describe(run, flows, theory)),
        [run, flows, theory],
      )}
      table={(window, limit) =>
        joined(
          flows.map((flow) => {
            const { time_s, cwnd, ssthresh, flight } = run.trace.rows('windows', flow);
            const name = run.scenario.flows[flow]?.name ?? String(flow);
            return tableOf(COLUMNS, time_s, window, limit, (row) => [
              time_s[row] ?? 0,
              name,
              cwnd[row] ?? 0,
              ssthresh[row] ?? 0,
              flight[row] ?? 0,
            ]);
          }),
          limit,
        )
      }
    />
  );
}

export const WINDOW = {
  name: 'window',
  figure: 'cwnd',
  title: () => t('Congestion window'),
  choice: () => t('Windows'),
  shown: 1.1,
  Component: memo(CongestionWindow),
  overlay: OVERLAY,
  bands: (flows) => Array.from({ length: flows }, () => bandHeight(flows)),
} as const satisfies PanelRecord;
