/** Restores the screen that a link encodes: scrolls to its step, and applies its changes to the experiments. */
import { observeSize } from '../../base/size';
import type { LessonSession } from '../../lessons/lessonSession';
import { applyChanges } from './address';
import { PRESENT, STEP } from './parameters';
import { predictionsBefore, stepNumbered } from './steps';
import { placeOf, stepsOn } from './text';

/** Maximum time for which the page may keep growing while it loads, ms. */
const SETTLES_MS = 10_000;

/** Events after which the user scrolls on their own. */
const USER_EVENTS = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

export async function restoreScreen(session: LessonSession, query: URLSearchParams): Promise<void> {
  applyChanges(session, query);
  if (!query.has(STEP) || query.has(PRESENT)) return;
  // Uncover everything first, because steps include covered text. Then cover what comes after this step.
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

/** Resolves once React has rendered the new state. */
export function afterRender(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Keeps an element in view while experiments above it load and push it down, until the user scrolls or presses a key. */
function keepInSight(place: Element): void {
  const scrollToPlace = () => place.scrollIntoView({ block: 'start', behavior: 'instant' });
  const stopObserving = observeSize(document.body, scrollToPlace);
  const stop = () => {
    stopObserving();
    for (const name of USER_EVENTS) window.removeEventListener(name, stop);
  };
  for (const name of USER_EVENTS) window.addEventListener(name, stop, { passive: true });
  setTimeout(stop, SETTLES_MS);
  scrollToPlace();
}
