/** The address of the lab's main page, relative to the open page. */
import { createContext, useContext } from 'react';

/** Empty on the lab's main page, `../../` on a lesson's page. */
const Root = createContext('');

export const RootProvider = Root.Provider;

export function useRoot(): string {
  return useContext(Root);
}

/** The absolute URL for an address relative to the lab's main page, for example `#/bench?…` or `embed/?…`. */
export function absolute(address: string): string {
  const { dataset } = document.documentElement;
  const { origin, pathname } = new URL(dataset.root ?? window.location.pathname, window.location.href);
  // The main page's own path may end in index.html.
  return new URL(address, origin + pathname).href;
}
