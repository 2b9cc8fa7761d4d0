/**
 * Assignments and their links: `#/task?v=2&of=<id>&packed=<text>`. The text is JSON without property names, packed like
 * a bench link. The id is a hash of the text, and results refer to it, so any edit creates a different assignment.
 *
 * Links with `v=1` are older. They have a short id, which anyone can give another assignment, but they open forever with
 * the same id, seeds and codes.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import {
  boolean,
  type InferOutput,
  literal,
  maxLength,
  nullable,
  picklist,
  pipe,
  strictTuple,
  string,
  transform,
  union,
} from 'valibot';
import { listOf, NUMBER, readJson, type Schema } from '../../base/schema';
import { shortened } from '../../base/shortened';
import { t } from '../../base/words/words';
import { PANEL_NAMES, type PanelName } from '../../lab/panels/registry';
import { markOf, packed, unpacked } from '../../run/share/address';
import { toBase32 } from './decode';

/** Maximum number of free plus drawn fields, and of checks. */
export const MAX_FIELDS = 12;
export const MAX_CHECKS = 12;

export const RELATIONS = ['below', 'above', 'at_most', 'at_least', 'equal'] as const;

export type Relation = (typeof RELATIONS)[number];

/** A text in a link. A scenario, which may be longer, is any string. */
export const TEXT = pipe(string(), maxLength(8000));

/** A field that students may change, shown as a lesson control. */
const FREE_FIELD = pipe(
  strictTuple([TEXT, nullable(listOf(TEXT, 200)), nullable(strictTuple([NUMBER, NUMBER]))]),
  transform(([path, choices, range]) => ({
    path,
    /** The allowed presets, kinds or choices; null allows all. */
    choices: choices as readonly string[] | null,
    /** The allowed range of a number; null allows everything that the engine accepts. */
    range: range as readonly [from: number, to: number] | null,
  })),
);

export type FreeField = InferOutput<typeof FREE_FIELD>;

/** A number drawn for each student: one of `from`, `from + step`, … up to `to`. */
const DRAWN_FIELD = pipe(
  strictTuple([TEXT, NUMBER, NUMBER, NUMBER]),
  transform(([path, from, to, step]) => ({ path, from, to, step })),
);

export type DrawnField = InferOutput<typeof DRAWN_FIELD>;

/** A check of the student's run. `measure` names a metric (sweep/measures.ts), in whose unit `value` and `within` are. */
const OPEN_CHECK = union([
  pipe(
    strictTuple([literal(true), TEXT, NUMBER, picklist(RELATIONS), NUMBER]),
    // The run's metric must satisfy the relation.
    transform(([, measure, points, relation, value]) => ({
      ...{ kind: 'reach' as const, measure, points, relation, value },
    })),
  ),
  pipe(
    strictTuple([literal(false), TEXT, NUMBER, TEXT, NUMBER]),
    // The student reads the metric from the plots and types it; `within` is the accepted difference.
    transform(([, measure, points, question, within]) => ({
      ...{ kind: 'read' as const, measure, points, question, within },
    })),
  ),
]);

export type OpenCheck = InferOutput<typeof OPEN_CHECK>;

/** All that a student sees of a check whose answer is sealed. The question is empty for a goal. */
const SEALED_CHECK = pipe(
  strictTuple([boolean(), NUMBER, TEXT]),
  transform(([reach, points, question]) => {
    const of: OpenCheck['kind'] = reach ? 'reach' : 'read';
    return { kind: 'sealed' as const, of, points, question };
  }),
);

export type SealedCheck = InferOutput<typeof SEALED_CHECK>;

export type TaskCheck = OpenCheck | SealedCheck;

/** Title, due date, and what kind of task follows. */
function headOf<K extends 'lesson' | 'bench'>(kind: K) {
  return [TEXT, TEXT, literal(kind)] as const;
}

/** The lesson's folder name, the teacher's words, and the points for the whole lesson. */
const LESSON = [...headOf('lesson'), TEXT, TEXT, NUMBER] as const;

/**
 * The scenario as a bench link, from after `#/bench?` on; the teacher's words; the fields that students change, and those that have
 * a different value per student; panels; and checks.
 */
function benchWith<S extends Schema<TaskCheck>>(check: S) {
  return [
    ...headOf('bench'),
    string(),
    TEXT,
    listOf(FREE_FIELD, MAX_FIELDS),
    listOf(DRAWN_FIELD, MAX_FIELDS),
    listOf(picklist(PANEL_NAMES), PANEL_NAMES.length),
    listOf(check, MAX_CHECKS),
  ] as const;
}

/**
 * The teacher's version of a sealed task has the answers and a salt of random letters, without which anybody could try answers until
 * their hash fits. The students' version has the hash instead, and checks without answers.
 */
export type Seal = readonly [kind: 'salt' | 'hash', letters: string];

/** The options of a new assignment, as its link writes them. */
const OPTIONS = ['process', 'word'] as const;

const CHOSEN = listOf(picklist(OPTIONS), OPTIONS.length);

const OLD = union([strictTuple(LESSON), strictTuple(benchWith(OPEN_CHECK))]);

const NEW = union([
  strictTuple([...LESSON, CHOSEN]),
  strictTuple([...benchWith(OPEN_CHECK), CHOSEN]),
  strictTuple([...benchWith(OPEN_CHECK), CHOSEN, strictTuple([literal('salt'), TEXT])]),
  strictTuple([...benchWith(SEALED_CHECK), CHOSEN, strictTuple([literal('hash'), TEXT])]),
]);

export interface LessonTask {
  kind: 'lesson';
  /** The lesson's folder name. */
  lesson: string;
  /** The teacher's description of the task. */
  words: string;
  /** Points for the whole lesson. */
  points: number;
}

/** A scenario whose free fields students change. Drawn fields have a different value per student; the others are fixed. */
export interface BenchTask {
  kind: 'bench';
  /** The scenario's bench link, from after `#/bench?` on. */
  base: string;
  words: string;
  free: readonly FreeField[];
  drawn: readonly DrawnField[];
  panels: readonly PanelName[];
  checks: readonly TaskCheck[];
}

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

const VERSION = '2';
const OLD_VERSION = '1';

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

/** Parses an assignment; undefined if the text is none. */
export function readAssignment(json: string, old = false): Assignment | undefined {
  const parts = readJson(old ? OLD : NEW, json);
  if (parts === undefined) return undefined;
  const [title, due, kind] = parts;
  const [options, seal] = kind === 'lesson' ? [parts[6]] : [parts[9], parts[10]];
  return {
    ...{ title, due, task: taskOf(parts) },
    ...(old && { old }),
    ...(options?.includes('process') && { process: true }),
    ...(options?.includes('word') && { word: true }),
    ...(seal && { seal }),
  };
}

function taskOf(parts: InferOutput<typeof OLD | typeof NEW>): Assignment['task'] {
  if (parts[2] === 'lesson') {
    const [, , kind, lesson, words, points] = parts;
    return { kind, lesson, words, points };
  }
  const [, , kind, base, words, free, drawn, panels, checks] = parts;
  return { kind, base, words, free, drawn, panels, checks };
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
    if (assignment !== undefined && idOf(assignment) === query.get('of')) return assignment;
  } catch {
    // A packed text that can't be unpacked.
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
