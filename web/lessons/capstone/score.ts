/** Facts about the capstone's paths, and the score of runs on them. Imports no scenario files, so that tests in Node can load it. */

import { t } from '../../base/words/words';
import type { Summary } from '../../engine/schema';

/** Facts about each capstone path for the score and the game; its scenario is in the lesson's folder. */
export interface PathFacts {
  name: string;
  title(): string;
  /** The description shown before the run. It mentions nothing that a sender can't see. */
  brief(): string;
  /** The student's flow's payload rate if all flows share the path equally: how long it lasts, and the rate in bytes/s. */
  fair: readonly FairRate[];
  /** Its average over the run. */
  fair_bytes_per_s: number;
  /** Round trip of a full segment and its ACK with empty queues, ms. */
  base_rtt_ms: number;
  /** The directed link whose queue is shown in the results. */
  bottleneck: string;
  /** First and largest window that the student can set, segments. */
  firstCwnd: number;
  maxCwnd: number;
}

type FairRate = readonly [seconds: number, bytes_per_s: number];

/** Index of the student's flow in each scenario. */
export const OWN_FLOW = 0;

/** Converts a link rate to the payload rate of full segments, bytes/s. */
export function payload(bits_per_s: number, smss: number): number {
  return ((bits_per_s / 8) * smss) / (smss + 40);
}

/** The fair share of a flow that gets these rates of its bottleneck one after the other. */
function fairOf(smss: number, rates: readonly (readonly [seconds: number, bits_per_s: number])[]) {
  const fair = rates.map(([seconds, bits_per_s]): FairRate => [seconds, payload(bits_per_s, smss)]);
  const duration_s = fair.reduce((sum, [seconds]) => sum + seconds, 0);
  return { fair, fair_bytes_per_s: fairBytes({ fair }, duration_s) / duration_s };
}

/** Bytes that the fair share comes to up to a moment. */
export function fairBytes({ fair }: Pick<PathFacts, 'fair'>, moment: number): number {
  let [bytes, from] = [0, 0];
  for (const [seconds, bytes_per_s] of fair) {
    bytes += bytes_per_s * Math.max(0, Math.min(seconds, moment - from));
    from += seconds;
  }
  return bytes;
}

/** From easy to hard: fewer and fewer windows do well if they never move. */
export const FACTS = {
  quiet: {
    name: 'window-quiet',
    title: () => t('Slow link'),
    brief: () => t('A slow link. Most of the time it’s all yours.'),
    // 800 kbit/s. For 10 s, minus cross traffic of 1040-byte packets with 400 kbit/s of payload.
    ...fairOf(512, [
      [10, 800_000],
      [10, 800_000 - 416_000],
      [10, 800_000],
    ]),
    base_rtt_ms: 113.3,
    bottleneck: 'R1>R2',
    firstCwnd: 4,
    maxCwnd: 80,
  },
  radio: {
    name: 'window-radio',
    title: () => t('Radio link'),
    brief: () => t('A radio link. Not every loss means that a queue is full.'),
    ...fairOf(1460, [
      [10, 1_600_000],
      [10, 800_000],
      [10, 1_600_000],
    ]),
    base_rtt_ms: 128.9,
    bottleneck: 'base station>receiver',
    firstCwnd: 4,
    maxCwnd: 60,
  },
  long: {
    name: 'window-long',
    title: () => t('Ocean link'),
    brief: () => t('A link across an ocean. Another flow may join.'),
    // The whole link for 8 s, then half of it for 22 s.
    ...fairOf(1460, [
      [8, 5_000_000],
      [22, 2_500_000],
    ]),
    base_rtt_ms: 202.7,
    bottleneck: 'R1>R2',
    firstCwnd: 10,
    maxCwnd: 200,
  },
  storm: {
    name: 'window-storm',
    title: () => t('Bursts'),
    brief: () => t('Bursts of traffic, a small buffer, and losses that mean nothing.'),
    // 4 Mbit/s, minus bursts of 3 and 2 Mbit/s.
    ...fairOf(1460, [
      [5, 4_000_000],
      [3, 1_000_000],
      [4, 4_000_000],
      [3, 2_000_000],
      [4, 4_000_000],
      [6, 1_000_000],
      [5, 4_000_000],
    ]),
    base_rtt_ms: 107.3,
    bottleneck: 'R1>R2',
    firstCwnd: 10,
    maxCwnd: 120,
  },
  cell: {
    name: 'window-cell',
    title: () => t('Train ride'),
    brief: () => t('A phone on a train. The signal comes and goes, and the buffer is huge.'),
    ...fairOf(1460, [
      [8, 2_400_000],
      [5, 800_000],
      [7, 3_200_000],
      [10, 1_600_000],
    ]),
    base_rtt_ms: 84,
    bottleneck: 'base station>phone',
    firstCwnd: 4,
    maxCwnd: 120,
  },
} as const satisfies Record<string, PathFacts>;

/**
 * Describes the score: power (throughput over delay) relative to the path's fair share and base RTT, reduced by the share of
 * retransmissions.
 */
export function formula(): string {
  return t(
    'points = 100 × (goodput ÷ fair share, at most 1) × (round trip without a queue ÷ mean round trip) × (share of segments that weren’t retransmissions).',
  );
}

export interface Score {
  /** 0 to 100. */
  points: number;
  /** Goodput as a share of the fair share; above 1 it counts as 1. */
  share: number;
  /** Round trip without a queue over the mean round trip, at most 1. */
  delay: number;
  /** The share of segments sent that weren't retransmissions. */
  fresh: number;
}

export function scoreOf(path: Pick<PathFacts, 'fair_bytes_per_s' | 'base_rtt_ms'>, summary: Summary): Score {
  const flow = summary.flows[OWN_FLOW];
  const share = (flow?.goodput_bytes_per_s ?? 0) / path.fair_bytes_per_s;
  const sent = flow?.segments_sent ?? 0;
  const rtt = flow?.mean_rtt_ms ?? null;
  // A sender that got no ACK has no RTT sample, and no goodput either.
  const delay = rtt === null ? 0 : Math.min(1, path.base_rtt_ms / rtt);
  const fresh = sent === 0 ? 0 : 1 - (flow?.retransmitted_segments ?? 0) / sent;
  const factors = { share, delay, fresh };
  return { points: pointsOf(factors), ...factors };
}

/** Points of the three factors. */
export function pointsOf(factors: Omit<Score, 'points'>): number {
  return factorsOf(factors).reduce((points, { share }) => points * share, 100);
}

interface Factor {
  name: string;
  label(): string;
  /** From 0 to 1. */
  share: number;
  /** Says that it cost the most points. */
  lost(): string;
}

/** The three shares whose product a score is. */
export function factorsOf({ share, delay, fresh }: Omit<Score, 'points'>): readonly Factor[] {
  return [
    {
      name: 'share',
      label: () => t('of your fair share'),
      share: Math.min(1, share),
      lost: () => t('You lost most points because the path could have carried more.'),
    },
    {
      name: 'delay',
      label: () => t('no waiting in queues'),
      share: Math.min(1, delay),
      lost: () => t('You lost most points because segments waited in queues.'),
    },
    {
      name: 'fresh',
      label: () => t('sent only once'),
      share: fresh,
      lost: () => t('You lost most points because of retransmissions.'),
    },
  ];
}

/** Names the largest cause of missing points. */
export function lostTo(score: Score): string {
  const worst = factorsOf(score).reduce((least, one) => (one.share < least.share ? one : least));
  return worst.share > 0.985 ? t('You lost hardly any points.') : worst.lost();
}
