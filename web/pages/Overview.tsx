/** The whole run in one strip: cwnd, and where segments were lost. The brush on it is the time window of all panels. */
import { type BrushBehavior, brushX, type D3BrushEvent, scaleLinear, select } from 'd3';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { flowToken } from '../design/theme';
import { SEGMENT_KINDS } from '../engine/schema';
import { formatTime } from '../plot/format';
import { MARGIN } from '../plot/layout';
import { useWidth } from '../plot/useWidth';
import { useTimeWindow, useView } from '../run/hooks';
import { useObservable } from '../run/observable';
import { m4 } from '../run/reduce';
import type { Run } from '../run/trace';
import type { View } from '../run/view';

const HEIGHT = 44;

export function Overview({ run, flows }: { run: Run; flows: number[] }) {
  const [frame, outerWidth] = useWidth();
  const width = Math.max(0, outerWidth - MARGIN.left - MARGIN.right);
  const view = useView();
  const { whole } = useObservable(view.looking);
  const window = useTimeWindow();
  const lines = useMemo(() => linesOf(run, flows, whole.to, width), [run, flows, whole.to, width]);
  const losses = useMemo(() => lossesOf(run, flows), [run, flows]);
  const x = scaleLinear([whole.from, whole.to], [0, width]);
  return (
    <div className="overview" ref={frame}>
      {width > 0 && (
        <svg
          width={outerWidth}
          height={HEIGHT}
          role="img"
          aria-label={inWords(window.from, window.to, whole.to)}
        >
          <g transform={`translate(${MARGIN.left},0)`}>
            <rect className="overview-ground" width={width} height={HEIGHT} />
            {lines.map(({ flow, path }) => (
              <path key={flow} d={path} fill="none" stroke={`var(--${flowToken(flow)})`} />
            ))}
            {losses.map((time) => (
              <line
                key={time}
                className="overview-loss"
                x1={x(time)}
                x2={x(time)}
                y1={HEIGHT - 8}
                y2={HEIGHT}
              />
            ))}
            <Brush view={view} width={width} />
          </g>
        </svg>
      )}
    </div>
  );
}

function inWords(from: number, to: number, end: number): string {
  return `Overview of ${formatTime(end)}; shown from ${formatTime(from)} to ${formatTime(to)}`;
}

function linesOf(run: Run, flows: number[], end: number, width: number): { flow: number; path: string }[] {
  if (width <= 0) return [];
  let top = 1;
  for (const flow of flows)
    for (const value of run.trace.rows('windows', flow).cwnd) top = Math.max(top, value);
  const x = scaleLinear([0, end], [0, width]);
  const y = scaleLinear([0, top], [HEIGHT - 9, 4]);
  return flows.map((flow) => {
    const { time_s, cwnd } = run.trace.rows('windows', flow);
    const rows = m4(time_s, cwnd, { from: 0, to: end }, width);
    const points = rows.map((row) => `${x(time_s[row] ?? 0).toFixed(1)},${y(cwnd[row] ?? 0).toFixed(1)}`);
    return { flow, path: points.length > 0 ? `M${points.join('L')}` : '' };
  });
}

function lossesOf(run: Run, flows: number[]): number[] {
  const lost = new Set(
    SEGMENT_KINDS.flatMap((kind, number) => (kind === 'drop_full' || kind === 'drop_error' ? [number] : [])),
  );
  const times = flows.flatMap((flow) => {
    const { time_s, kind } = run.trace.rows('segments', flow);
    return [...kind].flatMap((number, row) => (lost.has(number) ? [time_s[row] ?? 0] : []));
  });
  return [...new Set(times)];
}

/** D3's brush, which keeps its own elements: React gives it a place and leaves it alone. */
function Brush({ view, width }: { view: View; width: number }) {
  const place = useRef<SVGGElement>(null);
  const behaviour = useRef<BrushBehavior<unknown> | null>(null);
  const { whole, zoom } = useObservable(view.looking);

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const scaled = () => scaleLinear([0, width], [0, view.looking.value.whole.to]);
    const brush = brushX<unknown>()
      .extent([
        [0, 0],
        [width, HEIGHT],
      ])
      .on('brush end', (event: D3BrushEvent<unknown>) => {
        // A move that the code made comes back as an event without a source: it is not the reader's.
        if (event.sourceEvent === undefined || event.sourceEvent === null) return;
        const chosen = event.selection as [number, number] | null;
        if (chosen === null) view.showAll();
        else view.show({ from: scaled()(chosen[0]), to: scaled()(chosen[1]) });
      });
    behaviour.current = brush;
    select(element).call(brush);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const about = scaled()(event.clientX - element.getBoundingClientRect().left);
      view.zoom(Math.exp(-event.deltaY * 0.0025), about);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      select(element).on('.brush', null);
      element.removeEventListener('wheel', wheel);
    };
  }, [view, width]);

  useLayoutEffect(() => {
    if (place.current === null || behaviour.current === null) return;
    const x = scaleLinear([whole.from, whole.to], [0, width]);
    const extent: [number, number] | null = zoom && [x(zoom.from), x(zoom.to)];
    select<SVGGElement, unknown>(place.current).call(behaviour.current.move, extent);
  }, [whole, zoom, width]);

  return <g ref={place} className="brush" />;
}
