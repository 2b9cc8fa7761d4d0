/** Sweeps: one or two fields over a range, senders, seeds; or a factorial design. The address contains the whole setup. */
import { useEffect, useMemo, useState } from 'react';
import { useObservable, usePart } from '../base/observable';
import type { Catalogue, Scenario } from '../engine/schema';
import { problemInWords } from '../engine/translate';
import { Bench } from '../run/bench';
import { fieldsOf } from '../scenario/fields';
import { openingOf } from '../share/opening';
import { rich } from '../words/rich';
import { plural, t } from '../words/words';
import { designOf } from './design';
import { FactorFields } from './FactorFields';
import { MeasureChoice } from './MeasureChoice';
import { measuresOf, titleOf } from './measures';
import { PoolStatus } from './PoolStatus';
import { poolSize } from './pool';
import { AxisFields, SeriesFields } from './SweepFields';
import { SweepResults } from './SweepResults';
import { initialSetup, putSetup, type Setup, setupOf } from './setup';
import { Sweep } from './sweep';

/** One per page load, so that users who open a run and return find the results again. */
const SWEEP = new Sweep();

export function SweepPage({ query }: { query: URLSearchParams }) {
  const [base, setBase] = useState<Bench | null>(null);
  useEffect(() => {
    // Separate from the user's bench, which keeps their own changes.
    const fresh = new Bench();
    setBase(fresh);
    return () => fresh.runner.dispose();
  }, []);
  return (
    <main className="figure-page sweep-page" id="content">
      {base && <SweepContent base={base} query={query} />}
    </main>
  );
}

function SweepContent({ base, query }: { base: Bench; query: URLSearchParams }) {
  const notes = useBase(base, query);
  const scenario = usePart(base.state, 'scenario');
  const problems = usePart(base.state, 'linkProblems');
  const catalogue = usePart(base.runner.state, 'catalogue');
  const messages = [...notes, ...problems.map(problemInWords)];
  return (
    <>
      <title>{t('Sweep · Vegas Lab')}</title>
      <header className="introduction">
        <h1>{scenario?.title ? t('Sweep: {scenario}', { scenario: scenario.title }) : t('Sweep')}</h1>
        {messages.map((note) => (
          <p key={note} className="note" role="alert">
            {note}
          </p>
        ))}
        <p className="about">
          {rich(
            'Runs the scenario with every combination of what you choose here, and shows how a figure depends on it. <bench>Back to the scenario on the bench</bench>',
            { bench: (words) => <a href={`#/bench?${baseOf(query)}`}>{words}</a> },
          )}
        </p>
      </header>
      {scenario !== null && catalogue !== null ? (
        <SweepForm {...{ base, scenario, catalogue, query }} />
      ) : (
        <p className="waiting">{t('The engine is loading.')}</p>
      )}
    </>
  );
}

/** Opens the scenario in the address, and returns notes about it for the user. */
function useBase(base: Bench, query: URLSearchParams): string[] {
  const [notes, setNotes] = useState<string[]>([]);
  useEffect(() => {
    let cancelled = false;
    base.runner.wake();
    openingOf(query)
      .then(({ name, text, make, notes: openingNotes }) => {
        if (cancelled) return;
        setNotes(openingNotes);
        if (text !== null) base.open(name, text);
        base.applyWhenOpen(name, make);
      })
      .catch(
        (error) =>
          cancelled || setNotes([t('This scenario could not be loaded: {why}', { why: String(error) })]),
      );
    return () => {
      cancelled = true;
    };
  }, [base, query]);
  return notes;
}

/** The part of the address that identifies the scenario. */
function baseOf(query: URLSearchParams): URLSearchParams {
  const base = new URLSearchParams(query);
  for (const name of [...base.keys()]) if (name.startsWith('sweep.')) base.delete(name);
  return base;
}

interface Props {
  base: Bench;
  scenario: Scenario;
  catalogue: Catalogue;
  query: URLSearchParams;
}

function SweepForm({ base, scenario, catalogue, query }: Props) {
  const fields = useMemo(() => fieldsOf(scenario, catalogue), [scenario, catalogue]);
  const measures = useMemo(() => measuresOf(scenario), [scenario]);
  const [setup, setSetup] = useState<Setup>(() => setupOf(query, initialSetup(fields)));
  const change = (next: Partial<Setup>) => setSetup((before) => ({ ...before, ...next }));
  useEffect(() => {
    const address = baseOf(query);
    putSetup(address, setup);
    // Replaces the history entry; otherwise every keystroke would add one.
    window.history.replaceState(window.history.state, '', `#/sweep?${address}`);
  }, [query, setup]);
  const { design, problems } = useMemo(
    () => designOf(setup, scenario, fields, catalogue),
    [setup, scenario, fields, catalogue],
  );
  const shown = useObservable(SWEEP.shown);
  const key = JSON.stringify([{ ...setup, metrics: [] }, scenario]);
  const current = shown?.key === key ? shown : null;
  const chosen = setup.metrics.flatMap((name) => measures.find((one) => one.name === name) ?? []);
  const start = () => {
    if (design === null) return;
    base.runner.cancel();
    SWEEP.start(key, design);
  };
  const message =
    problems.get('runs') ?? (design === null ? t('Mend what is marked above.') : sizeOf(design.runs.length));
  return (
    <>
      <form
        className="sweep-setup"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <fieldset className="layout-choice">
          <legend className="visually-hidden">{t('What to run')}</legend>
          {(['sweep', 'factorial'] as const).map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name="sweep-kind"
                checked={setup.kind === kind}
                onChange={() => change({ kind })}
              />
              {kind === 'sweep' ? t('One or two fields over a range') : t('Factors, low and high: 2ᵏ design')}
            </label>
          ))}
        </fieldset>
        <div className="sweep-fields">
          {setup.kind === 'sweep' ? (
            <>
              <AxisFields {...{ setup, change, fields, problems }} />
              <SeriesFields {...{ setup, change, problems, scenario, catalogue }} />
            </>
          ) : (
            <FactorFields {...{ setup, change, fields, problems }} />
          )}
        </div>
        <div className="sweep-start">
          <label>
            {t('Seeds')}{' '}
            <input
              type="text"
              inputMode="numeric"
              value={setup.seeds}
              aria-invalid={problems.has('seeds')}
              onChange={(event) => change({ seeds: event.target.value })}
            />
          </label>
          {problems.has('seeds') && <span className="wrong">{problems.get('seeds')}</span>}
          <button type="submit" className="primary" disabled={design === null}>
            {/* Tagged, so that other languages can translate the verb differently from the noun. */}
            {rich('<start>Run</start>', { start: (words) => words })}
          </button>
          <span className={problems.size > 0 ? 'wrong' : 'words'} aria-live="polite">
            {message}
          </span>
        </div>
        {design?.notes.map((note) => (
          <p key={note} className="words">
            {note}
          </p>
        ))}
      </form>
      <MeasureChoice {...{ setup, change, measures }} />
      <PoolStatus sweep={SWEEP} shown={shown} />
      {shown !== null && current === null && (
        <p className="words">
          {t('What is shown below was run with another set-up. Press Run for this one.')}
        </p>
      )}
      {shown !== null &&
        chosen.map((measure) => (
          <section key={measure.name} className="panel sweep-result" aria-label={titleOf(measure)}>
            <h2>{titleOf(measure)}</h2>
            <SweepResults base={base} shown={shown} measure={measure} />
          </section>
        ))}
    </>
  );
}

function sizeOf(runs: number): string {
  return plural(runs, '{n} run, {workers} at a time.', '{n} runs, {workers} at a time.', {
    workers: poolSize(),
  });
}
