/** Sequence numbers at the receiver: segments that arrived, and the ACKs it sent. */
import { formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { isWhole } from '../../run/series';
import type { Run } from '../../run/trace';
import { definePanel } from './define';
import { nameOf, sentencesOf } from './Panel';
import * as sequence from './sequence';

export const TAP: sequence.Tap = {
  kinds: [
    'ack_sent',
    'data_arrived',
    'dup_ack_sent',
    'drop_full',
    'drop_error',
    'ack_drop_full',
    'ack_drop_error',
  ],
  data: ['data_arrived'],
  acks: ['ack_sent', 'dup_ack_sent'],
};

export function describe(run: Run, flows: readonly number[]): string {
  return sentencesOf(flows, (flow) => {
    const name = nameOf(run.scenario, flow);
    const seen = sequence.census(run.trace, flow);
    const lostAcks = seen.ack_drop_full.count + seen.ack_drop_error.count;
    const isCounted = isWhole(run.trace, 'segments', flow);
    const clauses = [
      ...(isCounted
        ? [
            plural(
              seen.data_arrived.count,
              '{n} segment of {name} arrived',
              '{n} segments of {name} arrived',
              {
                name,
              },
            ),
            acksInWords(seen),
          ]
        : [
            plural(
              seen.dup_ack_sent.count,
              'The receiver of {name} sent {n} duplicate ACK',
              'The receiver of {name} sent {n} duplicate ACKs',
              { name },
            ),
          ]),
      ...(lostAcks > 0
        ? [plural(lostAcks, '{n} ACK lost on the way back', '{n} ACKs lost on the way back')]
        : []),
    ];
    return `${clauses.join('; ')}.`;
  });
}

/** The receiver's ACKs in words. */
function acksInWords({ ack_sent: acks, dup_ack_sent: duplicates }: sequence.Census): string {
  if (duplicates.count === 0)
    return plural(
      acks.count,
      'the receiver sent {n} ACK, none of them a duplicate',
      'the receiver sent {n} ACKs, none of them a duplicate',
    );
  return t('the receiver sent {acks}, and {duplicates}, the first at {time}', {
    acks: plural(acks.count, '{n} ACK', '{n} ACKs'),
    duplicates: plural(duplicates.count, '{n} duplicate ACK', '{n} duplicate ACKs'),
    time: formatTime(duplicates.first_s),
  });
}

export const RECEIVER_SEQUENCE = definePanel(
  {
    name: 'receiver-sequence',
    figure: 'receiver_sequence',
    title: () => t('Sequence numbers at the receiver'),
    choice: () => t('Receiver’s segments'),
  },
  sequence.sequencePlot(240, TAP, describe),
);
