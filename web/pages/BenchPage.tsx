/** The bench: a scenario, its controls, and the results of its run. */
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { usePart, useReading } from '../base/observable';
import { addressOf } from '../compare/address';
import { KeepButton, useKept } from '../compare/KeepButton';
import { isEvidence, parseReference } from '../content/reference';
import { ScenarioControls } from '../controls/ScenarioControls';
import { FromEvidence } from '../evidence/FromEvidence';
import { OriginContext, provenanceOf } from '../export/provenance';
import { DropZone } from '../import/DropZone';
import { PanelSlot } from '../panels/PanelSlot';
import { PANELS } from '../panels/registry';
import type { Bench } from '../run/bench';
import { headingOf } from '../run/documents';
import { useFocus, ViewContext } from '../run/hooks';
import { useOpen, usePlace } from '../run/tabStorage';
import type { Run } from '../run/trace';
import { documentTitle } from '../share/route';
import { SoundDrawer } from '../sound/SoundDrawer';
import { SweepButton } from '../sweep/SweepButton';
import { TimeBar } from '../time/TimeBar';
import { TravelBar } from '../time/TravelBar';
import { NetworkCard } from '../topology/NetworkCard';
import { Boundary } from '../ui/Boundary';
import { Clipped } from '../ui/Clipped';
import { Deferred } from '../ui/Deferred';
import { useMedia } from '../ui/hooks';
import { inEnglish } from '../ui/InEnglish';
import { ProblemItems } from '../ui/ProblemItems';
import { t, translated } from '../words/words';
import { Editor } from './Editor';
import { Headline } from './Headline';
import { KeptWork } from './KeptWork';
import { FlowSwitches, Overview } from './Overview';
import { PrintFooter } from './PrintFooter';
import { RunStatus } from './RunStatus';
import { ScenarioMenu, titleOf } from './ScenarioMenu';
import { ExportMenu, Share } from './Share';
import { Steps } from './Steps';
import { SummaryTables } from './SummaryTables';
import { TheoryNote } from './TheoryNote';
import { useOpening } from './useOpening';

interface Props {
  bench: Bench;
  /** The query of the address. */
  query: URLSearchParams;
}

export function BenchPage({ bench, query }: Props) {
  const notes = useOpening(bench, query);
  useKept(bench, query);
  const sourceLine = useCallback(
    () => provenanceOf(bench, bench.runner.state.value.shown, addressOf(bench)),
    [bench],
  );
  return (
    <OriginContext value={sourceLine}>
      <ViewContext value={bench.view}>
        <main className="bench" id="content">
          <Introduction bench={bench} notes={notes} />
          <ControlsDrawer bench={bench} />
          <div className="results" id="results">
            <PublishedResults bench={bench} />
            <DropZone bench={bench} />
            <BuilderSlot bench={bench} />
            <CurrentResults bench={bench} />
          </div>
        </main>
      </ViewContext>
    </OriginContext>
  );
}

interface IntroductionProps {
  bench: Bench;
  /** Notes on the opened link. */
  notes: string[];
}

function Introduction({ bench, notes }: IntroductionProps) {
  const name = usePart(bench.state, 'name');
  const linkProblems = usePart(bench.state, 'linkProblems');
  // Don't subscribe to the scenario itself: it changes with every move of a control, and this component would
  // re-render.
  const [ownTitle, source, about] = [
    useReading(bench.state, (state) => headingOf(state).title),
    useReading(bench.state, (state) => headingOf(state).source),
    useReading(bench.state, (state) => headingOf(state).about),
  ];
  const title = ownTitle ? translated(ownTitle) : titleOf(name);
  return (
    <header className="introduction">
      <title>{documentTitle(title)}</title>
      {linkProblems.length > 0 && (
        <div className="problems" role="alert">
          <p>{t('The engine does not take what this link changes, so the scenario stands without that.')}</p>
          <ProblemItems problems={linkProblems} />
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className="note" role="alert">
          {note}
        </p>
      ))}
      <KeptWork bench={bench} />
      <div className="chooser">
        <ScenarioMenu name={name} title={title} />
        <Steps bench={bench} />
        <Share bench={bench} />
        <KeepButton bench={bench} />
        <SweepButton bench={bench} />
        <ExportMenu bench={bench} />
      </div>
      <div className="what">
        <h1>{title}</h1>
        {source && (
          <p className="source" {...inEnglish()}>
            {source}
          </p>
        )}
        <RunStatus bench={bench} />
      </div>
      <PrintFooter bench={bench} />
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

/** On a wide screen, the controls are next to the panels; otherwise they are in a closed drawer above them. */
const WIDE_SCREEN = '(min-width: 64rem)';

function ControlsDrawer({ bench }: { bench: Bench }) {
  const wide = useMedia(WIDE_SCREEN);
  const edited = usePart(bench.state, 'edited');
  const [open, setOpen] = useOpen('switchboard');
  useFocus(() => wide || setOpen(true));
  return (
    <details
      className="drawer"
      open={wide || open}
      onToggle={(event) => wide || setOpen(event.currentTarget.open)}
    >
      <summary>
        {t('Switchboard')} {edited && <span className="badge">{t('changed')}</span>}
      </summary>
      <div className="drawer-body">
        <ScenarioControls bench={bench} />
        <Editor bench={bench} />
      </div>
    </details>
  );
}

/** Loads when the user opens an experiment of a paper. */
const FromPaper = lazy(async () => ({ default: (await import('../figures/FromPaper')).FromPaper }));

function PublishedResults({ bench }: { bench: Bench }) {
  const name = usePart(bench.state, 'name');
  if (isEvidence(name)) return <FromEvidence name={name} />;
  const reference = parseReference(name);
  if (reference === null) return null;
  return (
    <Boundary name={t('What the paper reports')} key={name}>
      <Suspense>
        <FromPaper bench={bench} reference={reference} flowCount={DEFAULT_FLOWS} />
      </Suspense>
    </Boundary>
  );
}

/** Loads when the user compares runs. */
const ComparedResults = lazy(async () => ({
  default: (await import('../compare/ComparedResults')).ComparedResults,
}));

/** Loads when the user edits the network. */
const NetworkBuilder = lazy(async () => ({
  default: (await import('../builder/NetworkBuilder')).NetworkBuilder,
}));
const DraftNotice = lazy(async () => ({ default: (await import('../builder/DraftNotice')).DraftNotice }));

function BuilderSlot({ bench }: { bench: Bench }) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <Boundary name={t('The network builder')}>
      {open === true ? (
        <div className="builder-slot">
          <Suspense>
            <NetworkBuilder bench={bench} onClose={() => setOpen(false)} />
          </Suspense>
        </div>
      ) : (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            {t('Edit network')}
          </button>
          {open === false && (
            <Suspense>
              <DraftNotice bench={bench} onOpen={() => setOpen(true)} />
            </Suspense>
          )}
        </>
      )}
    </Boundary>
  );
}

/** Number of flows shown by default: as many as are easy to distinguish. */
const DEFAULT_FLOWS = 6;

/** Number of panels that fit on most screens. The others are drawn later. */
const FIRST_PANELS = 2;

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
  const [networkShown, showNetwork] = useOpen('network');
  const figures = (
    <Deferred meanwhile={null}>
      <PanelSlot panel={{ Component: SummaryTables }} run={run} flows={flows} />
    </Deferred>
  );
  const panels = (
    <div className="panels">
      {PANELS.map((panel, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Boundary key={place} name={t('This panel')}>
          {place < FIRST_PANELS ? (
            <PanelSlot panel={panel} run={run} flows={flows} />
          ) : (
            <Deferred meanwhile={<div className="panel-to-come" />}>
              <PanelSlot panel={panel} run={run} flows={flows} />
            </Deferred>
          )}
        </Boundary>
      ))}
      {figures}
    </div>
  );
  return (
    <>
      <Headline summary={run.summary} flows={flows} names={run.scenario.flows.map(({ name }) => name)} />
      <TheoryNote prediction={run.prediction} />
      <div className="time-strip">
        <TimeBar stepping>
          <FlowSwitches run={run} flows={flows} show={(next) => choose({ count, flows: next })} />
        </TimeBar>
        <Boundary name={t('The overview')}>
          <Overview run={run} flows={flows} />
        </Boundary>
        <TravelBar run={run} flows={flows}>
          <button
            type="button"
            aria-expanded={networkShown}
            title={t('Packets on their way, queues and drops at the time cursor')}
            onClick={() => showNetwork(!networkShown)}
          >
            {t('Network')}
          </button>
          <SoundDrawer run={run} flows={flows} />
        </TravelBar>
      </div>
      {networkShown && <NetworkCard run={run} />}
      {comparing ? (
        <Boundary name={t('The comparison')}>
          <Suspense fallback={panels}>
            <ComparedResults bench={bench} panels={PANELS} run={run} flows={flows}>
              {figures}
            </ComparedResults>
          </Suspense>
        </Boundary>
      ) : (
        panels
      )}
    </>
  );
}
