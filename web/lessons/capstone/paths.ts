/** The paths of the capstone, each a scenario of the lesson whose first flow is the student's, and facts about each for the score. */
import long from '../../../content/lessons/you-are-the-window/long.scenario.json?raw';
import quiet from '../../../content/lessons/you-are-the-window/quiet.scenario.json?raw';
import radio from '../../../content/lessons/you-are-the-window/radio.scenario.json?raw';
import { withValue } from '../../scenario/path';
import { t } from '../../words/words';

/** Facts about each capstone path for the score and the game; its scenario is in the lesson's folder. */
export interface PathFacts {
  name: string;
  /** The description before the first run, without anything that a sender can't see. */
  brief(): string;
  /** Payload that falls to the student's flow when all share evenly what the path carries, bytes/s, averaged over the run. */
  fair_bytes_per_s: number;
  /** Round trip of a full segment and its ACK without any queue, ms. */
  base_rtt_ms: number;
  /** The directed link whose queue counts. */
  bottleneck: string;
  /** First and largest window that the hand may give, segments. */
  first: number;
  most: number;
}

/** The student's flow is the first of its scenario. */
export const OWN_FLOW = 0;

/** Payload of a rate on the wire, bytes/s. */
export function payload(bits_per_s: number, smss: number): number {
  return ((bits_per_s / 8) * smss) / (smss + 40);
}

export const FACTS = {
  quiet: {
    name: 'window-quiet',
    brief: () => t('A link that is slow, and most of the time all yours.'),
    // 800 kbit/s for 20 s, and for 10 s what packets of 1040 bytes at 400 kbit/s of payload leave of it.
    fair_bytes_per_s: payload((20 * 800_000 + 10 * (800_000 - 416_000)) / 30, 512),
    base_rtt_ms: 113.3,
    bottleneck: 'R1>R2',
    first: 4,
    most: 80,
  },
  radio: {
    name: 'window-radio',
    brief: () => t('A radio link. Not every loss there means that a queue is full.'),
    fair_bytes_per_s: payload((20 * 1_600_000 + 10 * 800_000) / 30, 1460),
    base_rtt_ms: 128.9,
    bottleneck: 'base station>receiver',
    first: 4,
    most: 60,
  },
  long: {
    name: 'window-long',
    brief: () => t('A link across an ocean. Somebody else may come.'),
    // Alone for 8 s, and half for 22 s.
    fair_bytes_per_s: payload((8 * 5_000_000 + 22 * 2_500_000) / 30, 1460),
    base_rtt_ms: 202.7,
    bottleneck: 'R1>R2',
    first: 10,
    most: 200,
  },
} as const satisfies Record<string, PathFacts>;

export interface CapstonePath extends PathFacts {
  /** The truth about the path, shown after the run. */
  truth: string;
  /** The scenario as its file has it. */
  text: string;
  /** Seconds of the run. */
  duration_s: number;
}

function pathOf(facts: PathFacts, text: string): CapstonePath {
  const { about, duration_s } = JSON.parse(text) as { about: string; duration_s: number };
  return { ...facts, truth: about, text, duration_s };
}

export const PATHS: readonly CapstonePath[] = [
  pathOf(FACTS.quiet, quiet),
  pathOf(FACTS.radio, radio),
  pathOf(FACTS.long, long),
];

/** The scenario of a path with another sender of the student's. */
export function withSender(path: CapstonePath, sender: unknown): string {
  return JSON.stringify(withValue(JSON.parse(path.text), `flows.${OWN_FLOW}.sender`, sender));
}
