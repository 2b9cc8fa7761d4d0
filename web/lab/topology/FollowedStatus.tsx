/** Says where the followed packet is at a moment. Shows nothing while none is followed. */
import { useObservable } from '../../base/observable';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import { useView } from '../../run/hooks';
import { FOLLOWED } from '../../run/selection';
import type { Run } from '../../run/trace';
import { flowToken } from '../../ui/theme';
import { whereIs } from './follow';
import type { Passages } from './passages';
import './path.css';

interface Props {
  run: Run;
  /** Null while packets on links are unknown. */
  passages: readonly Passages[] | null;
  moment: number;
}

export function FollowedStatus({ run, passages, moment }: Props) {
  const view = useView();
  const followed = useObservable(view.of(FOLLOWED));
  const { flows, datagrams } = run.scenario;
  if (followed === null || followed.flow >= flows.length + datagrams.length) return null;
  const number = formatCount(followed.seq);
  return (
    <div className="path-followed" role="status">
      <i style={{ background: `var(--${flowToken(followed.flow)})` }} />
      <span>
        <b>
          {followed.flow < flows.length
            ? t('Segment {number}', { number })
            : t('Datagram {number}', { number })}
        </b>{' '}
        {whereIs(run.trace, passages, followed, moment)}
      </span>
      <button type="button" aria-label={t('Stop following')} onClick={() => view.of(FOLLOWED).set(null)}>
        ×
      </button>
    </div>
  );
}
