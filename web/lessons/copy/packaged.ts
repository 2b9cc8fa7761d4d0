/** The lesson of a package: a teacher's copy, if the package has one in place of its lesson (`packages/make.ts`, `packages/oneFile.ts`). */
import { type OpenedLesson, openLesson } from '../course';

/** Opens the copy in the page, or else the lesson of this name; null if there is none. */
export async function openPackaged(name: string): Promise<OpenedLesson | null> {
  // Prerendering has no document and no package.
  const copy = globalThis.document?.documentElement.dataset.packageCopy;
  if (copy === undefined) return await openLesson(name);
  return await (await import('./openCopy')).openCopiedLesson(copy);
}
