/** cwnd, ssthresh and flight, the sender's state, what limits it, and the theory's prediction of cwnd. */
import { formatCount, formatFixed, formatTime } from '../../base/words/format';
import { formatSegments } from '../../base/words/segments';
import { plural, t } from '../../base/words/words';
import { FLOW_STATES, SEND_LIMITS } from '../../engine/schema';
import type { Points } from '../../plot/ink';
import type { Lane } from '../../plot/layout';
import { type Equilibrium, equilibriaOf, ofFlow, type Theory } from '../../run/equilibria';
import type { TraceEvent } from '../../run/event';
import { limitAt } from '../../run/limits';
import { curveOf, isWhole, unrecorded } from '../../run/series';
import type { Run, Trace } from '../../run/trace';
import { rowAt, type TimeWindow } from '../../run/window';
import type { Explained } from '../../ui/explanations';
import { flowToken } from '../../ui/theme';
import type { Span } from './band';
import { definePanel } from './define';
import type { Channel, Definition, Frame, Mark } from './definition';
import { LIMITS, limitBand, limitSpans, traceOfLimits } from './limits';
import { curve, theoryLines } from './marks';
import { nameOf, sentencesOf } from './Panel';
import { type Rows, readIn, rowsIn, rowsOf, valuesOf } from './rows';
import { STATES, type State, spansOf, spansWithin, stateBand } from './states';
import { inWords, legendOf, linesOf, widenDomain } from './theory';

/** The curves and the level that set the scale. */
interface Curves {
  cwnd: Points;
  flight: Points;
  /** The receiver's window, in segments, if it fills in the visible time; else null. */
  rwnd: number | null;
}

/** Height of each of several bands; smaller when there are many. */
function bandHeight(bands: number): number {
  return Math.max(3, Math.min(14, 60 / bands));
}

/** The bands of the panel's own run are of states and limits, those of a run drawn over it of states. Lessons explain no limits. */
export const DERIVED: readonly Explained[] = [LIMITS.cwnd.explains];

/** The receiver's window, in segments, if the flight fills it. */
function filledWindow(scenario: Run['scenario'], flow: number, flight: Points): number | null {
  const { rwnd_bytes = Infinity, smss_bytes = 1 } = scenario.flows[flow] ?? {};
  const rwnd = Math.floor(rwnd_bytes / smss_bytes);
  const isFilled = flight.value.some((one) => one >= rwnd) || flight.bands?.some(({ high }) => high >= rwnd);
  return isFilled ? rwnd : null;
}

/** The theory's prediction of a flow's cwnd. */
function equilibriumOf(scenario: Run['scenario'], flow: number, theory: Theory | null): Equilibrium[] {
  return equilibriaOf(theory, ofFlow(nameOf(scenario, flow), 'cwnd_segments'));
}

/**
 * Fits the scale to cwnd and flight in the visible time; ssthresh often starts far above both. While the receiver's window is full, cwnd may
 * grow without limit (ns-2), so it counts only up to twice that window: the flight must stay readable.
 */
function topOf(flows: readonly Curves[], window: TimeWindow): number {
  let top = 4;
  for (const { cwnd, flight, rwnd } of flows) {
    const most = rwnd === null ? Infinity : 2 * rwnd;
    for (const { time_s, value, bands = [] } of [cwnd, flight]) {
      for (const { high } of bands) top = Math.max(top, Math.min(high, most));
      value.forEach((one, i) => {
        if (one > top && (time_s[i] ?? 0) <= window.to) top = Math.max(top, Math.min(one, most));
      });
    }
  }
  return top * 1.08;
}

/** Draws the receivers' windows that fill in the visible time, one line per size. */
function receiverWindows(sizes: Channel<Set<number>>): Mark {
  return {
    channel: sizes,
    drawFixed: ({ ink, frame, layout: { width }, lane, theme }) => {
      ink.save();
      ink.strokeStyle = theme.color('ink');
      ink.fillStyle = theme.color('ink');
      ink.font = theme.font(10.5);
      ink.textAlign = 'right';
      ink.textBaseline = 'bottom';
      for (const rwnd of frame.of(sizes)) {
        const y = Math.round(lane.y(rwnd)) + 0.5;
        ink.setLineDash([2, 3]);
        ink.beginPath();
        ink.moveTo(0, y);
        ink.lineTo(width, y);
        ink.stroke();
        ink.fillText(t("receiver's window: {n} seg", { n: formatCount(rwnd) }), width - 4, y - 2);
      }
      ink.restore();
    },
  };
}

export function describe(
  run: Run,
  flows: readonly number[],
  theory: Theory | null = null,
  showsLimits = false,
): string {
  return sentencesOf(flows, (flow) => {
    const name = nameOf(run.scenario, flow);
    const { time_s, cwnd } = run.trace.rows('windows', flow);
    let best = 0;
    cwnd.forEach((value, row) => {
      if (value > (cwnd[best] ?? 0)) best = row;
    });
    const spans = spansOf(run.trace, flow, run.now_s);
    const times = (state: State) => spans.filter((span) => span.name === state).length;
    const seconds = (state: State) =>
      spans.reduce((sum, span) => sum + (span.name === state ? span.to - span.from : 0), 0);
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
    const limits = showsLimits ? limitsInWords(run, flow) : '';
    return sentence + limits + inWords(t('it'), equilibriumOf(run.scenario, flow, theory), formatSegments);
  });
}

/** Says what limited a flow for how long; nothing until the run has finished. */
function limitsInWords({ summary }: Run, flow: number): string {
  const times = summary?.flows[flow]?.limited_s;
  if (times === undefined) return '';
  const parts = SEND_LIMITS.map((limit) => ({ name: LIMITS[limit].label(), time: times[limit] }))
    .filter(({ time }) => time > 0)
    .toSorted((a, b) => b.time - a.time)
    .map(({ name, time }) => `${name} ${formatFixed(time, 1)} s`);
  return parts.length === 0
    ? ''
    : ` ${t('What kept it from sending more: {parts}.', { parts: parts.join(', ') })}`;
}

function rows(run: Run, flow: number, limits: Trace | null): Rows {
  const column = (name: 'cwnd' | 'ssthresh' | 'flight') => curveOf(run.trace, 'windows', flow, name);
  const states = run.trace.rows('states', flow);
  return rowsOf(
    run,
    rowsIn(column('cwnd').time_s),
    [
      {
        column: { name: 'cwnd (seg)', label: () => t('cwnd (seg)'), digits: 3 },
        ...valuesOf(column('cwnd')),
        reads: 'cwnd',
        format: formatSegments,
      },
      {
        column: { name: 'ssthresh (seg)', label: () => t('ssthresh (seg)'), digits: 3 },
        ...valuesOf(column('ssthresh')),
        reads: 'ssthresh',
        format: formatSegments,
      },
      {
        column: { name: 'flight (seg)', label: () => t('flight (seg)') },
        ...valuesOf(column('flight')),
        reads: t('flight'),
        format: formatSegments,
      },
      {
        read(_, moment) {
          const state = FLOW_STATES[states.state[rowAt(states.time_s, moment)] ?? -1];
          if (state === undefined) return null;
          return { label: t('state'), value: STATES[state].label(), token: STATES[state].token };
        },
      },
      {
        read(_, moment) {
          const found = limits && limitAt(limits, flow, run.now_s, moment);
          if (found === null) return null;
          const { label, token } = LIMITS[found.limit];
          return { label: t('why no more'), value: label(), token };
        },
      },
    ],
    flow,
  );
}

export const PLOT: Definition = {
  height: 260,
  plot({ run, flows, theory, compared, without }) {
    const { trace, scenario, now_s } = run;
    const several = flows.length > 1;
    const showsLimits = compared !== 'over' && !DERIVED.some((kind) => without.includes(kind));
    const shown = flows.map((flow) => {
      const line =
        (column: 'cwnd' | 'ssthresh' | 'flight'): Channel<Points> =>
        ({ trace, window, columns }) =>
          curveOf(trace, 'windows', flow, column).line(window, columns);
      const equilibria = equilibriumOf(scenario, flow, theory);
      return {
        flow,
        states: `state-${flow}`,
        limits: `limit-${flow}`,
        cwnd: line('cwnd'),
        ssthresh: line('ssthresh'),
        flight: line('flight'),
        spans: ({ window }: Frame) => spansWithin(trace, flow, now_s, window),
        limited: limitSpans(run, flow),
        equilibria,
        predicted: linesOf(equilibria),
      };
    });
    const curves: Channel<Curves[]> = (frame) =>
      shown.map(({ flow, ...lines }) => {
        const [cwnd, flight] = [frame.of(lines.cwnd), frame.of(lines.flight)];
        return { cwnd, flight, rwnd: filledWindow(scenario, flow, flight) };
      });
    const predicted = shown.flatMap((flow) => flow.predicted);
    const entry = legendOf(
      shown.flatMap(({ equilibria }) => equilibria),
      'cwnd',
      flowToken(flows[0] ?? 0),
    );
    return {
      lanes: (frame) => {
        const names = shown.flatMap(({ states, limits }) => (showsLimits ? [states, limits] : [states]));
        const bands = names.map((name): Lane => {
          return { name, label: '', domain: [0, 1], pixels: bandHeight(names.length) };
        });
        const measured = topOf(frame.of(curves), frame.window);
        const domain = widenDomain([0, measured], predicted, frame.window);
        return [...bands, { name: 'segments', label: t('Window (segments)'), domain, share: 1 }];
      },
      unrecorded: ({ trace, window, columns }) => unrecorded(trace, 'windows', flows, window, columns),
      marks: [
        ...shown.flatMap(({ flow, states, limits, cwnd, ssthresh, flight, spans, limited }) => [
          curve({
            kind: 'flight',
            label: t('flight'),
            flow,
            points: flight,
            width: 0,
            fill: several ? 0.1 : 0.2,
          }),
          {
            ...curve({ kind: 'cwnd', label: 'cwnd', flow, points: cwnd, width: 1.8, compared: 1.6 }),
            ...stateChanges(trace, flow, spans),
          },
          curve({
            kind: 'ssthresh',
            label: 'ssthresh',
            flow,
            points: ssthresh,
            width: 1.3,
            line: 'dashed',
            alpha: 0.9,
          }),
          stateBand(run, flow, states, spans, several),
          ...(showsLimits ? [limitBand(run, flow, limits, limited, several)] : []),
        ]),
        ...shown.map(({ flow, predicted }, i) =>
          theoryLines(() => predicted, { token: flowToken(flow), entry: i === 0 ? entry : [] }),
        ),
        receiverWindows((frame) => new Set(frame.of(curves).flatMap(({ rwnd }) => rwnd ?? []))),
      ],
      legend: ['cwnd', 'ssthresh', 'flight', 'theory', ...FLOW_STATES.map((state) => `state_${state}`)],
      rows: flows.map((flow) =>
        readIn(run, (shown) => rows(shown, flow, showsLimits ? traceOfLimits(run, flow, shown.trace) : null)),
      ),
      describe: () => describe(run, flows, theory, showsLimits),
    };
  },
};

/** The events among the marks: changes of state, on the line of cwnd. */
function stateChanges(
  trace: Trace,
  flow: number,
  spans: Channel<Span<State>[]>,
): Required<Pick<Mark, 'events' | 'place'>> {
  const cwndAt = (moment: number, { trace }: Frame) =>
    curveOf(trace, 'windows', flow, 'cwnd').valueAt(moment) ?? Number.NaN;
  const event = (time_s: number): TraceEvent => {
    const row = rowAt(trace.rows('states', flow).time_s, time_s);
    return { time_s, flow, table: 'states', row };
  };
  return {
    events(frame, lane) {
      const time_s = frame.of(spans).map(({ from }) => from);
      const points = { time_s, value: time_s.map((moment) => cwndAt(moment, frame)) };
      return [{ lane, points, rare: true, event: (index) => event(time_s[index] ?? 0) }];
    },
    place: ({ flow: its, time_s }, frame) => (its === flow ? cwndAt(time_s, frame) : null),
  };
}

export const WINDOW = definePanel(
  {
    name: 'window',
    figure: 'cwnd',
    title: () => t('Congestion window'),
    choice: () => t('Windows'),
    shown: 1.1,
    // Bands of limits take their room from the curves, so that a second band doesn't cost a plot.
    bands: (flows: number) => Array.from({ length: flows }, () => bandHeight(flows)),
  },
  PLOT,
);
