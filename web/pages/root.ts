/** Where the lab's own page is, as seen from the page that is open. */
import { createContext, useContext } from 'react';

/** Empty on the lab's page; `../../` on a lesson's. */
const Root = createContext('');

export const RootProvider = Root.Provider;

export function useRoot(): string {
  return useContext(Root);
}
