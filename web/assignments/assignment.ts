/**
 * Assignments, and their links: `#/task?v=1&of=<mark>&packed=<text>`. The text is JSON without names, packed as links to
 * the bench are; `of` is its mark, by which results say what they belong to. So an assignment that is changed by a letter is another one.
 */
import { PANEL_NAMES, type PanelName } from '../panels/names';
import { markOf, packed, unpacked } from '../share/address';
import { t } from '../words/words';
import {
  DecodeError,
  type Decoder,
  flag,
  listOf,
  longText,
  number,
  oneOf,
  orNull,
  text,
  tuple,
} from './decode';

export interface Assignment {
  title: string;
  /** The due date in the teacher's words. It isn't enforced. */
  due: string;
  task: BenchTask | LessonTask;
}

/** A scenario that students change. Fields that are neither free nor drawn are fixed. */
export interface BenchTask {
  kind: 'bench';
  /** The part after `#/bench?` of the link that opens it. */
  base: string;
  /** The task in the teacher's words. */
  words: string;
  free: readonly FreeField[];
  drawn: readonly DrawnField[];
  panels: readonly PanelName[];
  checks: readonly TaskCheck[];
}

export interface LessonTask {
  kind: 'lesson';
  /** The lesson's folder name. */
  lesson: string;
  words: string;
  /** Points for the whole lesson. */
  points: number;
}

/** A field that students may change, shown as a lesson control. */
export interface FreeField {
  path: string;
  /** The allowed presets, kinds or choices; null allows all. */
  choices: readonly string[] | null;
  /** The allowed range of a number; null allows everything that the engine accepts. */
  range: readonly [from: number, to: number] | null;
}

/** A number drawn for each student: one of `from`, `from + step`, … up to `to`. */
export interface DrawnField {
  path: string;
  from: number;
  to: number;
  step: number;
}

export const RELATIONS = ['below', 'above', 'at_most', 'at_least', 'equal'] as const;

export type Relation = (typeof RELATIONS)[number];

/** A check of the student's run; `measure` is the name of a metric (sweep/measures.ts). */
export type TaskCheck = { measure: string; points: number } & (
  | {
      /** The run's metric must satisfy the relation; `value` is in the metric's unit. */
      kind: 'reach';
      relation: Relation;
      value: number;
    }
  | {
      /** The student reads the metric off and types it. */
      kind: 'read';
      question: string;
      /** Tolerance of a value that the student reads off, in the metric's unit. */
      within: number;
    }
);

/** Limits for the number of free plus drawn fields, and of checks. */
export const MAX_FIELDS = 12;
export const MAX_CHECKS = 12;

const VERSION = '1';

const freeField: Decoder<FreeField> = (value, label) => {
  const [path, choices, range] = tuple(value, 3, label);
  const ends = range === null ? null : tuple(range, 2, label);
  return {
    path: text(path, label),
    choices: orNull(listOf(text, 200))(choices, label),
    range: ends === null ? null : [number(ends[0], label), number(ends[1], label)],
  };
};

const drawnField: Decoder<DrawnField> = (value, label) => {
  const [path, from, to, step] = tuple(value, 4, label);
  return {
    path: text(path, label),
    from: number(from, label),
    to: number(to, label),
    step: number(step, label),
  };
};

const check: Decoder<TaskCheck> = (value, label) => {
  const [reach, measure, points, a, b] = tuple(value, 5, label);
  const shared = { measure: text(measure, label), points: number(points, label) };
  return flag(reach, label)
    ? { kind: 'reach', ...shared, relation: oneOf(RELATIONS)(a, label), value: number(b, label) }
    : { kind: 'read', ...shared, question: text(a, label), within: number(b, label) };
};

/** The canonical text of an assignment; equal assignments have equal texts. */
export function assignmentText({ title, due, task }: Assignment): string {
  if (task.kind === 'lesson')
    return JSON.stringify([title, due, 'lesson', task.lesson, task.words, task.points]);
  const { base, words, free, drawn, panels, checks } = task;
  return JSON.stringify([
    title,
    due,
    'bench',
    base,
    words,
    free.map(({ path, choices, range }) => [path, choices, range]),
    drawn.map(({ path, from, to, step }) => [path, from, to, step]),
    panels,
    checks.map((one) =>
      one.kind === 'reach'
        ? [true, one.measure, one.points, one.relation, one.value]
        : [false, one.measure, one.points, one.question, one.within],
    ),
  ]);
}

/** Parses an assignment; throws an error that names the problem. */
export function readAssignment(json: string): Assignment {
  const value: unknown = JSON.parse(json);
  const kind = Array.isArray(value) ? value[2] : undefined;
  if (kind === 'lesson') {
    const [title, due, , lesson, words, points] = tuple(value, 6, 'the assignment');
    const task: LessonTask = {
      kind: 'lesson',
      lesson: text(lesson, 'the lesson'),
      words: text(words, 'the task'),
      points: number(points, 'the points'),
    };
    return { title: text(title, 'the title'), due: text(due, 'when it is due'), task };
  }
  if (kind !== 'bench') throw new DecodeError('the kind of the assignment must be a lesson or a bench task');
  const [title, due, , base, words, free, drawn, panels, checks] = tuple(value, 9, 'the assignment');
  const task: BenchTask = {
    kind: 'bench',
    base: longText(base, 'the scenario'),
    words: text(words, 'the task'),
    free: listOf(freeField, MAX_FIELDS)(free, 'the free field'),
    drawn: listOf(drawnField, MAX_FIELDS)(drawn, 'the drawn field'),
    panels: listOf(oneOf(PANEL_NAMES), PANEL_NAMES.length)(panels, 'the panel'),
    checks: listOf(check, MAX_CHECKS)(checks, 'the check'),
  };
  return { title: text(title, 'the title'), due: text(due, 'when it is due'), task };
}

/** The id that results use to name their assignment. */
export function idOf(assignment: Assignment): string {
  return markOf(assignmentText(assignment));
}

/** The query of its links. */
export async function assignmentQuery(assignment: Assignment): Promise<URLSearchParams> {
  const query = new URLSearchParams({ v: VERSION, of: idOf(assignment) });
  query.set(...(await packed(assignmentText(assignment))));
  return query;
}

/** Reads the assignment of an address; null if there is none. Throws an error whose message the user sees. */
export async function assignmentOf(query: URLSearchParams): Promise<Assignment | null> {
  const version = query.get('v');
  if (version === null) return null;
  if (version !== VERSION)
    throw new Error(
      t(
        'This link is of version {version} of assignments; this page knows version {known}. Open it where it was made.',
        { version, known: VERSION },
      ),
    );
  try {
    const json = await unpacked(query);
    const assignment = readAssignment(json ?? '');
    if (idOf(assignment) === query.get('of')) return assignment;
  } catch {
    // The problem of unreadable packed text would mean nothing to the reader.
  }
  throw new Error(t('The assignment in this link is damaged; perhaps a part of the link is missing.'));
}

/** Reads the assignment of a pasted link, whole or from `#` on. */
export async function assignmentInLink(link: string): Promise<Assignment> {
  const [, query = ''] = /#\/(?:task|grade|assign)\?(\S+)/.exec(link.trim()) ?? [];
  const found = await assignmentOf(new URLSearchParams(query));
  if (found !== null) return found;
  throw new Error(t('This is no link of an assignment; one has #/task?v=1 in it.'));
}

/** The points of all checks together. */
export function pointsOf({ task }: Assignment): number {
  return task.kind === 'lesson' ? task.points : task.checks.reduce((sum, { points }) => sum + points, 0);
}
