/** Sequence numbers at the receiver: what arrived, and what it answered. */
import { counted, formatTime } from '../plot/format';
import type { Run } from '../run/trace';
import type { PanelProps } from './Panel';
import { SequencePanel } from './SequencePanel';
import * as sequence from './sequence';
import { toldOf } from './words';

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
  return toldOf(flows, (flow) => {
    const name = run.scenario.flows[flow]?.name ?? `flow ${flow}`;
    const seen = sequence.census(run.trace, flow);
    const duplicates = seen.dup_ack_sent;
    const told =
      duplicates.count === 0
        ? 'none of them a duplicate'
        : `and ${counted(duplicates.count, 'duplicate ACK')}, the first at ${formatTime(duplicates.first_s)}`;
    const lostAcks = seen.ack_drop_full.count + seen.ack_drop_error.count;
    const arrived = counted(seen.data_arrived.count, 'segment');
    const acks = counted(seen.ack_sent.count, 'ACK');
    const lost = lostAcks > 0 ? `; ${counted(lostAcks, 'ACK')} lost on the way back` : '';
    const kept = (run.summary?.rows_thinned ?? 0) > 0 ? 'Of what the thinned trace keeps, ' : '';
    return `${kept}${arrived} of ${name} arrived; the receiver sent ${acks}, ${told}${lost}.`;
  });
}

export function ReceiverSequence({ title = 'Sequence numbers at the receiver', ...props }: PanelProps) {
  return (
    <SequencePanel
      {...props}
      name="receiver-sequence"
      title={title}
      height={240}
      tap={TAP}
      describe={describe}
    />
  );
}
