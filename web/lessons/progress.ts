/** A student's progress by lesson. Stored in the browser if it allows that, otherwise until the page closes. */
import { Observable } from '../base/observable';
import {
  onStoredElsewhere,
  readStored,
  removeStored,
  storedKeys,
  writeStored,
} from '../storage/browserStorage';
import { t } from '../words/words';
import type { Answer } from './answers';

export interface Answered {
  /** Null: the student went on without one. */
  answer: Answer | null;
  /** Null until the runs have finished. */
  passed: boolean | null;
  /** The feedback. */
  words: string;
}

export interface Checked {
  passed: boolean;
  /** The answer, if the check asks for one. */
  answer: string | null;
  words: string;
  /** The student's runs, as addresses behind `#` of the lab's page. */
  links: string[];
}

/** Something of the student's own making, as the best run of a game. */
export interface Made {
  what: string;
  words: string;
  links: string[];
}

export interface Progress {
  version: 1;
  predictions: Readonly<Record<string, Answered>>;
  checks: Readonly<Record<string, Checked>>;
  made?: Readonly<Record<string, Made>>;
}

const NOTHING: Progress = { version: 1, predictions: {}, checks: {} };

const PREFIX = 'lesson:';

/** Text that somebody else wrote, as progress; null if it is not. */
export function progressOf(value: unknown): Progress | null {
  const { version, predictions, checks, made = {} } = (value ?? {}) as Partial<Progress>;
  const isRecord = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  const whole = version === 1 && isRecord(predictions) && isRecord(checks) && isRecord(made);
  if (!whole) return null;
  const told = [...Object.values(predictions ?? {}), ...Object.values(checks ?? {})];
  const fits = told.every((one) => isRecord(one) && 'passed' in one && typeof one.words === 'string');
  const known = Object.values(made).every((one) => isRecord(one) && Array.isArray(one.links));
  return fits && known ? (value as Progress) : null;
}

function read(text: string | null): Progress | null {
  try {
    return text === null ? null : progressOf(JSON.parse(text));
  } catch {
    return null;
  }
}

const RECORDS = new Map<string, Observable<Progress>>();

/** The record of one lesson. */
export function progressIn(lesson: string): Observable<Progress> {
  const known = RECORDS.get(lesson);
  if (known !== undefined) return known;
  // The page was prerendered with empty progress.
  const fresh = new Observable(NOTHING);
  fresh.set(read(readStored(PREFIX + lesson)) ?? NOTHING);
  fresh.subscribe(() => {
    if (fresh.value !== NOTHING) writeStored(PREFIX + lesson, JSON.stringify(fresh.value));
  });
  // Another tab, or another frame of a page that shows the same lesson twice: neither takes the other's answers away.
  onStoredElsewhere((key) => {
    if (key === PREFIX + lesson) fresh.set(read(readStored(key)) ?? NOTHING);
  });
  RECORDS.set(lesson, fresh);
  return fresh;
}

export function setPrediction(lesson: string, id: string, answered: Answered): void {
  const record = progressIn(lesson);
  record.set({ ...record.value, predictions: { ...record.value.predictions, [id]: answered } });
}

export function setCheck(lesson: string, id: string, checked: Checked): void {
  const record = progressIn(lesson);
  record.set({ ...record.value, checks: { ...record.value.checks, [id]: checked } });
}

export function setMade(lesson: string, id: string, made: Made): void {
  const record = progressIn(lesson);
  record.set({ ...record.value, made: { ...record.value.made, [id]: made } });
}

/** Erases a lesson's progress. */
export function forgetProgress(lesson: string): void {
  progressIn(lesson).set(NOTHING);
  removeStored(PREFIX + lesson);
}

/** Lessons in which something has been done. */
export function lessonsBegun(): string[] {
  const names = [...storedKeys(PREFIX).map((key) => key.slice(PREFIX.length)), ...RECORDS.keys()];
  return [...new Set(names)].filter((name) => progressIn(name).value !== NOTHING);
}

/** All progress as a file. */
export function progressFile(): string {
  const lessons = Object.fromEntries(lessonsBegun().map((name) => [name, progressIn(name).value]));
  return JSON.stringify({ vegas_lab_progress: 1, lessons }, null, 2);
}

/** Imports progress from a file, replacing it lesson by lesson. Returns the file's problem, if any. */
export function takeUpProgress(text: string): { lessons: string[] } | { problem: string } {
  try {
    const { vegas_lab_progress, lessons } = JSON.parse(text) as Record<string, unknown>;
    if (vegas_lab_progress !== 1 || typeof lessons !== 'object' || lessons === null)
      return {
        problem: t('This is no file of progress from this lab (allowed: {what}).', {
          what: '"vegas_lab_progress": 1',
        }),
      };
    const read = Object.entries(lessons).map(([name, value]) => ({ name, progress: progressOf(value) }));
    const wrong = read.find(({ progress }) => progress === null);
    if (wrong)
      return {
        problem: t('What the file says of the lesson {name} cannot be read; nothing was changed.', {
          name: wrong.name,
        }),
      };
    for (const { name, progress } of read) if (progress !== null) progressIn(name).set(progress);
    return { lessons: read.map(({ name }) => name) };
  } catch {
    return { problem: t('This file is not JSON; nothing was changed.') };
  }
}
