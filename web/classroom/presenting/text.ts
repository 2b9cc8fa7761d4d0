/** Finds the lesson's text on the page: its blocks, the elements of a step, and the block that the user is reading. */
import type { LessonSession } from '../../lessons/lessonSession';
import { type Block, type Step, stepsOf } from './steps';

export function articleOf(): HTMLElement {
  const article = document.querySelector<HTMLElement>('main[data-lesson] .lesson-text');
  if (article === null) throw new Error('The page has no element .lesson-text in main[data-lesson].');
  return article;
}

/** The steps of the text on the page. Covered blocks are missing from them. */
export function stepsOn(session: LessonSession): Step[] {
  return stepsOf(blocksOn().map(blockOf), session.opened.lesson);
}

/** The blocks of the text in order. What stays beside an experiment's picture follows it. */
export function blocksOn(): Element[] {
  return [...articleOf().children].flatMap((one) => [
    one,
    ...(one.querySelector(':scope > .experiment-scene > .experiment-text')?.children ?? []),
  ]);
}

function blockOf(element: Element): Block {
  const { predict, experiment, check } = (element as HTMLElement).dataset;
  if (predict !== undefined) return { kind: 'predict', id: predict };
  if (check !== undefined) return { kind: 'check', id: check };
  if (element.matches('.lesson-stage')) return { kind: 'stage', id: '', steps: stepsOnStage(element) };
  if (element.matches('.experiment')) return { kind: 'experiment', id: experiment ?? '' };
  if (element.matches('.teachers-note, .reason')) return { kind: 'omitted', id: '' };
  return { kind: element.matches('h1, h2, .reading') ? 'heading' : 'text', id: '' };
}

function stepsOnStage(stage: Element): string[] {
  return [...stage.querySelectorAll<HTMLElement>('[data-stage-step]')].map(
    ({ dataset }) => dataset.stageStep ?? '',
  );
}

function stageStep(id: string): Element | null {
  return articleOf().querySelector(`[data-stage-step="${CSS.escape(id)}"]`);
}

/** The elements of a step. Outcomes have none, because they aren't part of the text. */
export function elementsOf(step: Step): Element[] {
  if (step.kind === 'outcome') return [];
  if (step.kind === 'title') return [...document.querySelectorAll('main[data-lesson] .lesson-head')];
  const blocks = blocksOn();
  const places = step.run === undefined ? step.blocks : [step.run, ...step.blocks];
  const onStage = step.kind === 'stage' ? step.id : step.again;
  const inside = onStage === undefined ? null : stageStep(onStage);
  return [...(inside === null ? [] : [inside]), ...places.flatMap((place) => blocks[place] ?? [])];
}

/** The element at which a step starts in the text; for an outcome, its prediction. */
export function placeOf(step: Step): Element | null {
  return step.kind === 'outcome'
    ? articleOf().querySelector(`[data-predict="${CSS.escape(step.id)}"]`)
    : (elementsOf(step)[0] ?? null);
}

/** Assumed height at which the user reads, as a share of the screen from its top. */
const READING_HEIGHT = 0.35;

/**
 * Remembers the block that the user is reading. The returned function finds it again after covered text appears. Null if the user is at
 * the lesson's header.
 */
export function rememberBlock(): (() => Element | null) | null {
  const readingLine = window.innerHeight * READING_HEIGHT;
  // At the end of the page, which may be a prediction, blocks can't scroll up to the line.
  const atEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
  const block = blocksOn().findLast(
    (one) => !one.matches('.covered') && (atEnd || one.getBoundingClientRect().top < readingLine),
  );
  if (block === undefined || window.scrollY < (atEnd ? 1 : readingLine / 2)) return null;
  const { predict } = (block as HTMLElement).dataset;
  // During a presentation, another element replaces the prediction.
  if (predict === undefined) return () => block;
  return () => articleOf().querySelector(`[data-predict="${CSS.escape(predict)}"]`);
}
