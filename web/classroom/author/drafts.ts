/**
 * Drafts of changed lessons in this browser. A lesson's address opens its current draft. Another copy of the lesson, from a link or a file,
 * takes that place with its first change; the draft that was there moves to a key of its own, and the page offers it.
 */
import { object, string } from 'valibot';
import { readJson } from '../../base/schema';
import { readStored, removeStored, storedKeys, writeStored } from '../../base/storage/browserStorage';

const PREFIX = 'author:';

const TITLED = object({ title: string() });

/** A draft that isn't open. */
export interface OtherDraft {
  /** Its key in the browser's storage. */
  key: string;
  text: string;
  /** The copy's title; '' if the draft can't be read. */
  title: string;
  /** When another copy took its place, ms since 1970; null for the current draft. */
  movedAt: number | null;
}

const keyOf = (lesson: string) => PREFIX + lesson;

/** No lesson's name contains a colon. */
const earlierPrefix = (lesson: string) => `${keyOf(lesson)}:`;

export function currentDraft(lesson: string): string | null {
  return readStored(keyOf(lesson));
}

export function removeCurrentDraft(lesson: string): void {
  removeStored(keyOf(lesson));
}

/** The names of all lessons with drafts. */
export function lessonsWithDrafts(): string[] {
  return [...new Set(storedKeys(PREFIX).map((key) => key.split(':')[1] ?? ''))];
}

/** All drafts of a lesson but the open one, whose text is `open`. The current draft comes first, then the latest. */
export function otherDrafts(lesson: string, open: string | null): OtherDraft[] {
  const prefix = earlierPrefix(lesson);
  const earlier = storedKeys(prefix)
    .map((key) => ({ key, movedAt: Number(key.slice(prefix.length)) }))
    .sort((one, other) => other.movedAt - one.movedAt);
  return [{ key: keyOf(lesson), movedAt: null }, ...earlier].flatMap(({ key, movedAt }) => {
    const text = readStored(key);
    return text === null || (movedAt === null && text === open)
      ? []
      : [{ key, text, title: readJson(TITLED, text)?.title ?? '', movedAt }];
  });
}

/**
 * Stores a text as the lesson's current draft. `last` is what its page last read or stored there, or null: a draft that differs, such as
 * another tab's, is kept. Returns false if the browser doesn't store it; then nothing is lost.
 */
export function storeDraft(lesson: string, text: string, last: string | null): boolean {
  const there = currentDraft(lesson);
  if (there === text) return true;
  if (there !== null && there !== last && !keepEarlier(lesson, there)) return false;
  return writeStored(keyOf(lesson), text);
}

/** Moves the current draft to the earlier ones. Returns false if the browser doesn't store it there. */
export function moveToEarlier(lesson: string): boolean {
  const there = currentDraft(lesson);
  if (there !== null && !keepEarlier(lesson, there)) return false;
  removeCurrentDraft(lesson);
  return true;
}

/** Makes an earlier draft the current one, which becomes an earlier one. Returns false if there's no room for that. */
export function makeCurrent(lesson: string, key: string): boolean {
  const text = readStored(key);
  if (text === null || key === keyOf(lesson)) return text !== null;
  if (!storeDraft(lesson, text, null)) return false;
  removeStored(key);
  return true;
}

export function removeDraft({ key }: OtherDraft): void {
  removeStored(key);
}

export function restoreDraft({ key, text }: OtherDraft): boolean {
  return writeStored(key, text);
}

function keepEarlier(lesson: string, text: string): boolean {
  const prefix = earlierPrefix(lesson);
  const keys = storedKeys(prefix);
  if (keys.some((key) => readStored(key) === text)) return true;
  let at = Date.now();
  while (keys.includes(`${prefix}${at}`)) at += 1;
  return writeStored(`${prefix}${at}`, text);
}
