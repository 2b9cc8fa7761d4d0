/** Converts a lesson's sweep to the sweep page's setup, and the results back. */
import type { Design } from '../sweep/design';
import type { Setup } from '../sweep/setup';
import type { Point } from '../sweep/sweep';
import type { SweepExperiment } from './lesson';
import type { SweptPoint } from './runs';

export function setupOfSweep({ axes, presets = [], flow, seeds, measures }: SweepExperiment): Setup {
  return {
    kind: 'sweep',
    axes: axes.map(({ path, values }) => ({
      path,
      spacing: 'list',
      from: '',
      to: '',
      steps: '',
      list: values.join(', '),
    })),
    factors: [],
    presets: [...presets],
    flow: flow ?? 'all',
    seeds: String(seeds),
    metrics: [...measures],
  };
}

export function sweptPoints({ series, fields }: Design, points: readonly Point[]): SweptPoint[] {
  return points.flatMap(({ series: of, at, mean, runs }) =>
    mean === null
      ? []
      : [
          {
            series: series[of] ?? '',
            at: at.map((place, axis) => fields[axis]?.values[place] ?? 0),
            mean: mean.value,
            ci95: mean.ci95,
            values: runs.flatMap(({ value }) => (value === null ? [] : [value])),
          },
        ],
  );
}
