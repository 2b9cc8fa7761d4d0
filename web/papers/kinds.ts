/** The kind of quantity that a row measures, for filters. */

import { t } from '../base/words/words';
import type { DatagramFigure, FlowFigure, LinkFigure, Measure } from '../engine/generated/papers';
import type { Entry } from '../scenario/content/papers';

/** In the order in which filters list them. */
const KINDS = [
  'throughput',
  'retransmissions',
  'timeouts',
  'losses',
  'window',
  'queue',
  'rtt',
  'utilization',
  'fairness',
  'time',
  'other',
] as const;

export type Kind = (typeof KINDS)[number];

export const KIND_WORDS: Record<Kind, () => string> = {
  throughput: () => t('Throughput'),
  retransmissions: () => t('Retransmissions'),
  timeouts: () => t('Timeouts'),
  losses: () => t('Losses'),
  window: () => t('Window'),
  queue: () => t('Queue'),
  rtt: () => t('RTT'),
  utilization: () => t('Utilization'),
  fairness: () => t('Fairness'),
  time: () => t('Times'),
  other: () => t('Other quantities'),
};

/** Patterns on names of metrics; the first that matches wins. */
const METRICS: readonly [RegExp, Kind][] = [
  [/timeouts/, 'timeouts'],
  [/retransmit|recover|cuts|duplicate/, 'retransmissions'],
  [/loss|drops|gap/, 'losses'],
  [/cwnd|steady|reductions/, 'window'],
  [/waiting|held|most_/, 'queue'],
  [/rtt/, 'rtt'],
  [/utilization|full_seconds/, 'utilization'],
  [/segments_per_s|bytes_per_s|arrived_per_s/, 'throughput'],
  [/_s$|_ms$/, 'time'],
];

function kindOfMetric(metric: FlowFigure | LinkFigure | DatagramFigure): Kind {
  return METRICS.find(([pattern]) => pattern.test(metric))?.[1] ?? 'other';
}

/** The kind of a measure: that of its first metric. */
export function kindOf(measure: Entry['measure']): Kind {
  if (measure === undefined) return 'other';
  switch (measure.kind) {
    case 'flow':
    case 'link':
    case 'datagrams':
      return kindOfMetric(measure.figure);
    case 'fairness':
      return 'fairness';
    case 'time_saved':
      return 'time';
    case 'effect':
    case 'variation':
      return kindOf(measure.design.response);
    case 'sum':
    case 'mean':
      return kindOf(measure.of[0]);
    default:
      return kindOf(measure.of);
  }
}

/** Returns true for changes, effects and differences. Everything else is an amount or a share, which is 0 or more. */
export function canBeNegative(measure: Measure): boolean {
  switch (measure.kind) {
    case 'change':
    case 'effect':
    case 'time_saved':
      return true;
    case 'times':
      return measure.factor < 0 || canBeNegative(measure.of);
    case 'sum':
    case 'mean':
      return measure.of.some(canBeNegative);
    case 'ratio':
    case 'pooled':
      return canBeNegative(measure.of) || canBeNegative(measure.to);
    default:
      return false;
  }
}

/** The kinds that occur, in the order of filters. */
export function kindsIn(kinds: Iterable<Kind>): Kind[] {
  const found = new Set(kinds);
  return KINDS.filter((kind) => found.has(kind));
}
