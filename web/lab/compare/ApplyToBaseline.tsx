/** Offers to change the baseline too, so that the compared runs keep differing in one thing only. */
import { useMemo } from 'react';
import { usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { applyTo, withFieldOf } from './actions';
import { useBaseline, usePinnedRuns } from './useComparison';

interface Props {
  bench: Bench;
  path: string;
  /** Name of the field. */
  field: string;
}

export function ApplyButton({ bench, path, field }: Props) {
  const letter = useBaseline(bench);
  const one = usePinnedRuns(bench).find(({ pinned }) => pinned.letter === letter);
  const mine = usePart(bench.state, 'scenario');
  const theirs = one?.scenario ?? null;
  const applies = useMemo(
    () => theirs !== null && mine !== null && withFieldOf(theirs, mine, path) !== null,
    [theirs, mine, path],
  );
  if (one === undefined || !applies) return null;
  return (
    <button
      type="button"
      className="apply-to-baseline"
      aria-label={t('{field}: apply to the baseline {letter} too', { field, letter: one.pinned.letter })}
      title={t('Apply to the baseline too')}
      onClick={(event) => applyTo(bench, one, path, event.timeStamp)}
    >
      {t('{letter} too', { letter: one.pinned.letter })}
    </button>
  );
}
