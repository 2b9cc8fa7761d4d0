/** Draws a panel as a self-contained SVG picture with axes, laid out for print. */
import { drawAxes, nameLanes } from '../../../plot/axes';
import type { Ink } from '../../../plot/ink';
import type { LegendEntry } from '../../../plot/Legend';
import { type Lane, type Layout, layOut, MARGIN } from '../../../plot/layout';
import type { TimeWindow } from '../../../run/window';
import type { Theme } from '../../../ui/theme';
import { framed, measuring, type Picture, ROOM } from './frame';
import { Recording } from './recording';

/** The parts of a panel that a picture needs. */
export interface Drawing<Marks> {
  title: string;
  legend: readonly LegendEntry[];
  height: number;
  select(window: TimeWindow, width: number, height: number): Marks;
  lanes(marks: Marks): Lane[];
  drawUnder?: ((context: Ink, marks: Marks, layout: Layout, theme: Theme) => void) | undefined;
  draw(context: Ink, marks: Marks, layout: Layout, theme: Theme): void;
  drawFixed(context: Ink, marks: Marks, layout: Layout, theme: Theme): void;
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
  drawAxes(recording, layout, theme);
  nameLanes(recording, layout, theme);
  drawing.drawUnder?.(recording, marks, layout, theme);
  drawing.draw(recording, marks, layout, theme);
  drawing.drawFixed(recording, marks, layout, theme);
  const body = `<g transform="translate(${MARGIN.left},${MARGIN.top})">${recording.svg()}</g>`;
  return framed({ title, legend, body, width: ROOM, height }, theme, stamp);
}
