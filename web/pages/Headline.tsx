/** A run's main results, one line per flow. */
import type { Summary } from '../engine/schema';
import { formatByteRate } from '../run/figures';
import { flowToken } from '../ui/theme';
import { formatCount, formatFixed, formatMs, formatTime } from '../words/format';
import { t } from '../words/words';
import './Headline.css';

/** Maximum number of flows shown here. The table below the panels has more. */
const MAX_FLOWS = 4;

interface Props {
  summary: Summary | null;
  flows: number[];
  /** The names of all flows. */
  names: readonly string[];
}

export function Headline({ summary, flows, names }: Props) {
  return (
    <div className="headline" data-flows={flows.length > 1 ? 'several' : 'one'}>
      {flows.slice(0, MAX_FLOWS).map((flow) => {
        const figures = summary?.flows[flow];
        // `everywhere`: show this metric even on narrow screens with several flows.
        const done = figures?.completed_at_s;
        const cells: [label: string, value: string | undefined, everywhere?: boolean][] = [
          [t('goodput'), figures && formatByteRate(figures.goodput_bytes_per_s), true],
          [t('completed at'), typeof done === 'number' ? formatTime(done) : undefined],
          [
            t('retransmitted'),
            figures && t('{count} seg', { count: formatCount(figures.retransmitted_segments) }),
            true,
          ],
          [t('coarse timeouts'), figures && formatCount(figures.coarse_timeouts)],
          [
            t('mean RTT'),
            typeof figures?.mean_rtt_ms === 'number' ? formatMs(figures.mean_rtt_ms) : undefined,
            true,
          ],
          [
            t('mean cwnd'),
            figures && t('{count} seg', { count: formatFixed(figures.mean_cwnd_segments, 1) }),
          ],
        ];
        return (
          <div key={flow} className="of-flow" style={{ borderColor: `var(--${flowToken(flow)})` }}>
            {flows.length > 1 && <b>{names[flow]}</b>}
            <dl>
              {cells.map(([label, value, everywhere]) => (
                <div key={label} data-everywhere={everywhere}>
                  <dt>{label}</dt>
                  <dd>{value ?? '–'}</dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
    </div>
  );
}
