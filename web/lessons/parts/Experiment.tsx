/** An experiment in the text. It stays covered until the predictions about it are locked, and loads when the reader scrolls near it. */
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { Boundary } from '../../ui/Boundary';
import { inInterfaceLanguage } from '../../ui/InEnglish';
import type { Experiment as Kind } from '../lesson';
import { useLessonSession, useRunState, useUncovered } from '../lessonSession';
import { BeforeChanges, claimsIn, RunsFirst, RunsPending } from './AfterRuns';
import { Reasons } from './Reasons';
import './Experiment.css';
import './parts.css';

const RunView = lazy(async () => ({ default: (await import('../experiment/RunView')).RunView }));
const SweepView = lazy(async () => ({ default: (await import('../experiment/SweepView')).SweepView }));
const SampleView = lazy(async () => ({ default: (await import('../samples/Samples')).SampleView }));

interface Props {
  id: string;
  /** Load immediately, for experiments at the top of the page. */
  at_once?: boolean;
  /** The discussion and the tasks that stay beside the picture. */
  children?: ReactNode;
}

export function Experiment({ id, at_once = false, children }: Props) {
  const session = useLessonSession();
  const { language, lesson } = session.opened;
  const { experiments, predictions } = lesson;
  const experiment = experiments[id];
  if (experiment === undefined) throw new Error(`The lesson has no experiment ${id}.`);
  const uncovered = useUncovered();
  const covered = Object.entries(predictions).some(
    ([name, { covers }]) => covers.includes(id) && !uncovered(name),
  );
  const heading = useId();
  const [table, setTable] = useState<HTMLElement | null>(null);
  const hasPicture = experiment.kind === 'runs';
  // Two columns of numbers fit beside the picture.
  const hasWideTable = hasPicture && Object.keys(experiment.arms).length > 2;
  // A presentation's steps are the blocks of the text, so none may come or go.
  const presented = useObservable(session.room) !== null;
  const now = useRunState(id);
  const state = presented ? 'original' : now;
  const hasResults = session.reasons.has(`Experiment ${id}`) || claimsIn(children).length > 0;
  const reasons = <Reasons below={`Experiment ${id}`} />;
  const tablePlace = <div className="experiment-table" ref={setTable} />;
  return (
    <>
      <section
        className="experiment"
        data-experiment={id}
        data-kind={experiment.kind}
        aria-labelledby={heading}
        {...inInterfaceLanguage()}
      >
        <div className="experiment-scene">
          <header className="experiment-head" {...language}>
            <h2 id={heading}>{experiment.title}</h2>
            {experiment.look !== '' && <p className="look">{experiment.look}</p>}
          </header>
          {covered ? (
            <p className="covered">{t('Lock your prediction first.')}</p>
          ) : (
            <LoadWhenNear now={at_once}>
              <Boundary name={t('This experiment')}>
                <Suspense fallback={<p className="waiting">{t('Loading the engine …')}</p>}>
                  <View id={id} experiment={experiment} heading={heading} table={table} />
                </Suspense>
              </Boundary>
            </LoadWhenNear>
          )}
          {hasPicture && (
            <RunsPending value={state === 'pending'}>
              <div className="experiment-text" {...language}>
                {hasResults && !covered && state === 'pending' && <RunsFirst />}
                {hasResults && state === 'changed' && <BeforeChanges />}
                {state !== 'pending' && reasons}
                {children}
              </div>
            </RunsPending>
          )}
          {hasPicture && !hasWideTable && tablePlace}
        </div>
        {hasWideTable && tablePlace}
        {!hasPicture && reasons}
      </section>
      {!hasPicture && children}
    </>
  );
}

interface ViewProps {
  id: string;
  experiment: Kind;
  heading: string;
  table: HTMLElement | null;
}

function View({ id, experiment, heading, table }: ViewProps) {
  switch (experiment.kind) {
    case 'runs':
      return <RunView id={id} experiment={experiment} heading={heading} table={table} />;
    case 'sweep':
      return <SweepView id={id} experiment={experiment} />;
    case 'samples':
      return <SampleView id={id} experiment={experiment} />;
  }
}

/** Distance below the screen at which an experiment starts to load. */
const AHEAD = '60%';

/** Renders its children once the reader has scrolled near them, and keeps them from then on. */
function LoadWhenNear({ now, children }: { now: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(now);
  useEffect(() => {
    if (near || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return (
    <div className="experiment-place" ref={place} data-near={near}>
      {near && children}
    </div>
  );
}
