/** A sweep: the student starts it; progress, then a chart for each metric. */
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { useObservable, usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import { Bench } from '../../run/bench';
import { measuresOf } from '../../run/measures';
import { fieldsOf } from '../../scenario/fields';
import { designOf } from '../../sweep/design';
import { PoolStatus } from '../../sweep/PoolStatus';
import { SweepColors, SweepResults } from '../../sweep/SweepResults';
import { putSetup } from '../../sweep/setup';
import { pointsOf, Sweep } from '../../sweep/sweep';
import { EngineFailure } from '../../ui/Boundary';
import { useRoot } from '../../ui/root';
import { openExactly, queryOf } from '../arms';
import type { SweepExperiment } from '../lesson';
import { useLessonSession, useRanBefore } from '../lessonSession';
import { intervalOf } from '../metrics';
import { inLessonUnit } from '../rates';
import { setupOfSweep, sweptPoints } from '../sweeps';
import { IntervalOfValues } from './IntervalOfValues';
import '../parts/Experiment.css';

export function SweepView({ id, experiment }: { id: string; experiment: SweepExperiment }) {
  const session = useLessonSession();
  const root = useRoot();
  const [base, setBase] = useState<Bench | null>(null);
  useEffect(() => {
    const fresh = new Bench();
    setBase(fresh);
    fresh.runner.wake();
    void openExactly(experiment.base).then(({ name, text, link }) => fresh.open(name, text, { link }));
    return () => fresh.runner.dispose();
  }, [experiment]);
  const sweep = useRef<Sweep | null>(null);
  sweep.current ??= new Sweep();
  const { current } = sweep;
  useEffect(() => () => current.jobs.cancel(), [current]);
  useEffect(
    () =>
      current.shown.subscribe(() => {
        const shown = current.shown.value;
        if (shown === null || shown.outcomes.some((outcome) => outcome === undefined)) return;
        const [first] = shown.design.runs;
        const measures = first ? measuresOf(first.scenario()) : [];
        session.addSweep(id, (name) => {
          const measure = measures.find((one) => one.name === name);
          return measure === undefined ? [] : sweptPoints(shown.design, pointsOf(shown, measure));
        });
      }),
    [current, session, id],
  );
  const setup = useMemo(() => setupOfSweep(experiment), [experiment]);
  const address = queryOf(experiment.base);
  putSetup(address, setup);
  return (
    <>
      {base && <SweepRunner {...{ id, base, sweep: current, experiment }} />}
      <p className="to-bench">
        <a href={`${root}#/sweep?${address}`}>{t('Open the sweep with all its fields')}</a>
      </p>
    </>
  );
}

interface Props {
  id: string;
  base: Bench;
  sweep: Sweep;
  experiment: SweepExperiment;
}

function SweepRunner({ id, base, sweep, experiment }: Props) {
  const ranBefore = useRanBefore(id);
  const phase = usePart(base.runner.state, 'phase');
  const crash = usePart(base.runner.state, 'crash');
  const settled = phase === 'done' && base.settled;
  const scenario = usePart(base.state, 'scenario');
  const catalogue = usePart(base.runner.state, 'catalogue');
  const shown = useObservable(sweep.shown);
  const result = useMemo(
    () =>
      settled && scenario !== null && catalogue !== null
        ? designOf(setupOfSweep(experiment), scenario, fieldsOf(scenario, catalogue), catalogue)
        : null,
    [settled, scenario, catalogue, experiment],
  );
  const planned = result?.design ?? null;
  useEffect(() => {
    if (ranBefore && planned !== null && sweep.shown.value === null) sweep.start('lesson', planned);
  }, [ranBefore, planned, sweep]);
  if (phase === 'crashed')
    return (
      <EngineFailure
        started={catalogue !== null}
        reason={crash}
        label={t('Try again')}
        again={() => base.runner.again()}
      />
    );
  if (result === null || scenario === null) return <p className="waiting">{t('Loading the engine …')}</p>;
  const { design, problems } = result;
  if (design === null)
    return (
      <p className="failure" role="alert">
        {[...problems.values()].join(' ')}
      </p>
    );
  const measures = measuresOf(scenario).map(inLessonUnit);
  return (
    <>
      <div className="ask-actions">
        <button type="button" className="primary" onClick={() => sweep.start('lesson', design)}>
          {shown === null ? t('Run {count} simulations', { count: design.runs.length }) : t('Run them again')}
        </button>
      </div>
      {shown !== null && <PoolStatus sweep={sweep} shown={shown} />}
      {shown !== null &&
        experiment.measures.flatMap((name) => {
          const measure = measures.find((one) => one.name === name);
          return measure === undefined
            ? []
            : [
                <Fragment key={name}>
                  <SweepColors base={base} design={shown.design}>
                    <SweepResults {...{ base, shown, measure }} />
                  </SweepColors>
                  <IntervalOfValues interval={intervalOf(name, scenario)} />
                </Fragment>,
              ];
        })}
    </>
  );
}
