/** The runs of one path beside each other: who ran, with which figures, for how many points. */

import { formatCount, formatMs, formatShare } from '../../plot/format';
import { formatByteRate } from '../../run/figures';
import type { Run } from '../../run/trace';
import { OWN_FLOW } from './facts';
import type { CapstonePath } from './paths';
import { type Score, scoreOf } from './score';

/** A run on a path. */
export interface Entrant {
  /** What tells it from the others, e.g. `hand` or the name of a preset. */
  name: string;
  label: string;
  run: Run;
}

export interface Standing extends Entrant {
  score: Score;
}

/** The presets that run beside the student. */
export const RIVALS = [
  { name: 'reno', label: 'Reno' },
  { name: 'vegas', label: 'Vegas' },
  { name: 'cubic', label: 'CUBIC' },
  { name: 'bbr', label: 'BBR' },
] as const;

/** The most points first; an entrant whose run is not over is left out. */
export function standings(path: CapstonePath, entrants: readonly Entrant[]): Standing[] {
  return entrants
    .flatMap((entrant) => {
      const { summary } = entrant.run;
      return summary === null ? [] : [{ ...entrant, score: scoreOf(path, summary) }];
    })
    .sort((a, b) => b.score.points - a.score.points);
}

export interface Column {
  label: string;
  of(standing: Standing, path: CapstonePath): string;
}

function flowOf({ run }: Standing) {
  return run.summary?.flows[OWN_FLOW];
}

function linkOf({ run }: Standing, path: CapstonePath) {
  return run.summary?.links.find(({ name }) => name === path.bottleneck);
}

export const COLUMNS: readonly Column[] = [
  { label: 'points', of: ({ score }) => score.points.toFixed(1) },
  { label: 'goodput', of: (one) => formatByteRate(flowOf(one)?.goodput_bytes_per_s ?? 0) },
  { label: 'of fair share', of: ({ score }) => formatShare(score.share) },
  {
    label: 'mean RTT',
    of: (one) => {
      const rtt = flowOf(one)?.mean_rtt_ms ?? null;
      return rtt === null ? '–' : formatMs(rtt);
    },
  },
  {
    label: 'packets queued',
    of: (one, path) => `${(linkOf(one, path)?.mean_queue_packets ?? 0).toFixed(1)}`,
  },
  { label: 'drops', of: (one, path) => formatCount(linkOf(one, path)?.drops ?? 0) },
  { label: 'sent again', of: (one) => formatCount(flowOf(one)?.retransmitted_segments ?? 0) },
  { label: 'timeouts', of: (one) => formatCount(flowOf(one)?.coarse_timeouts ?? 0) },
];

/** What the other flows of the path got, for a path that has any. */
export const OTHERS: Column = {
  label: 'the other got',
  of: ({ run }) => {
    const rates = run.summary?.flows.slice(OWN_FLOW + 1).map((flow) => flow.goodput_bytes_per_s) ?? [];
    return rates.map(formatByteRate).join(', ');
  },
};

/** The columns that a path has. */
export function columnsOf(standings: readonly Standing[]): readonly Column[] {
  const shared = standings.some(({ run }) => run.scenario.flows.length > 1);
  return shared ? [...COLUMNS, OTHERS] : COLUMNS;
}
