/** One plot: axes below, marks on a canvas, the cursor above, and the reader's hands. */
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type Theme, useTheme } from '../design/theme';
import { useCursor, useTimeWindow, useView } from '../run/hooks';
import { useObservable } from '../run/observable';
import type { TimeWindow } from '../run/window';
import { t } from '../words/words';
import { Axes } from './Axes';
import { CursorLayer, type Reading, readingsInWords } from './CursorLayer';
import { listen, press } from './gestures';
import type { Ink } from './ink';
import { type Lane, type Layout, layOut, MARGIN } from './layout';
import { useSight, useWhenSeen } from './onScreen';
import { useWidth } from './useWidth';

export interface PlotProps<Marks> {
  /** Names the plot for those who cannot see it. */
  label: string;
  height: number;
  /** Trace to marks; must keep its identity while the run and the reader's choices stay the same. */
  select(window: TimeWindow, width: number, height: number): Marks;
  lanes(marks: Marks): Lane[];
  draw(context: Ink, marks: Marks, layout: Layout, theme: Theme): void;
  read(moment: number): Reading[];
}

export function Plot<Marks>({ label, height, read, ...asked }: PlotProps<Marks>) {
  const [frame, room] = useWidth();
  const [place, seen] = useSight();
  const wanted = usePicture(asked);
  const picture = useWhenSeen(wanted, seen);
  const { window, select, lanes, draw } = picture;
  const theme = useTheme();
  // A plot is laid out for as much less room as it is then shown larger.
  const width = room / theme.scale;
  const canvas = useRef<HTMLCanvasElement>(null);
  const inner = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };

  const marks = useMemo(
    () => (inner.width > 0 ? select(window, inner.width, inner.height) : null),
    [select, window, inner.width, inner.height],
  );
  const layout = useMemo(
    () => (marks === null ? null : layOut(lanes(marks), window, width, height)),
    [marks, lanes, window, width, height],
  );

  useLayoutEffect(() => {
    if (canvas.current !== null && marks !== null && layout !== null) {
      paint(canvas.current, { width, height, scale: theme.scale }, (context) =>
        draw(context, marks, layout, theme),
      );
    }
  }, [marks, layout, theme, draw, width, height]);

  return (
    <div
      className="plot"
      data-outdated={picture !== wanted}
      ref={frame}
      style={{ height: height * theme.scale }}
    >
      {layout && (
        <div className="plot-shown" ref={place} style={{ width, height, zoom: theme.scale }}>
          <Axes layout={layout} height={height} />
          <canvas ref={canvas} style={{ width, height }} />
          <CursorLayer layout={layout} read={read} />
          <Hands label={label} layout={layout} read={read} />
        </div>
      )}
    </div>
  );
}

/** What is to be seen, and of which seconds; the same object while both stay the same. */
function usePicture<Marks>({ select, lanes, draw }: Pick<PlotProps<Marks>, 'select' | 'lanes' | 'draw'>) {
  const window = useTimeWindow();
  return useMemo(() => ({ window, select, lanes, draw }), [window, select, lanes, draw]);
}

/** Sharp on every screen: the canvas has as many pixels as the screen has under it. */
export function paint(
  canvas: HTMLCanvasElement,
  { width, height, scale: shown }: { width: number; height: number; scale: number },
  draw: (context: CanvasRenderingContext2D) => void,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = (globalThis.devicePixelRatio || 1) * shown;
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  context.translate(MARGIN.left, MARGIN.top);
  draw(context);
}

/** The part that takes pointer and keys; to assistive technology it is a slider along the time. */
function Hands({ label, layout, read }: { label: string; layout: Layout; read(moment: number): Reading[] }) {
  const view = useView();
  const cursor = useCursor();
  const playing = useObservable(view.playback.playing);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => (area.current ? listen(area.current, view) : undefined), [view]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (press(event.key, event.shiftKey, view)) event.preventDefault();
  };
  const momentInWords = () => {
    if (cursor === null) return t('no moment chosen');
    // Figures that change with every frame are of no use to those who hear them.
    return playing ? t('playing') : readingsInWords(cursor, read(cursor));
  };
  const { from, to } = view.looking.value.whole;
  return (
    <div
      ref={area}
      className="plot-hands"
      style={{ left: MARGIN.left, top: MARGIN.top, width: layout.width, height: layout.height }}
      role="slider"
      tabIndex={0}
      aria-label={t('{plot}: time cursor', { plot: label })}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={cursor ?? from}
      aria-valuetext={momentInWords()}
      onKeyDown={onKeyDown}
    />
  );
}
