/** What the sender knows now, in figures. */
import { formatMs } from '../../plot/format';
import type { Known as Figures } from './senderView';

export function Known({ known }: { known: Figures }) {
  const { flight, rtt_ms, shortest_ms, acked_per_s, dup_acks, resent, timeouts } = known;
  const ms = (value: number | null) => (value === null ? '–' : formatMs(value));
  const figures = [
    ['outstanding', `${flight}`],
    ['last round trip', ms(rtt_ms)],
    ['shortest', ms(shortest_ms)],
    ['acknowledged', `${acked_per_s.toFixed(0)}/s`],
    ['duplicate ACKs', `${dup_acks}`],
    ['sent again', timeouts > 0 ? `${resent}, ${timeouts} after a timeout` : `${resent}`],
  ] as const;
  return (
    <dl className="capstone-known">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-figure={name}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
