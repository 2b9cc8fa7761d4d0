/**
 * The bench, in one window: controls on the left; path, time, plots and results on the right. On a phone the controls are a sheet, and
 * there is one plot at a time.
 */
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useObservable, usePart, useReading } from '../base/observable';
import { addressOf } from '../compare/address';
import { KeepButton, useKept } from '../compare/KeepButton';
import { ScenarioControls } from '../controls/ScenarioControls';
import { OriginContext, provenanceOf } from '../export/provenance';
import { ScenarioButton } from '../gallery/ScenarioButton';
import { useTitle } from '../gallery/title';
import { DropZone } from '../import/DropZone';
import { useBenchKeys } from '../keys/useBenchKeys';
import { PaletteButton } from '../palette/Palette';
import { PanelStack } from '../panels/PanelStack';
import type { Bench } from '../run/bench';
import { headingOf } from '../run/documents';
import { useFocus, ViewContext } from '../run/hooks';
import { usePlace } from '../run/tabStorage';
import type { Run } from '../run/trace';
import { documentTitle } from '../share/route';
import { SweepButton } from '../sweep/SweepButton';
import { Caption } from '../time/Caption';
import { type Travel, useTravel } from '../time/travel';
import { NetworkCard } from '../topology/NetworkCard';
import { FirstVisit } from '../tour/FirstVisit';
import { Boundary } from '../ui/Boundary';
import { Clipped } from '../ui/Clipped';
import { Footer } from '../ui/Footer';
import { useMedia } from '../ui/hooks';
import { inEnglish } from '../ui/InEnglish';
import { mastheadActions } from '../ui/MastheadBar';
import { ProblemItems } from '../ui/ProblemItems';
import { t } from '../words/words';
import { DETAILS_TITLES, Details, type DetailsTab, useDetails } from './Details';
import { Headline } from './Headline';
import { KeptWork } from './KeptWork';
import { PrintFooter } from './PrintFooter';
import { RunStatus } from './RunStatus';
import { ExportMenu, Share } from './Share';
import { Steps } from './Steps';
import { Transport } from './Transport';
import { useArrangementKept } from './useArrangementKept';
import { useBenchActions, useDetailsActions } from './useBenchActions';
import { useOpening } from './useOpening';
import './BenchPage.css';

interface Props {
  bench: Bench;
  /** The query of the address. */
  query: URLSearchParams;
}

export function BenchPage({ bench, query }: Props) {
  const notes = useOpening(bench, query);
  useKept(bench, query);
  useBenchKeys(bench.view);
  useBenchActions(bench);
  useArrangementKept(bench.view);
  const sourceLine = useCallback(
    () => provenanceOf(bench, bench.runner.state.value.shown, addressOf(bench)),
    [bench],
  );
  return (
    <OriginContext value={sourceLine}>
      <ViewContext value={bench.view}>
        <main className="bench" id="content">
          <Actions bench={bench} />
          <Rail bench={bench} />
          <div className="stage" id="results">
            <Notes bench={bench} notes={notes} />
            <DropZone bench={bench} />
            <RunStatus bench={bench} />
            <CurrentResults bench={bench} />
            <PrintFooter bench={bench} />
          </div>
          <FirstVisit bench={bench} query={query} />
        </main>
      </ViewContext>
    </OriginContext>
  );
}

/** The bench's actions, in the page's header. */
function Actions({ bench }: { bench: Bench }) {
  const place = useObservable(mastheadActions);
  if (place === null) return null;
  return createPortal(
    <>
      <PaletteButton />
      <Steps bench={bench} />
      <KeepButton bench={bench} />
      <SweepButton bench={bench} />
      <ExportMenu bench={bench} />
      <span data-tour="share">
        <Share bench={bench} />
      </span>
    </>,
    place,
  );
}

/** Notes on the opened link, and offers of earlier work. */
function Notes({ bench, notes }: { bench: Bench; notes: string[] }) {
  const linkProblems = usePart(bench.state, 'linkProblems');
  return (
    <div className="notes">
      {linkProblems.length > 0 && (
        <div className="problems" role="alert">
          <p>{t("The engine doesn't accept this link's changes, so you see the scenario without them.")}</p>
          <ProblemItems problems={linkProblems} />
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className="note" role="alert">
          {note}
        </p>
      ))}
      <KeptWork bench={bench} />
    </div>
  );
}

/** With less room than this, the controls are a sheet that opens over the plots. */
const WIDE_SCREEN = '(min-width: 62rem)';

/** The column on the left: the scenario and its controls. */
function Rail({ bench }: { bench: Bench }) {
  const wide = useMedia(WIDE_SCREEN);
  const edited = usePart(bench.state, 'edited');
  const [open, setOpen] = useState(false);
  useFocus(() => wide || setOpen(true));
  return (
    <>
      {!wide && (
        <button
          type="button"
          className="controls-button"
          aria-expanded={open}
          aria-controls="controls"
          onClick={() => setOpen(!open)}
        >
          {t('Controls')} {edited && <span className="badge">{t('changed')}</span>}
        </button>
      )}
      <aside
        className="rail"
        id="controls"
        aria-label={t('Controls')}
        data-sheet={!wide}
        hidden={!wide && !open}
        onKeyDown={(event) => event.key === 'Escape' && !wide && setOpen(false)}
      >
        {!wide && (
          <button
            type="button"
            className="close"
            aria-label={t('Close controls')}
            onClick={() => setOpen(false)}
          >
            ×
          </button>
        )}
        <ScenarioCard bench={bench} />
        <ScenarioControls bench={bench} />
        <Footer />
      </aside>
    </>
  );
}

function ScenarioCard({ bench }: { bench: Bench }) {
  // Don't subscribe to the scenario itself: it changes with every move of a control, and this component would
  // re-render.
  const [source, about] = [
    useReading(bench.state, (state) => headingOf(state).source),
    useReading(bench.state, (state) => headingOf(state).about),
  ];
  const title = useTitle(bench);
  return (
    <header className="scenario-card">
      <title>{documentTitle(title)}</title>
      <h1>
        <ScenarioButton bench={bench} />
      </h1>
      {source && (
        <p className="source" {...inEnglish()}>
          {source}
        </p>
      )}
      {about && (
        <Clipped lines={2} of={t('about this scenario')}>
          <p className="about" {...inEnglish()}>
            {about}
          </p>
        </Clipped>
      )}
    </header>
  );
}

/** Loads when the user compares runs. */
const ComparedResults = lazy(async () => ({
  default: (await import('../compare/ComparedResults')).ComparedResults,
}));

/** Number of flows shown by default: as many as are easy to distinguish. */
const DEFAULT_FLOWS = 6;

/** The flows that the user has chosen to show, of `count` flows. */
interface FlowChoice {
  count: number;
  flows: number[];
}

function isFlowChoice(value: unknown): value is FlowChoice | null {
  if (value === null) return true;
  const { count, flows } = (value ?? {}) as Partial<FlowChoice>;
  return (
    typeof count === 'number' &&
    Array.isArray(flows) &&
    flows.every((flow) => Number.isInteger(flow) && flow >= 0 && flow < count)
  );
}

/**
 * A separate component, so that a new run doesn't re-render anything else, for example a control that is being dragged.
 */
function CurrentResults({ bench }: { bench: Bench }) {
  const shown = usePart(bench.runner.state, 'shown');
  return shown && <Results bench={bench} run={shown} />;
}

function Results({ bench, run }: { bench: Bench; run: Run }) {
  const comparing = usePart(bench.state, 'kept').length > 0;
  const count = run.scenario.flows.length;
  const [chosen, choose] = usePlace<FlowChoice | null>(`flows of ${run.scenario.name}`, null, isFlowChoice);
  const first = useMemo(
    () => Array.from({ length: Math.min(count, DEFAULT_FLOWS) }, (_, flow) => flow),
    [count],
  );
  const flows = chosen?.count === count ? chosen.flows : first;
  const travel = useTravel(run, flows);
  const [tab, chooseTab] = useDetails();
  useDetailsActions(DETAILS_TITLES, chooseTab);
  const stack = <PanelStack run={run} flows={flows} />;
  return (
    <>
      <div className="path" data-tour="queue">
        <NetworkCard run={run} />
      </div>
      <Transport {...{ run, flows, travel }} showFlows={(next) => choose({ count, flows: next })} />
      <div className="plots-and-details">
        {comparing ? (
          <Boundary name={t('The comparison')}>
            <Suspense fallback={stack}>
              <ComparedResults bench={bench} run={run} flows={flows}>
                {stack}
              </ComparedResults>
            </Suspense>
          </Boundary>
        ) : (
          stack
        )}
        <Details {...{ bench, run, flows, travel, tab }} choose={chooseTab} />
      </div>
      <ResultsLine {...{ run, flows, travel, tab, chooseTab }} />
    </>
  );
}

interface ResultsLineProps {
  run: Run;
  flows: number[];
  travel: Travel;
  tab: DetailsTab | null;
  chooseTab(tab: DetailsTab | null): void;
}

function ResultsLine({ run, flows, travel, tab, chooseTab }: ResultsLineProps) {
  return (
    <div className="results-line">
      <Headline summary={run.summary} flows={flows} names={run.scenario.flows.map(({ name }) => name)} />
      <Caption travel={travel} />
      <button
        type="button"
        aria-expanded={tab !== null}
        onClick={() => chooseTab(tab === null ? 'results' : null)}
      >
        {t('Details')}
      </button>
    </div>
  );
}
