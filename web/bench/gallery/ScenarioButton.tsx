/** The button that shows which scenario is on the bench, and opens the gallery to choose another. */
import { lazy, Suspense, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useObservable, usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { placeOf } from '../../run/share/opening';
import { benchAddress } from '../../run/share/route';
import { DEFAULT_SCENARIO } from '../../scenario/content/scenarios';
import { type Action, useActions } from '../../ui/actions';
import { closeGallery, openGallery, showGallery } from './open';
import './ScenarioButton.css';
import { useTitle } from './title';

const ScenarioGallery = lazy(async () => ({
  default: (await import('./ScenarioGallery')).ScenarioGallery,
}));

export function ScenarioButton({ bench }: { bench: Bench }) {
  const name = usePart(bench.state, 'name');
  const title = useTitle(bench);
  const opened = useObservable(openGallery);
  const { mark, parameter } = placeOf(name);
  const kind =
    mark !== null
      ? t('Scenario, earlier version')
      : parameter === 'experiment'
        ? t('Experiment of a paper')
        : t('Scenario');
  useActions(useMemo(() => actionsOf(bench), [bench]));
  return (
    <>
      <button
        type="button"
        className="scenario-button"
        data-scenario={name}
        aria-haspopup="dialog"
        aria-label={t('{kind}: {title}', { kind, title })}
        onClick={() => showGallery()}
      >
        {title}
      </button>
      {/* Outside the button's surroundings, which may be hidden and have fonts of their own. */}
      {opened !== null &&
        createPortal(
          <Suspense>
            <ScenarioGallery bench={bench} open note={opened.note} onClose={closeGallery} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

function actionsOf(bench: Bench): Action[] {
  const step = async (by: 1 | -1) => {
    const { neighbor } = await import('./groups');
    window.location.hash = benchAddress(neighbor(bench.state.value.name, by) ?? DEFAULT_SCENARIO);
  };
  return [
    {
      id: 'scenario.choose',
      title: () => t('Choose a scenario'),
      words: () => t('gallery open examples'),
      keys: ['g'],
      run: () => showGallery(),
    },
    { id: 'scenario.next', title: () => t('Open the next scenario'), keys: ['n'], run: () => void step(1) },
    {
      id: 'scenario.previous',
      title: () => t('Open the previous scenario'),
      keys: ['N'],
      run: () => void step(-1),
    },
  ];
}
