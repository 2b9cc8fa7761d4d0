/** The points of a run, what they are made of, and what cost most. */
import { formatFixed } from '../../words/format';
import { rich } from '../../words/rich';
import { plural } from '../../words/words';
import type { CapstonePath } from './paths';
import type { Entrant } from './ranking';
import { lostTo, scoreOf } from './score';
import './Capstone.css';

export function Verdict({ path, own, takeovers }: { path: CapstonePath; own: Entrant; takeovers: number }) {
  if (own.run.summary === null) return null;
  const score = scoreOf(path, own.run.summary);
  const part = (value: number) => formatFixed(Math.min(1, value), 2);
  return (
    <p className="capstone-verdict" role="status" data-points={score.points.toFixed(1)}>
      {rich('<b>{points} points</b> = 100 × {share} × {delay} × {fresh}.', {
        b: (words) => <b>{words}</b>,
        points: formatFixed(score.points, 1),
        share: part(score.share),
        delay: part(score.delay),
        fresh: part(score.fresh),
      })}{' '}
      {lostTo(score)}
      {takeovers > 0 && ` ${plural(takeovers, 'You took over {n} time.', 'You took over {n} times.')}`}
    </p>
  );
}
