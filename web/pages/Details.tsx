/** Everything about a run that isn't in sight all the time, in a column next to the plots: one tab each. */
import { lazy, Suspense, useEffect, useId } from 'react';
import { usePart } from '../base/observable';
import { useComparing } from '../compare/useComparison';
import { isEvidence, parseReference } from '../content/reference';
import { FromEvidence } from '../evidence/FromEvidence';
import { OpenedFile, useHasFile } from '../import/DropZone';
import { PanelSlot } from '../panels/PanelSlot';
import type { Bench } from '../run/bench';
import { usePlace } from '../run/tabStorage';
import type { Run } from '../run/trace';
import type { Travel } from '../time/travel';
import { Boundary } from '../ui/Boundary';
import { t } from '../words/words';
import { Editor } from './Editor';
import { ScenarioAbout } from './ScenarioAbout';
import { TheoryNote } from './TheoryNote';
import './Details.css';

const EventList = lazy(async () => ({ default: (await import('../time/EventList')).EventList }));
const ComparisonDetails = lazy(async () => ({
  default: (await import('../compare/ComparisonDetails')).ComparisonDetails,
}));
const RESULTS = {
  Component: lazy(async () => ({ default: (await import('./SummaryTables')).SummaryTables })),
};
const Sound = lazy(async () => ({ default: (await import('../sound/Sound')).Sound }));
const FromPaper = lazy(async () => ({ default: (await import('../figures/FromPaper')).FromPaper }));

const TABS = ['results', 'comparison', 'events', 'paper', 'capture', 'about', 'json', 'sound'] as const;

export type DetailsTab = (typeof TABS)[number];

export const DETAILS_TITLES: Readonly<Record<DetailsTab, () => string>> = {
  results: () => t('Results'),
  comparison: () => t('Comparison'),
  events: () => t('Events'),
  paper: () => t('Paper'),
  capture: () => t('Capture'),
  about: () => t('About'),
  json: () => t('JSON'),
  sound: () => t('Sound'),
};

function isTabOrNull(value: unknown): value is DetailsTab | null {
  return value === null || TABS.some((tab) => tab === value);
}

/** The open tab, kept for this browser tab; null while the details are closed. */
export function useDetails(): [DetailsTab | null, (tab: DetailsTab | null) => void] {
  return usePlace<DetailsTab | null>('details', null, isTabOrNull);
}

interface Props {
  bench: Bench;
  run: Run | null;
  flows: number[];
  travel: Travel;
  tab: DetailsTab | null;
  choose(tab: DetailsTab | null): void;
}

export function Details({ bench, run, flows, travel, tab, choose }: Props) {
  const name = usePart(bench.state, 'name');
  const published = isEvidence(name) || parseReference(name) !== null;
  const captured = useHasFile();
  const comparing = useComparing(bench);
  const ids = useId();
  // Open the tab of what the user has just asked for: a published experiment, or a file.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another experiment opens its tab again
  useEffect(() => {
    if (published) choose('paper');
  }, [published, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening a file opens its tab
  useEffect(() => {
    if (captured) choose('capture');
  }, [captured]);
  const possible: Partial<Record<DetailsTab, boolean>> = {
    paper: published,
    capture: captured,
    comparison: comparing,
  };
  const offered = TABS.filter((one) => possible[one] ?? true);
  const current = tab === null ? null : offered.includes(tab) ? tab : 'results';
  if (current === null) return null;
  return (
    <aside className="details" aria-label={t('Details')}>
      <div className="details-tabs" role="tablist" aria-label={t('Details')}>
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
          </button>
        ))}
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

interface ContentProps extends Omit<Props, 'tab' | 'choose'> {
  tab: DetailsTab;
  name: string;
}

/** Number of flows that a paper's experiment shows by default. */
const PAPER_FLOWS = 6;

function Content({ bench, run, flows, travel, tab, name }: ContentProps) {
  switch (tab) {
    case 'results':
      return run && <PanelSlot panel={RESULTS} run={run} flows={flows} />;
    case 'comparison':
      return run && <ComparisonDetails bench={bench} run={run} />;
    case 'events':
      return run && <EventList travel={travel} run={run} flows={flows} />;
    case 'paper': {
      const reference = parseReference(name);
      if (reference === null) return <FromEvidence name={name} />;
      return <FromPaper bench={bench} reference={reference} flowCount={PAPER_FLOWS} key={name} />;
    }
    case 'capture':
      return <OpenedFile bench={bench} />;
    case 'about':
      return (
        <>
          <ScenarioAbout bench={bench} />
          {run && <TheoryNote prediction={run.prediction} />}
        </>
      );
    case 'json':
      return <Editor bench={bench} />;
    case 'sound':
      return run && flows.length > 0 && <Sound run={run} flows={flows} />;
  }
}
