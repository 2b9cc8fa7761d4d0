/** A sender's view of its path, redrawn over time. It ignores gestures, because the student steers the window. */
import { useLayoutEffect, useMemo, useRef } from 'react';
import { drawAxes } from '../../plot/axes';
import { layOut, MARGIN } from '../../plot/layout';
import { densityOf, paint } from '../../plot/moving';
import { useWidth } from '../../plot/useWidth';
import type { Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { useTheme } from '../../ui/theme';
import type { Move } from './game';
import { draw, lanes, select } from './senderView';
import '../../plot/plot.css';

const HEIGHT = 400;
/** On a narrow screen, the controls of the window must be visible below it. */
const NARROW = { below: 480, height: 310 };

/** Seconds that are in sight, and how many of them lie behind the present. */
const LENGTH_S = 10;
const BEHIND_S = 8.5;

/** The seconds in sight: they glide with the present, or are turned like pages for readers who want no motion. */
export function inSight(now_s: number, duration_s: number, calm: boolean): TimeWindow {
  const length = Math.min(LENGTH_S, duration_s);
  const last = duration_s - length;
  const page = Math.floor(Math.min(now_s, duration_s - 1e-6) / length) * length;
  const from = Math.min(Math.max(calm ? page : now_s - BEHIND_S, 0), last);
  return { from, to: from + length };
}

interface Props {
  trace: Trace;
  moves: readonly Move[];
  first: number;
  now_s: number;
  window: TimeWindow;
}

export function Scope({ trace, moves, first, now_s, window }: Props) {
  const [frame, room] = useWidth();
  const theme = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = room / theme.scale;
  const height = width < NARROW.below ? NARROW.height : HEIGHT;
  const inner = width - MARGIN.left - MARGIN.right;
  const { from, to } = window;
  const picture = useMemo(() => {
    if (inner <= 0) return null;
    const seconds = { from, to };
    const marks = select(trace, moves, first, now_s, seconds, inner);
    return { marks, layout: layOut(lanes(marks), seconds, width, height) };
  }, [trace, moves, first, now_s, from, to, inner, width, height]);
  useLayoutEffect(() => {
    if (canvas.current === null || picture === null) return;
    paint(canvas.current, { width, height, density: densityOf(theme) }, (context) => {
      drawAxes(context, picture.layout, theme);
      draw(context, picture.marks, picture.layout, theme);
    });
  }, [picture, width, height, theme]);
  return (
    <div className="capstone-scope">
      <div className="plot" ref={frame} style={{ height: height * theme.scale }}>
        {picture && (
          <div className="plot-shown" style={{ width, height, zoom: theme.scale }}>
            <canvas ref={canvas} style={{ width, height }} />
          </div>
        )}
      </div>
    </div>
  );
}
