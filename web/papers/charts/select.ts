/** Turns a paper and its findings into the points of a figure, and selects the figures and numbers that a run belongs to. */

import type { Axis, Drawing, Figure } from '../../engine/generated/papers';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import {
  armsOf,
  type Entry,
  type Finding,
  type Findings,
  findingOf,
  groupOf,
  type Paper,
} from '../../scenario/content/papers';
import { canBeNegative } from '../kinds';
import { intervalOf } from '../words';

export type { Axis, Figure };

type DrawingOf<Kind> = Extract<Drawing, { kind: Kind }>;
export type EntriesDrawing = DrawingOf<'entries'>;
export type RunDrawing = DrawingOf<'run'>;

/** A chart point: the published, predicted and simulated values at one x. */
export interface Plotted {
  x: number;
  series: number;
  published: number | null;
  interval: readonly [number, number] | null;
  model: number | null;
  ours: number | null;
  /** The ends of our interval, without the part below 0 of what can't be negative; null for a single run. */
  whisker: readonly [number, number] | null;
  /** One-sided comparisons: the limit, and whether our value should be above or below it. */
  limits: { at: number; above: boolean }[];
}

/** A number of the paper next to ours. */
export interface DrawnPoint extends Plotted {
  entry: Entry;
  finding: Finding | undefined;
}

export interface DrawnSeries {
  name: string;
  points: DrawnPoint[];
}

export function drawnSeries(drawing: EntriesDrawing, paper: Paper, findings: Findings): DrawnSeries[] {
  const entries = new Map(paper.entries.map((entry) => [entry.item, entry]));
  return drawing.series.map(({ name, points }, series) => ({
    name,
    points: points.flatMap(({ x, item }) => {
      const entry = entries.get(item);
      return entry === undefined ? [] : [pointOf(entry, findingOf(findings, paper, entry), x, series)];
    }),
  }));
}

function pointOf(entry: Entry, finding: Finding | undefined, x: number, series: number): DrawnPoint {
  const { value, interval, model } = entry.published;
  const ours = finding?.ours ?? null;
  const half = intervalOf(finding)?.half ?? null;
  // An interval around a small count may reach below 0, where no count can be.
  const least = entry.measure === undefined || canBeNegative(entry.measure) ? Number.NEGATIVE_INFINITY : 0;
  const { above, below } = entry.expect.kind === 'direction' ? entry.expect : {};
  return {
    entry,
    finding,
    x,
    series,
    published: value ?? null,
    interval: interval ?? null,
    model: model ?? null,
    ours,
    whisker: ours === null || half === null ? null : [Math.max(least, ours - half), ours + half],
    limits: [
      ...(above === undefined ? [] : [{ at: above, above: true }]),
      ...(below === undefined ? [] : [{ at: below, above: false }]),
    ],
  };
}

/** Every value that the point shows on the y axis. */
export function valuesOf({ published, interval, model, ours, whisker, limits }: Plotted): number[] {
  const single = [published, model, ours].filter((value) => value !== null);
  return [...single, ...(interval ?? []), ...(whisker ?? []), ...limits.map(({ at }) => at)];
}

/** The paper's figures that show numbers of one table or figure. */
export function figuresOfGroup(paper: Paper, group: string): Figure[] {
  return (paper.figures ?? []).filter(({ name }) => groupOf(name) === group);
}

/** Returns whether a run of this arm measures the entry. */
export function measures(entry: Entry, experiment: string, arm: string | null): boolean {
  return entry.experiment === experiment && armsOf(entry.measure).includes(arm);
}

/** The figures of an experiment: `own` contain a number or the curve of this arm, `others` only those of other arms. */
export function figuresOfExperiment(
  paper: Paper,
  experiment: string,
  arm: string | null,
): { own: Figure[]; others: Figure[] } {
  const entries = new Map(paper.entries.map((entry) => [entry.item, entry]));
  const own: Figure[] = [];
  const others: Figure[] = [];
  for (const figure of paper.figures ?? []) {
    const { drawing } = figure;
    if (drawing.kind === 'run') {
      if (drawing.experiment === experiment) ((drawing.arm ?? null) === arm ? own : others).push(figure);
      continue;
    }
    const shown = drawing.series.flatMap(({ points }) =>
      points.flatMap(({ item }) => entries.get(item) ?? []),
    );
    if (shown.some((entry) => measures(entry, experiment, arm))) own.push(figure);
    else if (shown.some((entry) => entry.experiment === experiment)) others.push(figure);
  }
  // Figures drawn from the bench's run come first.
  const rank = ({ drawing }: Figure) => (drawing.kind === 'run' ? 0 : 1);
  return { own: own.sort((a, b) => rank(a) - rank(b)), others };
}

/** The time window of a curve: the paper's if it gives one, else the whole run. */
export function timeWindowOf({ window_s }: RunDrawing, { summary, now_s, scenario }: Run): TimeWindow {
  const [from, to] = window_s ?? [0, summary === null ? scenario.duration_s : now_s];
  return { from, to };
}

/**
 * Indices of the flows that a curve shows. Flows that the user has removed from the scenario are left out. A figure that names no
 * flows shows the first `flowCount`.
 */
export function flowsOf({ flows }: RunDrawing, all: Run['scenario']['flows'], flowCount: number): number[] {
  const indices = all.map((_, flow) => flow);
  if (flows === undefined) return indices.slice(0, flowCount);
  return indices.filter((flow) => flows.includes(all[flow]?.name ?? ''));
}
