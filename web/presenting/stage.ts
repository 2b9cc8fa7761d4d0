/** Applies a presentation to the page: shows some elements, sets their size, and restores the page afterwards. */
import type { LessonSession } from '../lessons/lessonSession';
import { projector } from '../ui/theme';
import { showProjector } from '../ui/themeStore';
import { PRESENT } from './parameters';
import { RoomPredict } from './RoomPredict';
import { pastAt, type Step } from './steps';
import { elementsOf, placeOf } from './text';

/** Makes a stage of the page; returns how to leave it at a step of the lesson. */
export function enter(session: LessonSession): (steps: readonly Step[], at: number) => void {
  const large = projector.value;
  const before = session.past.value;
  session.room.set(RoomPredict);
  // Steps come in order, so nothing needs hiding.
  session.past.set(new Set(Object.keys(session.opened.lesson.predictions)));
  document.documentElement.dataset.presenting = 'on';
  showProjector(true);
  return (steps, at) => {
    const step = steps[at];
    const stands = step && step.kind !== 'told' && step.kind !== 'predict' ? placeOf(step) : null;
    session.room.set(null);
    session.past.set(new Set([...before, ...pastAt(steps, at)]));
    delete document.documentElement.dataset.presenting;
    document.documentElement.style.removeProperty('--fit');
    showProjector(large);
    tellAddress(null);
    // Once the page is as it was.
    setTimeout(() => {
      const place = stands ?? (step && placeOf(step));
      if (!place) return;
      place.scrollIntoView({ block: 'start', behavior: 'instant' });
      focusOn(place);
    });
  };
}

/** Shows the elements of a step and no others; returns how to hide them again. */
export function show(step: Step): () => void {
  const elements = elementsOf(step);
  for (const one of elements) (one as HTMLElement).dataset.step = 'now';
  const main = document.querySelector<HTMLElement>('main[data-lesson]');
  if (main) main.dataset.at = elements.some((one) => one.matches('.experiment')) ? 'experiment' : step.kind;
  window.scrollTo({ top: 0, behavior: 'instant' });
  // A task is read before the run that it is done with.
  const first = step.kind === 'check' ? elements.at(-1) : elements[0];
  if (first) focusOn(first);
  return () => {
    for (const one of elements) delete (one as HTMLElement).dataset.step;
    if (main) delete main.dataset.at;
  };
}

/** Brings the focus to what takes none by itself. */
export function focusOn(element: Element): void {
  element.setAttribute('tabindex', '-1');
  (element as HTMLElement).focus({ preventScroll: true });
}

/** The address opens the presentation at this step, after a reload too; null: it is that of the lesson again. */
export function tellAddress(step: number | null): void {
  const address = new URL(location.href);
  if (step === null) address.searchParams.delete(PRESENT);
  else address.searchParams.set(PRESENT, String(step + 1));
  history.replaceState(history.state, '', address);
}

/** Sizes of type as shares of the usual one: a few words stand large. */
const SIZES = [1.3, 1.15, 1, 0.92, 0.84, 0.76, 0.68] as const;

/** The largest type with which the screen holds all of the step, or the smallest; an experiment has the height that it has. */
export function sizeType(): void {
  const { style } = document.documentElement;
  if (document.querySelector('main[data-lesson][data-at="experiment"]') !== null) {
    style.removeProperty('--fit');
    return;
  }
  for (const size of SIZES) {
    style.setProperty('--fit', String(size));
    if (below() <= 0) return;
  }
}

/** Height of the page below the screen, pixels. */
export function below(): number {
  const { scrollHeight } = document.documentElement;
  return Math.max(0, Math.ceil(scrollHeight - window.innerHeight - window.scrollY) - 2);
}
