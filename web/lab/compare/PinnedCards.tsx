/** A card for each compared scenario: name, differences from the bench's scenario, and state of its run. */

import { rich } from '../../base/words/rich';
import { plural, t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { LONGEST_LABEL } from '../../run/share/pinned';
import { remove, rename, swap } from './actions';
import type { Comparison, PinnedRun } from './comparison';
import { type Difference, differencesOf } from './differences';
import { Sign } from './Sign';
import './PinnedCards.css';

interface Props {
  bench: Bench;
  comparison: Comparison;
  compared: readonly PinnedRun[];
  scenario: Scenario | null;
  catalogue: Catalogue | null;
}

export function PinnedCards({ bench, comparison, compared, scenario, catalogue }: Props) {
  return (
    <ul className="pinned-cards">
      <li>
        <Sign letter="A" /> {scenario === null ? '' : bench.nameOf(scenario)}
        <p className="words">{t('On the bench: the controls change this run.')}</p>
      </li>
      {compared.map((one) => (
        <li key={one.pinned.letter} data-pinned={one.pinned.letter}>
          <Card {...{ bench, comparison, one, scenario, catalogue }} />
        </li>
      ))}
    </ul>
  );
}

function Card({ bench, comparison, one, scenario, catalogue }: Omit<Props, 'compared'> & { one: PinnedRun }) {
  const { pinned, phase, progress, problems, crash } = one;
  const { letter, label } = pinned;
  return (
    <>
      <Sign letter={letter} />
      <input
        type="text"
        className="pinned-name"
        aria-label={t('Name of {letter}', { letter })}
        value={label}
        maxLength={LONGEST_LABEL}
        onChange={(event) => rename(bench, letter, event.target.value, event.timeStamp)}
      />
      <span className="pinned-buttons">
        <button
          type="button"
          disabled={one.scenario === null}
          aria-label={t('Put {letter} on the bench', { letter })}
          onClick={(event) => void swap(bench, one, event.timeStamp)}
        >
          {t('Put on the bench')}
        </button>
        <button
          type="button"
          aria-label={t('Remove {name}', { name: letter })}
          onClick={(event) => remove(bench, letter, event.timeStamp)}
        >
          {t('Remove')}
        </button>
      </span>
      {phase === 'running' && progress > 0 && (
        <div className="progress">
          <progress value={progress} max={1} aria-label={t('Progress of {letter}', { letter })} />
          <span>{Math.floor(progress * 100)} %</span>
          <button
            type="button"
            aria-label={t('Cancel {letter}', { letter })}
            onClick={() => comparison.cancel(letter)}
          >
            {t('Cancel')}
          </button>
        </div>
      )}
      {(phase === 'cancelled' || phase === 'crashed') && (
        <p className="wrong">
          {phase === 'cancelled' ? t('Canceled.') : t('The engine stopped: {crash}', { crash: crash ?? '' })}{' '}
          <button type="button" onClick={() => comparison.again(letter)}>
            {t('Run again')}
          </button>
        </p>
      )}
      {phase === 'refused' && (
        <p className="wrong">
          {t('The engine rejects it: {problems}.', {
            problems: problems.map(({ path, problem }) => `${path}: ${problem}`).join('; '),
          })}
        </p>
      )}
      {scenario !== null && one.scenario !== null && catalogue !== null && (
        <Differences found={differencesOf(scenario, one.scenario, catalogue)} letter={letter} />
      )}
    </>
  );
}

/** Most differences shown at once; the rest are one click away. */
const MAX_SHOWN = 4;

function Differences({ found, letter }: { found: Difference[]; letter: string }) {
  if (found.length === 0) return <p className="words">{t('The same scenario as A.')}</p>;
  return (
    <div className="pinned-differences">
      <DifferenceList found={found.slice(0, MAX_SHOWN)} letter={letter} />
      {found.length > MAX_SHOWN && (
        <details>
          <summary>{plural(found.length - MAX_SHOWN, '{n} more difference', '{n} more differences')}</summary>
          <DifferenceList found={found.slice(MAX_SHOWN)} letter={letter} />
        </details>
      )}
    </div>
  );
}

function DifferenceList({ found, letter }: { found: Difference[]; letter: string }) {
  return (
    <ul>
      {found.map(({ where, mine, theirs }) => (
        <li key={where}>
          {rich('{where}: <b>{theirs}</b>, in A {mine}', {
            where,
            theirs,
            mine,
            b: (words) => <b>{words}</b>,
          })}
          <span className="visually-hidden"> ({letter})</span>
        </li>
      ))}
    </ul>
  );
}
