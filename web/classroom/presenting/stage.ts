/** Changes the page for a presentation: shows the elements of a step, sizes their text, and restores the page at the end. */
import type { LessonSession } from '../../lessons/lessonSession';
import { projector } from '../../ui/theme';
import { showProjector } from '../../ui/themeStore';
import { PRESENT } from './parameters';
import { RoomPredict } from './RoomPredict';
import { predictionsBefore, type Step } from './steps';
import { elementsOf, placeOf } from './text';

/** Prepares the page for a presentation; returns a function that ends it at a step of the lesson. */
export function enter(session: LessonSession): (steps: readonly Step[], at: number) => void {
  const large = projector.value;
  const before = session.uncovered.value;
  session.room.set(RoomPredict);
  // A presentation shows steps in order, so it needs no covers.
  session.uncovered.set(new Set(Object.keys(session.opened.lesson.predictions)));
  document.documentElement.dataset.presenting = 'on';
  showProjector(true);
  return (steps, at) => {
    const step = steps[at];
    const visible = step && step.kind !== 'outcome' && step.kind !== 'predict' ? placeOf(step) : null;
    session.room.set(null);
    session.uncovered.set(new Set([...before, ...predictionsBefore(steps, at)]));
    delete document.documentElement.dataset.presenting;
    document.documentElement.style.removeProperty('--fit');
    showProjector(large);
    updateAddress(null);
    // After the page has been restored.
    setTimeout(() => {
      const place = visible ?? (step && placeOf(step));
      if (!place) return;
      place.scrollIntoView({ block: 'start', behavior: 'instant' });
      focusOn(place);
    });
  };
}

/** Shows only the elements of a step; returns a function that hides them again. */
export function show(step: Step): () => void {
  const elements = elementsOf(step);
  for (const one of elements) (one as HTMLElement).dataset.step = 'now';
  const main = document.querySelector<HTMLElement>('main[data-lesson]');
  const hasRun = step.kind === 'check' && step.run !== undefined;
  if (main) main.dataset.at = hasRun ? 'experiment' : step.kind;
  window.scrollTo({ top: 0, behavior: 'instant' });
  const [first] = elements;
  // A stage shows the step that has the focus.
  if (first) focusOn(first);
  // A task is read before its run.
  const task = step.kind === 'check' ? elements.at(-1) : undefined;
  if (task) focusOn(task);
  return () => {
    for (const one of elements) delete (one as HTMLElement).dataset.step;
    if (main) delete main.dataset.at;
  };
}

/** Focuses an element that isn't focusable by default. */
export function focusOn(element: Element): void {
  element.setAttribute('tabindex', '-1');
  (element as HTMLElement).focus({ preventScroll: true });
}

/** Sets the address so that a reload continues the presentation at this step; null restores the lesson's address. */
export function updateAddress(step: number | null): void {
  const address = new URL(location.href);
  if (step === null) address.searchParams.delete(PRESENT);
  else address.searchParams.set(PRESENT, String(step + 1));
  history.replaceState(history.state, '', address);
}

/** Type sizes relative to the usual one. A step with few words gets large type. */
const SIZES = [1.3, 1.15, 1, 0.92, 0.84, 0.76, 0.68] as const;

/** Sets the largest type size at which the step fits on the screen, or the smallest size. Experiments keep the usual size. */
export function sizeType(): void {
  const { style } = document.documentElement;
  if (document.querySelector('main[data-lesson][data-at="experiment"]') !== null) {
    style.removeProperty('--fit');
    return;
  }
  for (const size of SIZES) {
    style.setProperty('--fit', String(size));
    if (pixelsBelow() <= 0) return;
  }
}

/** Height of the part of the page below the screen, in pixels. */
export function pixelsBelow(): number {
  const { scrollHeight } = document.documentElement;
  return Math.max(0, Math.ceil(scrollHeight - window.innerHeight - window.scrollY) - 2);
}
