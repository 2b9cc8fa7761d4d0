/** The lessons' texts as data, from which copies begin (`scripts/build/lesson-blocks.mjs`). Each is loaded when it's needed. */
import type { ComponentType } from 'react';
import type { Element } from './elements';
import type { Block } from './format';

export interface LessonSource {
  blocks: readonly Block[];
  /** The lesson's formulas by place and source: `inline x^2`. */
  formulas: Readonly<Record<string, Element>>;
  /** Components that only this lesson has. */
  own: Readonly<Record<string, ComponentType>>;
}

const sources = import.meta.glob<LessonSource>('../../../content/lessons/*/lesson.mdx', { query: '?blocks' });

/** A lesson's text; null if no lesson has that name. */
export async function sourceOf(lesson: string): Promise<LessonSource | null> {
  return (await sources[`../../../content/lessons/${lesson}/lesson.mdx`]?.()) ?? null;
}
