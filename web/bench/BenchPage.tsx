/**
 * The bench, in one window: controls on the left; path, time, plots and results on the right. On a phone the controls are a sheet, and
 * there is one plot at a time.
 */
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Observable, useObservable, usePart, useReading } from '../base/observable';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import { firstProblems } from '../engine/firstProblems';
import { ComparedPanels } from '../lab/compare/ComparedPanels';
import { ComparedRuns } from '../lab/compare/ComparedRuns';
import { CompareMenu } from '../lab/compare/CompareMenu';
import { useComparedRuns } from '../lab/compare/useComparison';
import { CodeNamesChoice } from '../lab/controls/CodeNamesChoice';
import { ScenarioControls } from '../lab/controls/ScenarioControls';
import { useSteadyScroll } from '../lab/controls/steady';
import { AroundBench } from '../lab/export/AroundBench';
import { ResultsLine } from '../lab/findings/ResultsLine';
import { useTravel } from '../lab/time/travel';
import { LivePath } from '../lab/topology/LivePath';
import { colorsIn } from '../plot/hues';
import { placeOf } from '../plot/runStyle';
import { SenderColors } from '../plot/SenderColors';
import type { Bench } from '../run/bench';
import { headingOf } from '../run/documents';
import { useFirstRunDone, useFlows, useFocus, useOnce, useView } from '../run/hooks';
import { FOLLOWED } from '../run/selection';
import { documentTitle } from '../run/share/route';
import type { Run } from '../run/trace';
import { SweepButton } from '../sweep/SweepButton';
import { Boundary } from '../ui/Boundary';
import { Footer } from '../ui/Footer';
import { useMedia } from '../ui/hooks';
import { inEnglish } from '../ui/InEnglish';
import { KeysButton } from '../ui/keys/Keys';
import { mastheadActions } from '../ui/MastheadBar';
import { Notes as NoteList } from '../ui/Notes';
import { ProblemItems } from '../ui/ProblemItems';
import { RateUnitChoice } from '../ui/RateUnitChoice';
import { LARGE_SCREEN, ROOM_FOR_RAIL } from '../ui/screens';
import { useTheme } from '../ui/theme';
import { EmptyResults } from './EmptyResults';
import { ScenarioButton } from './gallery/ScenarioButton';
import { useTitle } from './gallery/title';
import { DropZone } from './import/DropZone';
import { Builder, EditNetworkButton, useBuilding, useItemPopover } from './NetworkEditing';
import { OpenMenu } from './OpenMenu';
import { RunStatus } from './RunStatus';
import { useRunName } from './ScenarioAbout';
import { ExportMenu, Share } from './Share';
import { Steps } from './Steps';
import { TraceIdentity } from './TraceIdentity';
import { FLOWS, Transport } from './Transport';
import { useBenchKeys } from './useBenchKeys';
import { useChangeActions } from './useChangeActions';
import { useDetails } from './useDetails';
import { useFieldActions } from './useFieldActions';
import { useOpening } from './useOpening';
import './BenchPage.css';
import './Details.css';

interface Props {
  bench: Bench;
  /** The query of the address. */
  query: URLSearchParams;
}

export function BenchPage({ bench, query }: Props) {
  const notes = useOpening(bench, query);
  useBenchKeys(bench.view);
  return (
    <AroundBench bench={bench} address={addressOf}>
      <Colors bench={bench}>
        <main className="bench" id="content">
          <Actions bench={bench} />
          <Rail bench={bench} />
          <div className="bench-stage" id="results">
            <Notes bench={bench} notes={notes} />
            <DropZone bench={bench} />
            <RunStatus bench={bench} />
            <Builder bench={bench} />
            <CurrentResults bench={bench} />
          </div>
          <Tour bench={bench} query={query} />
        </main>
      </Colors>
    </AroundBench>
  );
}

/** Gives each sender of the shown run and of compared runs its color. */
function Colors({ bench, children }: { bench: Bench; children: ReactNode }) {
  const shown = usePart(bench.runner.state, 'shown');
  const others = useComparedRuns(bench);
  const colors = useMemo(() => {
    const byPlace = new Map(others.map(({ style: { letter }, run }) => [placeOf(letter), run]));
    const last = Math.max(0, ...byPlace.keys());
    const compared = Array.from({ length: last }, (_, before) => byPlace.get(before + 1) ?? null);
    return colorsIn([shown, ...compared], []);
  }, [shown, others]);
  return <SenderColors colors={colors}>{children}</SenderColors>;
}

/** The bench's actions, in the page's header. */
function Actions({ bench }: { bench: Bench }) {
  const place = useObservable(mastheadActions);
  if (place === null) return null;
  return createPortal(
    <>
      <Steps bench={bench} />
      <CompareMenu bench={bench} />
      <SweepButton bench={bench} />
      <ExportMenu bench={bench} />
      <span data-tour="share">
        <Share bench={bench} />
      </span>
    </>,
    place,
  );
}

const afterRun = () => import('./afterRun');
const KeptWork = lazy(async () => ({ default: (await afterRun()).KeptWork }));
const BenchActions = lazy(async () => ({ default: (await afterRun()).BenchActions }));
const PrintFooter = lazy(async () => ({ default: (await afterRun()).PrintFooter }));
const FirstVisit = lazy(async () => ({ default: (await afterRun()).FirstVisit }));

/** Loads when something is exported. */
const addressOf = async (bench: Bench) => await (await import('../lab/compare/address')).addressOf(bench);

/** The first visit's hints, which never share the screen with the builder. They're about a run, so they wait for the end of the first one. */
function Tour({ bench, query }: Props) {
  const [opened] = useState(query);
  const done = useReading(bench.runner.state, ({ phase }) => phase === 'done');
  const covered = useBuilding();
  // Later runs, as in a drag, don't hide them.
  if (!useOnce(done)) return null;
  return (
    <Suspense>
      <FirstVisit bench={bench} query={opened} covered={covered} />
    </Suspense>
  );
}

/** Notes on the opened link, and offers of earlier work. */
function Notes({ bench, notes }: { bench: Bench; notes: string[] }) {
  const linkProblems = usePart(bench.state, 'linkProblems');
  const finished = useReading(bench.runner.state, ({ shown }) => shown?.summary != null && !shown.stored);
  const done = useOnce(finished);
  return (
    <div className="notes">
      {linkProblems.length > 0 && (
        <div className="problems" role="alert">
          <p>{t("The engine doesn't accept this link's changes, so you see the scenario without them.")}</p>
          <ProblemItems problems={firstProblems(linkProblems)} />
        </div>
      )}
      <NoteList notes={notes} />
      {done && (
        <Suspense>
          <KeptWork bench={bench} />
        </Suspense>
      )}
    </div>
  );
}

/** True while the sheet of controls is open, where there's no room for the rail. */
const sheetOpen = new Observable(false);

function ControlsButton({ bench }: { bench: Bench }) {
  const wide = useMedia(ROOM_FOR_RAIL);
  const edited = usePart(bench.state, 'edited');
  const open = useObservable(sheetOpen);
  if (wide) return null;
  return (
    <button
      type="button"
      data-tour="sender"
      aria-expanded={open}
      aria-controls="controls"
      onClick={() => sheetOpen.set(!open)}
    >
      {t('Controls')} {edited && <span className="badge">{t('changed')}</span>}
    </button>
  );
}

/** Closes a sheet by Escape, wherever the focus is. Whatever is open above it comes first. */
function useEscape(open: boolean, close: () => void): void {
  const wide = useMedia(ROOM_FOR_RAIL);
  const onKey = useEffectEvent(({ key, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented || document.querySelector(':popover-open, dialog[open]')) return;
    document.querySelector<HTMLElement>('.bottom-line > [aria-expanded="true"]')?.focus();
    close();
  });
  useEffect(() => {
    if (wide || !open) return undefined;
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [wide, open]);
}

/** The column on the left: the scenario and its controls. */
function Rail({ bench }: { bench: Bench }) {
  const wide = useMedia(ROOM_FOR_RAIL);
  const open = useObservable(sheetOpen);
  const fieldActions = useFieldActions(bench);
  const changeActions = useChangeActions(bench);
  useFocus(() => wide || sheetOpen.set(true));
  useEscape(open, () => sheetOpen.set(false));
  return (
    <>
      {!wide && !open && <HiddenHeading bench={bench} />}
      <aside className="bench-rail" id="controls" aria-label={t('Controls')} hidden={!wide && !open}>
        {!wide && (
          <button
            type="button"
            className="close"
            aria-label={t('Close controls')}
            onClick={() => sheetOpen.set(false)}
          >
            ×
          </button>
        )}
        <ScenarioCard bench={bench} />
        <ScenarioControls bench={bench} fieldActions={fieldActions} changeActions={changeActions} />
        <TraceIdentity bench={bench} />
        <Footer>
          <RateUnitChoice />
          <CodeNamesChoice />
          <KeysButton />
        </Footer>
      </aside>
    </>
  );
}

/** The page's heading for screen readers, while the sheet with the visible one is closed. */
function HiddenHeading({ bench }: { bench: Bench }) {
  const title = useTitle(bench);
  const runName = useRunName(bench);
  return <h1 className="visually-hidden">{runName ?? title}</h1>;
}

/** The scenario's title and source. Once the scenario is changed, the run has a name of its own, and these belong to the original. */
function ScenarioCard({ bench }: { bench: Bench }) {
  const source = useReading(bench.state, (state) => headingOf(state).source);
  const title = useTitle(bench);
  const runName = useRunName(bench);
  const button = <ScenarioButton bench={bench} />;
  const place = useRef<HTMLElement>(null);
  useSteadyScroll(place);
  return (
    <header ref={place} className="scenario-card" data-changed={runName !== null}>
      <title>{documentTitle(runName ?? title)}</title>
      <h1>{runName ?? button}</h1>
      {runName !== null && (
        <p className="original">{rich('Changed from {scenario}', { scenario: button })}</p>
      )}
      {source && (
        <p className="source" {...inEnglish()}>
          {source}
        </p>
      )}
      <div className="open-menu">
        {/* The sheet of controls would be under the file's. */}
        <OpenMenu bench={bench} onOpened={() => sheetOpen.set(false)} />
      </div>
    </header>
  );
}

/** Loads when they are opened. */
const Details = lazy(async () => ({ default: (await import('./Details')).Details }));

/**
 * A separate component, so that a new run doesn't re-render anything else, for example a control that is being dragged.
 */
function CurrentResults({ bench }: { bench: Bench }) {
  const shown = usePart(bench.runner.state, 'shown');
  const pathHeight = usePathHeight();
  const building = useBuilding();
  if (shown === null && building) return null;
  return shown ? <Results bench={bench} run={shown} /> : <EmptyResults {...{ bench, pathHeight }} />;
}

function Results({ bench, run }: { bench: Bench; run: Run }) {
  const count = run.scenario.flows.length;
  const choice = bench.view.of(FLOWS);
  const chosen = useObservable(choice);
  const flows = useFlows(run.scenario, chosen?.count === count ? chosen.flows : null);
  const travel = useTravel(run, flows);
  const { tab, offered, choose: chooseTab } = useDetails(bench);
  useEscape(tab !== null, () => chooseTab(null));
  const pathHeight = usePathHeight();
  const item = useItemPopover(bench);
  const done = useFirstRunDone(run);
  const catalogue = usePart(bench.runner.state, 'catalogue');
  return (
    <>
      <LivePath
        run={run}
        flows={flows}
        height={pathHeight}
        catalogue={catalogue}
        onEdit={(path, value, at) => bench.edit(path, value, at)}
        onOpen={item.open}
      >
        <EditNetworkButton />
      </LivePath>
      {item.popover}
      <Transport {...{ run, flows, travel }} showFlows={(next) => choice.set({ count, flows: next })} />
      <Followed run={run} />
      {done && (
        <Suspense>
          <BenchActions bench={bench} choose={chooseTab} />
        </Suspense>
      )}
      <ComparedRuns bench={bench} flows={flows} />
      <div className="plots-and-details">
        <div className="plots">
          <ComparedPanels bench={bench} run={run} flows={flows} />
        </div>
        {tab !== null && (
          <Boundary name={t('The details')}>
            {/* The empty column keeps the plots in place. */}
            <Suspense fallback={<div className="details" />}>
              {done ? (
                <Details {...{ bench, run, flows, travel, tab, offered }} choose={chooseTab} />
              ) : (
                <div className="details" />
              )}
            </Suspense>
          </Boundary>
        )}
      </div>
      <div className="bottom-line">
        <ResultsLine bench={bench} run={run} flows={flows} />
        <ControlsButton bench={bench} />
        <button
          type="button"
          aria-expanded={tab !== null}
          onClick={() =>
            chooseTab(tab !== null ? null : offered.includes('comparison') ? 'comparison' : 'results')
          }
        >
          {t('Details')}
        </button>
      </div>
      {done && (
        <Suspense>
          <PrintFooter bench={bench} />
        </Suspense>
      )}
    </>
  );
}

/** Loads when the first packet is followed. */
const FollowedPacket = lazy(async () => ({
  default: (await import('../lab/time/FollowedPacket')).FollowedPacket,
}));

function Followed({ run }: { run: Run }) {
  const packet = useObservable(useView().of(FOLLOWED));
  return (
    packet && (
      <Boundary name={t('The followed packet')}>
        <Suspense>
          <FollowedPacket run={run} packet={packet} />
        </Suspense>
      </Boundary>
    )
  );
}

/** Heights of the path, from the largest window down. The first that applies is taken. */
const PATH_HEIGHTS = [
  [LARGE_SCREEN, 190],
  ['(min-width: 120rem) and (min-height: 60rem)', 140],
  ['(min-width: 88rem) and (min-height: 50rem)', 108],
  ['(min-width: 37.5rem) and (min-height: 47.5rem)', 84],
  // Low windows leave the room to the plots.
  ['(min-width: 37.5rem)', 54],
] as const;

const PHONE_PATH_HEIGHT = 112;

/** CSS pixels. */
function usePathHeight(): number {
  const { scale } = useTheme();
  const fits = [
    useMedia(PATH_HEIGHTS[0][0]),
    useMedia(PATH_HEIGHTS[1][0]),
    useMedia(PATH_HEIGHTS[2][0]),
    useMedia(PATH_HEIGHTS[3][0]),
    useMedia(PATH_HEIGHTS[4][0]),
  ];
  return scale * (PATH_HEIGHTS.find((_, place) => fits[place])?.[1] ?? PHONE_PATH_HEIGHT);
}
