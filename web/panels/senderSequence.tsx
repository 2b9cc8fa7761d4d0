/** Sequence numbers at the sender: what it sent and why, and what it was told. */
import { counted, formatCount, formatTime } from '../plot/format';
import type { Run } from '../run/trace';
import type { PanelProps } from './Panel';
import { SequencePanel } from './SequencePanel';
import * as sequence from './sequence';
import { toldOf } from './words';

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
  return toldOf(flows, (flow) => {
    const { name = `flow ${flow}`, smss_bytes } = run.scenario.flows[flow] ?? {};
    const seen = sequence.census(run.trace, flow);
    const { retransmit_fast: fast, retransmit_early: early, retransmit_timeout: timeout } = seen;
    const again = fast.count + early.count + timeout.count;
    const drops = seen.drop_full.count + seen.drop_error.count;
    // Of a long run the trace keeps only some of the segments; the summary counted all.
    const all = run.summary?.flows[flow];
    const first = all === undefined ? seen.send.count : all.segments_sent - all.retransmitted_segments;
    const sent = `${name} sent ${counted(first, 'segment')} of ${formatCount(smss_bytes ?? 0)} bytes`;
    if (again === 0 && drops === 0) return `${sent}; none was lost and none was sent twice.`;
    const firstDrop = Math.min(...[seen.drop_full.first_s, seen.drop_error.first_s].filter(Number.isFinite));
    const lost =
      drops === 0
        ? 'none was dropped'
        : `${formatCount(drops)} dropped, the first at ${formatTime(firstDrop)}`;
    const causes = [
      [fast.count, 'by fast retransmit'],
      [early.count, 'by early retransmit'],
      [timeout.count, 'after a timeout'],
    ] as const;
    const why = causes.flatMap(([count, cause]) => (count > 0 ? [`${formatCount(count)} ${cause}`] : []));
    return `${sent}; ${lost}; ${formatCount(again)} sent again${why.length > 0 ? ` (${why.join(', ')})` : ''}.`;
  });
}

export function SenderSequence({ title = 'Sequence numbers at the sender', ...props }: PanelProps) {
  return (
    <SequencePanel
      {...props}
      name="sender-sequence"
      title={title}
      height={280}
      tap={TAP}
      describe={describe}
    />
  );
}
