/** A card for each compared scenario: name, differences from the bench's scenario, and state of its run. */
import type { Catalogue, Scenario } from '../engine/schema';
import { styleOf } from '../plot/runStyle';
import type { Bench } from '../run/bench';
import { labelOf } from '../run/kept';
import { type Difference, differencesOf } from '../scenario/differences';
import { placeOf } from '../share/opening';
import { rich } from '../words/rich';
import { plural, t } from '../words/words';
import type { Comparison, PinnedRun } from './comparison';
import './KeptCards.css';

interface Props {
  bench: Bench;
  comparison: Comparison;
  compared: readonly PinnedRun[];
  scenario: Scenario | null;
  catalogue: Catalogue | null;
}

export function KeptCards({ bench, comparison, compared, scenario, catalogue }: Props) {
  return (
    <ul className="kept-cards">
      <li>
        <Sign letter="A" /> {scenario === null ? '' : labelOf(scenario)}
        <p className="words">{t('What is on the bench.')}</p>
      </li>
      {compared.map((one) => (
        <li key={one.kept.letter} data-kept={one.kept.letter}>
          <Card {...{ bench, comparison, one, scenario, catalogue }} />
        </li>
      ))}
    </ul>
  );
}

export function Sign({ letter }: { letter: string }) {
  const { token, dash } = styleOf(letter);
  return (
    <span className="run-sign">
      <b>{letter}</b>
      <svg width="26" height="8" aria-hidden="true">
        <path d="M0,4H26" stroke={`var(--${token})`} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
      </svg>
    </span>
  );
}

function Card({ bench, comparison, one, scenario, catalogue }: Omit<Props, 'compared'> & { one: PinnedRun }) {
  const { kept, phase, progress, problems, crash } = one;
  const { letter, label } = kept;
  const rename = (next: string, at: number) => {
    const all = bench.state.value.kept.map((other) =>
      other.letter === letter ? { ...other, label: next } : other,
    );
    bench.setKept(all, `name ${letter}`, at);
  };
  const remove = (at: number) => {
    const others = bench.state.value.kept.filter((other) => other.letter !== letter);
    bench.setKept(others, `remove ${letter}`, at);
  };
  const open = (at: number) => {
    if (one.scenario === null) return;
    const elsewhere = kept.name !== bench.state.value.name;
    bench.exchange(letter, one.scenario, at);
    if (!elsewhere) return;
    const { parameter, base, mark } = placeOf(kept.name);
    const query = new URLSearchParams({ [parameter]: base, ...(mark !== null && { of: mark }) });
    window.location.hash = `#/bench?${query}`;
  };
  return (
    <>
      <Sign letter={letter} />
      <input
        type="text"
        className="kept-name"
        aria-label={t('Name of {letter}', { letter })}
        value={label}
        maxLength={40}
        onChange={(event) => rename(event.target.value, event.timeStamp)}
      />
      <span className="kept-buttons">
        <button
          type="button"
          disabled={one.scenario === null}
          title={t('Puts {letter} on the bench, and what is there in its place.', { letter })}
          onClick={(event) => open(event.timeStamp)}
        >
          {t('Open this one')}
        </button>
        <button
          type="button"
          aria-label={t('Remove {name}', { name: letter })}
          onClick={(event) => remove(event.timeStamp)}
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
          {phase === 'cancelled' ? t('Cancelled.') : t('The engine stopped: {crash}', { crash: crash ?? '' })}{' '}
          <button type="button" onClick={() => comparison.again(letter)}>
            {t('Run again')}
          </button>
        </p>
      )}
      {phase === 'refused' && (
        <p className="wrong">
          {t('The engine does not take it: {problems}.', {
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
    <div className="kept-differences">
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
