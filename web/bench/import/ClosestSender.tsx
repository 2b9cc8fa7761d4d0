/** Simulates every sender on the estimated path, and ranks them by how close they come to the capture. */
import { useEffect, useState } from 'react';
import { useObservable } from '../../base/observable';
import { formatPercent } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Tap } from '../../engine/schema';
import { Batch } from '../../run/batch';
import type { Run } from '../../run/trace';
import { distanceOf } from './closest';
import './import.css';

export interface Candidate {
  preset: string;
  title: string;
  /** The scenario with this sender. */
  text: string;
}

interface Props {
  captured: Run;
  tap: Tap;
  candidates(): Candidate[];
  choose(preset: string): void;
}

interface Search {
  batch: Batch;
  candidates: Candidate[];
}

/** Senders shown in the ranking. */
const BEST = 3;

export function ClosestSender({ captured, tap, candidates, choose }: Props) {
  const [search, setSearch] = useState<Search | null>(null);
  useEffect(() => () => search?.batch.dispose(), [search]);
  const start = () => {
    const all = candidates();
    const batch = new Batch(all.map(({ text }) => text));
    void batch.start();
    setSearch({ batch, candidates: all });
  };
  return (
    <>
      <button type="button" onClick={start}>
        {t('Find the closest sender')}
      </button>
      {search && <Ranking key={search.candidates.length} {...{ captured, tap, search, choose }} />}
    </>
  );
}

interface RankingProps extends Pick<Props, 'captured' | 'tap' | 'choose'> {
  search: Search;
}

function Ranking({ captured, tap, search: { batch, candidates }, choose }: RankingProps) {
  const { runs, failure } = useObservable(batch.state);
  const done = runs.filter((run) => run !== null).length;
  if (failure !== null)
    return (
      <p className="wrong" role="alert">
        {failure}
      </p>
    );
  if (done < candidates.length)
    return (
      <p role="status">
        <progress value={done} max={candidates.length} aria-label={t('Senders simulated')} />{' '}
        {plural(candidates.length, '{done} of {n} sender', '{done} of {n} senders', { done })}
      </p>
    );
  const ranked = candidates
    .map((candidate, place) => ({ ...candidate, distance: distanceOf(captured, runs[place] as Run, tap) }))
    .sort((a, b) => (Number.isNaN(a.distance) ? 1 : Number.isNaN(b.distance) ? -1 : a.distance - b.distance));
  return (
    <div className="closest-senders">
      <p>{t('Mean difference of the acknowledged bytes, as a share of the transfer:')}</p>
      <ol>
        {ranked.slice(0, BEST).map(({ preset, title, distance }) => (
          <li key={preset}>
            <button type="button" onClick={() => choose(preset)}>
              {title}
            </button>{' '}
            {formatPercent(100 * distance)}
          </li>
        ))}
      </ol>
    </div>
  );
}
