/** A table of a sweep's points: their fields, their means, and links to their runs. */
import type { ReactNode } from 'react';
import type { Bench } from '../run/bench';
import { ScrollRegion } from '../ui/ScrollRegion';
import { t } from '../words/words';
import type { Measure } from './measures';
import { RunLink } from './RunLink';
import type { Point } from './sweep';
import { meanInWords } from './words';
import './SweepResults.css';

interface Props {
  base: Bench;
  points: readonly Point[];
  measure: Measure;
  /** Accessible name of the table. */
  label: string;
  caption: string;
  /** Headers of the columns that identify a point, and their cells for one point. */
  heads: ReactNode;
  cells(point: Point): ReactNode;
  /** Most runs linked per point. */
  runs: number;
}

export function PointTable({ base, points, measure, label, caption, heads, cells, runs }: Props) {
  return (
    <ScrollRegion label={label}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads}
            <th scope="col">{t('mean, 95 % interval')}</th>
            <th scope="col">{t('runs')}</th>
            <th scope="col">{t('opened at')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={`${point.series}:${point.at}`}>
              {cells(point)}
              <td>{meanInWords(point.mean, measure)}</td>
              <td>{point.mean?.count ?? 0}</td>
              <td className="run-links">
                {point.runs.slice(0, runs).map(({ run }) => (
                  <RunLink key={run.seed} base={base} run={run}>
                    {t('seed {seed}', { seed: run.seed })}
                  </RunLink>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
