/**
 * Overlays other runs on a panel, which selects the same data from each run; the scales fit all of them. If the panels are side by
 * side, the other runs aren't drawn and only the scales are shared.
 */

import { t } from '../../base/words/words';
import type { Reading } from '../../plot/CursorLayer';
import { hatch } from '../../plot/hatch';
import { leavesOutRun } from '../../plot/highlighted';
import type { Ink } from '../../plot/ink';
import type { Lane, Layout } from '../../plot/layout';
import { type RunStyle, styleOf } from '../../plot/runStyle';
import type { Sign } from '../../plot/signs';
import { theoryOf } from '../../run/equilibria';
import type { Run } from '../../run/trace';
import type { Explained } from '../../ui/explanations';
import type { Theme } from '../../ui/theme';
import { laneOf, lanesOf, mainMarks, signsIn } from '../panels/define';
import {
  type ComparedShown,
  type Definition,
  Frame,
  type Mark,
  type Pen,
  type Place,
} from '../panels/definition';
import type { AppliedOverlay, ComparedRun } from '../panels/over';
import { nameOf } from '../panels/Panel';
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
  /** The kinds that panels leave out; none by default. */
  without?: readonly Explained[] | undefined;
}

/** The overlay of the panel with this name; null if there is no such panel. */
export function overlayNamed(name: string, scope: Scope): AppliedOverlay<Frame, Compared[]> | null {
  const panel = PANELS.find((one) => one.name === name);
  return panel === undefined ? null : overlayOf(panel.definition, scope);
}

/** A compared run in the time window. */
interface Compared {
  style: RunStyle;
  frame: Frame;
  flows: readonly number[];
}

function overlayOf(
  definition: Definition<unknown, unknown>,
  { own: self, others: all, flows, drawn, theory, without = [] }: Scope,
): AppliedOverlay<Frame, Compared[]> {
  const others = all.map((one) => {
    const shown: ComparedShown = {
      run: one.run,
      flows: flows.filter((flow) => flow < one.run.scenario.flows.length),
      theory: theory && !drawn ? theoryOf(one.run) : null,
      compared: drawn ? 'over' : 'beside',
    };
    const choice = definition.choiceFor?.(shown);
    const plotWith = (common: unknown) => definition.plot({ ...shown, choice, common, without });
    return { ...one, shown, plotWith, alone: plotWith(null) };
  });
  const ownStyle = styleOf(self.letter);
  return {
    select: (own, window, width, height) => {
      const common = commonOf(own);
      const key = [
        flows,
        window.from,
        window.to,
        width,
        height,
        theory,
        drawn,
        JSON.stringify(common),
        ...without,
      ].join();
      return others.flatMap(({ run, style, shown, plotWith }) => {
        const frame = memoized(definition, run, key, () => {
          const plot = plotWith(common);
          return plot && new Frame(run, plot, window, width, height).computed();
        });
        return frame === null ? [] : [{ style, frame, flows: shown.flows }];
      });
    },
    lanes: (own, compared) =>
      compared.reduce((lanes, { style, frame }) => {
        const more = lanesOf(frame).map((lane) =>
          lane.pixels === undefined ? lane : { ...lane, name: bandOf(lane.name, style) },
        );
        return mergeLanes(lanes, drawn ? more : more.filter(({ pixels }) => pixels === undefined));
      }, own),
    draw: (context, own, compared, layout, theme) => {
      if (!drawn) return;
      const shown = compared.filter(({ style }) => !leavesOutRun(style.letter));
      for (const one of shown) drawCompared(context, one, layout, theme);
      const drawnOwn = leavesOutRun(self.letter) ? [] : [{ style: ownStyle, frame: own }];
      for (const { style, frame } of drawnOwn)
        for (const [mark, pen] of pens(context, frame, layout, theme, style)) mark.drawLetter?.(pen, style);
      context.save();
      const signs = drawnOwn.flatMap(({ frame }) => signsIn(context, frame, layout, theme));
      context.restore();
      // The names of its flows stand where the letter of the own run would.
      const lettered = signs.length > 0 ? shown : [...drawnOwn, ...shown];
      const ends = lettered.flatMap(({ style, frame }) => {
        const place = endOf(frame, layout);
        return place === null ? [] : [{ ...place, style }];
      });
      drawLetters(context, ends, signs, layout, theme);
    },
    read: (moment, compared) =>
      drawn
        ? compared.flatMap(({ style, frame, flows }) =>
            firstReadings(frame, flows, moment).map(({ label, value }) => ({
              label: `${style.letter} ${label}`,
              value,
              token: style.token,
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
    token: drawn ? ownStyle.token : null,
    owner: drawn ? '' : self.letter,
    words: drawn
      ? others.flatMap(({ style: { letter }, label, alone }) =>
          alone
            ? t('{letter}, {label}, over the whole run: {description}', {
                letter,
                label,
                description: alone.describe(),
              })
            : [],
        )
      : [],
  };
}

/** The part of a panel's own run that compared runs take over. */
export function commonOf(own: Frame): unknown {
  return own.plot.common ? own.of(own.plot.common) : null;
}

/** The name of a compared run's own band. */
function bandOf(lane: string | undefined, { letter }: RunStyle): string {
  return `${lane}-${letter}`;
}

function drawCompared(ink: Ink, { frame, style }: Compared, layout: Layout, theme: Theme): void {
  const end = Math.min(frame.run.now_s, layout.window.to);
  const color = theme.color(style.token);
  hatch(ink, frame.of(frame.plot.unrecorded), layout, laneOf(layout, undefined), theme, end, color);
  for (const [mark, pen] of pens(ink, frame, layout, theme, style)) {
    mark.drawCompared?.(pen, style);
    mark.drawLetter?.(pen, style);
  }
}

/** Each mark of a run with its pen, in the run's own band if it has one. */
function pens(ink: Ink, frame: Frame, layout: Layout, theme: Theme, style: RunStyle): [Mark, Pen][] {
  const end = Math.min(frame.run.now_s, layout.window.to);
  return frame.plot.marks.map((mark) => {
    const band = layout.lanes.find(({ name }) => name === bandOf(mark.lane, style));
    return [mark, { ink, frame, layout, lane: band ?? laneOf(layout, mark.lane), theme, end }];
  });
}

/** The first reading of each flow. */
function firstReadings(
  { run: { scenario, now_s }, plot }: Frame,
  flows: readonly number[],
  moment: number,
): Reading[] {
  return plot.rows.flatMap(({ flow, read }) =>
    read(moment, { from: 0, to: now_s })
      .slice(0, 1)
      .map((first) =>
        flow === undefined || flows.length < 2
          ? first
          : { ...first, label: `${nameOf(scenario, flow)}: ${first.label}` },
      ),
  );
}

/** The end of a run's line, where its letter is. */
function endOf(frame: Frame, layout: Layout): Place | null {
  for (const { lane, end } of mainMarks(frame.plot)) {
    const place = end?.place(frame, layout, laneOf(layout, lane)) ?? null;
    if (place !== null) return place;
  }
  return null;
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

/**
 * Writes the letter of each run at the end of its line. Letters that would touch are stacked, or side by side at the plot's upper edge; those
 * that would touch a flow's name are left of it.
 */
function drawLetters(
  context: Ink,
  ends: readonly (Place & { style: RunStyle })[],
  signs: readonly Sign[],
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
    for (const sign of signs)
      if (Math.abs(sign.y - y) < SIZE_PX && x + SIZE_PX / 2 > sign.x - sign.width && x - SIZE_PX / 2 < sign.x)
        x = Math.max(SIZE_PX / 2, sign.x - sign.width - SIZE_PX / 2);
    placed.push({ x, y });
    context.strokeStyle = theme.color('panel');
    context.lineWidth = 4;
    context.strokeText(style.letter, x, y);
    context.fillStyle = theme.color(style.token);
    context.fillText(style.letter, x, y);
  }
  context.restore();
}
