/** How components look at stores. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import { useObservable } from './observable';
import { View } from './view';
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
