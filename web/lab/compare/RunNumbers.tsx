/** The metrics that count most, of all compared runs in one table: a row for each run, so that six fit next to the plots. */
import { t } from '../../base/words/words';
import type { Summary } from '../../engine/schema';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { METRICS } from '../findings/metrics';
import { Sign } from './Sign';
import './MetricsTable.css';

interface Props {
  runs: readonly { letter: string; label: string; summary: Summary | null }[];
  flow: number;
}

export function RunNumbers({ runs, flow }: Props) {
  return (
    <ScrollRegion label={t('Numbers of all runs')} className="run-numbers">
      <table>
        <thead>
          <tr>
            <td />
            {METRICS.map(({ name, label }) => (
              <th key={name} scope="col">
                {label()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map(({ letter, label, summary }) => {
            const results = summary?.flows[flow];
            return (
              <tr key={letter} data-run={letter}>
                <th scope="row" title={label}>
                  <Sign letter={letter} line={false} />
                  <span className="visually-hidden">{label}</span>
                </th>
                {METRICS.map((metric) => {
                  const value = results && metric.of(results);
                  return <td key={metric.name}>{typeof value === 'number' ? metric.format(value) : '–'}</td>;
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
