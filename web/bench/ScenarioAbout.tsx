/**
 * A scenario's title, source and description. Once the scenario is changed, these belong to the original: the run gets a name of its own, and
 * the original's text is faded.
 */
import { useMemo } from 'react';
import { usePart, useReading } from '../base/observable';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import { useAtRest } from '../lab/controls/steady';
import { useSettled } from '../plot/onScreen';
import type { Bench } from '../run/bench';
import { headingOf } from '../run/documents';
import { inEnglish } from '../ui/InEnglish';
import { useTitle } from './gallery/title';

import './ScenarioAbout.css';

/** The title, source and description, for a card of details. */
export function ScenarioAbout({ bench }: { bench: Bench }) {
  // Don't subscribe to the scenario itself: it changes with every move of a control.
  const source = useReading(bench.state, (state) => headingOf(state).source);
  const about = useReading(bench.state, (state) => headingOf(state).about);
  const edited = usePart(bench.state, 'edited');
  const title = useTitle(bench);
  return (
    <section className="scenario-about" aria-label={t('About this scenario')} data-original={edited}>
      <h2>{edited ? <OriginalTitle title={title} /> : title}</h2>
      <div className="scenario-text" {...inEnglish()}>
        {source && <p className="source">{source}</p>}
        {about && <p className="about">{about}</p>}
      </div>
    </section>
  );
}

function OriginalTitle({ title }: { title: string }) {
  return rich('Original scenario: {title}', { title: <span {...inEnglish()}>{title}</span> });
}

/**
 * The name of a changed scenario's run: a title that replaces the original's, as a network's template has, or else what is changed. Null if
 * nothing is changed. It follows when you stop dragging.
 */
export function useRunName(bench: Bench): string | null {
  const edited = useAtRest(usePart(bench.state, 'edited'));
  const scenario = useSettled(useAtRest(usePart(bench.state, 'scenario')));
  return useMemo(() => {
    if (!edited || scenario === null || bench.origin === null) return null;
    const { title } = scenario;
    return title && title !== bench.origin.scenario.title ? title : bench.nameOf(scenario);
  }, [bench, edited, scenario]);
}
