/** Context for controls, so that it isn't passed through every level. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { usePart } from '../../base/observable';
import type { Catalogue, Problem } from '../../engine/schema';
import type { Bench } from '../../run/bench';

/** An entry in a field's menu that leads elsewhere. */
interface FieldAction {
  label: string;
  href: string;
}

export interface Editing {
  catalogue: Catalogue;
  /** `at` is the time of the user's action, on the clock of `performance.now()`. */
  edit(path: string, value: unknown, at: number): void;
  problems: Problem[];
  /** Further entries for the menu of a field. Must keep its identity. */
  actions?: ((path: string) => readonly FieldAction[]) | undefined;
  /** Further buttons next to a change of a field. Must keep its identity. */
  changeActions?: ((path: string, field: string) => ReactNode) | undefined;
  /** True if parts show their basic fields and fold the others. */
  folds?: boolean;
}

const Context = createContext<Editing | null>(null);

export const EditingProvider = Context.Provider;

export function useEditing(): Editing {
  const editing = useContext(Context);
  if (editing === null) throw new Error('Controls must be inside an EditingProvider.');
  return editing;
}

/** Editing on a bench; null until there's a catalogue. `edit` must keep its identity. */
export function useBenchEditing({ runner }: Bench, edit: Editing['edit']): Editing | null {
  const catalogue = usePart(runner.state, 'catalogue');
  const problems = usePart(runner.state, 'problems');
  return useMemo(() => catalogue && { catalogue, problems, edit }, [catalogue, problems, edit]);
}

/** The first sentence, for a line next to the control. */
export function firstSentence(doc: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(doc)?.[0] ?? doc;
}
