/** Everything about a run that isn't in sight all the time, in a column next to the plots: one tab each. */
import { lazy, Suspense, useId } from 'react';
import { usePart } from '../base/observable';
import { t } from '../base/words/words';
import { TheoryNote } from '../lab/findings/TheoryNote';
import { PanelSlot } from '../lab/panels/PanelSlot';
import type { Travel } from '../lab/time/travel';
import { FromEvidence } from '../papers/evidence/FromEvidence';
import type { Bench } from '../run/bench';
import type { Run } from '../run/trace';
import { isEvidence, parseReference } from '../scenario/content/reference';
import { Boundary } from '../ui/Boundary';
import { DETAILS_TITLES } from './detailsTitles';
import { Editor } from './Editor';
import { OpenedFile } from './import/OpenedFile';
import { ScenarioAbout } from './ScenarioAbout';
import type { DetailsTab } from './useDetails';
import './Details.css';

const EventList = lazy(async () => ({ default: (await import('../lab/time/EventList')).EventList }));
const FindingList = lazy(async () => ({
  default: (await import('../lab/findings/FindingList')).FindingList,
}));
const ComparisonDetails = lazy(async () => ({
  default: (await import('../lab/compare/ComparisonDetails')).ComparisonDetails,
}));
const RESULTS = {
  Component: lazy(async () => ({ default: (await import('../lab/findings/SummaryTables')).SummaryTables })),
};
const Sound = lazy(async () => ({ default: (await import('./sound/Sound')).Sound }));
const FromPaper = lazy(async () => ({ default: (await import('../papers/charts/FromPaper')).FromPaper }));

interface Props {
  bench: Bench;
  run: Run;
  flows: number[];
  travel: Travel;
  tab: DetailsTab;
  offered: readonly DetailsTab[];
  choose(tab: DetailsTab | null): void;
}

export function Details({ bench, run, flows, travel, tab: current, offered, choose }: Props) {
  const name = usePart(bench.state, 'name');
  const draft = usePart(bench.state, 'draft') !== null;
  const ids = useId();
  return (
    <aside className="details" aria-label={t('Details')}>
      <div className="details-tabs">
        <div role="tablist" aria-label={t('Details')}>
          {offered.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`${ids}${one}`}
              aria-selected={one === current}
              aria-controls={`${ids}panel`}
              tabIndex={one === current ? 0 : -1}
              onClick={() => choose(one)}
              onKeyDown={(event) => {
                const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                if (by === undefined) return;
                const next = offered.at((offered.indexOf(one) + by) % offered.length);
                if (next === undefined) return;
                choose(next);
                document.getElementById(`${ids}${next}`)?.focus();
              }}
            >
              {DETAILS_TITLES[one]()}
              {one === 'json' && draft && (
                <>
                  {' '}
                  <span className="badge">{t('draft')}</span>
                </>
              )}
            </button>
          ))}
        </div>
        <button type="button" className="close" aria-label={t('Close details')} onClick={() => choose(null)}>
          ×
        </button>
      </div>
      <div className="details-body" role="tabpanel" id={`${ids}panel`} aria-labelledby={`${ids}${current}`}>
        <Boundary name={t('This tab')} key={current}>
          <Suspense fallback={<p>{t('Loading …')}</p>}>
            <Content {...{ bench, run, flows, travel, name }} tab={current} />
          </Suspense>
        </Boundary>
      </div>
    </aside>
  );
}

interface ContentProps extends Omit<Props, 'offered' | 'choose'> {
  name: string;
}

/** Number of flows that a paper's experiment shows by default. */
const PAPER_FLOWS = 6;

function Content({ bench, run, flows, travel, tab, name }: ContentProps) {
  switch (tab) {
    case 'results':
      return <PanelSlot panel={RESULTS} run={run} flows={flows} />;
    case 'comparison':
      return <ComparisonDetails bench={bench} run={run} flow={flows[0] ?? 0} />;
    case 'events':
      return (
        <>
          <FindingList run={run} flows={flows} />
          <EventList travel={travel} run={run} flows={flows} />
        </>
      );
    case 'paper': {
      const reference = isEvidence(name) ? null : parseReference(name);
      if (reference === null) return <FromEvidence name={name} />;
      return <FromPaper bench={bench} reference={reference} flowCount={PAPER_FLOWS} key={name} />;
    }
    case 'capture':
      return <OpenedFile bench={bench} />;
    case 'about':
      return (
        <>
          <ScenarioAbout bench={bench} />
          {<TheoryNote prediction={run.prediction} />}
        </>
      );
    case 'json':
      return <Editor bench={bench} />;
    case 'sound':
      return flows.length > 0 && <Sound run={run} flows={flows} />;
  }
}
