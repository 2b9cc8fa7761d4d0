/** The marks of a sample chart: a dot per run, a line through each seed's runs, and each arm's mean next to its dots. */
import type { Plotted } from '../../papers/charts/select';
import type { Column } from './pairs';
import { differencesOf, meansOf } from './pairs';

/** A run as a dot of the chart. */
export interface SampleDot extends Plotted {
  arm: number;
  /** Index of its seed, from 0. */
  place: number;
  value: number;
}

export interface ArmMean {
  /** The mean as a point of the chart, with its interval. */
  plotted: Plotted;
  arm: number;
}

const plotted = (arm: number, ours: number, whisker: Plotted['whisker']): Plotted => ({
  x: arm,
  series: 0,
  ours,
  whisker,
  published: null,
  interval: null,
  model: null,
  limits: [],
});

/** The dots in the order in which arrow keys visit them: by seed, then by arm. */
export function dotsOf(columns: readonly Column[]): SampleDot[] {
  const seeds = Math.max(0, ...columns.map(({ length }) => length));
  return Array.from({ length: seeds }, (_, place) => place).flatMap((place) =>
    columns.flatMap((column, arm) => {
      const value = column[place] ?? null;
      return value === null ? [] : [{ ...plotted(arm, value, null), arm, place, value }];
    }),
  );
}

/** The runs of each seed that has at least two, in the order of the arms. */
export function pairsOf(dots: readonly SampleDot[]): SampleDot[][] {
  const bySeed = new Map<number, SampleDot[]>();
  for (const dot of dots) bySeed.set(dot.place, [...(bySeed.get(dot.place) ?? []), dot]);
  return [...bySeed.values()].filter((pair) => pair.length > 1);
}

/** Keeps zero on the axis of differences. */
export const ZERO: Plotted = plotted(0, 0, null);

/** The differences of pairs, as points of a chart of their own. */
export interface DrawnDifferences {
  /** A point for each pair, in the order of the seeds. */
  pairs: Plotted[];
  /** Means with their 95 % intervals, one for each arm but the first. */
  means: (Plotted & { arm: number; other: number })[];
}

export function drawnDifferences(columns: readonly Column[]): DrawnDifferences {
  const [first = [], ...others] = columns;
  return {
    pairs: others.flatMap((column, x) =>
      column.flatMap((value, place) => {
        const other = first[place] ?? null;
        return value === null || other === null ? [] : [plotted(x, value - other, null)];
      }),
    ),
    means: differencesOf(columns).map(({ arm, other, mean: { value, ci95 } }) => ({
      ...plotted(arm - 1, value, ci95 === null ? null : [value - ci95, value + ci95]),
      arm,
      other,
    })),
  };
}

/** Cuts an interval at zero if no value of the metric is negative. */
function cutAtZero([low, high]: readonly [number, number], least: number): readonly [number, number] {
  return [least >= 0 ? Math.max(0, low) : low, high];
}

export function armMeans(columns: readonly Column[]): ArmMean[] {
  const least = Math.min(...columns.flat().filter((value) => value !== null));
  return meansOf(columns).flatMap((mean, arm) => {
    if (mean === null) return [];
    const { value, ci95 } = mean;
    return [
      {
        arm,
        plotted: plotted(arm, value, ci95 === null ? null : cutAtZero([value - ci95, value + ci95], least)),
      },
    ];
  });
}
