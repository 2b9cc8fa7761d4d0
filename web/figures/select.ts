/** Turns a paper and its findings into a figure's points, and finds the figures and numbers of a run. */
import {
  armsOf,
  type Entry,
  type Finding,
  type Findings,
  findingOf,
  groupOf,
  type Paper,
} from '../content/papers';
import type { Axis, Drawing, Figure } from '../engine/generated/papers';
import { intervalOf } from '../papers/words';
import type { Run } from '../run/trace';
import type { TimeWindow } from '../run/window';

export type { Axis, Figure };

type Of<Kind> = Extract<Drawing, { kind: Kind }>;
export type EntriesDrawing = Of<'entries'>;
export type RunDrawing = Of<'run'>;

/** Numbers with their position in a chart. */
export interface Plotted {
  x: number;
  series: number;
  published: number | null;
  interval: readonly [number, number] | null;
  model: number | null;
  ours: number | null;
  /** The interval of ours; null for a single run. */
  whisker: readonly [number, number] | null;
  /** One-sided comparisons: the limit, and whether our value should be above it. */
  limits: { at: number; above: boolean }[];
}

/** A number of the paper and ours. */
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
    whisker: ours === null || half === null ? null : [ours - half, ours + half],
    limits: [
      ...(above === undefined ? [] : [{ at: above, above: true }]),
      ...(below === undefined ? [] : [{ at: below, above: false }]),
    ],
  };
}

/** Every number that the point puts on the axis y. */
export function valuesOf({ published, interval, model, ours, whisker, limits }: Plotted): number[] {
  const single = [published, model, ours].filter((value) => value !== null);
  return [...single, ...(interval ?? []), ...(whisker ?? []), ...limits.map(({ at }) => at)];
}

/** The figures of a paper that stand above the numbers of one table or figure. */
export function figuresOfGroup(paper: Paper, group: string): Figure[] {
  return (paper.figures ?? []).filter(({ name }) => groupOf(name) === group);
}

/** Returns whether a run of this arm measures the entry. */
export function measures(entry: Entry, experiment: string, arm: string | null): boolean {
  return entry.experiment === experiment && armsOf(entry.measure).includes(arm);
}

/** The figures in which an experiment appears: those to which this arm gives a number or the curve, and those of its others. */
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
  const late = ({ drawing }: Figure) => (drawing.kind === 'run' ? 0 : 1);
  return { own: own.sort((a, b) => late(a) - late(b)), others };
}

/** The seconds that a curve shows: those of the paper, or the whole run. */
export function frameOf({ window_s }: RunDrawing, { summary, now_s, scenario }: Run): TimeWindow {
  const [from, to] = window_s ?? [0, summary === null ? scenario.duration_s : now_s];
  return { from, to };
}

/** Numbers of the flows that a curve shows; those that the reader has removed from the scenario are left out. */
export function flowsOf({ flows }: RunDrawing, all: Run['scenario']['flows'], first: number): number[] {
  const numbers = all.map((_, flow) => flow);
  if (flows === undefined) return numbers.slice(0, first);
  return numbers.filter((flow) => flows.includes(all[flow]?.name ?? ''));
}
