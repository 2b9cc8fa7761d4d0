/** Runs two or more scenarios at the same seeds. The student starts the runs; results and a test of the differences appear as they finish. */
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { useObservable } from '../../base/observable';
import { plural, t } from '../../base/words/words';
import type { Summary } from '../../engine/schema';
import { type Measure, measuresOf } from '../../run/measures';
import { durationInWords } from '../../sweep/PoolStatus';
import { IntervalOfValues } from '../experiment/IntervalOfValues';
import { withFlowNames } from '../flowNames';
import type { SampleExperiment } from '../lesson';
import { useLessonSession, useRanBefore } from '../lessonSession';
import { intervalOf } from '../metrics';
import { DifferencesChart } from './DifferencesChart';
import { type Column, differencesOf } from './pairs';
import { SamplesChart } from './SamplesChart';
import { DifferenceTable, RunsTable } from './SamplesTables';
import { SampleRuns } from './sampleRuns';
import { differenceInWords, inOneUnit } from './words';

/** An experiment of paired runs. */
export function SampleView({ id, experiment }: { id: string; experiment: SampleExperiment }) {
  const session = useLessonSession();
  const ranBefore = useRanBefore(id);
  return (
    <Samples
      experiment={experiment}
      startsItself={ranBefore}
      onDone={(samples) => session.addSamples(id, samples)}
    />
  );
}

interface Props {
  experiment: SampleExperiment;
  startsItself?: boolean;
  onDone(samples: Record<string, Summary[]>): void;
}

export function Samples({ experiment, startsItself = false, onDone }: Props) {
  const [runs] = useState(() => new SampleRuns());
  useEffect(() => () => runs.stop(), [runs]);
  const { samples, scenario, opening, failures } = useObservable(runs.state);
  const { seeds, arms } = experiment;
  const [used, setUsed] = useState(seeds);
  const measures = useMemo(() => {
    const [arm] = Object.values(experiment.arms);
    const all = scenario === null ? [] : measuresOf(withFlowNames(scenario, arm?.flowNames));
    return experiment.measures.flatMap((name) => all.filter((one) => one.name === name).map(inOneUnit));
  }, [experiment, scenario]);
  const labels = useMemo(() => Object.values(arms).map(({ label }) => label), [arms]);
  const columns = useMemo(
    () => Object.keys(arms).map((arm) => (samples[arm] ?? []).slice(0, used)),
    [arms, samples, used],
  );
  const start = () => {
    setUsed(seeds);
    void runs.start(experiment, onDone);
  };
  const startOnce = useEffectEvent(start);
  useEffect(() => {
    if (startsItself) startOnce();
  }, [startsItself]);
  return (
    <div className="samples">
      <Start {...{ runs, opening, start }} words={startWords(experiment)} />
      {failures.length > 0 && (
        <p className="wrong" role="alert">
          {plural(failures.length, '{n} run without a result: {why}', '{n} runs without a result: {why}', {
            why: failures[0] ?? '',
          })}
        </p>
      )}
      {measures.length > 0 && seeds > MIN_PAIRS && <PairCount seeds={seeds} used={used} setUsed={setUsed} />}
      {measures.map((measure) => (
        <MeasureResults
          key={measure.name}
          {...{ labels, columns, measure }}
          experiment={experiment.title}
          seed={Number(scenario?.seed ?? 0)}
          interval={scenario === null ? '' : intervalOf(measure.name, scenario)}
        />
      ))}
    </div>
  );
}

/** "Run 20 transfers of each". */
function startWords({ arms, seeds }: Pick<SampleExperiment, 'arms' | 'seeds'>): string {
  return Object.keys(arms).length > 1
    ? plural(seeds, 'Run {n} transfer of each', 'Run {n} transfers of each')
    : plural(seeds, 'Run {n} transfer', 'Run {n} transfers');
}

interface StartProps {
  runs: SampleRuns;
  opening: boolean;
  words: string;
  start(): void;
}

function Start({ runs, opening, words, start }: StartProps) {
  const { phase, done, total, left_s } = useObservable(runs.jobs.state);
  const running = opening || phase === 'running';
  return (
    <div className="samples-start" data-phase={running ? 'running' : phase}>
      {running ? (
        <button type="button" onClick={() => runs.cancel()}>
          {t('Cancel')}
        </button>
      ) : (
        <button type="button" className="primary" onClick={start}>
          {phase === 'idle' ? words : t('Run them again')}
        </button>
      )}
      {running && (
        <progress
          value={opening ? 0 : done}
          max={Math.max(1, total)}
          aria-label={t('Progress of the runs')}
        />
      )}
      <span className="words" role="status">
        {opening && t('Loading the engine …')}
        {!opening && phase === 'done' && plural(done, 'Done: {n} run.', 'Done: {n} runs.')}
        {!opening &&
          phase === 'cancelled' &&
          plural(total, 'Canceled after {done} of {n} run.', 'Canceled after {done} of {n} runs.', {
            done,
          })}
      </span>
      {!opening && phase === 'running' && (
        <span className="words">
          {left_s === null
            ? plural(total, '{done} of {n} run', '{done} of {n} runs', { done })
            : plural(total, '{done} of {n} run, about {time} left', '{done} of {n} runs, about {time} left', {
                done,
                time: durationInWords(left_s),
              })}
        </span>
      )}
    </div>
  );
}

/** Fewer pairs have no interval. */
const MIN_PAIRS = 2;

function PairCount({ seeds, used, setUsed }: { seeds: number; used: number; setUsed(count: number): void }) {
  const id = useId();
  return (
    <p className="samples-used">
      <label htmlFor={id}>{t('Pairs that count')}</label>
      <input
        id={id}
        type="range"
        min={MIN_PAIRS}
        max={seeds}
        value={used}
        aria-valuetext={t('the first {used} of {all}', { used, all: seeds })}
        onChange={(event) => setUsed(Number(event.target.value))}
      />
      <output htmlFor={id}>{t('the first {used} of {all}', { used, all: seeds })}</output>
    </p>
  );
}

interface MeasureProps {
  /** The experiment's title, which tells the tables of several experiments on a page apart. */
  experiment: string;
  labels: readonly string[];
  /** The first seed. */
  seed: number;
  columns: readonly (readonly (Summary | undefined)[])[];
  measure: Measure;
  interval: string;
}

function MeasureResults({ experiment, labels, seed, columns, measure, interval }: MeasureProps) {
  const values: Column[] = useMemo(
    () => columns.map((column) => column.map((one) => (one === undefined ? null : measure.of(one)))),
    [columns, measure],
  );
  const differences = differencesOf(values);
  return (
    <div className="panel samples-measure">
      <div className="samples-charts">
        <SamplesChart {...{ labels, seed, measure }} columns={values} />
        <DifferencesChart {...{ labels }} columns={values} unit={measure.unit} />
      </div>
      <IntervalOfValues interval={interval} />
      {values.every((column) => column.every((value) => value === null)) ? (
        <p className="words">{t('The first runs are on their way.')}</p>
      ) : (
        <>
          {differences.map((difference) => (
            <p key={difference.arm} className="words">
              {differenceInWords(difference, labels, measure)}
            </p>
          ))}
          <DifferenceTable {...{ experiment, labels, measure }} columns={values} />
          <RunsTable {...{ experiment, labels, seed, measure }} columns={values} />
        </>
      )}
    </div>
  );
}
