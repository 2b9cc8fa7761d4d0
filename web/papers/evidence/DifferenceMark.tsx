/**
 * A small picture of a difference: the reference and its interval in the middle, the tolerance as a band, and our mean as a dot in
 * its interval.
 */
import type { Comparison } from '../../scenario/content/evidence/data';
import { differenceMark } from './battery';
import './evidence.css';

const WIDTH = 120;
const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;
/** Space for half a dot at each edge. */
const MARGIN = 5;

const x = (share: number) => MARGIN + share * (WIDTH - 2 * MARGIN);

interface Props {
  comparison: Comparison;
  tolerance: number;
  /** True if the verdict depends on this difference. The tolerance is drawn only then. */
  judged: boolean;
}

export function DifferenceMark({ comparison, tolerance, judged }: Props) {
  const mark = differenceMark(comparison, tolerance);
  if (mark === null) return null;
  const [from, to] = mark.tolerance;
  const ours = x(mark.ours);
  return (
    <svg className="difference-mark" width={WIDTH} height={HEIGHT} aria-hidden="true">
      {judged && <rect className="tolerance" x={x(from)} width={x(to) - x(from)} height={HEIGHT} rx="2" />}
      <line className="theirs" x1={x(0.5)} x2={x(0.5)} y1="1" y2={HEIGHT - 1} />
      <Bar className="their-interval" ends={mark.theirInterval} />
      <Bar className="our-interval" ends={mark.ourInterval} />
      {mark.outside === null ? (
        <circle className="ours" cx={ours} cy={MIDDLE} r="3.6" />
      ) : (
        <path
          className="ours"
          d={`M${ours + (mark.outside === 'above' ? 5 : -5)},${MIDDLE} l${mark.outside === 'above' ? -8 : 8},-5 v10 z`}
        />
      )}
    </svg>
  );
}

function Bar({ className, ends: [from, to] }: { className: string; ends: [number, number] }) {
  return <line className={className} x1={x(from)} x2={x(to)} y1={MIDDLE} y2={MIDDLE} />;
}
