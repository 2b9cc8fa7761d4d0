/** A chip for each compared run with its menu, and the choice between overlaid and side by side. */
import { useEffect, useMemo } from 'react';
import { useObservable, usePart } from '../../base/observable';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { useSettled } from '../../plot/onScreen';
import type { Bench } from '../../run/bench';
import { HIGHLIGHTED } from '../../run/selection';
import type { Run } from '../../run/trace';
import { Floating } from '../../ui/Floating';
import { METRICS } from '../findings/metrics';
import { RESULTS_OF } from '../findings/ResultsLine';
import { measureFrom, remove, swap } from './actions';
import { comparisonOf, type PinnedRun } from './comparison';
import { Sign } from './Sign';
import { LAYOUT, type RunsLayout, useBaseline } from './useComparison';
import './compare.css';

interface Props {
  bench: Bench;
  /** The flow whose numbers to show if the user hasn't chosen one. */
  flow: number;
}

export function RunChips({ bench, flow: first }: Props) {
  const compared = useObservable(comparisonOf(bench).state);
  const scenario = useSettled(usePart(bench.state, 'scenario'));
  const layout = bench.view.of(LAYOUT);
  const chosen = useObservable(layout);
  const baseline = useBaseline(bench);
  const overlaid = chosen === 'overlaid';
  const highlighted = bench.view.of(HIGHLIGHTED);
  // A chip may go while it's pointed to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other runs have other chips
  useEffect(() => () => highlighted.set(null), [highlighted, compared]);
  /** Highlights a run in all plots while its chip is pointed to. */
  const pointTo = (run: string) => ({
    onPointerEnter: () => overlaid && highlighted.set({ run }),
    onPointerLeave: () => highlighted.set(null),
  });
  const shown = useSettled(usePart(bench.runner.state, 'shown'));
  const flow = useObservable(bench.view.of(RESULTS_OF)) ?? first;
  const name = useMemo(() => (scenario === null ? '' : bench.nameOf(scenario)), [bench, scenario]);
  return (
    <section className="run-chips" aria-label={t('Compared runs')}>
      <ul>
        <li data-run-chip="A" {...pointTo('A')}>
          <Sign letter="A" line={overlaid} />
          <span className="chip-name">{name}</span>
          <Numbers run={shown} flow={flow} />
        </li>
        {compared.map((one) => (
          <li key={one.pinned.letter} data-run-chip={one.pinned.letter} {...pointTo(one.pinned.letter)}>
            <Sign letter={one.pinned.letter} line={overlaid} />
            <span className="chip-name">{one.pinned.label}</span>
            <Numbers run={one.shown} flow={flow} />
            {one.pinned.letter === baseline && <small>{t('baseline')}</small>}
            <State bench={bench} one={one} />
            <ChipMenu bench={bench} one={one} isBaseline={one.pinned.letter === baseline} />
          </li>
        ))}
      </ul>
      <LayoutChoice chosen={chosen} choose={(runs) => layout.set(runs)} />
    </section>
  );
}

/** The metrics of a run that there is room for; the table with all of them is among the details. */
function Numbers({ run, flow }: { run: Run | null; flow: number }) {
  const results = run?.summary?.flows[flow];
  if (results === undefined) return null;
  const [goodput, finished] = METRICS;
  return (
    <span className="chip-numbers">
      {[goodput, finished].map((metric) => {
        const value = metric?.of(results) ?? null;
        return metric && value !== null && <b key={metric.name}>{metric.format(value)}</b>;
      })}
    </span>
  );
}

interface ChipMenuProps {
  bench: Bench;
  one: PinnedRun;
  isBaseline: boolean;
}

function ChipMenu({ bench, one, isBaseline }: ChipMenuProps) {
  const { letter, label } = one.pinned;
  return (
    <Floating
      className="chip-menu"
      label={rich('<dots>⋯</dots><hidden>Menu of {letter}, {name}</hidden>', {
        letter,
        name: label,
        dots: (dots) => <span aria-hidden="true">{dots}</span>,
        hidden: (text) => <span className="visually-hidden">{text}</span>,
      })}
    >
      {(close) => {
        const item = (words: string, act: (at: number) => void, possible = true) => (
          <button
            type="button"
            disabled={!possible}
            onClick={(event) => {
              close();
              act(event.timeStamp);
            }}
          >
            {words}
          </button>
        );
        return (
          <>
            {item(t('Use as baseline'), () => measureFrom(bench, letter), !isBaseline)}
            {item(t('Swap with A'), (at) => void swap(bench, one, at), one.scenario !== null)}
            {item(t('Remove'), (at) => remove(bench, letter, at))}
          </>
        );
      }}
    </Floating>
  );
}

/** Progress and failure of a pinned run. */
function State({ bench, one: { pinned, phase, progress } }: { bench: Bench; one: PinnedRun }) {
  const { letter } = pinned;
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
          className="again wrong"
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

const LAYOUTS: { runs: RunsLayout; label(): string }[] = [
  { runs: 'overlaid', label: () => t('Overlaid') },
  { runs: 'beside', label: () => t('Side by side') },
];

function LayoutChoice({ chosen, choose }: { chosen: RunsLayout; choose(runs: RunsLayout): void }) {
  return (
    <fieldset className="layout-choice">
      <legend className="visually-hidden">{t('Show the runs')}</legend>
      {LAYOUTS.map(({ runs, label }) => (
        <label key={runs}>
          <input
            type="radio"
            name="compared-layout"
            checked={runs === chosen}
            onChange={() => choose(runs)}
          />
          {label()}
        </label>
      ))}
    </fieldset>
  );
}
