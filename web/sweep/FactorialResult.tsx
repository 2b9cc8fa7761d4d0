/** What a 2^k design shows: the effect of each factor and interaction with its interval, and the share of the variation that it accounts for. */
import { ScrollRegion } from '../design/ScrollRegion';
import { counted } from '../plot/format';
import type { Bench } from '../run/bench';
import type { Design } from './design';
import { factorLetter } from './FactorFields';
import { type Effect, type Factorial, factorialOf } from './factorial';
import { type Measure, titleOf } from './measures';
import { PointTable } from './PointTable';
import type { Point, Shown } from './sweep';
import { meanInWords, nameOfPoint } from './words';

interface Props {
  base: Bench;
  shown: Shown;
  points: readonly Point[];
  measure: Measure;
}

/** "A", "AC"; of no factors the mean. */
export function effectName(factors: number, count: number): string {
  const letters = Array.from({ length: count }, (_, bit) => ((factors >> bit) & 1 ? factorLetter(bit) : ''));
  return letters.join('') || 'mean';
}

/** The cells of a design that has come back whole; null while a number is missing. */
export function cellsOf(design: Design, points: readonly Point[]): number[][] | null {
  const cells = points.toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0)).map(({ runs }) => runs);
  if (cells.length !== 2 ** design.factors.length) return null;
  const numbers = cells.map((runs) => runs.flatMap(({ value }) => (value === null ? [] : [value])));
  return numbers.every((one) => one.length === design.seeds.length) ? numbers : null;
}

export function FactorialResult({ base, shown, points, measure }: Props) {
  const { design } = shown;
  const cells = cellsOf(design, points);
  const result = cells && factorialOf(cells);
  return (
    <>
      <ul className="factor-key">
        {design.factors.map(({ field, low, high }, bit) => (
          <li key={field.path}>
            <b>{factorLetter(bit)}</b> {field.place}: {String(low)} → {String(high)}
          </li>
        ))}
      </ul>
      {result === null ? (
        <p className="words">
          Effects are computed when every combination has come back with this figure
          {points.some(({ runs }) => runs.some(({ value }) => value === null))
            ? '; some runs have none, so choose another figure or other levels'
            : ''}
          .
        </p>
      ) : (
        <Effects design={design} result={result} measure={measure} />
      )}
      <details className="behind">
        <summary>All combinations and their runs</summary>
        <PointTable
          {...{ base, points, measure }}
          label="Combinations"
          caption={counted(points.length, 'combination')}
          heads={<th scope="col">combination</th>}
          cells={(point) => <th scope="row">{nameOfPoint(design, point)}</th>}
          runs={10}
        />
      </details>
    </>
  );
}

function Effects({ design, result, measure }: { design: Design; result: Factorial; measure: Measure }) {
  const { length: count } = design.factors;
  const [mean, ...rest] = result.effects;
  const effects = rest.toSorted((a, b) => (b.variation ?? 0) - (a.variation ?? 0));
  const most = Math.max(result.error ?? 0, ...effects.map(({ variation }) => variation ?? 0));
  const bar = (percent: number | null) => <Bar percent={percent} most={most} />;
  return (
    <>
      <p className="words">{inWords(effects, result, count)}</p>
      <p className="words">
        An effect is half of what the change from low to high does; with 95 % intervals
        {design.seeds.length === 1 && ', which one seed does not give'}.
      </p>
      <ScrollRegion label={`Effects on ${titleOf(measure)}`}>
        <table className="effects">
          <thead>
            <tr>
              <th scope="col">factors</th>
              <th scope="col">effect</th>
              <th scope="col">of the variation</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {effects.map(({ factors, effect, variation }) => (
              <tr key={factors} data-factors={effectName(factors, count)}>
                <th scope="row">{effectName(factors, count)}</th>
                <td>
                  {signed(effect.value)}
                  {effect.ci95 !== null && ` ± ${plain(effect.ci95)}`}
                  {effect.ci95 !== null && Math.abs(effect.value) <= effect.ci95 && (
                    <small> not told from 0</small>
                  )}
                </td>
                <td>{percentOf(variation)}</td>
                <td>{bar(variation)}</td>
              </tr>
            ))}
            <tr data-factors="error">
              <th scope="row">seeds (error)</th>
              <td />
              <td>{percentOf(result.error)}</td>
              <td>{bar(result.error)}</td>
            </tr>
            {mean && (
              <tr>
                <th scope="row">mean of all</th>
                <td>{meanInWords(mean.effect, measure)}</td>
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

const plain = (value: number) => String(Number(value.toPrecision(4)));
const signed = (value: number) => `${value < 0 ? '−' : '+'}${plain(Math.abs(value))}`;
const percentOf = (share: number | null) => (share === null ? '–' : `${share.toFixed(1)} %`);

const BAR_PX = 180;

function Bar({ percent, most }: { percent: number | null; most: number }) {
  if (percent === null || most === 0) return null;
  return (
    <svg width={BAR_PX} height="12" aria-hidden="true">
      <rect className="bar" width={Math.max(1, (percent / most) * BAR_PX)} height="12" rx="2" />
    </svg>
  );
}

function inWords(effects: readonly Effect[], { error }: Factorial, count: number): string {
  const [first, second] = effects;
  if (!first || first.variation === null || error === null)
    return 'Nothing varies: no factor changes this figure, and neither does the seed.';
  const name = ({ factors }: Effect) =>
    `${effectName(factors, count).length > 1 ? 'the interaction ' : ''}${effectName(factors, count)}`;
  const next = second ? `, then ${name(second)} for ${percentOf(second.variation)}` : '';
  return `Of what the figure varies, ${name(first)} accounts for ${percentOf(first.variation)}${next}; the seeds for ${percentOf(error)}.`;
}
