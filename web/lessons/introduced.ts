/** The lines of panels that a lesson can't show, because no lesson up to it explains them. */
import { DERIVED } from '../lab/panels/roundTrip';
import type { Explained } from '../ui/explanations';
import { GLOSSARY } from './course';
import { CHAPTERS } from './order';

/** The lessons in the order in which students do them. */
const ORDER = CHAPTERS.flatMap(({ lessons }) => lessons);

/** The kinds of lines that have a name of the field's, and that the course hasn't explained when a lesson begins to use pictures. */
export function notYetIntroduced(lesson: string): readonly Explained[] {
  const at = ORDER.indexOf(lesson);
  // Other scenarios than the course's lessons, as in assignments, show everything.
  if (at < 0) return [];
  return DERIVED.filter((kind) => {
    const explains = GLOSSARY.get(kind)?.lesson;
    return explains === undefined || ORDER.indexOf(explains) > at;
  });
}
