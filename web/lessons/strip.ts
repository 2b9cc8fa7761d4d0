/** The strip of parts: one row of switches, the same in every lesson that takes a sender and its receiver apart. */
import type { Run } from '../run/trace';
import { kindOf } from '../scenario/path';
import type { Control, StripPart } from './lesson';

interface StripOptions {
  /** The parts to switch, if not all; the others aren't in the strip. */
  parts?: readonly StripPart[];
  /** The slow starts to choose from. */
  slow_starts?: readonly string[];
  /** The receivers to choose from. */
  receivers?: readonly string[];
  /** The recovery of the Reno that the lesson begins with. */
  recovery?: string;
}

const SENDER = 'flows.0.sender';

const ALL: readonly StripPart[] = ['slow start', 'avoidance', 'early retransmit', 'receiver'];

/** The controls of the strip, for a first flow whose sender is Reno with some of Vegas's parts. */
export function stripOf({
  parts = ALL,
  slow_starts = ['every_rtt', 'every_other_rtt'],
  receivers = ['bsd_reno', 'tahoe_style', 'lbl_reno'],
  recovery = 'reno',
}: StripOptions = {}): Control[] {
  const repairs = (how: string, decrease: string) => ({
    [`${SENDER}.recovery.kind`]: how,
    [`${SENDER}.decrease.kind`]: decrease,
  });
  const controls: Record<StripPart, Control> = {
    'slow start': { path: `${SENDER}.slow_start`, choices: slow_starts },
    avoidance: { path: `${SENDER}.avoidance`, choices: ['aimd', 'cam'] },
    'early retransmit': {
      path: `${SENDER}.detection`,
      choices: ['dup_acks', 'fine_timer'],
      // Reno's recovery and decrease would cut its repairs short.
      along: { dup_acks: repairs(recovery, 'half'), fine_timer: repairs('vegas', 'three_quarters') },
    },
    receiver: { path: 'flows.0.receiver', choices: receivers },
  };
  return parts.map((part) => ({ ...controls[part], part }));
}

const VEGAS = [
  ['slow start', 'slow_start', 'every_other_rtt'],
  ['congestion avoidance', 'avoidance', 'cam'],
  ['early retransmit', 'detection', 'fine_timer'],
] as const;

export type PartOfVegas = (typeof VEGAS)[number][0];

/** The parts of Vegas that the first flow's sender has. */
export function partsOfVegas({ scenario: { flows } }: Run): PartOfVegas[] {
  return VEGAS.flatMap(([name, field, kind]) => (kindOf(flows[0]?.sender[field]) === kind ? [name] : []));
}
