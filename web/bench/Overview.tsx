/**
 * The whole run in one strip: cwnd and losses. Its brush sets the time window of all panels. Also the switches for
 * flows.
 */
import { lazy, Suspense, useMemo } from 'react';
import { useObservable } from '../base/observable';
import { formatTime } from '../base/words/format';
import { t } from '../base/words/words';
import { useWidth } from '../plot/onScreen';
import { useFirstRunDone, useTimeWindow, useView } from '../run/hooks';
import { curveOf, eventsOf, unrecorded } from '../run/series';
import type { Run } from '../run/trace';
import { flowToken } from '../ui/theme';
import './Overview.css';
import { flowSign } from '../plot/signs';

const HEIGHT = 26;

/** Loads after the first render, because it needs a large part of D3. */
const Brush = lazy(async () => ({ default: (await import('./OverviewBrush')).OverviewBrush }));

export function Overview({ run, flows }: { run: Run; flows: number[] }) {
  const [frame, width] = useWidth();
  const done = useFirstRunDone(run);
  const view = useView();
  const { whole } = useObservable(view.looking);
  const window = useTimeWindow();
  const lines = useMemo(() => linesOf(run, flows, whole.to, width), [run, flows, whole.to, width]);
  const hatching = useMemo(() => hatchingOf(run, flows, whole.to, width), [run, flows, whole.to, width]);
  const losses = useMemo(() => lossesOf(run, flows, whole.to, width), [run, flows, whole.to, width]);
  return (
    <div className="overview" ref={frame}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={inWords(window.from, window.to, whole.to)}>
          <g>
            <rect className="overview-ground" width={width} height={HEIGHT} />
            <path className="overview-unrecorded" d={hatching} />
            {lines.map(({ flow, path }) => (
              <path key={flow} d={path} fill="none" stroke={`var(--${flowToken(flow)})`} />
            ))}
            {lines.map(({ flow, bands }) => (
              <path key={flow} d={bands} fill={`var(--${flowToken(flow)})`} fillOpacity={0.5} />
            ))}
            <path
              className="overview-loss"
              d={losses.map((at) => `M${at + 0.5},${HEIGHT - 6}V${HEIGHT}`).join('')}
            />
            {done && (
              <Suspense>
                <Brush view={view} width={width} height={HEIGHT} />
              </Suspense>
            )}
          </g>
        </svg>
      )}
    </div>
  );
}

function inWords(from: number, to: number, end: number): string {
  return t('Overview of {end}; shown from {from} to {to}', {
    end: formatTime(end),
    from: formatTime(from),
    to: formatTime(to),
  });
}

interface Line {
  flow: number;
  path: string;
  /** Rectangles where only ranges are known. */
  bands: string;
}

function linesOf(run: Run, flows: number[], end: number, width: number): Line[] {
  if (width <= 0) return [];
  let top = 1;
  for (const flow of flows) {
    const cwnd = curveOf(run.trace, 'windows', flow, 'cwnd');
    if (cwnd.length > 0) top = Math.max(top, cwnd.extent()[1]);
  }
  const x = (time: number) => roundToTenth((time / end) * width);
  const y = (value: number) => roundToTenth(HEIGHT - 7 - (value / top) * (HEIGHT - 9));
  return flows.map((flow) => {
    const whole = { from: 0, to: end };
    const { time_s, value, bands = [] } = curveOf(run.trace, 'windows', flow, 'cwnd').line(whole, width);
    // The line is broken where cwnd wasn't recorded.
    let pen = 'M';
    let path = '';
    value.forEach((one, i) => {
      if (Number.isNaN(one)) {
        pen = 'M';
        return;
      }
      path += `${pen}${x(time_s[i] ?? 0)},${y(one)}`;
      pen = 'L';
    });
    const shapes = bands.map(
      ({ from, to, low, high }) => `M${x(from)},${y(low)}H${x(to)}V${y(high)}H${x(from)}Z`,
    );
    return { flow, path, bands: shapes.join('') };
  });
}

/** Hatches the times in which the window of a flow wasn't recorded. */
function hatchingOf(run: Run, flows: number[], end: number, width: number): string {
  if (width <= 0) return '';
  const spans = unrecorded(run.trace, 'windows', flows, { from: 0, to: end }, width);
  return spans
    .flatMap(({ from, to }) => {
      const [left, right] = [from, Math.min(to, end)].map((time) => (time / end) * width) as [number, number];
      const strokes = Math.floor((right - left) / HATCH_PX);
      return Array.from(
        { length: strokes },
        (_, i) => `M${roundToTenth(left + (i + 1) * HATCH_PX)},0l${-HATCH_PX},${HEIGHT}`,
      );
    })
    .join('');
}

/** Distance between the lines of the hatching, pixels. */
const HATCH_PX = 5;

/** Rounds to a tenth of a pixel. */
function roundToTenth(pixels: number): number {
  return Math.round(10 * pixels) / 10;
}

/** Pixel columns in which a segment was lost. */
function lossesOf(run: Run, flows: number[], end: number, width: number): number[] {
  const columns = new Set<number>();
  for (const flow of flows) {
    for (const kind of ['drop_full', 'drop_error'] as const) {
      const events = eventsOf(run.trace, flow, kind);
      for (let i = 0; i < events.length; i += 1) columns.add(Math.floor((events.time(i) / end) * width));
    }
  }
  return [...columns];
}

interface Props {
  run: Run;
  flows: number[];
  show(flows: number[]): void;
}

/** Maximum number of switches. More would fill the page. */
const MAX_SWITCHES = 12;

/** Switches for the flows that the panels show. */
export function FlowSwitches({ run, flows, show }: Props) {
  const toggle = (flow: number) =>
    show(
      flows.includes(flow) ? flows.filter((other) => other !== flow) : [...flows, flow].sort((a, b) => a - b),
    );
  const { flows: all } = run.scenario;
  if (all.length < 2) return null;
  return (
    <fieldset className="flow-switches">
      <legend className="visually-hidden">{t('Flows shown')}</legend>
      {all.slice(0, MAX_SWITCHES).map(({ name }, flow) => (
        <label key={name}>
          <input type="checkbox" checked={flows.includes(flow)} onChange={() => toggle(flow)} />
          <i style={{ background: `var(--${flowToken(flow)})` }} />
          <b aria-hidden="true">{flowSign(flow)}</b>
          {name}
        </label>
      ))}
      {all.length > MAX_SWITCHES && (
        <span>{t('and {count} more', { count: all.length - MAX_SWITCHES })}</span>
      )}
    </fieldset>
  );
}
