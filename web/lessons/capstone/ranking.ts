/** The runs of one path beside each other: who ran, with which figures, for how many points. */

import { formatByteRate } from '../../run/figures';
import type { Run } from '../../run/trace';
import { formatCount, formatFixed, formatMs, formatShare } from '../../words/format';
import { t } from '../../words/words';
import { OWN_FLOW } from './facts';
import type { CapstonePath } from './paths';
import { type Score, scoreOf } from './score';

/** A run on a path. */
export interface Entrant {
  /** Identifies the entry, e.g. `hand` or a preset's name. */
  name: string;
  label: string;
  run: Run;
}

export interface RankedRun extends Entrant {
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
export function ranking(path: CapstonePath, entrants: readonly Entrant[]): RankedRun[] {
  return entrants
    .flatMap((entrant) => {
      const { summary } = entrant.run;
      return summary === null ? [] : [{ ...entrant, score: scoreOf(path, summary) }];
    })
    .sort((a, b) => b.score.points - a.score.points);
}

export interface Column {
  name: string;
  label(): string;
  of(ranked: RankedRun, path: CapstonePath): string;
}

function flowOf({ run }: RankedRun) {
  return run.summary?.flows[OWN_FLOW];
}

function linkOf({ run }: RankedRun, path: CapstonePath) {
  return run.summary?.links.find(({ name }) => name === path.bottleneck);
}

export const COLUMNS: readonly Column[] = [
  { name: 'points', label: () => t('points'), of: ({ score }) => formatFixed(score.points, 1) },
  {
    name: 'goodput',
    label: () => t('goodput'),
    of: (one) => formatByteRate(flowOf(one)?.goodput_bytes_per_s ?? 0),
  },
  { name: 'of fair share', label: () => t('of fair share'), of: ({ score }) => formatShare(score.share) },
  {
    name: 'mean RTT',
    label: () => t('mean RTT'),
    of: (one) => {
      const rtt = flowOf(one)?.mean_rtt_ms ?? null;
      return rtt === null ? '–' : formatMs(rtt);
    },
  },
  {
    name: 'packets queued',
    label: () => t('packets queued'),
    of: (one, path) => formatFixed(linkOf(one, path)?.mean_queue_packets ?? 0, 1),
  },
  { name: 'drops', label: () => t('drops'), of: (one, path) => formatCount(linkOf(one, path)?.drops ?? 0) },
  {
    name: 'sent again',
    label: () => t('sent again'),
    of: (one) => formatCount(flowOf(one)?.retransmitted_segments ?? 0),
  },
  {
    name: 'timeouts',
    label: () => t('timeouts'),
    of: (one) => formatCount(flowOf(one)?.coarse_timeouts ?? 0),
  },
];

/** Throughput of the path's other flows, if it has any. */
export const OTHERS: Column = {
  name: 'the other got',
  label: () => t('the other got'),
  of: ({ run }) => {
    const rates = run.summary?.flows.slice(OWN_FLOW + 1).map((flow) => flow.goodput_bytes_per_s) ?? [];
    return rates.map(formatByteRate).join(', ');
  },
};

/** The columns that a path has. */
export function columnsOf(ranking: readonly RankedRun[]): readonly Column[] {
  const shared = ranking.some(({ run }) => run.scenario.flows.length > 1);
  return shared ? [...COLUMNS, OTHERS] : COLUMNS;
}
