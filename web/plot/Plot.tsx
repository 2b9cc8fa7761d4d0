/** One plot: axes and marks on a canvas, the cursor on top, and pointer and keyboard input. */
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useObservable, useReading } from '../base/observable';
import { t } from '../base/words/words';
import { useCursor, useTimeWindow, useView } from '../run/hooks';
import { HIGHLIGHTED } from '../run/selection';
import type { TimeWindow } from '../run/window';
import { attachPointer, handleKey } from '../ui/gestures';
import { type Theme, useTheme } from '../ui/theme';
import { drawAxes, nameLanes, titleLane } from './axes';
import { CursorLayer, EventReadout, POINTED, type Reading, readingsInWords } from './CursorLayer';
import type { Line } from './corner';
import { drawOnly } from './highlighted';
import type { Ink } from './ink';
import { type Lane, type Layout, labelsInside, layOut, MARGIN, type Margin } from './layout';
import { densityOf, MovingPicture, paint } from './moving';
import { useSight, useWhenSeen, useWidth } from './onScreen';
import { describedEvents, type EventMarks, nearestEvent } from './snap';

export interface PlotProps<Marks> {
  /** Accessible name of the plot. */
  label: string;
  /** The panel whose legend highlights parts of it. */
  panel?: string;
  height: number;
  margin?: Margin | undefined;
  /** Reduces the trace to marks; must keep its identity while the run and the user's choices stay the same. */
  select(window: TimeWindow, width: number, height: number): Marks;
  lanes(marks: Marks): Lane[];
  /** Draws what fills lanes from top to bottom, under the marks: it moves with the time axis only. */
  drawUnder?: ((context: Ink, marks: Marks, layout: Layout, theme: Theme) => void) | undefined;
  /** Draws marks that move with both axes. */
  draw(context: Ink, marks: Marks, layout: Layout, theme: Theme): void;
  /** Draws the parts on top that depend on the time window: labels at the edges, and dashed lines that start there. */
  drawFixed(context: Ink, marks: Marks, layout: Layout, theme: Theme): void;
  /** Identity of the rows that the marks are drawn from, if windows differ in that. */
  source?: ((marks: Marks) => unknown) | undefined;
  /** The values that the plot shows at a moment. */
  read(moment: number, marks: Marks): Reading[];
  /** The events among the marks, to which the cursor snaps; null if there are none. */
  events?: ((marks: Marks) => EventMarks | null) | undefined;
  /** The lines among the marks, of which the readings cover as little as possible. */
  lines?: ((marks: Marks) => readonly Line[]) | undefined;
}

/** Draws plots while the build writes a page, which has neither width nor canvas; null in the browser. */
export const StillPlotContext = createContext<(<Marks>(plot: PlotProps<Marks>) => ReactNode) | null>(null);

export function Plot<Marks>(props: PlotProps<Marks>) {
  const still = useContext(StillPlotContext);
  return still ? still(props) : <LivePlot {...props} />;
}

function LivePlot<Marks>({ label, panel, height, margin = MARGIN, read, ...asked }: PlotProps<Marks>) {
  const [frame, room] = useWidth();
  const [place, seen] = useSight();
  const wanted = useScene(asked);
  const shown = useWhenSeen(wanted, seen);
  const { window, scene } = shown;
  const theme = useTheme();
  // The plot is laid out at its unscaled size and then zoomed.
  const width = room / theme.scale;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture] = useState(() => new MovingPicture());
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };

  const marks = useMemo(
    () => (inner.width > 0 && inner.height > 0 ? scene.select(window, inner.width, inner.height) : null),
    [scene, window, inner.width, inner.height],
  );
  const layout = useMemo(
    () => (marks === null ? null : layOut(scene.lanes(marks), window, width, height, margin)),
    [marks, scene, window, width, height, margin],
  );

  const events = useMemo(() => (marks === null ? null : (scene.events?.(marks) ?? null)), [marks, scene]);
  const lines = useMemo(() => (marks === null ? [] : (scene.lines?.(marks) ?? [])), [marks, scene]);
  const plot = useId();
  const readMarks = (moment: number) => (marks === null ? [] : read(moment, marks));

  useLayoutEffect(() => {
    if (canvas.current === null || marks === null || layout === null) return;
    picture.show(canvas.current, {
      scene,
      source: scene.source?.(marks),
      layout,
      theme,
      size: { width, height, density: densityOf(theme), margin },
      drawUnder: (context, whole) => {
        drawAxes(context, whole, theme);
        scene.drawUnder?.(context, marks, whole, theme);
      },
      draw: (context, part) => scene.draw(context, marks, part, theme),
      drawFixed: (context, whole) => {
        scene.drawFixed(context, marks, whole, theme);
        // In a stack, curves may cross a label in its corner.
        nameLanes(context, whole, theme);
      },
    });
  }, [picture, marks, layout, theme, scene, width, height, margin]);

  return (
    <div
      className="plot"
      data-outdated={shown !== wanted}
      ref={frame}
      style={{ height: height * theme.scale }}
    >
      {layout && (
        <div className="plot-shown" ref={place} style={{ width, height, zoom: theme.scale }}>
          {labelsInside(layout) && (
            <span className="plot-title" aria-hidden="true">
              {titleParts(titleLane(layout)?.label ?? '').map((part) => (
                <span key={part}>{part}</span>
              ))}
            </span>
          )}
          <canvas ref={canvas} style={{ width, height }} />
          {marks !== null && <Highlight {...{ panel, marks, scene, layout, theme, width, height, margin }} />}
          <CursorLayer layout={layout} read={readMarks} events={events} lines={lines} plot={plot} />
          <PlotInput label={label} layout={layout} read={readMarks} events={events} plot={plot} />
          <EventReadout layout={layout} events={events} plot={plot} />
        </div>
      )}
    </div>
  );
}

/** A title, and its unit in parentheses. */
function titleParts(title: string): string[] {
  return title.split(/(?= \()/);
}

interface HighlightProps<Marks> {
  panel: string | undefined;
  marks: Marks;
  scene: Scene<Marks>;
  layout: Layout;
  theme: Theme;
  width: number;
  height: number;
  margin: Margin;
}

/** What a legend points to, over the dimmed picture. Nothing while it points to nothing. */
function Highlight<Marks>({
  panel,
  marks,
  scene,
  layout,
  theme,
  width,
  height,
  margin,
}: HighlightProps<Marks>) {
  const part = useReading(useView().of(HIGHLIGHTED), (highlighted) =>
    highlighted !== null && ('run' in highlighted || highlighted.panel === panel) ? highlighted : null,
  );
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (part === null || canvas.current === null) return;
    paint(canvas.current, { width, height, density: densityOf(theme), margin }, (context) => {
      drawAxes(context, layout, theme);
      drawOnly(part, () => {
        scene.drawUnder?.(context, marks, layout, theme);
        scene.draw(context, marks, layout, theme);
        scene.drawFixed(context, marks, layout, theme);
      });
      nameLanes(context, layout, theme);
    });
  }, [part, marks, scene, layout, theme, width, height, margin]);
  return part && <canvas ref={canvas} className="plot-highlighted" style={{ width, height }} />;
}

type Scene<Marks> = Pick<
  PlotProps<Marks>,
  'select' | 'lanes' | 'drawUnder' | 'draw' | 'drawFixed' | 'events' | 'lines' | 'source'
>;

/** The marks and their time window. Returns the same objects as long as neither changes. */
function useScene<Marks>(asked: Scene<Marks>) {
  const { select, lanes, drawUnder, draw, drawFixed, events, lines, source } = asked;
  const window = useTimeWindow();
  const scene = useMemo(
    () => ({ select, lanes, drawUnder, draw, drawFixed, events, lines, source }),
    [select, lanes, drawUnder, draw, drawFixed, events, lines, source],
  );
  return useMemo(() => ({ window, scene }), [window, scene]);
}

/** Handles pointer and keys. To assistive technology it is a slider over time. */
function PlotInput({
  label,
  layout,
  read,
  events,
  plot,
}: {
  label: string;
  layout: Layout;
  read(moment: number): Reading[];
  events: EventMarks | null;
  plot: string;
}) {
  const view = useView();
  const cursor = useCursor();
  const playing = useObservable(view.playing);
  const area = useRef<HTMLDivElement>(null);
  const eventAt = useEffectEvent((x: number, y: number) => {
    const described = describedEvents(events, view);
    return described && nearestEvent(described, layout, x * layout.width, y * layout.height);
  });
  useEffect(
    () => (area.current ? attachPointer(area.current, view, (x, y) => eventAt(x, y)) : undefined),
    [view],
  );
  const point = () => view.of(POINTED).set(plot);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (handleKey(event.key, event.shiftKey, view)) event.preventDefault();
  };
  const momentInWords = () => {
    if (cursor === null) return t('no moment chosen');
    // A screen reader can't keep up with readings that change every frame.
    return playing ? t('playing') : readingsInWords(cursor, read(cursor));
  };
  const { from, to } = view.looking.value.whole;
  return (
    <div
      ref={area}
      className="plot-hands"
      style={{
        left: layout.margin.left,
        top: layout.margin.top,
        width: layout.width,
        height: layout.height,
      }}
      role="slider"
      tabIndex={0}
      aria-label={t('{plot}: time cursor', { plot: label })}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={cursor ?? from}
      aria-valuetext={momentInWords()}
      onKeyDown={onKeyDown}
      onPointerEnter={point}
      onFocus={point}
    />
  );
}
