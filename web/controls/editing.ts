/** Context for controls, so that it isn't passed through every level. */
import { createContext, useContext } from 'react';
import type { Catalogue, Problem } from '../engine/schema';

export interface Editing {
  catalogue: Catalogue;
  /** `at` is when the reader acted, on the clock of `performance.now()`. */
  edit(path: string, value: unknown, at: number): void;
  problems: Problem[];
}

const Context = createContext<Editing | null>(null);

export const EditingProvider = Context.Provider;

export function useEditing(): Editing {
  const editing = useContext(Context);
  if (editing === null) throw new Error('A control stands outside of a switchboard.');
  return editing;
}

/** The first sentence, for a line beside the control. */
export function firstSentence(doc: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(doc)?.[0] ?? doc;
}

/** `min_ticks` as it is read out and searched for; the field's own name stays visible. */
export function spoken(name: string): string {
  return name.replaceAll('_', ' ');
}
