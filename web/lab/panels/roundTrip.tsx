/** Round-trip times, the values that a delay-based sender derives from them (base_rtt and diff), and the theory's predictions. */
import { memo, useCallback, useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { formatMs } from '../../base/words/format';
import { formatSegments } from '../../base/words/segments';
import { plural, t } from '../../base/words/words';
import type { Reading } from '../../plot/CursorLayer';
import { hatch, nameHatched } from '../../plot/hatch';
import { marks as drawMarks, eachIn, type Ink, line, type Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, laneNamed, type PlacedLane } from '../../plot/layout';
import { leavesOut } from '../../plot/lit';
import { drawSigns } from '../../plot/signs';
import type { EventMarks } from '../../plot/snap';
import { steps } from '../../plot/steps';
import type { Theory } from '../../run/equilibria';
import { useView } from '../../run/hooks';
import { curveOf, isWhole, unrecorded } from '../../run/series';
import type { Run, Trace } from '../../run/trace';
import { rowAt, type TimeWindow } from '../../run/window';
import { MARKS, outline } from '../../ui/marks';
import { type Column, FLOW, joined, TIME, tableOf } from '../../ui/TableView';
import { flowToken, type Theme } from '../../ui/theme';
import type { Overlay } from './over';
import { lastOf, readings } from './overlays';
import { describeFinished, nameOf, Panel, type PanelProps, sentencesOf } from './Panel';
import type { PanelRecord } from './record';
import { diffDomainOf, diffEquilibria, rttDomainOf, rttEquilibria, srttFits } from './rttScale';
import { segmentEvent } from './sequence';
import { drawTheory, inWords, legendOf, linesOf, useTheory } from './theory';
import { drawThresholds, type Thresholds, thresholdsOf } from './thresholds';

export interface RttMarks {
  rttDomain: [number, number];
  /** Null when no flow computes a diff. */
  diffDomain: [number, number] | null;
  flows: {
    flow: number;
    name: string;
    token: string;
    samples: Points;
    /** Null while srtt is hidden. */
    srtt: Points | null;
    base: Points;
    diff: Points;
    thresholds: Thresholds | null;
    theory: Points[];
    /** The theory's diff; empty for senders that compute none. */
    diffTheory: Points[];
  }[];
  unrecorded: TimeWindow[];
}

function hasDiff(trace: Trace, flow: number): boolean {
  return !Number.isNaN(curveOf(trace, 'rtts', flow, 'diff').extent()[0]);
}

export function select(
  trace: Trace,
  flows: readonly number[],
  window: TimeWindow,
  width: number,
  height: number,
  withSrtt: boolean,
  theory: Theory | null = null,
): RttMarks {
  const columns = Math.max(1, Math.round(width));
  const rttDomain = rttDomainOf(trace, flows, withSrtt, theory);
  const shown = flows.map((flow) => {
    const line = (column: 'srtt_ms' | 'base_rtt_ms' | 'diff') =>
      curveOf(trace, 'rtts', flow, column).line(window, columns);
    return {
      flow,
      name: nameOf(trace.scenario, flow),
      token: flowToken(flow),
      samples: samplesOf(trace, flow, window, width, height, rttDomain),
      srtt: withSrtt ? line('srtt_ms') : null,
      base: line('base_rtt_ms'),
      diff: line('diff'),
      thresholds: hasDiff(trace, flow) ? thresholdsOf(trace.scenario, flow) : null,
      theory: rttEquilibria(trace, flow, theory).flatMap(linesOf),
      diffTheory: hasDiff(trace, flow) ? linesOf(diffEquilibria(trace, flow, theory)) : [],
    };
  });
  const diffs = flows.some((flow) => hasDiff(trace, flow));
  return {
    rttDomain,
    diffDomain: diffs ? diffDomainOf(shown, window) : null,
    flows: shown,
    unrecorded: unrecorded(trace, 'rtts', flows, window, columns),
  };
}

function samplesOf(
  trace: Trace,
  flow: number,
  window: TimeWindow,
  width: number,
  height: number,
  domain: [number, number],
): Points {
  const [low, high] = domain;
  return curveOf(trace, 'rtts', flow, 'rtt_ms').dots(window, Math.max(1, Math.ceil(width)), {
    // Samples above the scale are drawn at its edge.
    line: (rtt) => Math.min(Math.ceil(height), Math.floor(((rtt - low) / (high - low)) * height)),
    key: `${low} to ${high} ms on ${height} px`,
  });
}

export function lanes({ rttDomain, diffDomain }: RttMarks): Lane[] {
  const rtt: Lane = { name: 'rtt', label: t('Round-trip time (ms)'), domain: rttDomain, share: 3 };
  if (diffDomain === null) return [rtt];
  return [rtt, { name: 'diff', label: t('Diff (segments)'), domain: diffDomain, share: 2 }];
}

function drawUnder(
  context: Ink,
  { unrecorded }: RttMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  for (const lane of layout.lanes) hatch(context, unrecorded, layout, lane, theme, until);
}

export function draw(context: Ink, marks: RttMarks, layout: Layout, theme: Theme, until: number): void {
  const lane = laneNamed(layout, 'rtt');
  const end = Math.min(until, layout.window.to);
  for (const { token, samples, srtt, diff } of marks.flows) {
    const color = theme.color(token);
    if (!leavesOut('rtt_sample')) drawSamples(context, samples, color, layout, lane);
    if (srtt !== null) {
      line(context, srtt, layout.x, lane, {
        color: theme.color('ink'),
        width: 1.4,
        alpha: 0.85,
        kind: 'srtt',
      });
    }
    if (marks.diffDomain !== null) {
      const below = laneNamed(layout, 'diff');
      steps(context, diff, layout.x, below, { color, width: 1.6, kind: 'diff' }, end);
    }
  }
}

export function drawFixed(context: Ink, marks: RttMarks, layout: Layout, theme: Theme, until: number): void {
  const lane = laneNamed(layout, 'rtt');
  const end = Math.min(until, layout.window.to);
  for (const { token, base, theory, diffTheory } of marks.flows) {
    steps(
      context,
      base,
      layout.x,
      lane,
      { color: theme.color(token), width: 1.3, dash: [6, 4], kind: 'base_rtt' },
      end,
    );
    drawTheory(context, theory, token, layout, lane, theme);
    if (diffTheory.length > 0)
      drawTheory(context, diffTheory, token, layout, laneNamed(layout, 'diff'), theme);
  }
  // Draw thresholds last, because theory lines near them would cover their labels.
  for (const { thresholds } of marks.flows)
    if (marks.diffDomain !== null && thresholds !== null) drawThresholds(context, thresholds, layout, theme);
  const lines = marks.flows.map(({ flow, name, token, samples }) => ({ flow, name, token, points: samples }));
  drawSigns(context, lines, layout, lane, theme);
  nameHatched(context, marks.unrecorded, layout, lane, theme, until);
}

/** The events among the marks: each sample is the ACK that gave it. */
export function eventsIn(trace: Trace, marks: RttMarks): EventMarks {
  return {
    trace,
    layers: marks.flows.map(({ flow, samples }) => ({
      lane: 'rtt',
      points: samples,
      rare: false,
      event: (index) => segmentEvent(trace, flow, 'ack', samples.time_s[index] ?? 0),
    })),
    place: ({ flow, table, time_s }) => {
      const { time_s: times, rtt_ms } = trace.rows('rtts', flow);
      const row = rowAt(times, time_s);
      const isSample = table === 'segments' && times[row] === time_s && !Number.isNaN(rtt_ms[row]);
      return isSample && marks.flows.some((shown) => shown.flow === flow)
        ? { lane: 'rtt', value: rtt_ms[row] ?? Number.NaN }
        : null;
    },
  };
}

function drawSamples(context: Ink, samples: Points, color: string, layout: Layout, lane: PlacedLane): void {
  context.save();
  context.globalAlpha = 0.55;
  context.fillStyle = color;
  eachIn(samples, layout.x, lane, (x, y) => {
    if (y >= lane.top) context.fillRect(x - 1, y - 1, 2, 2);
    else drawAbove(context, x, lane.top);
  });
  context.restore();
}

/** Marks a sample above the scale with a small arrow at the edge. */
function drawAbove(context: Ink, x: number, top: number): void {
  context.save();
  context.globalAlpha = 1;
  context.beginPath();
  outline(context, 'triangle_up', x, top + 3, 3);
  context.fill();
  context.restore();
}

function legend(run: Run, flows: readonly number[], withSrtt: boolean, theory: Theory | null): LegendEntry[] {
  const token = flowToken(flows[0] ?? 0);
  const entries: LegendEntry[] = [
    { label: t('RTT sample'), line: 'dotted', token, explains: 'rtt_sample' },
    { label: 'base_rtt', line: 'dashed', token, explains: 'base_rtt' },
  ];
  if (withSrtt) entries.push({ label: 'srtt', line: 'solid', token: 'ink', explains: 'srtt' });
  if (flows.some((flow) => hasDiff(run.trace, flow)))
    entries.push({ label: 'diff', line: 'solid', token, explains: 'diff' });
  if (flows.some((flow) => hasDiff(run.trace, flow) && thresholdsOf(run.scenario, flow) !== null)) {
    entries.push({ label: 'alpha, beta', line: 'dotted', token: 'muted', explains: 'thresholds' });
  }
  const equilibria = flows.map((flow) => rttEquilibria(run, flow, theory));
  const errs = equilibria.some(([, base]) => base.length > 0);
  const differs = flows.some(
    (flow) => hasDiff(run.trace, flow) && diffEquilibria(run, flow, theory).length > 0,
  );
  const what = ['RTT', ...(errs ? [t('mistaken base_rtt')] : []), ...(differs ? ['diff'] : [])];
  return [
    ...entries,
    ...legendOf(
      equilibria.flatMap(([rtt]) => rtt),
      what.join(', '),
      token,
    ),
  ];
}

function read(run: Run, flows: readonly number[], moment: number): Reading[] {
  return flows.flatMap((flow) => {
    const { time_s, rtt_ms, srtt_ms, rto_ms, base_rtt_ms, diff } = run.trace.rows('rtts', flow);
    const row = rowAt(time_s, moment);
    if (row < 0) return [];
    const token = flowToken(flow);
    const name = flows.length > 1 ? `${run.scenario.flows[flow]?.name ?? flow}: ` : '';
    const readings: Reading[] = [
      { label: `${name}RTT`, value: formatMs(rtt_ms[row] ?? 0), token },
      { label: `${name}srtt`, value: formatMs(srtt_ms[row] ?? 0), token: 'ink' },
      { label: `${name}rto`, value: formatMs(rto_ms[row] ?? 0) },
      { label: `${name}base_rtt`, value: formatMs(base_rtt_ms[row] ?? 0), token },
    ];
    const now = diff[row] ?? Number.NaN;
    if (Number.isFinite(now)) readings.push({ label: `${name}diff`, value: formatSegments(now), token });
    return readings;
  });
}

export function describe(
  run: Run,
  flows: readonly number[],
  withSrtt: boolean,
  theory: Theory | null = null,
): string {
  return sentencesOf(flows, (flow) => {
    const name = nameOf(run.scenario, flow);
    const { rtt_ms, base_rtt_ms, diff } = run.trace.rows('rtts', flow);
    if (rtt_ms.length === 0) return t('No round trip of {name} was measured.', { name });
    const [rtt, mistaken] = rttEquilibria(run, flow, theory);
    const predictedRtt = [
      inWords(t('its RTT'), rtt, formatMs),
      inWords(t('its mistaken base_rtt'), mistaken, formatMs),
    ].join('');
    if (!isWhole(run.trace, 'rtts', flow)) {
      const mean = formatMs(run.summary?.flows[flow]?.mean_rtt_ms ?? Number.NaN);
      return t('The RTT of {name} was {mean} on average.', { name, mean }) + predictedRtt;
    }
    let sum = 0;
    let high = 0;
    for (const value of rtt_ms) {
      sum += value;
      if (value > high) high = value;
    }
    const base = base_rtt_ms[base_rtt_ms.length - 1] ?? 0;
    const measured = plural(
      rtt_ms.length,
      '{n} RTT sample of {name}: {mean} on average, at most {high}; base_rtt ended at {base}',
      '{n} RTT samples of {name}: {mean} on average, at most {high}; base_rtt ended at {base}',
      { name, mean: formatMs(sum / rtt_ms.length), high: formatMs(high), base: formatMs(base) },
    );
    const known = diff.filter(Number.isFinite).sort();
    const queued =
      known.length > 0
        ? `; ${t('diff was above {median} half of the time', { median: formatSegments(known[known.length >> 1] ?? 0) })}`
        : '';
    const [, top] = rttDomainOf(run.trace, flows, withSrtt, theory);
    const above = rtt_ms.filter((value) => value > top).length;
    const off =
      above > 0
        ? ` ${plural(above, '{n} sample above the scale, shown as arrows.', '{n} samples above the scale, shown as arrows.')}`
        : '';
    const differs = known.length > 0 ? diffEquilibria(run, flow, theory) : [];
    const predicted = predictedRtt + inWords(t('its diff'), differs, formatSegments);
    return `${measured}${queued}.${off}${predicted}`;
  });
}

const COLUMNS: Column[] = [
  TIME,
  FLOW,
  ...['RTT (ms)', 'srtt (ms)', 'rto (ms)', 'base_rtt (ms)'].map((name) => ({ name, digits: 3 })),
  { name: 'diff (seg)', label: () => t('diff (seg)'), digits: 3 },
];

const OVERLAY: Overlay<RttMarks, RttMarks> = {
  select: (_, { run, flows, sideBySide, theory }, window, width, height) =>
    select(run.trace, flows, window, width, height, sideBySide && srttFits(run.trace, flows), theory),
  depends: () => '',
  lanes,
  draw(context, marks, { style, run }, layout, theme) {
    const lane = laneNamed(layout, 'rtt');
    const color = theme.color(style.token);
    const end = Math.min(run.now_s, layout.window.to);
    hatch(context, marks.unrecorded, layout, lane, theme, end, color);
    for (const { samples, base, diff } of marks.flows) {
      context.save();
      context.globalAlpha = 0.5;
      drawMarks(
        context,
        { ...MARKS.send, radius: 0.9, explains: 'rtt_sample' },
        color,
        samples,
        layout.x,
        lane,
      );
      context.restore();
      steps(context, base, layout.x, lane, { color, width: 1.2, dash: style.dash, kind: 'base_rtt' }, end);
      if (marks.diffDomain === null) continue;
      const below = laneNamed(layout, 'diff');
      steps(context, diff, layout.x, below, { color, width: 1.4, dash: style.dash, kind: 'diff' }, end);
    }
    return lastOf(marks.flows[0]?.samples, layout, 'rtt');
  },
  place: (own, layout) => lastOf(own.flows[0]?.samples, layout, 'rtt'),
  read: (other, moment) =>
    readings(other, 'RTT', (flow) => {
      const { time_s, rtt_ms } = other.run.trace.rows('rtts', flow);
      const row = rowAt(time_s, moment);
      return row < 0 ? null : formatMs(rtt_ms[row] ?? 0);
    }),
  describe: ({ run, flows }) => describe(run, flows, false),
};

function RoundTrip({ run, flows, title = ROUND_TRIP.title() }: PanelProps) {
  const until = run.now_s;
  const theory = useTheory(run);
  const view = useView();
  const chosen = useObservable(view.srtt);
  const fits = useMemo(() => srttFits(run.trace, flows), [run, flows]);
  const withSrtt = chosen ?? fits;
  return (
    <Panel
      name={ROUND_TRIP.name}
      title={title}
      height={270}
      legend={useMemo(() => legend(run, flows, withSrtt, theory), [run, flows, withSrtt, theory])}
      select={useCallback(
        (window: TimeWindow, width: number, height: number) =>
          select(run.trace, flows, window, width, height, withSrtt, theory),
        [run, flows, withSrtt, theory],
      )}
      lanes={lanes}
      drawUnder={useCallback(
        (context: Ink, marks: RttMarks, layout: Layout, theme: Theme) =>
          drawUnder(context, marks, layout, theme, until),
        [until],
      )}
      draw={useCallback(
        (context: Ink, marks: RttMarks, layout: Layout, theme: Theme) =>
          draw(context, marks, layout, theme, until),
        [until],
      )}
      drawFixed={useCallback(
        (context: Ink, marks: RttMarks, layout: Layout, theme: Theme) =>
          drawFixed(context, marks, layout, theme, until),
        [until],
      )}
      events={useCallback((marks: RttMarks) => eventsIn(run.trace, marks), [run])}
      read={(moment) => read(run, flows, moment)}
      words={useCallback(
        () => describeFinished(run, () => describe(run, flows, withSrtt, theory)),
        [run, flows, withSrtt, theory],
      )}
      table={(window, limit) =>
        joined(
          flows.map((flow) => {
            const { time_s, rtt_ms, srtt_ms, rto_ms, base_rtt_ms, diff } = run.trace.rows('rtts', flow);
            return tableOf(COLUMNS, time_s, window, limit, (row) => [
              time_s[row] ?? 0,
              run.scenario.flows[flow]?.name ?? String(flow),
              ...[rtt_ms, srtt_ms, rto_ms, base_rtt_ms, diff].map((column) => column[row] ?? Number.NaN),
            ]);
          }),
          limit,
        )
      }
    >
      <label
        className="choice"
        data-kind="check"
        title={t('The timer’s smoothed RTT. With coarse ticks it’s much longer than the samples.')}
      >
        <input type="checkbox" checked={withSrtt} onChange={(event) => view.srtt.set(event.target.checked)} />{' '}
        <span translate="no">srtt</span>
      </label>
    </Panel>
  );
}

export const ROUND_TRIP = {
  name: 'rtt',
  figure: 'rtt',
  title: () => t('Round-trip time'),
  choice: () => t('Round trips'),
  shown: 1.3,
  Component: memo(RoundTrip),
  overlay: OVERLAY,
} as const satisfies PanelRecord;
