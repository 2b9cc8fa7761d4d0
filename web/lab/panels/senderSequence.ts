/** Sequence numbers at the sender: segments with the cause of each transmission, and arriving ACKs. */
import { formatCount, formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Run } from '../../run/trace';
import { definePanel } from './define';
import { nameOf, sentencesOf } from './Panel';
import * as sequence from './sequence';

export const TAP: sequence.Tap = {
  kinds: [
    'ack',
    'send',
    'dup_ack',
    'retransmit_timeout',
    'retransmit_early',
    'retransmit_fast',
    'drop_full',
    'drop_error',
  ],
  data: ['send', 'retransmit_fast', 'retransmit_early', 'retransmit_timeout'],
  acks: ['ack', 'dup_ack'],
};

export function describe(run: Run, flows: readonly number[]): string {
  return sentencesOf(flows, (flow) => {
    const seen = sequence.census(run.trace, flow);
    const { retransmit_fast: fast, retransmit_early: early, retransmit_timeout: timeout } = seen;
    const again = fast.count + early.count + timeout.count;
    const drops = seen.drop_full.count + seen.drop_error.count;
    // A long run's trace keeps only some of the segments; the summary counts all of them.
    const all = run.summary?.flows[flow];
    const first = all === undefined ? seen.send.count : all.segments_sent - all.retransmitted_segments;
    const sent = plural(
      first,
      '{name} sent {n} segment of {size} bytes',
      '{name} sent {n} segments of {size} bytes',
      {
        name: nameOf(run.scenario, flow),
        size: formatCount(run.scenario.flows[flow]?.smss_bytes ?? 0),
      },
    );
    if (again === 0 && drops === 0) return `${sent}; ${t('none was lost or retransmitted')}.`;
    const firstDrop = Math.min(...[seen.drop_full.first_s, seen.drop_error.first_s].filter(Number.isFinite));
    const lost =
      drops === 0
        ? t('none was dropped')
        : t('{count} dropped, the first at {time}', {
            count: formatCount(drops),
            time: formatTime(firstDrop),
          });
    const causes = [
      ...(fast.count > 0 ? [t('{count} by fast retransmit', { count: formatCount(fast.count) })] : []),
      ...(early.count > 0 ? [t('{count} by early retransmit', { count: formatCount(early.count) })] : []),
      ...(timeout.count > 0 ? [t('{count} after a timeout', { count: formatCount(timeout.count) })] : []),
    ];
    const repaired = t('{count} retransmitted', { count: formatCount(again) });
    return `${sent}; ${lost}; ${repaired}${causes.length > 0 ? ` (${causes.join(', ')})` : ''}.`;
  });
}

export const SENDER_SEQUENCE = definePanel(
  {
    name: 'sender-sequence',
    figure: 'sender_sequence',
    title: () => t('Sequence numbers at the sender'),
    choice: () => t('Sender’s segments'),
    shown: 1.4,
  },
  sequence.sequencePlot(280, TAP, describe),
);
