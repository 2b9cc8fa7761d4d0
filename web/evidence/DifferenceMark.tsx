/** A small picture of a difference: theirs in the middle with its interval, the tolerance as a band, ours as a dot with its own. */
import type { Comparison } from '../content/evidence/data';
import { differenceMark } from './battery';
import './evidence.css';

const WIDTH = 120;
const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;
/** Half a dot, so that it's whole at the edges. */
const MARGIN = 5;

const x = (share: number) => MARGIN + share * (WIDTH - 2 * MARGIN);

interface Props {
  comparison: Comparison;
  tolerance: number;
  /** True if the verdict depends on it; the tolerance is drawn only then. */
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
      <Bar className="their-interval" ends={mark.theirs} />
      <Bar className="our-interval" ends={mark.interval} />
      {mark.beyond === null ? (
        <circle className="ours" cx={ours} cy={MIDDLE} r="3.6" />
      ) : (
        <path
          className="ours"
          d={`M${ours + (mark.beyond === 'above' ? 5 : -5)},${MIDDLE} l${mark.beyond === 'above' ? -8 : 8},-5 v10 z`}
        />
      )}
    </svg>
  );
}

function Bar({ className, ends: [from, to] }: { className: string; ends: [number, number] }) {
  return <line className={className} x1={x(from)} x2={x(to)} y1={MIDDLE} y2={MIDDLE} />;
}
