/** Context for controls, so that it isn't passed through every level. */
import { createContext, useContext } from 'react';
import type { Catalogue, Problem } from '../engine/schema';

export interface Editing {
  catalogue: Catalogue;
  /** `at` is the time of the user's action, on the clock of `performance.now()`. */
  edit(path: string, value: unknown, at: number): void;
  problems: Problem[];
}

const Context = createContext<Editing | null>(null);

export const EditingProvider = Context.Provider;

export function useEditing(): Editing {
  const editing = useContext(Context);
  if (editing === null) throw new Error('Controls must be inside an EditingProvider.');
  return editing;
}

/** The first sentence, for a line next to the control. */
export function firstSentence(doc: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(doc)?.[0] ?? doc;
}

/** `min_ticks` becomes "min ticks", for screen readers and search. The field's own name stays visible. */
export function readableName(name: string): string {
  return name.replaceAll('_', ' ');
}
