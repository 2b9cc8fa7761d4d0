/** Titles of scenarios on the bench. */
import { usePart, useReading } from '../../base/observable';
import { translated } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { headingOf } from '../../run/documents';
import { placeOf } from '../../run/share/opening';
import { TITLES } from '../../scenario/content/scenarios';

/** The title of a scenario that the engine hasn't parsed yet. */
export function titleOf(name: string): string {
  return TITLES.get(placeOf(name).base) ?? '';
}

/** The title of the scenario on the bench. Renders again only when it changes. */
export function useTitle(bench: Bench): string {
  const name = usePart(bench.state, 'name');
  const own = useReading(bench.state, (state) => headingOf(state).title);
  return own ? translated(own) : titleOf(name);
}
