/** Expected and actual rate by window for a lone flow on the Figure 9 path, and the gap between them. */
import { useState } from 'react';
import { formatFixed } from '../../../web/base/words/format';
import { t } from '../../../web/base/words/words';
import '../../../web/lessons/parts/parts.css';

/** RTT of the empty path, s; rate of the bottleneck, segments/s: 800 kbit/s in packets of 552 bytes. */
const BASE_S = 0.117;
const RATE = 800_000 / 8 / 552;
const [ALPHA, BETA] = [1, 3];

const [CWND, TOP] = [45, 400];
const [WIDTH, HEIGHT, LEFT, RIGHT, ABOVE, BELOW] = [340, 230, 40, 12, 10, 34];

const x = (cwnd: number) => LEFT + (cwnd / CWND) * (WIDTH - LEFT - RIGHT);
const y = (rate: number) => HEIGHT - BELOW - (rate / TOP) * (HEIGHT - ABOVE - BELOW);

/** The window at which Vegas stays on this path, segments. */
const SETTLED = 23;

export function Rates() {
  const [cwnd, setCwnd] = useState(SETTLED);
  const expected = cwnd / BASE_S;
  const actual = Math.min(expected, RATE);
  const diff = (expected - actual) * BASE_S;
  // As CAM does before it compares.
  const rounded = Math.round(diff);
  const verdict =
    rounded < ALPHA
      ? t('less than α: grow')
      : rounded > BETA
        ? t('more than β: shrink')
        : t('between α and β: stay');
  const full = RATE * BASE_S;
  const told = t(
    'A window of {cwnd} segments: expected {expected}, actual {actual} segments per second, diff {diff}, {verdict}',
    {
      cwnd,
      expected: formatFixed(expected, 0),
      actual: formatFixed(actual, 0),
      diff: formatFixed(diff, 1),
      verdict,
    },
  );
  return (
    <figure className="rates">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        role="img"
        aria-label={told}
        fontSize="12"
        fill="currentColor"
      >
        <rect
          x={x(full + ALPHA)}
          y={ABOVE}
          width={x(full + BETA) - x(full + ALPHA)}
          height={HEIGHT - ABOVE - BELOW}
          fill="var(--state-avoidance)"
        />
        <path
          d={`M${x(0)},${ABOVE}V${y(0)}H${x(CWND)}`}
          fill="none"
          stroke="currentColor"
          strokeOpacity="0.6"
        />
        <path
          d={`M${x(0)},${y(0)}L${x(CWND)},${y(CWND / BASE_S)}`}
          stroke="var(--flow-1)"
          strokeWidth="2"
          strokeDasharray="6 4"
        />
        <path
          d={`M${x(0)},${y(0)}L${x(full)},${y(RATE)}L${x(CWND)},${y(RATE)}`}
          fill="none"
          stroke="var(--flow-2)"
          strokeWidth="2"
        />
        <text x={x(38)} y={y(38 / BASE_S) - 8} textAnchor="end" fill="var(--flow-1)">
          {t('expected')}
        </text>
        <text x={x(CWND) - 2} y={y(RATE) + 16} textAnchor="end" fill="var(--flow-2)">
          {t('actual')}
        </text>
        <path d={`M${x(cwnd)},${y(0)}V${y(actual)}`} stroke="currentColor" strokeOpacity="0.5" />
        <path d={`M${x(cwnd)},${y(actual)}V${y(expected)}`} stroke="var(--mark-drop)" strokeWidth="4" />
        {[0, 15, 30, CWND].map((tick) => (
          <text key={tick} x={x(tick)} y={y(0) + 14} textAnchor="middle">
            {tick}
          </text>
        ))}
        <text x={LEFT + 6} y={ABOVE + 4}>
          {t('segments per second')}
        </text>
        <text x={(x(0) + x(CWND)) / 2} y={HEIGHT - 4} textAnchor="middle">
          {t('cwnd, segments')}
        </text>
        <text x="4" y={ABOVE + 4}>
          {TOP}
        </text>
        <text x="4" y={y(RATE) + 4}>
          {RATE.toFixed(0)}
        </text>
        <text x="4" y={y(0)}>
          0
        </text>
      </svg>
      <div className="number-answer">
        <input
          type="range"
          min={1}
          max={CWND}
          value={cwnd}
          aria-label={t('Window')}
          aria-valuetext={told}
          onChange={(event) => setCwnd(Number(event.target.value))}
        />
        <output>{t('{cwnd} segments', { cwnd })}</output>
      </div>
      <figcaption aria-hidden="true">
        {t(
          'Segments per second by window, once the queue has stopped growing. The red bar times base_rtt is diff: {diff} segments. Rounded, that’s {rounded}, {verdict}.',
          { diff: formatFixed(diff, 1), rounded, verdict },
        )}
      </figcaption>
    </figure>
  );
}
