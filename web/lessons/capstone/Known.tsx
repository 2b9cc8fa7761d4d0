/** The sender's current knowledge, in numbers. */
import { formatMs } from '../../words/format';
import { t } from '../../words/words';
import type { Known as Figures } from './senderView';
import './Capstone.css';

export function Known({ known }: { known: Figures }) {
  const { flight, rtt_ms, shortest_ms, acked_per_s, dup_acks, resent, timeouts } = known;
  const ms = (value: number | null) => (value === null ? '–' : formatMs(value));
  const again =
    timeouts > 0 ? t('{resent}, {timeouts} after a timeout', { resent, timeouts }) : String(resent);
  const figures = [
    ['outstanding', t('outstanding'), String(flight)],
    ['last round trip', t('last round trip'), ms(rtt_ms)],
    ['shortest', t('shortest'), ms(shortest_ms)],
    ['acknowledged', t('acknowledged'), `${acked_per_s.toFixed(0)}/s`],
    ['duplicate ACKs', t('duplicate ACKs'), String(dup_acks)],
    ['sent again', t('sent again'), again],
  ] as const;
  return (
    <dl className="capstone-known">
      {figures.map(([name, label, value]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd data-figure={name}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
