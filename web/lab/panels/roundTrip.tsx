/** Round-trip times, the values that a delay-based sender derives from them (base_rtt and diff), and the theory's predictions. */
import { useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { formatMs } from '../../base/words/format';
import { formatSegments } from '../../base/words/segments';
import { plural, t } from '../../base/words/words';
import { drawBands } from '../../plot/bands';
import { leavesOut } from '../../plot/highlighted';
import { marks as drawMarks, eachIn, type Ink, type Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import type { Lane, Layout, PlacedLane } from '../../plot/layout';
import type { Theory } from '../../run/equilibria';
import { useView } from '../../run/hooks';
import { type Curve, curveOf, isWhole, unrecorded } from '../../run/series';
import type { Run, Trace } from '../../run/trace';
import type { ViewState } from '../../run/view';
import { rowAt } from '../../run/window';
import type { Explained } from '../../ui/explanations';
import { MARKS, outline } from '../../ui/marks';
import { flowToken } from '../../ui/theme';
import { definePanel } from './define';
import type { Channel, Definition, Frame, Mark } from './definition';
import { curve, events, theoryLines } from './marks';
import { nameOf, type PanelProps, sentencesOf } from './Panel';
import { type Field, type Rows, readIn, rowsIn, rowsOf, valuesOf } from './rows';
import { diffDomainOf, diffEquilibria, rttDomainOf, rttEquilibria, srttFits } from './rttScale';
import { segmentEvent } from './sequence';
import { inWords, legendOf, linesOf } from './theory';
import { thresholdLines, thresholdsOf } from './thresholds';

function hasDiff(trace: Trace, flow: number): boolean {
  return !Number.isNaN(curveOf(trace, 'rtts', flow, 'diff').extent()[0]);
}

function samplesOf(
  flow: number,
  { trace, window, width, height }: Frame,
  [low, high]: readonly [number, number],
): Points {
  return curveOf(trace, 'rtts', flow, 'rtt_ms').dots(window, Math.max(1, Math.ceil(width)), {
    // Samples above the scale are drawn at its edge.
    line: (rtt) => Math.min(Math.ceil(height), Math.floor(((rtt - low) / (high - low)) * height)),
    key: `${low} to ${high} ms on ${height} px`,
  });
}

/** A flow's samples, each at the ACK that gave it. */
function sampleDots(trace: Trace, flow: number, domain: Channel<[number, number]>): Mark {
  const points: Channel<Points> = (frame) => samplesOf(flow, frame, frame.of(domain));
  const shape = { ...MARKS.send, explains: 'rtt_sample' as const };
  const token = flowToken(flow);
  return {
    ...events({
      flow,
      points,
      shape,
      compared: 0.9,
      event: (time_s) => segmentEvent(trace, flow, 'ack', time_s),
      place(event) {
        const { time_s, rtt_ms } = trace.rows('rtts', flow);
        const row = rowAt(time_s, event.time_s);
        const isSample = event.table === 'segments' && time_s[row] === event.time_s && event.flow === flow;
        return isSample && !Number.isNaN(rtt_ms[row]) ? (rtt_ms[row] ?? Number.NaN) : null;
      },
    }),
    draw: ({ ink, frame, layout, lane, theme }) => {
      const samples = frame.of(points);
      const color = theme.color(token);
      drawBands(ink, samples.bands, layout.x, lane, { color, alpha: 0.3, kind: 'rtt_sample' });
      if (!leavesOut('rtt_sample')) drawSamples(ink, samples, color, layout, lane);
    },
    drawCompared: ({ ink, frame, layout, lane, theme }, style) => {
      ink.save();
      ink.globalAlpha = 0.5;
      drawMarks(ink, shape, theme.color(style.token), frame.of(points), layout.x, lane, 0.9);
      ink.restore();
    },
    legend: () => [{ label: t('RTT sample'), line: 'dotted', token, explains: 'rtt_sample' }],
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

export function describe(
  run: Run,
  flows: readonly number[],
  withSrtt: boolean,
  theory: Theory | null = null,
  without: readonly Explained[] = [],
): string {
  return sentencesOf(flows, (flow) => {
    const name = nameOf(run.scenario, flow);
    const { rtt_ms, base_rtt_ms, diff } = run.trace.rows('rtts', flow);
    if (rtt_ms.length === 0) return t('No round trip of {name} was measured.', { name });
    const [rtt, mistaken] = rttEquilibria(run, flow, theory);
    const predictedRtt = [
      inWords(t('its RTT'), rtt, formatMs),
      without.includes('base_rtt') ? '' : inWords(t('its mistaken base_rtt'), mistaken, formatMs),
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
    const measured = plural(
      rtt_ms.length,
      '{n} RTT sample of {name}: {mean} on average, at most {high}',
      '{n} RTT samples of {name}: {mean} on average, at most {high}',
      { name, mean: formatMs(sum / rtt_ms.length), high: formatMs(high) },
    );
    const base = formatMs(base_rtt_ms[base_rtt_ms.length - 1] ?? 0);
    const ended = without.includes('base_rtt') ? '' : `; ${t('base_rtt ended at {base}', { base })}`;
    const known = without.includes('diff') ? [] : diff.filter(Number.isFinite).sort();
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
    return `${measured}${ended}${queued}.${off}${predicted}`;
  });
}

/** Lines that senders derive from the samples. A lesson's panels leave out those that no lesson has explained yet. */
export const DERIVED = ['base_rtt', 'srtt', 'diff'] as const;

function rows(run: Run, flow: number, without: readonly Explained[]): Rows {
  const column = (name: 'rtt_ms' | 'srtt_ms' | 'rto_ms' | 'base_rtt_ms' | 'diff') =>
    curveOf(run.trace, 'rtts', flow, name);
  const ms = (name: string, values: Curve, token?: string | null): Field<number> => ({
    column: { name: `${name} (ms)`, digits: 3 },
    ...valuesOf(values),
    reads: name,
    format: formatMs,
    token,
  });
  const diffField: Field<number> = {
    column: { name: 'diff (seg)', label: () => t('diff (seg)'), digits: 3 },
    ...valuesOf(column('diff')),
    reads: 'diff',
    format: (value) => (Number.isFinite(value) ? formatSegments(value) : null),
  };
  return rowsOf(
    run,
    rowsIn(column('rtt_ms').time_s),
    [
      ms('RTT', column('rtt_ms')),
      ...(without.includes('srtt')
        ? []
        : [ms('srtt', column('srtt_ms'), 'ink'), ms('rto', column('rto_ms'), null)]),
      ...(without.includes('base_rtt') ? [] : [ms('base_rtt', column('base_rtt_ms'))]),
      ...(without.includes('diff') ? [] : [diffField]),
    ],
    flow,
  );
}

/** True if the panel draws srtt; null for its own choice: where it fits the scale. */
export const SRTT: ViewState<boolean | null> = { usual: null, until: 'address' };

function useChoice({ run, flows }: PanelProps) {
  const asked = useView().of(SRTT);
  const chosen = useObservable(asked);
  const fits = useMemo(() => srttFits(run.trace, flows), [run, flows]);
  const choice = chosen ?? fits;
  const control = (
    <label
      className="choice"
      data-kind="check"
      title={t('The timer’s smoothed RTT. With coarse ticks it’s much longer than the samples.')}
    >
      <input type="checkbox" checked={choice} onChange={(event) => asked.set(event.target.checked)} />{' '}
      <span translate="no">srtt</span>
    </label>
  );
  return { choice, control };
}

/** The choice is whether srtt is drawn. */
export const PLOT: Definition<boolean> = {
  height: 270,
  useChoice,
  choiceFor: ({ run, flows, compared }) => compared === 'beside' && srttFits(run.trace, flows),
  plot({ run, flows, theory, choice, without }) {
    const { trace } = run;
    const withSrtt = choice && !without.includes('srtt');
    const hasDiffs = !without.includes('diff') && flows.some((flow) => hasDiff(trace, flow));
    const domain: Channel<[number, number]> = () => rttDomainOf(trace, flows, withSrtt, theory);
    const shown = flows.map((flow) => {
      const line =
        (column: 'srtt_ms' | 'base_rtt_ms' | 'diff'): Channel<Points> =>
        ({ trace, window, columns }) =>
          curveOf(trace, 'rtts', flow, column).line(window, columns);
      const own = hasDiffs && hasDiff(trace, flow);
      return {
        flow,
        srtt: line('srtt_ms'),
        base: line('base_rtt_ms'),
        diff: line('diff'),
        thresholds: own ? thresholdsOf(run, flow) : null,
        theory: rttEquilibria(trace, flow, theory).flatMap(linesOf),
        diffTheory: own ? linesOf(diffEquilibria(trace, flow, theory)) : [],
      };
    });
    const diffDomain: Channel<[number, number]> = (frame) => {
      const drawn = shown.map(({ diff, ...rest }) => ({ ...rest, diff: frame.of(diff) }));
      return diffDomainOf(drawn, frame.window);
    };
    const entry = theoryEntry(trace, flows, theory, without);
    return {
      lanes: (frame) => {
        const rtt: Lane = {
          name: 'rtt',
          label: t('Round-trip time (ms)'),
          domain: frame.of(domain),
          share: 3,
        };
        if (!hasDiffs) return [rtt];
        return [rtt, { name: 'diff', label: t('Diff (segments)'), domain: frame.of(diffDomain), share: 2 }];
      },
      unrecorded: ({ trace, window, columns }) => unrecorded(trace, 'rtts', flows, window, columns),
      marks: [
        ...shown.flatMap(({ flow, srtt, base, diff, theory, diffTheory }, i) => [
          sampleDots(trace, flow, domain),
          ...(without.includes('base_rtt')
            ? []
            : [
                curve({
                  kind: 'base_rtt',
                  label: 'base_rtt',
                  flow,
                  points: base,
                  width: 1.3,
                  line: 'dashed',
                  compared: 1.2,
                }),
              ]),
          ...(withSrtt
            ? [
                curve({
                  kind: 'srtt',
                  label: 'srtt',
                  flow,
                  points: srtt,
                  token: 'ink',
                  width: 1.4,
                  line: 'straight',
                  alpha: 0.85,
                }),
              ]
            : []),
          ...(hasDiffs
            ? [
                curve({
                  kind: 'diff',
                  label: 'diff',
                  lane: 'diff',
                  flow,
                  points: diff,
                  width: 1.6,
                  compared: 1.4,
                }),
              ]
            : []),
          theoryLines(() => theory, { token: flowToken(flow), entry: i === 0 ? entry : [] }),
          ...(diffTheory.length > 0
            ? [theoryLines(() => diffTheory, { lane: 'diff', token: flowToken(flow) })]
            : []),
        ]),
        // Last, because theory lines near them would cover their labels.
        ...shown.flatMap(({ thresholds }) => (thresholds === null ? [] : [thresholdLines(thresholds)])),
      ],
      legend: ['rtt_sample', 'base_rtt', 'srtt', 'diff', 'thresholds'],
      rows: flows.map((flow) => readIn(run, (shown) => rows(shown, flow, without))),
      describe: () => describe(run, flows, withSrtt, theory, without),
    };
  },
};

function theoryEntry(
  trace: Trace,
  flows: readonly number[],
  theory: Theory | null,
  without: readonly Explained[],
): LegendEntry[] {
  const equilibria = flows.map((flow) => rttEquilibria(trace, flow, theory));
  const errs = !without.includes('base_rtt') && equilibria.some(([, base]) => base.length > 0);
  const differs =
    !without.includes('diff') &&
    flows.some((flow) => hasDiff(trace, flow) && diffEquilibria(trace, flow, theory).length > 0);
  const what = ['RTT', ...(errs ? [t('mistaken base_rtt')] : []), ...(differs ? ['diff'] : [])];
  const rtts = equilibria.flatMap(([rtt]) => rtt);
  return legendOf(rtts, what.join(', '), flowToken(flows[0] ?? 0));
}

export const ROUND_TRIP = definePanel(
  {
    name: 'rtt',
    figure: 'rtt',
    title: () => t('Round-trip time'),
    choice: () => t('Round trips'),
    shown: 1.3,
  },
  PLOT,
);
