/** A table of a sweep's points: their fields, their means, and links to their runs. */
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import type { Measure } from '../run/measures';
import { linkOf } from '../run/share/opening';
import { useRoot } from '../ui/root';
import { ScrollRegion } from '../ui/ScrollRegion';
import type { PlannedRun } from './design';
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
            <th scope="col">{t('open with')}</th>
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

interface LinkProps {
  /** The bench with the sweep's scenario. */
  base: Bench;
  run: PlannedRun;
  children: ReactNode;
}

/** A link that opens a run of a sweep on the bench. */
export function RunLink({ base, run, children }: LinkProps) {
  const root = useRoot();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let cancelled = false;
    void addressOf(base, run).then((made) => cancelled || setAddress(made));
    return () => {
      cancelled = true;
    };
  }, [base, run]);
  return address === null ? <span>{children}</span> : <a href={root + address}>{children}</a>;
}

/** Null until the engine has read the scenario. */
async function addressOf(base: Bench, run: PlannedRun): Promise<string | null> {
  const { origin } = base;
  const { catalogue } = base.runner.state.value;
  if (origin === null || catalogue === null) return null;
  const scenario = run.scenario();
  const { name } = base.state.value;
  return await linkOf({ name, text: JSON.stringify(scenario), scenario, origin }, catalogue);
}
