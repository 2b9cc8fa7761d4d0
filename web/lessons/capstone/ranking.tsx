/** Compares the runs on a path: ranking, table columns, verdict; and the student's best results, for storage. */
import { useEffect, useMemo, useState } from 'react';
import { formatCount, formatFixed, formatMs, formatShare } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { plural, t } from '../../base/words/words';
import { colorsOfAll } from '../../plot/hues';
import { Batch } from '../../run/batch';
import type { Run } from '../../run/trace';
import { formatLessonRate } from '../rates';
import { type CapstonePath, withSender } from './paths';
import { factorsOf, lostTo, OWN_FLOW, type Score, scoreOf } from './score';
import './Capstone.css';

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

/** The presets that the student competes with. */
export const RIVALS = [
  { name: 'reno', label: 'Reno' },
  { name: 'vegas', label: 'Vegas' },
  { name: 'cubic', label: 'CUBIC' },
  { name: 'bbr', label: 'BBR' },
] as const;

/** Name of a run that a link brought. */
export const SHARED = 'shared';

/** The letter of a run in drawings. The student's own is A, whatever its name is. */
export function letterOf(name: string): string {
  const place = RIVALS.findIndex((rival) => rival.name === name);
  return String.fromCharCode('B'.charCodeAt(0) + (place < 0 ? RIVALS.length : place));
}

/** Colors of the student's run and of the rivals by letter: a rival's is that of its sender everywhere. */
export const GAME_COLORS = colorsOfAll([null, ...RIVALS.map(({ name }) => name)]);

/** Sorts finished runs by points, highest first. Unfinished runs are left out. */
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
    of: (one) => formatLessonRate(flowOf(one)?.goodput_bytes_per_s ?? 0),
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
    label: () => t('retransmitted'),
    of: (one) => formatCount(flowOf(one)?.retransmitted_segments ?? 0),
  },
  {
    name: 'timeouts',
    label: () => t('timeouts'),
    of: (one) => formatCount(flowOf(one)?.coarse_timeouts ?? 0),
  },
];

/** Goodput of the path's other flows. */
export const OTHERS: Column = {
  name: 'the other got',
  label: () => t('the other got'),
  of: ({ run }) => {
    const rates = run.summary?.flows.slice(OWN_FLOW + 1).map((flow) => flow.goodput_bytes_per_s) ?? [];
    return rates.map(formatLessonRate).join(', ');
  },
};

/** The table's columns. A path with several flows has one more. */
export function columnsOf(ranking: readonly RankedRun[]): readonly Column[] {
  const shared = ranking.some(({ run }) => run.scenario.flows.length > 1);
  return shared ? [...COLUMNS, OTHERS] : COLUMNS;
}

/** A result of the student on a path, by hand or with a designed sender. */
export interface CapstoneResult {
  path: string;
  kind: 'hand' | 'design';
  points: number;
  goodput_bytes_per_s: number;
  mean_rtt_ms: number | null;
  retransmitted_segments: number;
  /** Number of times that the student took over again from an earlier moment. */
  takeovers: number;
  /** The scenario, so that the run can be repeated. */
  text: string;
}

/** The student's best results on a path, by kind. */
export type Best = Partial<Record<CapstoneResult['kind'], { result: CapstoneResult; entrant: Entrant }>>;

/** Stores a result if it is the best of its kind. */
export type Keep = (result: CapstoneResult, entrant: Entrant) => void;

export function resultOf(
  path: CapstonePath,
  kind: CapstoneResult['kind'],
  { run }: Entrant,
  text: string,
  takeovers: number,
): CapstoneResult {
  const flow = run.summary?.flows[OWN_FLOW];
  return {
    path: path.name,
    kind,
    points: run.summary === null ? 0 : scoreOf(path, run.summary).points,
    goodput_bytes_per_s: flow?.goodput_bytes_per_s ?? 0,
    mean_rtt_ms: flow?.mean_rtt_ms ?? null,
    retransmitted_segments: flow?.retransmitted_segments ?? 0,
    takeovers,
    text,
  };
}

/** Runs the presets once `wanted` is true, and returns those that have finished. */
export function useRivals(path: CapstonePath, wanted: boolean): readonly Entrant[] {
  const [batch, set] = useState<Batch | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    const fresh = new Batch(RIVALS.map(({ name }) => withSender(path, { preset: name })));
    set(fresh);
    void fresh.start();
    return () => fresh.dispose();
  }, [path, wanted]);
  return useEntrants(batch);
}

function useEntrants(batch: Batch | null): readonly Entrant[] {
  const [runs, set] = useState(batch?.state.value.runs ?? []);
  useEffect(() => {
    if (batch === null) return undefined;
    const follow = () => set(batch.state.value.runs);
    follow();
    return batch.state.subscribe(follow);
  }, [batch]);
  return useMemo(
    () =>
      RIVALS.flatMap(({ name, label }, place): Entrant[] => {
        const run = runs[place];
        return run ? [{ name, label, run }] : [];
      }),
    [runs],
  );
}

interface VerdictProps {
  path: CapstonePath;
  own: Entrant;
  takeovers: number;
  /** Says what cost the most points. */
  advice?: boolean;
}

/** A run's points, the three shares that they are the product of, and the largest loss. */
export function Verdict({ path, own, takeovers, advice = true }: VerdictProps) {
  if (own.run.summary === null) return null;
  const score = scoreOf(path, own.run.summary);
  return (
    <div className="capstone-verdict" role="status" data-points={score.points.toFixed(1)}>
      <p>
        {rich('<b>{points} points</b> of 100: the product of three shares.', {
          b: (words) => <b>{words}</b>,
          points: formatFixed(score.points, 1),
        })}{' '}
        {advice && lostTo(score)}
        {takeovers > 0 && ` ${plural(takeovers, 'You took over {n} time.', 'You took over {n} times.')}`}
      </p>
      <Bars
        label={t('The three shares')}
        bars={factorsOf(score).map(({ name, label, share }) => ({
          ...{ name, label: label(), percent: 100 * share, value: formatShare(share) },
        }))}
      />
    </div>
  );
}

interface Bar {
  name: string;
  label: string;
  percent: number;
  /** What's printed at the bar. */
  value: string;
  /** Token of the bar's color. */
  color?: string;
}

/** Bars next to each other in one line, each with its name and its value. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <ol className="capstone-bars" aria-label={label}>
      {bars.map(({ name, label: words, percent, value, color = 'accent' }) => (
        <li key={name} data-bar={name}>
          <span>{words}</span>
          <i style={{ width: `${percent}%`, background: `var(--${color})` }} />
          <b>{value}</b>
        </li>
      ))}
    </ol>
  );
}
