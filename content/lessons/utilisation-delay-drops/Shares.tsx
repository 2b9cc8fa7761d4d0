/** The fairness index for several splits of a link between two flows. */

import { formatFixed } from '../../../web/base/words/format';
import { t } from '../../../web/base/words/words';
import { fairnessOf } from '../../../web/run/statistics';

const SHARES = [
  [1, 1],
  [3, 2],
  [2, 1],
  [1, 0],
] as const;

const [WIDTH, ROW, LEFT, RIGHT] = [320, 30, 52, 52];

export function Shares() {
  const rows = SHARES.map(([one, two]) => ({
    name: `${one} : ${two}`,
    share: one / (one + two),
    index: formatFixed(fairnessOf([one, two]), 2),
  }));
  const told = rows
    .map(({ name, index }) => t('shares of {name}, index {index}', { name, index }))
    .join('; ');
  const room = WIDTH - LEFT - RIGHT;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${ROW * rows.length}`}
      width={WIDTH}
      role="img"
      aria-label={told}
      fill="currentColor"
      fontSize="13"
    >
      {rows.map(({ name, share, index }, row) => (
        <g key={name} transform={`translate(0,${row * ROW})`}>
          <text x={LEFT - 10} y="19" textAnchor="end">
            {name}
          </text>
          <rect x={LEFT} y="6" width={room * share} height="18" fill="var(--flow-1)" />
          <rect x={LEFT + room * share} y="6" width={room * (1 - share)} height="18" fill="var(--flow-2)" />
          <text x={WIDTH - RIGHT + 10} y="19">
            {index}
          </text>
        </g>
      ))}
    </svg>
  );
}
