/**
 * Assignments and their links: `#/task?v=2&of=<id>&packed=<text>`. The text is JSON without property names, packed like
 * a bench link. The id is a hash of the text, and results refer to it, so any edit creates a different assignment.
 *
 * Links with `v=1` are older. They have a short id, which anyone can give another assignment, but they open forever with
 * the same id, seeds and codes.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { shortened } from '../base/shortened';
import { PANEL_NAMES, type PanelName } from '../panels/registry';
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
  toBase32,
  tuple,
} from './decode';

export interface Assignment {
  title: string;
  /** The due date in the teacher's words. It isn't enforced. */
  due: string;
  task: BenchTask | LessonTask;
  /** True if its link is an old one. It keeps its id, its seeds and its form of codes. */
  old?: true;
  /** True if its codes report how the work went: the time, the tries, and answers that were changed. */
  process?: true | undefined;
  /** True if students type a word that the teacher gives when the work begins. Their seeds follow from it. */
  word?: true | undefined;
  /** If the answers of its task are sealed: what seals them. */
  seal?: Seal | undefined;
}

/**
 * The teacher's version of a sealed task has the answers and a salt of random letters, without which anybody could try answers until
 * their hash fits. The students' version has the hash instead, and checks without answers.
 */
export type Seal = readonly [kind: 'salt' | 'hash', letters: string];

/** A scenario whose free fields students change. Drawn fields have a different value per student; the others are fixed. */
export interface BenchTask {
  kind: 'bench';
  /** The scenario's bench link, from after `#/bench?` on. */
  base: string;
  /** The teacher's description of the task. */
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

export type TaskCheck = OpenCheck | SealedCheck;

/** All that a student sees of a check whose answer is sealed. The question is empty for a goal. */
export interface SealedCheck {
  kind: 'sealed';
  of: OpenCheck['kind'];
  points: number;
  question: string;
}

/** A check of the student's run. `measure` names a metric (sweep/measures.ts). */
export type OpenCheck = { measure: string; points: number } & (
  | {
      /** The run's metric must satisfy the relation; `value` is in the metric's unit. */
      kind: 'reach';
      relation: Relation;
      value: number;
    }
  | {
      /** The student reads the metric from the plots and types it. */
      kind: 'read';
      question: string;
      /** Accepted difference from the metric, in its unit. */
      within: number;
    }
);

/** Maximum number of free plus drawn fields, and of checks. */
export const MAX_FIELDS = 12;
export const MAX_CHECKS = 12;

const VERSION = '2';
const OLD_VERSION = '1';

/** The options of a new assignment, as its link writes them. */
const OPTIONS = ['process', 'word'] as const;

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

const sealedCheck: Decoder<SealedCheck> = (value, label) => {
  const [reach, points, question] = tuple(value, 3, label);
  return {
    kind: 'sealed',
    of: flag(reach, label) ? 'reach' : 'read',
    points: number(points, label),
    question: text(question, label),
  };
};

const sealOf: Decoder<Seal> = (value, label) => {
  const [kind, letters] = tuple(value, 2, label);
  return [oneOf(['salt', 'hash'])(kind, label), text(letters, label)];
};

const openCheck: Decoder<OpenCheck> = (value, label) => {
  const [reach, measure, points, a, b] = tuple(value, 5, label);
  const shared = { measure: text(measure, label), points: number(points, label) };
  return flag(reach, label)
    ? { kind: 'reach', ...shared, relation: oneOf(RELATIONS)(a, label), value: number(b, label) }
    : { kind: 'read', ...shared, question: text(a, label), within: number(b, label) };
};

/** Serializes an assignment. Equal assignments have equal texts. */
export function assignmentText(assignment: Assignment): string {
  const { title, due, task, old } = assignment;
  const options = old ? [] : [OPTIONS.filter((option) => assignment[option])];
  if (task.kind === 'lesson')
    return JSON.stringify([title, due, 'lesson', task.lesson, task.words, task.points, ...options]);
  const { base, words, free, drawn, panels, checks } = task;
  const { seal } = assignment;
  return JSON.stringify([
    title,
    due,
    'bench',
    base,
    words,
    free.map(({ path, choices, range }) => [path, choices, range]),
    drawn.map(({ path, from, to, step }) => [path, from, to, step]),
    panels,
    checks.map(partsOf),
    ...options,
    ...(seal === undefined ? [] : [seal]),
  ]);
}

function partsOf(check: TaskCheck): (string | number | boolean)[] {
  const { kind, points } = check;
  if (kind === 'sealed') return [check.of === 'reach', points, check.question];
  return kind === 'reach'
    ? [true, check.measure, points, check.relation, check.value]
    : [false, check.measure, points, check.question, check.within];
}

/** Parses an assignment. Throws an error that names the invalid field. */
export function readAssignment(json: string, old = false): Assignment {
  const value: unknown = JSON.parse(json);
  const kind = Array.isArray(value) ? value[2] : undefined;
  if (kind !== 'lesson' && kind !== 'bench')
    throw new DecodeError('the kind of the assignment must be a lesson or a bench task');
  const optionsAt = kind === 'lesson' ? 6 : 9;
  const isSealed = kind === 'bench' && !old && (value as unknown[]).length === optionsAt + 2;
  const parts = tuple(value, optionsAt + (old ? 0 : 1) + (isSealed ? 1 : 0), 'the assignment');
  const options = old ? [] : listOf(oneOf(OPTIONS), OPTIONS.length)(parts[optionsAt], 'the option');
  const seal = isSealed ? sealOf(parts[optionsAt + 1], 'the seal') : undefined;
  const [title, due] = parts;
  return {
    title: text(title, 'the title'),
    due: text(due, 'when it is due'),
    task:
      kind === 'lesson'
        ? lessonTask(parts)
        : benchTask(parts, seal?.[0] === 'hash' ? sealedCheck : openCheck),
    ...(old && { old }),
    ...(options.includes('process') && { process: true }),
    ...(options.includes('word') && { word: true }),
    ...(seal && { seal }),
  };
}

function lessonTask([, , , lesson, words, points]: unknown[]): LessonTask {
  return {
    kind: 'lesson',
    lesson: text(lesson, 'the lesson'),
    words: text(words, 'the task'),
    points: number(points, 'the points'),
  };
}

function benchTask(
  [, , , base, words, free, drawn, panels, checks]: unknown[],
  check: Decoder<TaskCheck>,
): BenchTask {
  return {
    kind: 'bench',
    base: longText(base, 'the scenario'),
    words: text(words, 'the task'),
    free: listOf(freeField, MAX_FIELDS)(free, 'the free field'),
    drawn: listOf(drawnField, MAX_FIELDS)(drawn, 'the drawn field'),
    panels: listOf(oneOf(PANEL_NAMES), PANEL_NAMES.length)(panels, 'the panel'),
    checks: listOf(check, MAX_CHECKS)(checks, 'the check'),
  };
}

/** 80 bits: with fewer, a computer could find another assignment with the same id. */
const HASH_BYTES = 10;

/** The checks with their answers; those that are sealed are left out. */
export function openChecksOf({ checks }: Pick<BenchTask, 'checks'>): OpenCheck[] {
  return checks.flatMap((check) => (check.kind === 'sealed' ? [] : [check]));
}

/** Random letters for a new seal. */
export function newSalt(): string {
  return letters(crypto.getRandomValues(new Uint8Array(HASH_BYTES)));
}

/** True for the students' version of a sealed assignment. */
export function lacksAnswers({ seal }: Assignment): boolean {
  return seal?.[0] === 'hash';
}

/** The students' version of an assignment: if its answers are sealed, without them. */
export function withoutAnswers(assignment: Assignment): Assignment {
  const { task, seal } = assignment;
  if (seal?.[0] !== 'salt' || task.kind !== 'bench') return assignment;
  const checks = task.checks.map(
    (check): TaskCheck =>
      check.kind === 'sealed'
        ? check
        : {
            ...{ kind: 'sealed', of: check.kind, points: check.points },
            question: check.kind === 'read' ? check.question : '',
          },
  );
  const hash = hashOf(JSON.stringify([seal[1], ...task.checks.map(partsOf)]));
  return { ...assignment, task: { ...task, checks }, seal: ['hash', hash] };
}

/** The id that results use to name their assignment. It's the same for both versions of a sealed one. */
export function idOf(assignment: Assignment): string {
  const text = assignmentText(withoutAnswers(assignment));
  if (assignment.old) return markOf(text);
  return hashOf(text);
}

function hashOf(text: string): string {
  return letters(sha256(new TextEncoder().encode(text)).subarray(0, HASH_BYTES));
}

function letters(bytes: Uint8Array): string {
  return toBase32(bytes).toLowerCase();
}

/** True for the id of an assignment whose link is an old one; a new one has 16 letters. */
export function isOldId(id: string): boolean {
  return id.length === 8;
}

/** The query that all links of an assignment share. */
export async function assignmentQuery(assignment: Assignment): Promise<URLSearchParams> {
  const version = assignment.old ? OLD_VERSION : VERSION;
  const query = new URLSearchParams({ v: version, of: idOf(assignment) });
  query.set(...(await packed(assignmentText(assignment))));
  return query;
}

/**
 * Reads the assignment in an address; null if there is none. The page shows the message of the error that it throws.
 */
export async function assignmentOf(query: URLSearchParams): Promise<Assignment | null> {
  const version = query.get('v');
  if (version === null) return null;
  if (version !== VERSION && version !== OLD_VERSION)
    throw new Error(
      t(
        'This link has version {version} of assignments, but this page knows only versions up to {known}. Open the link where it was made.',
        { version: shortened(version), known: VERSION },
      ),
    );
  try {
    const json = await unpacked(query);
    const assignment = readAssignment(json ?? '', version === OLD_VERSION);
    if (idOf(assignment) === query.get('of')) return assignment;
  } catch {
    // The decoder's message would mean nothing to a student, so report a damaged link instead.
  }
  throw new Error(t('The assignment in this link is damaged. Part of the link may be missing.'));
}

/** Reads the assignment of a pasted link: a full address, or its part from `#` on. */
export async function assignmentInLink(link: string): Promise<Assignment> {
  const [, query = ''] = /#\/(?:task|grade|assign)\?(\S+)/.exec(link.trim()) ?? [];
  const found = await assignmentOf(new URLSearchParams(query));
  if (found !== null) return found;
  throw new Error(t('This isn’t a link to an assignment. Such a link contains #/task?v=2.'));
}

/** The maximum number of points. */
export function pointsOf({ task }: Assignment): number {
  return task.kind === 'lesson' ? task.points : task.checks.reduce((sum, { points }) => sum + points, 0);
}
