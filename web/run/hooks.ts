/** React hooks for the time window, the cursor and the bench. */
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useObservable } from '../base/observable';
import type { Scenario } from '../engine/schema';
import { flowNamed } from '../scenario/path';
import type { Bench } from './bench';
import { FOCUS, type Focus } from './selection';
import { View } from './view';
import type { TimeWindow } from './window';

/** All plots under one provider share its time window and cursor. */
export const ViewContext = createContext<View>(new View());

export function useView(): View {
  return useContext(ViewContext);
}

export function useTimeWindow(): TimeWindow {
  const view = useView();
  return useSyncExternalStore(view.looking.subscribe, () => view.window);
}

export function useCursor(): number | null {
  return useObservable(useView().cursor);
}

/** Most flows shown unless somebody chooses: as many as are easy to distinguish. */
const DEFAULT_FLOWS = 6;

/** The flows of a run to show: the chosen ones that it has, by name or number, or the first. */
export function useFlows(
  scenario: Pick<Scenario, 'flows'>,
  chosen: readonly (string | number)[] | null | undefined,
): number[] {
  // Runs of the same flows give the same list.
  const names = scenario.flows.map(({ name }) => name).join('\n');
  return useMemo(() => {
    const all = names.split('\n');
    const flows =
      chosen?.map((flow) => flowNamed(flow, all)) ?? all.slice(0, DEFAULT_FLOWS).map((_, flow) => flow);
    return flows.filter((flow) => flow !== null);
  }, [names, chosen]);
}

/** Calls `callback` whenever the user picks a link or a flow. */
export function useFocus(callback: (focus: Focus) => void): void {
  const focus = useView().of(FOCUS);
  const follow = useEffectEvent(callback);
  useEffect(() => focus.subscribe(() => focus.value !== null && follow(focus.value)), [focus]);
}

/** True once the engine has parsed the scenario. The component re-renders only when the answer changes. */
export function useReady(bench: Bench): boolean {
  return useSyncExternalStore(bench.state.subscribe, () => bench.state.value.scenario !== null);
}

/** True from the first render on in which `now` is true. */
export function useOnce(now: boolean): boolean {
  const [once, setOnce] = useState(now);
  if (!once && now) setOnce(true);
  return once;
}

/** A first run that takes longer than this, ms, doesn't keep the rest of the page waiting. */
const LONG_RUN_MS = 5000;

/**
 * True from the first run on that the engine has finished. Whatever a first picture can do without is loaded then. Also true in a first
 * run that takes long or was canceled, so that its scenario can be edited.
 */
export function useFirstRunDone({
  summary,
  stored = false,
}: {
  summary: unknown;
  stored?: boolean;
}): boolean {
  const done = useOnce(summary !== null && !stored);
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (done || stored) return;
    const timer = setTimeout(() => setLong(true), LONG_RUN_MS);
    return () => clearTimeout(timer);
  }, [done, stored]);
  return done || long;
}
