/** What a run came to, in one line per flow: the figures that one looks for first. */
import { flowToken } from '../design/theme';
import type { Summary } from '../engine/schema';
import { formatBytes, formatCount, formatMs, formatTime } from '../plot/format';

/** More flows have their figures in the table below. */
const FLOWS = 4;

export function Headline({ summary, flows }: { summary: Summary | null; flows: number[] }) {
  return (
    <div className="headline">
      {flows.slice(0, FLOWS).map((flow) => {
        const figures = summary?.flows[flow];
        const done = figures?.completed_at_s;
        const cells: [label: string, value: string | undefined][] = [
          ['goodput', figures && `${formatBytes(figures.goodput_bytes_per_s)}/s`],
          ['completed at', typeof done === 'number' ? formatTime(done) : undefined],
          ['retransmitted', figures && `${formatCount(figures.retransmitted_segments)} seg`],
          ['coarse timeouts', figures && formatCount(figures.coarse_timeouts)],
          ['mean RTT', typeof figures?.mean_rtt_ms === 'number' ? formatMs(figures.mean_rtt_ms) : undefined],
          ['mean cwnd', figures && `${figures.mean_cwnd_segments.toFixed(1)} seg`],
        ];
        return (
          <div key={flow} className="of-flow" style={{ borderColor: `var(--${flowToken(flow)})` }}>
            {flows.length > 1 && <b>{figures?.name ?? ''}</b>}
            <dl>
              {cells.map(([label, value]) => (
                <div key={label}>
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
