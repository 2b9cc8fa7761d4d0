/** The lesson's text on its page: its blocks, and the user's position. */
import type { LessonSession } from '../lessons/lessonSession';
import { type Block, type Step, stepsOf } from './steps';

export function articleOf(): HTMLElement {
  const article = document.querySelector<HTMLElement>('main[data-lesson] .lesson-text');
  if (article === null) throw new Error('The page has no lesson.');
  return article;
}

/** The steps of the text on the page. They're complete once nothing is covered. */
export function stepsOn(session: LessonSession): Step[] {
  return stepsOf([...articleOf().children].map(blockOf), session.opened.lesson);
}

function blockOf(element: Element): Block {
  const { predict, experiment, check } = (element as HTMLElement).dataset;
  if (predict !== undefined) return { kind: 'predict', id: predict };
  if (check !== undefined) return { kind: 'check', id: check };
  if (element.matches('.experiment')) return { kind: 'experiment', id: experiment ?? '' };
  if (element.matches('.teachers-note')) return { kind: 'omitted', id: '' };
  return { kind: element.matches('h1, h2, .reading') ? 'heading' : 'text', id: '' };
}

/** The elements of a step. Verdicts have none, because they aren't part of the text. */
export function elementsOf(step: Step): Element[] {
  if (step.kind === 'outcome') return [];
  if (step.kind === 'title') return [...document.querySelectorAll('main[data-lesson] .lesson-head')];
  const { children } = articleOf();
  const places = step.run === undefined ? step.blocks : [step.run, ...step.blocks];
  return places.flatMap((place) => children[place] ?? []);
}

/** The element at which a step starts in the whole text. */
export function placeOf(step: Step): Element | null {
  return step.kind === 'outcome'
    ? articleOf().querySelector(`[data-predict="${CSS.escape(step.id)}"]`)
    : (elementsOf(step)[0] ?? null);
}

/** Assumed height of the user's gaze, as a share of the screen from its top. */
const EYE = 0.35;

/**
 * Remembers the block that the user looks at, so that it can be found again after covered text appears. Null for the head of the
 * lesson.
 */
export function rememberBlock(): (() => Element | null) | null {
  const eye = window.innerHeight * EYE;
  const seen = [...articleOf().children].findLast(
    (one) => !one.matches('.covered') && one.getBoundingClientRect().top < eye,
  );
  if (seen === undefined || window.scrollY < eye / 2) return null;
  const { predict } = (seen as HTMLElement).dataset;
  // Another element asks a room.
  if (predict === undefined) return () => seen;
  return () => articleOf().querySelector(`[data-predict="${CSS.escape(predict)}"]`);
}
