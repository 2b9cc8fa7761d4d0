/** The result of a 2^k design: the effect of each factor and interaction with its interval, and the share of the variation that it accounts for. */

import { formatPercent, formatWithin } from '../base/words/format';
import { plural, t } from '../base/words/words';
import type { Bench } from '../run/bench';
import { chartTitleOf, type Measure } from '../run/measures';
import type { Mean } from '../run/statistics';
import { ScrollRegion } from '../ui/ScrollRegion';
import type { Design } from './design';
import { type Factorial, factorialOf } from './factorial';
import { effectName, factorialInWords, factorLetter } from './factorialWords';
import { PointTable } from './PointTable';
import type { Point, SweepSnapshot } from './sweep';
import { fullName } from './vocabulary';
import { digits, levelWithUnit, meanInWords, nameOfPoint } from './words';

interface Props {
  base: Bench;
  shown: SweepSnapshot;
  points: readonly Point[];
  measure: Measure;
}

/** The cells of a completed design; null while a value is missing. */
export function cellsOf(design: Design, points: readonly Point[]): number[][] | null {
  const cells = points.toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0)).map(({ runs }) => runs);
  if (cells.length !== 2 ** design.factors.length) return null;
  const numbers = cells.map((runs) => runs.flatMap(({ value }) => (value === null ? [] : [value])));
  return numbers.every((one) => one.length === design.seeds.length) ? numbers : null;
}

export function FactorialResult({ base, shown, points, measure }: Props) {
  const { design } = shown;
  const cells = cellsOf(design, points);
  const result = cells && factorialOf(cells.map((cell) => cell.map((value) => value / measure.display.size)));
  return (
    <>
      <ul className="factor-key">
        {design.factors.map(({ field, low, high }, bit) => (
          <li key={field.path}>
            <b>{factorLetter(bit)}</b>{' '}
            <span translate="no">
              {fullName(field)}: {levelWithUnit(field, low)} → {levelWithUnit(field, high)}
            </span>
          </li>
        ))}
      </ul>
      {result === null ? (
        <p className="words">
          {points.some(({ runs }) => runs.some(({ value }) => value === null))
            ? t(
                'Some runs don’t have this metric, so there are no effects. Choose another metric or other levels.',
              )
            : t('The effects appear when every combination has run.')}
        </p>
      ) : (
        <Effects design={design} result={result} measure={measure} />
      )}
      <details className="behind">
        <summary>{t('All combinations and their runs')}</summary>
        <PointTable
          {...{ base, points, measure }}
          label={t('Combinations')}
          caption={plural(points.length, '{n} combination', '{n} combinations')}
          heads={<th scope="col">{t('combination')}</th>}
          cells={(point) => <th scope="row">{nameOfPoint(design, point)}</th>}
          runs={10}
        />
      </details>
    </>
  );
}

/** A share changes by percentage points. */
const unitOfChange = (unit: string) => (unit === '%' ? t('percentage points') : unit);

function Effects({ design, result, measure }: { design: Design; result: Factorial; measure: Measure }) {
  const { length: count } = design.factors;
  const [mean, ...rest] = result.effects;
  const effects = rest.toSorted((a, b) => (b.variation ?? 0) - (a.variation ?? 0));
  const most = Math.max(result.error ?? 0, ...effects.map(({ variation }) => variation ?? 0));
  const bar = (percent: number | null) => <Bar percent={percent} most={most} />;
  return (
    <>
      <p className="words">{factorialInWords(effects, result, count)}</p>
      <p className="words">
        {design.seeds.length === 1
          ? t('An effect is half of the change from low to high. One seed gives no 95 % interval.')
          : t('An effect is half of the change from low to high, with its 95 % interval.')}
      </p>
      <ScrollRegion label={t('Effects on {metric}', { metric: chartTitleOf(measure) })}>
        <table className="effects">
          <thead>
            <tr>
              <th scope="col">{t('factors')}</th>
              <th scope="col">
                {measure.display.unit === ''
                  ? t('effect')
                  : t('effect ({unit})', { unit: unitOfChange(measure.display.unit) })}
              </th>
              <th scope="col">{t('share of the variation')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {effects.map(({ factors, effect, variation }) => (
              <tr key={factors} data-factors={effectName(factors, count)}>
                <th scope="row">{effectName(factors, count)}</th>
                <td>
                  {signed(effect)}
                  {effect.ci95 !== null && Math.abs(effect.value) <= effect.ci95 && (
                    <small> {t('not significantly different from 0')}</small>
                  )}
                </td>
                <td>{percentOf(variation)}</td>
                <td>{bar(variation)}</td>
              </tr>
            ))}
            <tr data-factors="error">
              <th scope="row">{t('seeds (error)')}</th>
              <td />
              <td>{percentOf(result.error)}</td>
              <td>{bar(result.error)}</td>
            </tr>
            {mean && (
              <tr>
                <th scope="row">{t('mean of all runs')}</th>
                <td>{meanInWords(rawMean(mean.effect, measure), measure)}</td>
                <td />
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

/** A mean in the display unit, in the unit of the values again. */
function rawMean({ value, ci95, count }: Mean, { display: { size } }: Measure): Mean {
  return { value: value * size, ci95: ci95 === null ? null : ci95 * size, count };
}

/** "−12.4 ± 1.7"; without an interval if there is none. */
function signed({ value, ci95 }: Mean): string {
  const size = Math.abs(value);
  return `${value < 0 ? '−' : '+'}${ci95 ? formatWithin(size, ci95) : digits(size)}`;
}

const percentOf = (share: number | null) => (share === null ? '–' : formatPercent(share));

const BAR_PX = 180;

function Bar({ percent, most }: { percent: number | null; most: number }) {
  if (percent === null || most === 0) return null;
  return (
    <svg width={BAR_PX} height="12" aria-hidden="true">
      <rect className="bar" width={Math.max(1, (percent / most) * BAR_PX)} height="12" rx="2" />
    </svg>
  );
}
