/** The address of the lab's main page, relative to the open page. */
import { createContext, useContext } from 'react';

/** Empty on the lab's page; `../../` on a lesson's. */
const Root = createContext('');

export const RootProvider = Root.Provider;

export function useRoot(): string {
  return useContext(Root);
}

/** The whole address of a page of the lab, as `#/bench?…` or `embed/?…`, from wherever the reader is. */
export function absolute(address: string): string {
  const { dataset } = document.documentElement;
  const { origin, pathname } = new URL(dataset.root ?? window.location.pathname, window.location.href);
  // The lab's page may have been opened by its own name, index.html.
  return new URL(address, origin + pathname).href;
}
