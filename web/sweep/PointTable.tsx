/** The table of the points of a sweep: what each is, its mean, and the way to its runs. */
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
  /** Heads of the columns that say which point it is, and their cells for one. */
  heads: ReactNode;
  cells(point: Point): ReactNode;
  /** Runs of a point that are offered at most. */
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
