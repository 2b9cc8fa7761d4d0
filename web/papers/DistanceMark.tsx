/** How far our number is from the printed one: the band is the largest difference that agrees, the mark ours. */
import type { Entry, Finding } from '../scenario/content/papers';
import { halfDistance, signedDistance } from './rows';
import './rows.css';

const WIDTH = 96;
const HEIGHT = 14;

/** The largest distance that is drawn at its place; farther marks become arrows at the edge. */
const FARTHEST = 3;

interface Props {
  entry: Entry;
  finding: Finding | undefined;
}

export function DistanceMark({ entry, finding }: Props) {
  const distance = signedDistance(entry, finding);
  if (distance === null) return null;
  const x = (value: number) =>
    (WIDTH / 2) * (1 + Math.max(-FARTHEST, Math.min(FARTHEST, value)) / (FARTHEST + 0.4));
  const half = halfDistance(finding);
  const middle = HEIGHT / 2;
  const isFar = Math.abs(distance) > FARTHEST;
  const at = x(distance);
  const tip = Math.sign(distance) * 5;
  return (
    <svg
      className="distance-mark"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      data-verdict={finding?.verdict}
      aria-hidden="true"
    >
      <rect className="allowed" x={x(-1)} width={x(1) - x(-1)} height={HEIGHT} />
      <path className="printed" d={`M${WIDTH / 2},0V${HEIGHT}`} />
      {half > 0 && !isFar && (
        <path className="interval" d={`M${x(distance - half)},${middle}H${x(distance + half)}`} />
      )}
      {isFar ? (
        <path className="mark" d={`M${at},${middle - 4}L${at + tip},${middle}L${at},${middle + 4}Z`} />
      ) : (
        <circle className="mark" cx={at} cy={middle} r="3.5" />
      )}
    </svg>
  );
}
