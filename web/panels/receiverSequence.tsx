/** Sequence numbers at the receiver: what arrived, and what it answered. */
import { useCallback, useMemo } from 'react';
import { counted, formatTime } from '../plot/format';
import type { Run } from '../run/trace';
import type { TimeWindow } from '../run/window';
import { onceOver, Panel, type PanelProps } from './Panel';
import * as sequence from './sequence';
import { toldOf } from './words';

const TAP: sequence.Tap = {
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
    return `${arrived} of ${name} arrived; the receiver sent ${acks}, ${told}${lost}.`;
  });
}

export function ReceiverSequence({ run, flows }: PanelProps) {
  const select = useCallback(
    (window: TimeWindow, width: number, height: number) =>
      sequence.select(run.trace, flows, TAP, window, width, height),
    [run, flows],
  );
  return (
    <Panel
      name="receiver-sequence"
      title="Sequence numbers at the receiver"
      height={240}
      legend={useMemo(() => sequence.legend(run.trace, flows, TAP.kinds), [run, flows])}
      select={select}
      lanes={sequence.lanes}
      draw={sequence.draw}
      read={(moment) => sequence.read(run, flows, TAP, moment)}
      words={useMemo(() => onceOver(run, () => describe(run, flows)), [run, flows])}
      table={(window) => sequence.table(run, flows, TAP, window)}
    />
  );
}
