/** An experiment in the text. It stays covered until the predictions about it are locked, and loads when the reader scrolls near it. */
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { Boundary } from '../../ui/Boundary';
import { inInterfaceLanguage } from '../../ui/InEnglish';
import type { Experiment as Kind } from '../lesson';
import { useLessonSession, useUncovered } from '../lessonSession';
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
}

export function Experiment({ id, at_once = false }: Props) {
  const session = useLessonSession();
  const { experiments, predictions } = session.opened.lesson;
  const experiment = experiments[id];
  if (experiment === undefined) throw new Error(`The lesson has no experiment ${id}.`);
  const uncovered = useUncovered();
  const covered = Object.entries(predictions).some(
    ([name, { covers }]) => covers.includes(id) && !uncovered(name),
  );
  const heading = useId();
  return (
    <section className="experiment" data-experiment={id} aria-labelledby={heading} {...inInterfaceLanguage()}>
      <h2 id={heading} {...session.opened.language}>
        {experiment.title}
      </h2>
      {experiment.look !== '' && (
        <p className="look" {...session.opened.language}>
          {experiment.look}
        </p>
      )}
      {covered ? (
        <p className="covered">{t('Lock your prediction first.')}</p>
      ) : (
        <LoadWhenNear now={at_once} runs={experiment.kind === 'runs'}>
          <Boundary name={t('This experiment')}>
            <Suspense fallback={<p className="waiting">{t('Loading the engine …')}</p>}>
              <View id={id} experiment={experiment} heading={heading} />
            </Suspense>
          </Boundary>
        </LoadWhenNear>
      )}
      <Reasons below={`Experiment ${id}`} />
    </section>
  );
}

function View({ id, experiment, heading }: { id: string; experiment: Kind; heading: string }) {
  switch (experiment.kind) {
    case 'runs':
      return <RunView id={id} experiment={experiment} heading={heading} />;
    case 'sweep':
      return <SweepView id={id} experiment={experiment} />;
    case 'samples':
      return <SampleView id={id} experiment={experiment} />;
  }
}

/** Distance below the screen at which an experiment starts to load. */
const AHEAD = '60%';

/** Renders its children once the reader has scrolled near them, and keeps them from then on. */
function LoadWhenNear({ now, runs, children }: { now: boolean; runs: boolean; children: ReactNode }) {
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
    <div className="experiment-place" ref={place} data-near={near} data-runs={runs}>
      {near && children}
    </div>
  );
}
