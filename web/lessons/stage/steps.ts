/** Mistakes in a lesson's steps. They stop the build, which doesn't check types, and fail a test. */
import type { Lesson } from '../lesson';

export function stepMistakes({ steps }: Pick<Lesson, 'steps'>): string[] {
  return Object.entries(steps).flatMap(([id, { time, play, from, seconds }]) => {
    if (time === undefined && play !== true)
      return [`The step ${id} needs \`time\`, the moment that its text is about, or \`play: true\`.`];
    if (from === undefined || (play === true && from >= seconds[0] && from < seconds[1])) return [];
    return [`The step ${id} has \`from\`. It must play, and \`from\` must be within its seconds.`];
  });
}
