/** A student's progress by lesson, stored in the browser, or kept until the page closes if storage is blocked. */
import { Observable } from '../base/observable';
import { shortened } from '../base/shortened';
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

/** Validates untrusted data as progress, and copies the fields that it knows; null if it isn't valid. */
export function progressOf(value: unknown): Progress | null {
  if (!isRecord(value) || value.version !== 1) return null;
  const predictions = mapped(value.predictions, predictionOf);
  const checks = mapped(value.checks, checkOf);
  const made = mapped(value.made ?? {}, ownResultOf);
  if (predictions === null || checks === null || made === null) return null;
  return { version: 1, predictions, checks, ...(value.made !== undefined && { made }) };
}

function isRecord(one: unknown): one is Record<string, unknown> {
  return typeof one === 'object' && one !== null && !Array.isArray(one);
}

/** Reads all entries of a record; null if one of them isn't valid. */
function mapped<T>(
  all: unknown,
  readOne: (one: Record<string, unknown>) => T | null,
): Record<string, T> | null {
  if (!isRecord(all)) return null;
  const found: [string, T][] = [];
  for (const [id, one] of Object.entries(all)) {
    const read = isRecord(one) ? readOne(one) : null;
    if (read === null) return null;
    found.push([id, read]);
  }
  return Object.fromEntries(found);
}

function isText(one: unknown): one is string {
  return typeof one === 'string';
}

/** JSON can say 1e999, but not write what that reads as. */
function isNumber(one: unknown): one is number {
  return typeof one === 'number' && Number.isFinite(one);
}

function areTexts(all: unknown): all is string[] {
  return Array.isArray(all) && all.every(isText);
}

function predictionOf({ answer, passed, words }: Record<string, unknown>): PredictionRecord | null {
  const isAnswer = Array.isArray(answer)
    ? answer.every(isNumber)
    : answer === null || isText(answer) || isNumber(answer);
  if (!isAnswer || (passed !== null && typeof passed !== 'boolean') || !isText(words)) return null;
  return { answer: answer as Answer | null, passed, words };
}

function checkOf({
  passed,
  answer = null,
  words,
  shown,
  links,
}: Record<string, unknown>): CheckRecord | null {
  if (typeof passed !== 'boolean' || (answer !== null && !isText(answer))) return null;
  if (!isText(words) || !areTexts(links)) return null;
  return { passed, answer, words, ...(shown === true && { shown }), links };
}

function ownResultOf({ what, words, links }: Record<string, unknown>): OwnResult | null {
  return isText(what) && isText(words) && areTexts(links) ? { what, words, links } : null;
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
          name: shortened(wrong.name),
        }),
      };
    for (const { name, progress } of read) if (progress !== null) progressIn(name).set(progress);
    return { lessons: read.map(({ name }) => name) };
  } catch {
    return { problem: t('This file isn’t JSON. Nothing was changed.') };
  }
}
