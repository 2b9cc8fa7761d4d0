/** The differences of pairs, beside the chart of the runs: a dot per pair, their mean with its 95 % interval, and a line at zero. */
import { useMemo } from 'react';
import { t } from '../../base/words/words';
import { ChartAxes } from '../../papers/charts/ChartMarks';
import { layOutChart } from '../../papers/charts/chart';
import { useWidth } from '../../plot/onScreen';
import type { Column } from './pairs';
import { MeanMark, SAMPLES_HEIGHT } from './SamplesChart';
import { drawnDifferences, ZERO } from './select';
import './Samples.css';

interface Props {
  labels: readonly string[];
  columns: readonly Column[];
  /** The unit of the values; empty if they have none. */
  unit: string;
}

export function DifferencesChart({ labels, columns, unit }: Props) {
  const [frame, width] = useWidth();
  const { pairs, means } = useMemo(() => drawnDifferences(columns), [columns]);
  const chart = useMemo(() => {
    if (width === 0 || means.length === 0) return null;
    const names = means.map(({ arm, other }) =>
      t('{one} − {other}', { one: labels[arm] ?? '', other: labels[other] ?? '' }),
    );
    return layOutChart(
      { x: { label: '', names }, y: { label: '' } },
      [{ points: [ZERO, ...pairs, ...means] }],
      width,
      SAMPLES_HEIGHT,
    );
  }, [labels, pairs, means, width]);
  return (
    <div className="plot chart samples-differences" ref={frame} style={{ height: SAMPLES_HEIGHT }}>
      {chart && (
        <svg className="plot-axes" width={width} height={SAMPLES_HEIGHT} aria-hidden="true">
          <g transform={`translate(${chart.margin.left},${chart.margin.top})`}>
            <ChartAxes
              chart={chart}
              xLabel=""
              yLabel={unit === '' ? t('difference') : t('difference ({unit})', { unit })}
            />
            <line className="sample-zero" x2={chart.width} y1={chart.y(0)} y2={chart.y(0)} />
            {pairs.map((pair, place) => (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: pairs are only added at the end
                key={place}
                className="sample-dot difference"
                cx={chart.x(pair)}
                cy={chart.y(pair.ours ?? 0)}
                r={3}
              />
            ))}
            {means.map((mean) => (
              <MeanMark key={mean.arm} chart={chart} mean={{ arm: mean.arm, plotted: mean }} />
            ))}
          </g>
        </svg>
      )}
    </div>
  );
}
