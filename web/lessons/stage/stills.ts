/** The pictures that the build draws into the page, by the id of their step. */
import { createContext, useContext, useState } from 'react';

/** Filled while the build writes the page; empty in the browser. */
export const StillsContext = createContext<ReadonlyMap<string, string>>(new Map());

/** The markup of a step's picture: from the build, or in the browser from the page that the build wrote. */
export function useStill(step: string): string {
  const drawn = useContext(StillsContext);
  const [still] = useState(() => drawn.get(step) ?? inPage(step));
  return still;
}

function inPage(step: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector(`[data-still="${CSS.escape(step)}"]`)?.innerHTML ?? '';
}
