/**
 * Places the reason for each prediction's answer below the run that shows it, so that students see the run before they read why. The texts of
 * lessons don't name these places.
 */
import type { Element } from './copy/elements';
import type { Lesson } from './lesson';

/** Ids of predictions, by the component below which their reasons come: `Experiment alone`, `Step grows`. */
export type Reasons = ReadonlyMap<string, readonly string[]>;

interface Place {
  name: string;
  id: string;
}

/**
 * A reason comes below the first experiment or step after the prediction that shows the covered run; below the last of them if it
 * covers several, and below the prediction itself if the text shows none.
 */
export function reasonsIn(
  elements: readonly Element[],
  lesson: Pick<Lesson, 'predictions' | 'steps'>,
): Reasons {
  const places = placesIn(elements);
  const reasons = new Map<string, string[]>();
  places.forEach(({ name, id }, from) => {
    if (name !== 'Predict') return;
    const covers = lesson.predictions[id]?.covers ?? [];
    const shown = covers.map((run) =>
      places.findIndex((place, at) => at > from && shows(place, run, lesson)),
    );
    const last = places[Math.max(from, ...shown)];
    if (last === undefined) return;
    const key = `${last.name} ${last.id}`;
    reasons.set(key, [...(reasons.get(key) ?? []), id]);
  });
  return reasons;
}

const PLACES = ['Predict', 'Experiment', 'Step'];

function placesIn(elements: readonly Element[]): Place[] {
  return elements.flatMap((element) => {
    if (typeof element === 'string') return [];
    const [name, { id }, ...inside] = element;
    const own = PLACES.includes(name) ? [{ name, id: String(id) }] : [];
    return [...own, ...placesIn(inside)];
  });
}

function shows({ name, id }: Place, experiment: string, { steps }: Pick<Lesson, 'steps'>): boolean {
  return name === 'Experiment' ? id === experiment : name === 'Step' && steps[id]?.experiment === experiment;
}
