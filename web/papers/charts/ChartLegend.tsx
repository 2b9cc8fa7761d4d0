/** A chart's legend: color and shape identify a series; open and filled marks separate published numbers from ours. */
import type { ReactNode } from 'react';
import { formatExact } from '../../base/words/format';
import { t } from '../../base/words/words';
import { English } from '../../ui/InEnglish';
import { intervalOf } from '../words';
import { limitPath } from './ChartMarks';
import { type SeriesStyle, seriesStyle } from './marks';
import type { DrawnPoint, DrawnSeries } from './select';

const FIRST_STYLE = seriesStyle(0);

interface Props {
  series: readonly DrawnSeries[];
  /** True if lines connect the points. */
  joined: boolean;
}

export function ChartLegend({ series, joined }: Props) {
  const points = series.flatMap((one) => one.points);
  const any = (test: (point: DrawnPoint) => boolean) => points.some(test);
  const percents = [
    ...new Set(
      points.flatMap(({ whisker, finding }) =>
        whisker === null ? [] : [formatExact(intervalOf(finding)?.percent ?? Number.NaN)],
      ),
    ),
  ];
  return (
    <ul className="legend chart-legend">
      {series.length > 1 &&
        series.map(({ name }, index) => (
          <SeriesKey key={name} name={name} style={seriesStyle(index)} joined={joined} />
        ))}
      {any(({ published }) => published !== null) && (
        <Key label={t('published')}>
          <path className="published" d={FIRST_STYLE.open} />
        </Key>
      )}
      {any(({ interval }) => interval !== null) && (
        <Key label={t('published interval')}>
          <path className="whisker of-paper" d="M0,-7V7M-5,-7H5M-5,7H5" />
        </Key>
      )}
      {any(({ model }) => model !== null) && (
        <Key label={t('the paper’s model')}>
          <path className="model" d="M-8,0H8" />
        </Key>
      )}
      {any(({ limits }) => limits.length > 0) && (
        <Key label={t('expected side')}>
          <path className="limit" d={limitPath(true)} transform="translate(0,4)" />
        </Key>
      )}
      {any(({ ours }) => ours !== null) && (
        <Key
          label={
            percents.length > 0
              ? t('ours, with {percents} % interval', { percents: percents.join(` ${t('or')} `) })
              : t('ours')
          }
        >
          <path className="whisker" d="M0,-7V7M-3,-7H3M-3,7H3" />
          <path d={FIRST_STYLE.filled} fill="currentColor" stroke="none" />
        </Key>
      )}
      {any(({ finding }) => finding?.verdict === 'deviates') && (
        <li>
          <b aria-hidden="true">≠</b> {t('deviates')}
        </li>
      )}
      {any(({ finding }) => finding?.verdict === 'fails') && (
        <li>
          <b aria-hidden="true">✗</b> {t('fails')}
        </li>
      )}
    </ul>
  );
}

function SeriesKey({ name, style, joined }: { name: string; style: SeriesStyle; joined: boolean }) {
  return (
    <li>
      <svg width="22" height="14" viewBox="-11 -7 22 14" stroke={style.color} aria-hidden="true">
        {joined && <path d="M-11,0H11" strokeWidth="1.5" />}
        <path d={style.filled} fill={style.color} stroke="none" />
      </svg>
      <English>{name}</English>
    </li>
  );
}

function Key({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li>
      <svg
        width="20"
        height="16"
        viewBox="-10 -8 20 16"
        stroke="currentColor"
        className="chart-key"
        aria-hidden="true"
      >
        {children}
      </svg>
      {label}
    </li>
  );
}
