/** The context of the authoring page: the copy, its runs and checks, and the functions that change it. */
import { createContext, useContext } from 'react';
import type { LessonCopy } from '../../lessons/copy/format';
import type { CopyBase } from '../../lessons/copy/openCopy';
import type { Lesson } from '../../lessons/lesson';
import type { CopyCheck } from './check';
import type { CopyRuns } from './copyRuns';

export interface Author {
  base: CopyBase;
  copy: LessonCopy;
  /** The copy's lesson. */
  lesson: Lesson;
  runs: CopyRuns | null;
  /** The block's place on the page, from 1. */
  numberOf(key: string): number;
  checksOf(key: string): readonly CopyCheck[];
  update(key: string, fields: object): void;
  /** Changes in a row with the same `about` are one step to undo. */
  updateCopy(fields: Partial<LessonCopy>, about?: string): void;
  /** Changes a block and the whole in one step. */
  change(key: string, fields: object, copyFields: Partial<LessonCopy>): void;
  move(key: string, by: -1 | 1): void;
  remove(key: string): void;
  /** The focus is in this block. */
  edit(key: string): void;
  /** Adds an empty text after a block. */
  add(after: string): void;
}

const AuthorContext = createContext<Author | null>(null);

export const AuthorProvider = AuthorContext.Provider;

export function useAuthor(): Author {
  const author = useContext(AuthorContext);
  if (author === null) throw new Error('Blocks must be inside an AuthorProvider.');
  return author;
}
