/** React hooks for the time window, the cursor and the bench. */
import { createContext, useContext, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useObservable } from '../base/observable';
import type { Bench } from './bench';
import { type Focus, View } from './view';
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

/** Calls `callback` whenever the user picks a link or a flow. */
export function useFocus(callback: (focus: Focus) => void): void {
  const view = useView();
  const follow = useEffectEvent(callback);
  useEffect(
    () =>
      view.focus.subscribe(() => {
        const { value } = view.focus;
        if (value !== null) follow(value);
      }),
    [view],
  );
}

/** True once the engine has parsed the scenario. The component re-renders only when the answer changes. */
export function useReady(bench: Bench): boolean {
  return useSyncExternalStore(bench.state.subscribe, () => bench.state.value.scenario !== null);
}

/** True from the first finished run on. Whatever a first picture can do without is loaded then. */
export function useFirstRunDone({ summary }: { summary: unknown }): boolean {
  const [done, setDone] = useState(summary !== null);
  if (!done && summary !== null) setDone(true);
  return done;
}
