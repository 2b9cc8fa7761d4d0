/** A chip for each compared run, and the choice between overlaid and side by side. */
import { useObservable, usePart } from '../base/observable';
import type { Bench } from '../run/bench';
import { t } from '../words/words';
import { remove, swap } from './actions';
import { comparisonOf, type PinnedRun } from './comparison';
import { Sign } from './Sign';
import { type ComparisonLayout, layoutOf } from './useComparison';
import './compare.css';

export function RunChips({ bench }: { bench: Bench }) {
  const compared = useObservable(comparisonOf(bench).state);
  const scenario = usePart(bench.state, 'scenario');
  const layout = useObservable(layoutOf(bench));
  const overlaid = layout === 'overlaid';
  return (
    <section className="run-chips" aria-label={t('Compared runs')}>
      <ul>
        <li data-run-chip="A">
          <Sign letter="A" line={overlaid} />
          <span className="chip-name">{scenario === null ? '' : bench.nameOf(scenario)}</span>
        </li>
        {compared.map((one, place) => (
          <li key={one.kept.letter} data-run-chip={one.kept.letter}>
            <Sign letter={one.kept.letter} line={overlaid} />
            <span className="chip-name">{one.kept.label}</span>
            {place === 0 && <small>{t('baseline')}</small>}
            <State bench={bench} one={one} />
            <ChipButtons bench={bench} one={one} />
          </li>
        ))}
      </ul>
      <LayoutChoice bench={bench} layout={layout} />
    </section>
  );
}

function ChipButtons({ bench, one }: { bench: Bench; one: PinnedRun }) {
  const { letter, label } = one.kept;
  const names = { letter, name: label };
  return (
    <>
      <button
        type="button"
        disabled={one.scenario === null}
        aria-label={t('Swap {letter}, {name}, with the run on the bench', names)}
        title={t('Swap with A')}
        onClick={(event) => swap(bench, one, event.timeStamp)}
      >
        <Icon path="M2,4H10M8,2L10,4L8,6M10,8H2M4,6L2,8L4,10" />
      </button>
      <button
        type="button"
        aria-label={t('Remove {letter}, {name}', names)}
        title={t('Remove')}
        onClick={(event) => remove(bench, letter, event.timeStamp)}
      >
        <Icon path="M2.5,2.5L9.5,9.5M9.5,2.5L2.5,9.5" />
      </button>
    </>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.3" />
    </svg>
  );
}

/** Progress and failure of a pinned run. */
function State({ bench, one: { kept, phase, progress } }: { bench: Bench; one: PinnedRun }) {
  const { letter } = kept;
  const comparison = comparisonOf(bench);
  switch (phase) {
    case 'running':
      return progress > 0 && <small>{Math.floor(progress * 100)} %</small>;
    case 'refused':
      return <small className="wrong">{t('rejected')}</small>;
    case 'cancelled':
    case 'crashed':
      return (
        <button
          type="button"
          className="wrong"
          aria-label={t('Run {letter} again', { letter })}
          onClick={() => comparison.again(letter)}
        >
          {t('stopped: run again')}
        </button>
      );
    default:
      return null;
  }
}

const LAYOUTS: { layout: ComparisonLayout; label(): string }[] = [
  { layout: 'overlaid', label: () => t('Overlaid') },
  { layout: 'side by side', label: () => t('Side by side') },
];

function LayoutChoice({ bench, layout }: { bench: Bench; layout: ComparisonLayout }) {
  return (
    <fieldset className="layout-choice">
      <legend className="visually-hidden">{t('Show the runs')}</legend>
      {LAYOUTS.map((one) => (
        <label key={one.layout}>
          <input
            type="radio"
            name="compared-layout"
            checked={one.layout === layout}
            onChange={() => layoutOf(bench).set(one.layout)}
          />
          {one.label()}
        </label>
      ))}
    </fieldset>
  );
}
