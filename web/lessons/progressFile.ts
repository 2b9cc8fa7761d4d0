/** All progress as a file, and a file's progress put into the browser without losing what's there. */
import { literal, maxEntries, maxLength, object, pipe, record, string, unknown } from 'valibot';
import { same } from '../base/same';
import { readValue, TREE } from '../base/schema';
import { shortened } from '../base/shortened';
import { formatBytes } from '../base/words/format';
import { plural, t } from '../base/words/words';
import { lessonsBegun, mergedProgress, type Progress, progressIn, progressOf } from './progress';

/** Maximum characters of a file. Browsers store about five million of a host. */
export const LARGEST_PROGRESS = 4 << 20;

/** Maximum number of lessons in a file, changed copies included. */
const MOST_LESSONS = 500;

/** The key by which a progress file is known. */
const MARK = 'vegas_lab_progress';

const FILE = object({
  [MARK]: literal(1),
  lessons: pipe(TREE, record(pipe(string(), maxLength(200)), unknown()), maxEntries(MOST_LESSONS)),
});

export function progressFile(): string {
  const lessons = Object.fromEntries(lessonsBegun().map((name) => [name, progressIn(name).value]));
  return JSON.stringify({ [MARK]: 1, lessons }, null, 2);
}

/** The name of the file that a lesson's page offers. */
export function progressFileName(lesson: string): string {
  return `vegas-lab-${lesson}-progress.json`;
}

export type FileProgress = ReadonlyMap<string, Progress>;

/** Reads a file, changing nothing. */
export function readProgressFile(text: string): { lessons: FileProgress } | { problem: string } {
  if (text.length > LARGEST_PROGRESS)
    return {
      problem: t('The file has {size}; at most {most} are allowed. Nothing was changed.', {
        size: formatBytes(text.length),
        most: formatBytes(LARGEST_PROGRESS),
      }),
    };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: t('This file isn’t JSON. Nothing was changed.') };
  }
  const file = readValue(FILE, value);
  if (file === undefined)
    return {
      problem: t(
        'This isn’t a progress file that this version of Vegas Lab can read (allowed: {what} and at most {most} lessons). Nothing was changed.',
        { what: `"${MARK}": 1`, most: MOST_LESSONS },
      ),
    };
  const lessons = new Map<string, Progress>();
  for (const [name, one] of Object.entries(file.lessons)) {
    const progress = progressOf(one);
    if (progress === undefined)
      return {
        problem: t('The file’s entry for the lesson {name} can’t be read. Nothing was changed.', {
          name: shortened(name),
        }),
      };
    lessons.set(name, progress);
  }
  return { lessons };
}

export interface Import {
  /** Number of answers that were added or replaced. */
  changed: number;
  /** Number of answers that differ from those in the browser, which stayed. */
  differing: number;
  /** Puts back what was there before. */
  undo(): void;
}

/**
 * Adds a file's answers to those in the browser. Where both have one, the browser's stays, unless `prefer` is the file or only the file's
 * task is done.
 */
export function importProgress(lessons: FileProgress, prefer: 'browser' | 'file'): Import {
  let [changed, differing] = [0, 0];
  const before = [...lessons.keys()].map((name) => ({ name, progress: progressIn(name).value }));
  const joined = <T>(
    here: Readonly<Record<string, T>>,
    there: Readonly<Record<string, T>>,
    isBetter: (there: T, here: T) => boolean,
  ): Record<string, T> => {
    const all = { ...here };
    for (const [id, one] of Object.entries(there)) {
      const own = Object.hasOwn(here, id) ? here[id] : undefined;
      if (own !== undefined && same(own, one)) continue;
      if (own === undefined || prefer === 'file' || isBetter(one, own)) {
        all[id] = one;
        changed += 1;
      } else differing += 1;
    }
    return all;
  };
  for (const [name, { predictions, checks, made = {} }] of lessons) {
    const progress = progressIn(name);
    const here = progress.value;
    const countBefore = changed;
    const own = joined(here.made ?? {}, made, () => false);
    const next: Progress = {
      version: 1,
      predictions: joined(here.predictions, predictions, () => false),
      checks: joined(here.checks, checks, (file, browser) => file.passed && !browser.passed),
      ...(Object.keys(own).length > 0 && { made: own }),
    };
    if (changed > countBefore) progress.set(next);
  }
  const states = before.map((one) => ({ ...one, imported: progressIn(one.name).value }));
  return {
    changed,
    differing,
    undo: () => {
      // Answers that the student has given since stay.
      for (const { name, progress, imported } of states) {
        const now = progressIn(name);
        now.set(now.value === imported ? progress : mergedProgress(now.value, imported, progress));
      }
    },
  };
}

/** The outcome of an import, for the user. */
export function importInWords({ changed, differing }: Import): string {
  const words = [
    changed === 0
      ? t('The file has nothing new.')
      : plural(changed, '{n} answer was taken from the file.', '{n} answers were taken from the file.'),
    differing > 0 &&
      plural(
        differing,
        '{n} answer differs from the one here, which stayed.',
        '{n} answers differ from the ones here, which stayed.',
      ),
  ];
  return words.filter(Boolean).join(' ');
}
