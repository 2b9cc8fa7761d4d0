/** Values for the page of Figure 1: those that the paper reports, and which curves coincide. */

import { eventsOf } from '../run/series';
import type { Run } from '../run/trace';
import type { Paper } from '../scenario/content/papers';

export type PublishedFigure = 'first_mib_s' | 'second_mib_s' | 'losses' | 'timeouts';

/** The value that the paper reports for one of the figure's transfers; null if it reports none. */
export function publishedValue({ entries }: Paper, arm: string, figure: PublishedFigure): number | null {
  const entry = entries.find(
    ({ experiment, measure, item }) =>
      experiment === 'figure-1' &&
      item.startsWith('figure-1/') &&
      measure?.kind === 'flow' &&
      measure.arm === arm &&
      measure.figure === figure &&
      !measure.window_s,
  );
  return entry?.published.value ?? null;
}

/** Number of moments at which two curves are compared. */
const SAMPLES = 200;
/** Largest difference of curves that look the same, as a share of the transfer. */
const LOOKS_SAME = 0.01;

/** True if the two transfers' sequence numbers look the same over time. */
export function coincide(a: Run, b: Run): boolean {
  const end = Math.max(a.now_s, b.now_s);
  const [one, other] = [a, b].map(({ trace }) => eventsOf(trace, 0, 'send'));
  if (one === undefined || other === undefined) return false;
  const top = Math.max(one.extent()[1], other.extent()[1]);
  return Array.from({ length: SAMPLES }, (_, i) => ((i + 1) / SAMPLES) * end).every((moment) => {
    const [here, there] = [one, other].map((curve) => curve.valueAt(moment) ?? 0) as [number, number];
    return Math.abs(here - there) <= LOOKS_SAME * top;
  });
}
