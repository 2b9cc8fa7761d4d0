/** How components look at stores. */
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useObservable } from '../base/observable';
import type { Bench } from './bench';
import { type Focus, View } from './view';
import type { TimeWindow } from './window';

/** Every plot under one provider shares its window and its cursor. */
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

/** Calls back whenever the reader picks a link or a flow. */
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

/** Whether the engine has read what is on the bench; a component that asks is not drawn anew with every change. */
export function useReady(bench: Bench): boolean {
  return useSyncExternalStore(bench.state.subscribe, () => bench.state.value.scenario !== null);
}
