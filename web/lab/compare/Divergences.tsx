/** Lists where each run first diverges from the bench's run, with a link to that moment. */
import { useMemo } from 'react';
import { t } from '../../base/words/words';
import type { Catalogue } from '../../engine/schema';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import type { ComparedRun } from '../panels/over';
import { divergenceInWords, divergenceOfRuns } from './divergence';
import { identicalInWords } from './identical';
import './compare.css';

interface Props {
  own: { letter: string; run: Run };
  others: readonly ComparedRun[];
  catalogue: Catalogue | null;
}

export function Divergences({ own, others, catalogue }: Props) {
  return (
    <ul className="divergences">
      {others.map(({ style, run }) => (
        <li key={style.letter}>
          <FirstDivergence own={own} catalogue={catalogue} other={{ letter: style.letter, run }} />
        </li>
      ))}
    </ul>
  );
}

/** Share of a run that is shown on either side of a divergence. */
const MARGIN_SHARE = 0.03;

function FirstDivergence({
  own,
  other,
  catalogue,
}: Pick<Props, 'own' | 'catalogue'> & { other: Props['own'] }) {
  const view = useView();
  const over = own.run.summary !== null && other.run.summary !== null;
  const found = useMemo(
    () => (over ? divergenceOfRuns(own.run, other.run) : null),
    [over, own.run, other.run],
  );
  const { letter } = other;
  if (!over)
    return <p className="words">{t('A and {letter} are compared once both have finished.', { letter })}</p>;
  if (found === null)
    return (
      <p className="words">
        {t('A and {letter} are identical, packet for packet.', { letter })}{' '}
        {identicalInWords(own.run, other.run, catalogue)}.
      </p>
    );
  if ('unknown_from_s' in found) return <p className="words">{divergenceInWords(found, own, other)}</p>;
  const look = () => {
    const room = MARGIN_SHARE * Math.max(own.run.now_s, other.run.now_s);
    view.show({ from: found.time_s - room, to: found.time_s + room });
    view.hold(found.time_s);
  };
  return (
    <p className="words">
      {divergenceInWords(found, own, other)}{' '}
      <button
        type="button"
        onClick={look}
        aria-label={t('Show where A and {letter} first differ', { letter })}
      >
        {t('Show it')}
      </button>
    </p>
  );
}
