/** Bytes in flight and the receive window of a captured transfer; over them, the bytes in flight of a run. */
import { useCallback, useMemo } from 'react';
import { formatBytes, formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Flight } from '../../engine/captureView';
import type { Transfer } from '../../engine/schema';
import { Panel } from '../../lab/panels/Panel';
import type { Ink, Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, laneNamed } from '../../plot/layout';
import { styleOf } from '../../plot/runStyle';
import { filledSteps, steps } from '../../plot/steps';
import { curveOf } from '../../run/series';
import type { Run } from '../../run/trace';
import { rowAt, rowsWithin, type TimeWindow } from '../../run/window';
import { type Column, TIME, tableOf } from '../../ui/TableView';
import { flowToken, type Theme } from '../../ui/theme';

interface FlightMarks {
  top: number;
  flight: Points;
  window: Points;
  /** The run's bytes in flight; null without a run. */
  run: Points | null;
  until: number;
}

const KIB = 1024;

/** Rows in a window with one of the next rows for each pixel: the largest, so that no peak is lost. */
function reduced(time_s: Float64Array, value: Float64Array, window: TimeWindow, width: number): Points {
  const [first, last] = rowsWithin(time_s, window);
  const points: Points = { time_s: [], value: [] };
  const pixel = (window.to - window.from) / Math.max(1, width);
  let column = Number.NaN;
  for (let row = Math.max(0, first - 1); row < last; row += 1) {
    const [time = 0, one = 0] = [time_s[row], value[row]];
    const kib = one / KIB;
    const here = Math.floor((time - window.from) / pixel);
    const at = points.value.length - 1;
    if (here === column && at >= 0) points.value[at] = Math.max(points.value[at] ?? 0, kib);
    else {
      points.time_s.push(time);
      points.value.push(kib);
    }
    column = here;
  }
  return points;
}

function select(shown: Flight, run: Run | null, window: TimeWindow, width: number): FlightMarks {
  const flight = reduced(shown.time_s, shown.flight, window, width);
  const smss = run?.scenario.flows[0]?.smss_bytes ?? 1;
  const own = run && curveOf(run.trace, 'windows', 0, 'flight').line(window, Math.max(1, width));
  const ofRun = own && { time_s: own.time_s, value: own.value.map((segments) => (segments * smss) / KIB) };
  const values = [...flight.value, ...(ofRun?.value ?? [])];
  return {
    top: 1.1 * values.reduce((most, value) => Math.max(most, value), 1),
    flight,
    window: reduced(shown.time_s, shown.window, window, width),
    run: ofRun,
    until: Math.min(window.to, shown.time_s.at(-1) ?? window.to),
  };
}

const lanes = ({ top }: FlightMarks): Lane[] => [
  { name: 'bytes', label: t('in flight (KiB)'), domain: [0, top], share: 1 },
];

function draw(context: Ink, marks: FlightMarks, layout: Layout, theme: Theme): void {
  const lane = laneNamed(layout, 'bytes');
  const color = theme.color(flowToken(0));
  filledSteps(context, marks.flight, layout.x, lane, { color, alpha: 0.2 }, marks.until);
  steps(context, marks.flight, layout.x, lane, { color, width: 1.5 }, marks.until);
  const limit = theme.color('muted');
  steps(context, marks.window, layout.x, lane, { color: limit, width: 1.3, dash: [6, 4] }, marks.until);
}

function drawFixed(context: Ink, marks: FlightMarks, layout: Layout, theme: Theme): void {
  if (marks.run === null) return;
  const { token, dash } = styleOf('B');
  const stroke = { color: theme.color(token), width: 1.5, dash };
  steps(context, marks.run, layout.x, laneNamed(layout, 'bytes'), stroke, layout.window.to);
}

const COLUMNS: Column[] = [
  TIME,
  { name: 'in flight (bytes)', label: () => t('in flight (bytes)') },
  { name: 'receive window (bytes)', label: () => t('receive window (bytes)') },
];

interface Props {
  flight: Flight;
  /** The receiver's largest window; null if no ACK was captured. */
  window: Transfer['data']['window'];
  /** The run drawn over it, with its label. */
  other: { run: Run; label: string } | null;
}

export function FlightPanel({ flight, window: widest, other }: Props) {
  const { time_s } = flight;
  const limit = widest?.exact === false ? t('receive window, at least') : t('receive window');
  const legend = useMemo(
    (): LegendEntry[] => [
      { label: t('bytes in flight'), line: 'area', token: flowToken(0) },
      { label: limit, line: 'dashed', token: 'muted' },
      ...(other ? [{ label: `B ${other.label}`, dash: styleOf('B').dash, token: styleOf('B').token }] : []),
    ],
    [other, limit],
  );
  return (
    <Panel
      name="real-flight"
      title={t('Bytes in flight and receive window')}
      height={200}
      legend={legend}
      select={useCallback(
        (window: TimeWindow, width: number) => select(flight, other?.run ?? null, window, width),
        [flight, other],
      )}
      lanes={lanes}
      draw={draw}
      drawFixed={drawFixed}
      read={(moment) => {
        const row = rowAt(time_s, moment);
        if (row < 0) return [];
        const window = flight.window[row] ?? Number.NaN;
        return [
          { label: t('in flight'), value: formatBytes(flight.flight[row] ?? 0), token: flowToken(0) },
          ...(Number.isNaN(window) ? [] : [{ label: limit, value: formatBytes(window), token: 'muted' }]),
        ];
      }}
      words={useCallback(() => describe(flight, widest), [flight, widest])}
      table={(window, limit) =>
        tableOf(COLUMNS, time_s, window, limit, (row) => [
          time_s[row] ?? 0,
          flight.flight[row] ?? 0,
          flight.window[row] ?? Number.NaN,
        ])
      }
    />
  );
}

function describe({ time_s, flight }: Flight, window: Props['window']): string {
  const most = flight.reduce((best, value, row) => (value > (flight[best] ?? 0) ? row : best), 0);
  const values = { flight: formatBytes(flight[most] ?? 0), time: formatTime(time_s[most] ?? 0) };
  if (window === null) return t('At most {flight} were in flight, at {time}.', values);
  const allowed = { ...values, window: formatBytes(window.bytes) };
  return window.exact
    ? t('At most {flight} were in flight, at {time}; the receiver allowed {window}.', allowed)
    : t('At most {flight} were in flight, at {time}; the receiver allowed at least {window}.', allowed);
}
