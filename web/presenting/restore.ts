/** Opens a lesson for reading as somebody had it on their screen: at a step, with the experiments as they stood. */
import type { LessonSession } from '../lessons/lessonSession';
import { applyChanges } from './address';
import { PRESENT, STEP } from './parameters';
import { predictionsBefore, stepNumbered } from './steps';
import { placeOf, stepsOn } from './text';

/** As long as the page may grow under the reader, ms. */
const SETTLES_MS = 10_000;

/** Events that show that the user navigates alone. */
const OWN_WAY = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

export async function restoreScreen(session: LessonSession, query: URLSearchParams): Promise<void> {
  applyChanges(session, query);
  if (!query.has(STEP) || query.has(PRESENT)) return;
  // Steps include covered text. The room has already been through everything before this step.
  session.uncovered.set(new Set(Object.keys(session.opened.lesson.predictions)));
  await afterRender();
  const steps = stepsOn(session);
  const at = stepNumbered(steps, Number(query.get(STEP)));
  const step = steps[at];
  const place = step && placeOf(step);
  session.uncovered.set(predictionsBefore(steps, at));
  await afterRender();
  if (place) keepInSight(place);
}

/** Resolves once the page has rendered its new state. */
export function afterRender(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Experiments above come late and push it down: it is brought back until the reader goes their own way. */
function keepInSight(place: Element): void {
  const bring = () => place.scrollIntoView({ block: 'start', behavior: 'instant' });
  const growing = new ResizeObserver(bring);
  const leave = () => {
    growing.disconnect();
    for (const name of OWN_WAY) window.removeEventListener(name, leave);
  };
  growing.observe(document.body);
  for (const name of OWN_WAY) window.addEventListener(name, leave, { passive: true });
  setTimeout(leave, SETTLES_MS);
  bring();
}
