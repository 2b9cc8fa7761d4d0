/** The points of a run, what they are made of, and what cost most. */
import { counted } from '../../plot/format';
import type { CapstonePath } from './paths';
import { lostTo, scoreOf } from './score';
import type { Entrant } from './standings';

export function Verdict({ path, own, takeovers }: { path: CapstonePath; own: Entrant; takeovers: number }) {
  if (own.run.summary === null) return null;
  const score = scoreOf(path, own.run.summary);
  const part = (value: number) => Math.min(1, value).toFixed(2);
  return (
    <p className="capstone-verdict" role="status" data-points={score.points.toFixed(1)}>
      <b>{score.points.toFixed(1)} points</b> = 100 × {part(score.share)} × {part(score.delay)} ×{' '}
      {part(score.fresh)}. {lostTo(score)}
      {takeovers > 0 && ` You took over ${counted(takeovers, 'time')}.`}
    </p>
  );
}
