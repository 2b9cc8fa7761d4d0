/**
 * Places the reason for each prediction's answer below the run that shows it, so that students see the run before they read why, and finds what
 * comes between the two. The texts of lessons don't name these places.
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

/**
 * What follows a prediction: the run with its answer, or many runs that the student has to start, another question, or something else to look at
 * or do first.
 */
export type Following = 'run' | 'start' | 'question' | 'other';

/** What follows each prediction of a text. */
export function followingIn(
  elements: readonly Element[],
  { experiments }: Pick<Lesson, 'experiments'>,
  reasons: Reasons,
): ReadonlyMap<string, Following> {
  const places = placesIn(elements, [...PLACES, 'Check']);
  const following = new Map<string, Following>();
  places.forEach(({ name, id }, at) => {
    const next = places[at + 1];
    if (name !== 'Predict' || next === undefined) return;
    const isRun = reasons.get(`${next.name} ${next.id}`)?.includes(id) === true;
    const starts = next.name === 'Experiment' && experiments[next.id]?.kind !== 'runs';
    if (isRun) following.set(id, starts ? 'start' : 'run');
    else following.set(id, next.name === 'Predict' ? 'question' : 'other');
  });
  return following;
}

const PLACES = ['Predict', 'Experiment', 'Step'];

function placesIn(elements: readonly Element[], wanted: readonly string[] = PLACES): Place[] {
  return elements.flatMap((element) => {
    if (typeof element === 'string') return [];
    const [name, { id }, ...inside] = element;
    const own = wanted.includes(name) ? [{ name, id: String(id) }] : [];
    return [...own, ...placesIn(inside, wanted)];
  });
}

function shows({ name, id }: Place, experiment: string, { steps }: Pick<Lesson, 'steps'>): boolean {
  return name === 'Experiment' ? id === experiment : name === 'Step' && steps[id]?.experiment === experiment;
}
