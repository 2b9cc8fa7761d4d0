/** A student's progress by lesson, stored in the browser, or kept until the page closes if storage is blocked. */
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

export interface PredictionRecord {
  /** Null if the student continued without a prediction. */
  answer: Answer | null;
  /** Null until the runs have finished, and for a skipped prediction. */
  passed: boolean | null;
  /** The feedback. */
  words: string;
}

export interface CheckRecord {
  passed: boolean;
  /** The answer, if the check asks for one. */
  answer: string | null;
  words: string;
  /** True if the right answer was shown after the hints. The check is then settled, and `passed` stays false. */
  shown?: boolean;
  /** The student's runs, as hash addresses (`#/bench?…`) on the lab's main page. */
  links: string[];
}

/** A result outside the lesson's questions, e.g. the best run of a game. */
export interface OwnResult {
  what: string;
  words: string;
  links: string[];
}

export interface Progress {
  version: 1;
  predictions: Readonly<Record<string, PredictionRecord>>;
  checks: Readonly<Record<string, CheckRecord>>;
  made?: Readonly<Record<string, OwnResult>>;
}

const EMPTY: Progress = { version: 1, predictions: {}, checks: {} };

const PREFIX = 'lesson:';

/** Validates untrusted data as progress; null if it isn't valid. */
export function progressOf(value: unknown): Progress | null {
  const { version, predictions, checks, made = {} } = (value ?? {}) as Partial<Progress>;
  const isRecord = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  const complete = version === 1 && isRecord(predictions) && isRecord(checks) && isRecord(made);
  if (!complete) return null;
  const answers = [...Object.values(predictions ?? {}), ...Object.values(checks ?? {})];
  const valid = answers.every((one) => isRecord(one) && 'passed' in one && typeof one.words === 'string');
  const resultsValid = Object.values(made).every((one) => isRecord(one) && Array.isArray(one.links));
  return valid && resultsValid ? (value as Progress) : null;
}

function read(text: string | null): Progress | null {
  try {
    return text === null ? null : progressOf(JSON.parse(text));
  } catch {
    return null;
  }
}

const RECORDS = new Map<string, Observable<Progress>>();

/** The progress in one lesson. */
export function progressIn(lesson: string): Observable<Progress> {
  const known = RECORDS.get(lesson);
  if (known !== undefined) return known;
  // The page was prerendered with empty progress.
  const fresh = new Observable(EMPTY);
  fresh.set(read(readStored(PREFIX + lesson)) ?? EMPTY);
  fresh.subscribe(() => {
    if (fresh.value !== EMPTY) writeStored(PREFIX + lesson, JSON.stringify(fresh.value));
  });
  // Another tab or frame may show the same lesson. Reload its changes, so that neither overwrites the other's answers.
  onStoredElsewhere((key) => {
    if (key === PREFIX + lesson) fresh.set(read(readStored(key)) ?? EMPTY);
  });
  RECORDS.set(lesson, fresh);
  return fresh;
}

export function setPrediction(lesson: string, id: string, answered: PredictionRecord): void {
  const record = progressIn(lesson);
  record.set({ ...record.value, predictions: { ...record.value.predictions, [id]: answered } });
}

export function setCheck(lesson: string, id: string, checked: CheckRecord): void {
  const record = progressIn(lesson);
  record.set({ ...record.value, checks: { ...record.value.checks, [id]: checked } });
}

export function setOwnResult(lesson: string, id: string, made: OwnResult): void {
  const record = progressIn(lesson);
  record.set({ ...record.value, made: { ...record.value.made, [id]: made } });
}

/** Erases a lesson's progress. */
export function forgetProgress(lesson: string): void {
  progressIn(lesson).set(EMPTY);
  removeStored(PREFIX + lesson);
}

/** Lessons in which the student has done something. */
export function lessonsBegun(): string[] {
  const names = [...storedKeys(PREFIX).map((key) => key.slice(PREFIX.length)), ...RECORDS.keys()];
  return [...new Set(names)].filter((name) => progressIn(name).value !== EMPTY);
}

/** All progress as a file. */
export function progressFile(): string {
  const lessons = Object.fromEntries(lessonsBegun().map((name) => [name, progressIn(name).value]));
  return JSON.stringify({ vegas_lab_progress: 1, lessons }, null, 2);
}

/** Imports progress from a file, replacing it lesson by lesson. Returns the file's problem, if any. */
export function importProgress(text: string): { lessons: string[] } | { problem: string } {
  try {
    const { vegas_lab_progress, lessons } = JSON.parse(text) as Record<string, unknown>;
    if (vegas_lab_progress !== 1 || typeof lessons !== 'object' || lessons === null)
      return {
        problem: t('This isn’t a progress file from Vegas Lab (allowed: {what}).', {
          what: '"vegas_lab_progress": 1',
        }),
      };
    const read = Object.entries(lessons).map(([name, value]) => ({ name, progress: progressOf(value) }));
    const wrong = read.find(({ progress }) => progress === null);
    if (wrong)
      return {
        problem: t('The file’s entry for the lesson {name} can’t be read. Nothing was changed.', {
          name: wrong.name,
        }),
      };
    for (const { name, progress } of read) if (progress !== null) progressIn(name).set(progress);
    return { lessons: read.map(({ name }) => name) };
  } catch {
    return { problem: t('This file isn’t JSON. Nothing was changed.') };
  }
}
