/**
 * Sweeps: one or two fields over a range, senders, seeds; or a factorial design. The page proposes a setup and runs it at once.
 * The address contains the whole setup.
 */
import { useEffect, useMemo, useState } from 'react';
import { useObservable, usePart } from '../base/observable';
import { rich } from '../base/words/rich';
import { rateUnit } from '../base/words/units';
import { plural, t } from '../base/words/words';
import type { Catalogue, Scenario } from '../engine/schema';
import { problemInWords } from '../engine/translate';
import { Bench } from '../run/bench';
import { chartTitleOf, measuresOf } from '../run/measures';
import { openingOf } from '../run/share/opening';
import { replaceAddress } from '../run/share/route';
import { fieldsOf } from '../scenario/fields';
import { EngineFailure } from '../ui/Boundary';
import { Notes } from '../ui/Notes';
import { RateUnitChoice } from '../ui/RateUnitChoice';
import { FIELD } from './address';
import { designOf, type Problems } from './design';
import { FactorFields } from './FactorFields';
import { MeasureChoice } from './MeasureChoice';
import { durationInWords, PoolStatus } from './PoolStatus';
import { SweepExport } from './SweepExport';
import { AddField, AxisFields, SeriesFields } from './SweepFields';
import { SweepColors, SweepResults } from './SweepResults';
import { initialSetup, PREFIX, putSetup, type Setup, setupOf } from './setup';
import { Sweep } from './sweep';
import { estimateOf, useLiveRuns } from './useLiveRuns';
import { fullName, searchFields } from './vocabulary';
import './SweepPage.css';

/** One per page load, so that users who open a run and return find the results again. */
const SWEEP = new Sweep();

export function SweepPage({ query }: { query: URLSearchParams }) {
  // Another address is another setup. The page's own changes to the address don't arrive here.
  return (
    <main className="sweep-page" id="content">
      <title>{t('Sweep · Vegas Lab')}</title>
      <SweepOfAddress key={query.toString()} query={query} />
    </main>
  );
}

function SweepOfAddress({ query }: { query: URLSearchParams }) {
  const [base, setBase] = useState<Bench | null>(null);
  useEffect(() => {
    // Separate from the user's bench, which keeps their own changes.
    const fresh = new Bench();
    setBase(fresh);
    return () => fresh.runner.dispose();
  }, []);
  return base && <SweepContent base={base} query={query} />;
}

function SweepContent({ base, query }: { base: Bench; query: URLSearchParams }) {
  const notes = useBase(base, query);
  const scenario = usePart(base.state, 'scenario');
  const problems = usePart(base.state, 'linkProblems');
  const catalogue = usePart(base.runner.state, 'catalogue');
  const phase = usePart(base.runner.state, 'phase');
  const crash = usePart(base.runner.state, 'crash');
  const messages = [...notes, ...problems.map(problemInWords)];
  return (
    <>
      <header className="sweep-head">
        <h1>{scenario?.title ? t('Sweep: {scenario}', { scenario: scenario.title }) : t('Sweep')}</h1>
        <a href={`#/bench?${baseOf(query)}`}>{t('Back to the bench')}</a>
        <RateUnitChoice />
        <Notes notes={messages} />
      </header>
      {scenario !== null && catalogue !== null ? (
        <SweepForm {...{ base, scenario, catalogue, query }} />
      ) : phase === 'crashed' ? (
        <EngineFailure
          started={catalogue !== null}
          reason={crash}
          label={t('Try again')}
          again={() => base.runner.again()}
        />
      ) : (
        <p className="waiting">{t('Loading the engine …')}</p>
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
      .then(({ name, text, link, notes: openingNotes }) => {
        if (cancelled) return;
        setNotes(openingNotes);
        if (text !== null) base.open(name, text, { link });
      })
      .catch(
        (error) =>
          cancelled || setNotes([t('This scenario couldn’t be loaded: {why}', { why: String(error) })]),
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
  for (const name of [...base.keys()]) if (name.startsWith(PREFIX) || name === FIELD) base.delete(name);
  return base;
}

interface Props {
  base: Bench;
  scenario: Scenario;
  catalogue: Catalogue;
  query: URLSearchParams;
}

function SweepForm({ base, scenario, catalogue, query }: Props) {
  const unit = useObservable(rateUnit);
  const fields = useMemo(() => fieldsOf(scenario, catalogue), [scenario, catalogue]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: metrics are formatted in the unit
  const measures = useMemo(() => measuresOf(scenario), [scenario, unit]);
  const [setup, setSetup] = useState<Setup>(() =>
    setupOf(query, initialSetup(fields, scenario, catalogue, query.get(FIELD))),
  );
  const change = (next: Partial<Setup>) => setSetup((before) => ({ ...before, ...next }));
  const [searches, setSearches] = useState<ReadonlyMap<string, string>>(new Map());
  const search = (place: string, text: string | null) =>
    setSearches((before) => {
      const next = new Map(before);
      if (text === null) next.delete(place);
      else next.set(place, text);
      return next;
    });
  useEffect(() => {
    const address = baseOf(query);
    putSetup(address, setup);
    replaceAddress(`#/sweep?${address}`);
  }, [query, setup]);
  const planned = useMemo(
    () => designOf(setup, scenario, fields, catalogue),
    [setup, scenario, fields, catalogue],
  );
  const problems: Problems = new Map(planned.problems);
  for (const [place, text] of searches)
    problems.set(place, searchProblem(text, searchFields(fields, text)[0]));
  const design = searches.size === 0 ? planned.design : null;
  const shown = useObservable(SWEEP.shown);
  const baseKey = useMemo(() => JSON.stringify(scenario), [scenario]);
  const key = JSON.stringify([{ ...setup, metrics: [] }, baseKey]);
  const summary = usePart(base.runner.state, 'shown')?.summary ?? null;
  const live = { sweep: SWEEP, key, base: baseKey, design, summary };
  const start = () => {
    if (design === null) return;
    SWEEP.start(key, design, baseKey);
  };
  useLiveRuns({ ...live, start });
  const chosen = setup.metrics.flatMap((name) => measures.find((one) => one.name === name) ?? []);
  const outdated = shown !== null && shown.key !== key;
  return (
    <>
      <form
        className="sweep-setup"
        aria-label={t('What to run')}
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        {setup.kind === 'sweep' ? (
          <>
            <AxisFields {...{ setup, change, fields, problems, search }} />
            <SeriesFields {...{ setup, change, problems, scenario, catalogue }} />
          </>
        ) : (
          <FactorFields {...{ setup, change, fields, problems, search }} />
        )}
        <MeasureChoice {...{ setup, change, measures }} />
        <Seeds {...{ setup, change, problems }} />
        <div className="sweep-start">
          <button type="submit" className="primary" disabled={design === null}>
            {/* Tagged, so that other languages can translate the verb differently from the noun. */}
            {rich('<start>Run</start>', { start: (words) => words })}
          </button>
          <span className={problems.size > 0 ? 'wrong' : 'words'} aria-live="polite">
            {design === null ? [...problems.values()][0] : sizeInWords(design.runs.length, estimateOf(live))}
          </span>
        </div>
        {design?.notes.map((note) => (
          <p key={note} className="words">
            {note}
          </p>
        ))}
        <MoreDesigns {...{ setup, change }} />
      </form>
      <SweepColors base={base} design={shown?.design ?? null}>
        <div className="sweep-picture">
          <div className="sweep-bar">
            <PoolStatus sweep={SWEEP} shown={shown} />
            {outdated && <p className="words">{t('This is the previous setup. Press Run to update it.')}</p>}
            {shown !== null && chosen.length > 0 && (
              <SweepExport base={base} shown={shown} measures={chosen} />
            )}
          </div>
          {shown !== null &&
            chosen.map((measure) => (
              <section key={measure.name} className="sweep-result" aria-label={chartTitleOf(measure)}>
                <h2>{chartTitleOf(measure)}</h2>
                <SweepResults base={base} shown={shown} measure={measure} fill />
              </section>
            ))}
        </div>
      </SweepColors>
    </>
  );
}

function searchProblem(text: string, best: Parameters<typeof fullName>[0] | undefined): string {
  return best === undefined
    ? t('No field matches “{text}”. Choose one that exists.', { text })
    : t('“{text}” isn’t a field yet. Choose one from the list, for example {field}.', {
        text,
        field: fullName(best),
      });
}

/** Seconds from which the time of a sweep is worth a word. */
const WORTH_S = 3;

function sizeInWords(runs: number, estimate: number | null): string {
  if (estimate === null || estimate < WORTH_S) return plural(runs, '{n} run', '{n} runs');
  return plural(runs, '{n} run, about {time}', '{n} runs, about {time}', { time: durationInWords(estimate) });
}

interface PartProps {
  setup: Setup;
  change(next: Partial<Setup>): void;
}

function Seeds({ setup, change, problems }: PartProps & { problems: Problems }) {
  const wrong = problems.get('seeds');
  return (
    <div className="sweep-seeds">
      <label>
        <b>{t('Seeds')}</b>{' '}
        <input
          type="text"
          inputMode="numeric"
          value={setup.seeds}
          aria-invalid={wrong !== undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => change({ seeds: event.target.value })}
        />
      </label>
      <span className={wrong ? 'wrong' : 'words'}>
        {wrong ?? (setup.seeds.trim() === '1' ? t('no intervals') : t('with 95 % intervals'))}
      </span>
    </div>
  );
}

/** Maps and factorial designs. */
function MoreDesigns({ setup, change }: PartProps) {
  return (
    <div className="more-designs">
      {setup.kind === 'sweep' ? (
        <>
          {setup.axes.length === 1 && <AddField {...{ setup, change }} />}
          <button type="button" className="quiet" onClick={() => change({ kind: 'factorial' })}>
            {t('Factorial design')}
          </button>
        </>
      ) : (
        <button type="button" className="quiet" onClick={() => change({ kind: 'sweep' })}>
          {t('Vary one field')}
        </button>
      )}
    </div>
  );
}
