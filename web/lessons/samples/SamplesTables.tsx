/** Tables of a sample: means and differences with their intervals, and a collapsed table of every run. */
import { useState } from 'react';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { type Measure, titleOf } from '../../run/measures';
import type { Mean } from '../../run/statistics';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { type Column, containsZero, differencesOf, meansOf } from './pairs';
import { intervalInWords, signed } from './words';
import './Samples.css';

interface Props {
  experiment: string;
  labels: readonly string[];
  /** The first seed. */
  seed: number;
  columns: readonly Column[];
  measure: Measure;
}

export function DifferenceTable({ experiment, labels, columns, measure }: Omit<Props, 'seed'>) {
  const { format } = measure;
  const title = titleOf(measure);
  return (
    <ScrollRegion label={t('{experiment}: {title}, means and differences', { experiment, title })}>
      <table className="samples-table">
        <caption className="visually-hidden">{t('{title}: means and differences', { title })}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('mean')}</th>
            <th scope="col">{t('95 % interval')}</th>
            <th scope="col">{t('includes zero')}</th>
          </tr>
        </thead>
        <tbody>
          {meansOf(columns).map((mean, arm) => (
            <tr key={labels[arm]}>
              <th scope="row">{labels[arm]}</th>
              <td>{formatted(mean?.value ?? null, measure)}</td>
              <td>{mean?.ci95 == null ? '–' : `± ${format(mean.ci95)}`}</td>
              <td />
            </tr>
          ))}
          {differencesOf(columns).map((difference) => {
            const { arm, other, mean, unpaired_ci95 } = difference;
            const names = { one: labels[arm] ?? '', other: labels[other] ?? '' };
            return [
              <tr key={`${arm} paired`} className="of-pairs">
                <th scope="row">{t('{one} − {other}, pair by pair', names)}</th>
                <td>{signed(mean.value, format)}</td>
                <td>{intervalInWords(mean, mean.ci95, format)}</td>
                <td>{whereZero(mean, mean.ci95)}</td>
              </tr>,
              <tr key={`${arm} apart`}>
                <th scope="row">{t('{one} − {other}, ignoring the pairs', names)}</th>
                <td>{signed(mean.value, format)}</td>
                <td>{intervalInWords(mean, unpaired_ci95, format)}</td>
                <td>{whereZero(mean, unpaired_ci95)}</td>
              </tr>,
            ];
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export function RunsTable({ experiment, labels, seed, columns, measure }: Props) {
  const [open, setOpen] = useState(false);
  const seeds = Math.max(0, ...columns.map(({ length }) => length));
  return (
    <details className="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {rich('Every run<what> of {metric}</what>', {
          what: (words) => <span className="visually-hidden">{words}</span>,
          metric: titleOf(measure),
        })}
      </summary>
      {open && (
        <ScrollRegion label={t('{experiment}: {title}, every run', { experiment, title: titleOf(measure) })}>
          <table>
            <caption>{t('{title}, by seed.', { title: titleOf(measure) })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('seed')}</th>
                {labels.map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: seeds }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row's index identifies its seed
                <tr key={place}>
                  <th scope="row">{seed + place}</th>
                  {columns.map((column, arm) => (
                    <td key={labels[arm]}>{formatted(column[place] ?? null, measure)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </details>
  );
}

function whereZero(mean: Mean, ci95: number | null): string {
  const inside = containsZero(mean, ci95);
  return inside === null ? '–' : inside ? t('yes') : t('no');
}

function formatted(value: number | null, { format }: Measure): string {
  return value === null ? '–' : format(value);
}
