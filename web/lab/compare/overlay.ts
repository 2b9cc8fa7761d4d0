/**
 * Overlays other runs on a panel, which selects the same data from each run; the scales fit all of them. If the panels are side by
 * side, the other runs aren't drawn and only the scales are shared.
 */

import type { Ink } from '../../plot/ink';
import type { Lane, Layout } from '../../plot/layout';
import { leavesOutRun } from '../../plot/lit';
import { type RunStyle, styleOf } from '../../plot/runStyle';
import { theoryOf } from '../../run/equilibria';
import type { Run } from '../../run/trace';
import type { Theme } from '../../ui/theme';
import type { AppliedOverlay, ComparedRun, Other, Overlay, Place } from '../panels/over';
import { PANELS } from '../panels/registry';

export interface Scope {
  /** The run that the panel shows. */
  own: { letter: string; label: string };
  others: readonly ComparedRun[];
  flows: readonly number[];
  /** True if the other runs are drawn. */
  drawn: boolean;
  /** True if panels draw theory lines. */
  theory: boolean;
}

/** The overlay of the panel with this name; null if there is no such panel. */
export function overlayNamed(name: string, scope: Scope): AppliedOverlay<unknown> | null {
  const panel = PANELS.find((one) => one.name === name);
  return panel === undefined ? null : (overlayOf(panel.overlay, scope) as AppliedOverlay<unknown>);
}

type SelectedMarks<Marks> = { other: Other; marks: Marks }[];

export function overlayOf<Own, Marks>(
  panel: Overlay<Own, Marks>,
  { own: self, others: all, flows, drawn, theory }: Scope,
): AppliedOverlay<Own, SelectedMarks<Marks>> {
  const others = all.map(
    (one): Other => ({
      ...one,
      flows: flows.filter((flow) => flow < flowsOf(one)),
      sideBySide: !drawn,
      theory: theory && !drawn ? theoryOf(one.run) : null,
    }),
  );
  const ownStyle = styleOf(self.letter);
  return {
    select: (own, window, width, height) =>
      others.flatMap((other) => {
        const key = [flows, window.from, window.to, width, height, theory, drawn, panel.depends(own)].join();
        const marks = memoized(panel, other.run, key, () => panel.select(own, other, window, width, height));
        return marks === null ? [] : [{ other, marks }];
      }),
    lanes: (own, selected) =>
      selected.reduce((lanes, { other, marks }) => {
        const more = panel.lanes(marks, other.style.letter);
        return mergeLanes(lanes, drawn ? more : more.filter(({ pixels }) => pixels === undefined));
      }, own),
    draw: (context, own, selected, layout, theme) => {
      if (!drawn) return;
      const places = selected.flatMap(({ other, marks }) => {
        if (leavesOutRun(other.style.letter)) return [];
        const place = panel.draw(context, marks, other, layout, theme);
        return place === null ? [] : [{ ...place, style: other.style }];
      });
      const place = panel.place(own, layout);
      const mine = place === null || leavesOutRun(self.letter) ? [] : [{ ...place, style: ownStyle }];
      drawLetters(context, [...mine, ...places], layout, theme);
    },
    read: (moment) =>
      drawn
        ? others.flatMap((other) =>
            panel.read(other, moment).map(({ label, value }) => ({
              label: `${other.style.letter} ${label}`,
              value,
              token: other.style.token,
            })),
          )
        : [],
    legend: drawn
      ? [
          { label: `A ${self.label}`, dash: [], token: ownStyle.token, run: self.letter },
          ...others.map(({ style: { letter, dash, token }, label }) => ({
            label: `${letter} ${label}`,
            dash,
            token,
            run: letter,
          })),
        ]
      : [],
    letter: self.letter,
    owner: drawn ? '' : self.letter,
    words: drawn
      ? others.map((other) => `${other.style.letter}, ${other.label}: ${panel.describe(other)}`)
      : [],
  };
}

function flowsOf({ run }: ComparedRun): number {
  return run.scenario.flows.length;
}

/** Lanes of the same name become one with a scale for both; bands are drawn above the others. */
export function mergeLanes(own: Lane[], more: Lane[]): Lane[] {
  const lanes = own.map((lane) => {
    const other = more.find(({ name }) => name === lane.name);
    if (other === undefined || lane.pixels !== undefined) return lane;
    const domain: [number, number] = [
      Math.min(lane.domain[0], other.domain[0]),
      Math.max(lane.domain[1], other.domain[1]),
    ];
    return { ...lane, domain };
  });
  const fresh = more.filter(({ name }) => own.every((lane) => lane.name !== name));
  const isBand = ({ pixels }: Lane) => pixels !== undefined;
  const rest = (lane: Lane) => !isBand(lane);
  return [...lanes.filter(isBand), ...fresh.filter(isBand), ...lanes.filter(rest), ...fresh.filter(rest)];
}

/** The last selection of each run per panel: panels shown side by side select the same. */
const LATEST = new WeakMap<Run, Map<unknown, { key: string; marks: unknown }>>();

function memoized<Marks>(panel: unknown, run: Run, key: string, select: () => Marks): Marks {
  const known = LATEST.get(run) ?? new Map<unknown, { key: string; marks: unknown }>();
  LATEST.set(run, known);
  const latest = known.get(panel);
  if (latest?.key === key) return latest.marks as Marks;
  const marks = select();
  known.set(panel, { key, marks });
  return marks;
}

/** Size of a letter, pixels. */
const SIZE_PX = 13;

/** Writes the letter of each run at the end of its line. Letters that would touch are stacked, or side by side at the plot's upper edge. */
function drawLetters(
  context: Ink,
  ends: readonly (Place & { style: RunStyle })[],
  layout: Layout,
  theme: Theme,
): void {
  context.save();
  context.font = `700 ${theme.font(12)}`;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.lineJoin = 'round';
  const placed: Place[] = [];
  for (const { x: at, y: height, style } of ends.toSorted((a, b) => b.y - a.y)) {
    let x = Math.min(Math.max(at, SIZE_PX / 2), layout.width - SIZE_PX / 2);
    let y = Math.max(height - SIZE_PX / 2, SIZE_PX / 2);
    while (placed.some((other) => Math.abs(other.x - x) < SIZE_PX && Math.abs(other.y - y) < SIZE_PX)) {
      if (y >= 1.5 * SIZE_PX) y -= SIZE_PX;
      else x -= SIZE_PX;
    }
    placed.push({ x, y });
    context.strokeStyle = theme.color('panel');
    context.lineWidth = 4;
    context.strokeText(style.letter, x, y);
    context.fillStyle = theme.color(style.token);
    context.fillText(style.letter, x, y);
  }
  context.restore();
}
