/** A panel as a picture that stands by itself: its own drawing as paths, laid out for paper, with its axes. */
import type { Theme } from '../../design/theme';
import { Axes } from '../../plot/Axes';
import type { Ink } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, layOut, MARGIN } from '../../plot/layout';
import type { TimeWindow } from '../../run/window';
import { framed, markup, measuring, type Picture, ROOM } from './frame';
import { Recording } from './recording';

/** What a picture needs to know of a panel. */
export interface Drawing<Marks> {
  title: string;
  legend: readonly LegendEntry[];
  height: number;
  select(window: TimeWindow, width: number, height: number): Marks;
  lanes(marks: Marks): Lane[];
  draw(context: Ink, marks: Marks, layout: Layout, theme: Theme): void;
}

export function pictureOf<Marks>(
  drawing: Drawing<Marks>,
  window: TimeWindow,
  theme: Theme,
  stamp: readonly string[],
): Picture {
  const { title, legend, height } = drawing;
  const inner = ROOM - MARGIN.left - MARGIN.right;
  const marks = drawing.select(window, inner, height - MARGIN.top - MARGIN.bottom);
  const layout = layOut(drawing.lanes(marks), window, ROOM, height);
  const measure = measuring();
  const recording = new Recording((text) => {
    measure.font = recording.font;
    return measure.measureText(text);
  });
  drawing.draw(recording, marks, layout, theme);
  const axes = withLooks(markup(<Axes layout={layout} height={height} />), theme);
  const body = `${axes}<g transform="translate(${MARGIN.left},${MARGIN.top})">${recording.svg()}</g>`;
  return framed({ title, legend, body, width: ROOM, height }, theme, stamp);
}

/** What plot.css says of the axes, as attributes: many readers of SVG do not follow style sheets. */
function withLooks(axes: string, theme: Theme): string {
  const muted = `fill="${theme.colour('muted')}" font-size="11"`;
  return axes
    .replaceAll('class="plot-axes"', '')
    .replaceAll('class="grid"', `stroke="${theme.colour('grid')}"`)
    .replaceAll('class="frame"', `fill="none" stroke="${theme.colour('line')}"`)
    .replaceAll(
      'class="lane-label"',
      `paint-order="stroke" stroke="${theme.colour('panel')}" stroke-width="4"`,
    )
    .replaceAll('<text ', `<text ${muted} `);
}
