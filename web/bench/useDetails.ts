/** The tabs of the details: which there are, and which is open. Their content loads when the first one opens. */
import { useEffect } from 'react';
import { useObservable, usePart, useReading } from '../base/observable';
import { useComparing } from '../lab/compare/useComparison';
import type { Bench } from '../run/bench';
import type { ViewState } from '../run/view';
import { isEvidence, parseReference } from '../scenario/content/reference';
import { useMedia } from '../ui/hooks';
import { ROOM_FOR_EVENTS } from '../ui/screens';
import { useHasFile } from './import/hasFile';
import { incoming } from './import/incoming';

const TABS = ['results', 'comparison', 'events', 'paper', 'capture', 'about', 'json', 'sound'] as const;

export type DetailsTab = (typeof TABS)[number];

/** The open tab, or `none` while they're closed; empty for what's usual on the screen. */
export const DETAILS: ViewState<string> = { usual: '', until: 'address' };

interface DetailsState {
  /** The open tab; null while the details are closed. */
  tab: DetailsTab | null;
  /** The tabs that have something to show. */
  offered: readonly DetailsTab[];
  choose(tab: DetailsTab | null): void;
}

/** The tab that is chosen in the arrangement, or else that of a published experiment, or what there is room for; null for none. */
function tabOf(chosen: string, published: boolean, roomy: boolean): DetailsTab | null {
  if (chosen === '') return published ? 'paper' : roomy ? 'events' : null;
  return TABS.find((tab) => tab === chosen) ?? null;
}

export function useDetails(bench: Bench): DetailsState {
  const details = bench.view.of(DETAILS);
  const name = usePart(bench.state, 'name');
  const published = isEvidence(name) || parseReference(name) !== null;
  const chosen = tabOf(useObservable(details), published, useMedia(ROOM_FOR_EVENTS));
  const choose = (tab: DetailsTab | null) => details.set(tab ?? 'none');
  const opened = useHasFile();
  const isReading = useReading(incoming, ({ phase }) => phase === 'reading');
  const comparing = useComparing(bench);
  // A file may come while another is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening a file opens its tab
  useEffect(() => {
    if (opened || isReading) choose('capture');
  }, [opened, isReading]);
  const possible: Partial<Record<DetailsTab, boolean>> = {
    paper: published,
    capture: opened,
    comparison: comparing,
  };
  const offered = TABS.filter((one) => possible[one] ?? true);
  const tab = chosen === null || offered.includes(chosen) ? chosen : 'results';
  return { tab, offered, choose };
}
