/** Bars beside a stage's text: what its last finished run amounts to, on scales that stay while controls change. */
import { formatGrouped } from '../../base/words/format';
import type { Run } from '../../run/trace';
import { useRunInPicture } from './Stage';
import './Gauges.css';

export interface Gauge {
  label: string;
  unit: string;
  decimals: number;
  /** The value of a full bar. */
  most: number;
  /** True for the bars that the text speaks of. */
  strong?: boolean;
  of(run: Run): number;
}

export function Gauges({ gauges }: { gauges: readonly Gauge[] }) {
  const run = useRunInPicture();
  return (
    <dl className="gauges">
      {gauges.map(({ label, unit, decimals, most, strong = false, of }) => {
        const value = run === null ? null : of(run);
        return (
          <div key={label} data-strong={strong}>
            <dt>{label}</dt>
            <dd>
              <meter min={0} max={most} value={value ?? 0} aria-hidden="true" />
              <output>{value === null ? '…' : `${formatGrouped(value, decimals)} ${unit}`}</output>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
