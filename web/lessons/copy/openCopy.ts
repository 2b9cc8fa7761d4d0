/** Opens copies of lessons: as lessons for every page that shows one. */

import { t } from '../../base/words/words';
import { inEnglish } from '../../ui/InEnglish';
import { type OpenedLesson, openLesson } from '../course';
import type { Lesson } from '../lesson';
import { compileCopy } from './compile';
import { type CompiledText, elementsOf } from './elements';
import {
  allBlocks,
  type CopyProblem,
  FORMAT,
  type LessonCopy,
  newId,
  type ReadCopy,
  readCopy,
  readDraft,
  VERSION,
  writeCopy,
} from './format';
import { copyTextIn } from './link';
import { nameProblems } from './names';
import { rootOf } from './parsed';
import { type LessonSource, sourceOf } from './source';

/** A copy with the lesson that it was made from. */
export interface CopyBase {
  about: OpenedLesson['about'];
  lesson: Lesson;
  source: LessonSource;
}

/** Loads the lesson of a copy, in English, the language of its texts; null if there is none. */
export async function baseOf(name: string): Promise<CopyBase | null> {
  const [opened, source] = await Promise.all([openLesson(name, 'en'), sourceOf(name)]);
  return opened === null || source === null ? null : { about: opened.about, lesson: opened.lesson, source };
}

/** An unchanged copy of a lesson. */
export function newCopy({ about, source }: CopyBase, id = newId()): LessonCopy {
  return {
    format: FORMAT,
    version: VERSION,
    id,
    base: about.name,
    title: about.title,
    question: about.question,
    blocks: source.blocks,
    claims: {},
    settings: {},
  };
}

export function lessonOfCopy(copy: LessonCopy, { about, lesson, source }: CopyBase): OpenedLesson {
  const compiled = compileCopy(copy, lesson);
  return {
    about: { ...about, name: `copy-${copy.id}`, title: copy.title, question: copy.question },
    lesson: { ...compiled, beside: hasSummary(copy) ? compiled.beside : [] },
    text: compileText(copy, compiled, source),
    language: inEnglish(),
    copy,
  };
}

/** The text of a copy, whose names are those of `lesson`. */
function compileText({ blocks }: LessonCopy, lesson: Lesson, { formulas, own }: LessonSource): CompiledText {
  const named = {
    step: lesson.steps,
    predict: lesson.predictions,
    check: lesson.checks,
    experiment: lesson.experiments,
    claim: lesson.claims,
    point: lesson.points ?? {},
    part: own,
  };
  // A page has one first-level heading, the title.
  const elements = elementsOf(blocks, {
    ...{ rootOf, formulas, highest: 2 },
    has: (kind, name) => Object.hasOwn(named[kind], name),
  });
  return { elements, own };
}

function hasSummary({ blocks }: LessonCopy): boolean {
  return allBlocks(blocks).some((block) => block.kind === 'part' && block.id === 'Beside');
}

export type CopyResult = { copy: LessonCopy; base: CopyBase } | { problems: CopyProblem[] };

/** Reads a copy and loads its lesson. */
export async function openCopy(text: string): Promise<CopyResult> {
  return await opened(readCopy(text));
}

/** Reads a draft that the authoring page has stored, and loads its lesson. It may be beyond the limits of copies. */
export async function openDraft(text: string): Promise<CopyResult> {
  return await opened(readDraft(text));
}

/** Why a link to this copy, or a file with it, couldn't be opened. */
export function problemsOf(copy: LessonCopy, { lesson, source }: CopyBase): CopyProblem[] {
  const read = readCopy(writeCopy(copy));
  return 'problems' in read ? read.problems : nameProblems(read.copy, lesson, source);
}

async function opened(read: ReadCopy): Promise<CopyResult> {
  if ('problems' in read) return read;
  const { copy } = read;
  const base = await baseOf(copy.base);
  if (base === null) {
    const problem = t('there’s no lesson {name} here', { name: copy.base });
    return { problems: [{ path: 'base', problem, allowed: t('the name of a lesson') }] };
  }
  const problems = nameProblems(copy, base.lesson, base.source);
  if (problems.length > 0) return { problems };
  await parseInSlices(copy);
  return { copy, base };
}

/** Longest time between two pauses. */
const SLICE_MS = 12;

/** Parses the texts before they're drawn, with pauses in which the page can respond. */
async function parseInSlices({ blocks }: LessonCopy): Promise<void> {
  let start = performance.now();
  for (const block of allBlocks(blocks)) {
    if ('text' in block) rootOf(block);
    if (performance.now() - start < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  }
}

/** Opens the copy in an address; the message, for the user, says why there's none. */
export async function openLinkedCopy(
  query: URLSearchParams,
): Promise<{ opened: OpenedLesson } | { problems: CopyProblem[] } | { message: string }> {
  const text = await copyTextIn(query).catch((error: Error) => error);
  if (text === null) return { message: t('This address contains no lesson. Ask your teacher for the link.') };
  if (text instanceof Error) return { message: text.message };
  const result = await openCopy(text);
  return 'problems' in result ? result : { opened: lessonOfCopy(result.copy, result.base) };
}

/** For pages that can't show a list of problems. */
export async function openCopiedLesson(text: string): Promise<OpenedLesson> {
  const result = await openCopy(text);
  if ('problems' in result)
    throw new Error(result.problems.map(({ path, problem }) => `${path}: ${problem}`).join('. '));
  return lessonOfCopy(result.copy, result.base);
}
