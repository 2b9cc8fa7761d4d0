/** The lines of panels that a lesson can't show, because no lesson up to it explains them. */
import { DERIVED as OF_WINDOW } from '../lab/panels/congestionWindow';
import { DERIVED as OF_RTT } from '../lab/panels/roundTrip';
import type { Explained } from '../ui/explanations';
import { GLOSSARY, LESSONS } from './course';

const placeOf = (lesson: string | undefined) => LESSONS.find(({ name }) => name === lesson)?.number;

/**
 * The kinds of lines that have a name of the field's, and that the course hasn't explained when a lesson begins to use pictures; and those
 * that a step of it explains `later`.
 */
export function notYetIntroduced(lesson: string, later: readonly Explained[] = []): readonly Explained[] {
  const place = placeOf(lesson);
  // Other scenarios than lessons', as in assignments, show everything.
  if (place === undefined) return later;
  const isLater = (kind: string) => (placeOf(GLOSSARY.get(kind)?.lesson) ?? Number.POSITIVE_INFINITY) > place;
  return [...[...OF_RTT, ...OF_WINDOW].filter(isLater), ...later];
}
