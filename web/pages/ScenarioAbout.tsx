/**
 * A scenario's title, source and description. Once the scenario is changed, these belong to the original: the run gets a name of its own, and
 * the original's text is faded.
 */
import { useMemo } from 'react';
import { usePart, useReading } from '../base/observable';
import { useSettled } from '../plot/onScreen';
import type { Bench } from '../run/bench';
import { headingOf } from '../run/documents';
import { documentTitle } from '../share/route';
import { inEnglish } from '../ui/InEnglish';
import { rich } from '../words/rich';
import { t, translated } from '../words/words';
import { titleOf } from './ScenarioMenu';
import './ScenarioAbout.css';

/** The title of the scenario on the bench, as its file has it. */
export function useTitle(bench: Bench): string {
  const name = usePart(bench.state, 'name');
  const own = useReading(bench.state, (state) => headingOf(state).title);
  return own ? translated(own) : titleOf(name);
}

/** The page's title: that of the scenario, or the name of the changed run. */
export function ScenarioTitle({ bench }: { bench: Bench }) {
  return <Title key={usePart(bench.state, 'name')} bench={bench} />;
}

function Title({ bench }: { bench: Bench }) {
  const title = useTitle(bench);
  const runName = useRunName(bench);
  return (
    <>
      <title>{documentTitle(runName ?? title)}</title>
      <h1>{runName ?? title}</h1>
      {runName !== null && <OriginalTitle title={title} />}
    </>
  );
}

function OriginalTitle({ title }: { title: string }) {
  return (
    <p className="original-title">
      {rich('Original scenario: {title}', { title: <span {...inEnglish()}>{title}</span> })}
    </p>
  );
}

/** The title, source and description, for a card of details. */
export function ScenarioAbout({ bench }: { bench: Bench }) {
  // Don't subscribe to the scenario itself: it changes with every move of a control.
  const source = useReading(bench.state, (state) => headingOf(state).source);
  const about = useReading(bench.state, (state) => headingOf(state).about);
  const edited = usePart(bench.state, 'edited');
  return (
    <section className="scenario-about" aria-label={t('About this scenario')} data-original={edited}>
      <ScenarioTitle bench={bench} />
      <div className="scenario-text" {...inEnglish()}>
        {source && <p className="source">{source}</p>}
        {about && <p className="about">{about}</p>}
      </div>
    </section>
  );
}

/** The name of a changed scenario's run; null if nothing is changed. It follows when you stop dragging. */
function useRunName(bench: Bench): string | null {
  const edited = usePart(bench.state, 'edited');
  const scenario = useSettled(usePart(bench.state, 'scenario'));
  return useMemo(
    () => (edited && scenario !== null && bench.origin !== null ? bench.nameOf(scenario) : null),
    [bench, edited, scenario],
  );
}
