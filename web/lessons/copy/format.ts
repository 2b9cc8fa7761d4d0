/**
 * The format of a lesson's copy, which teachers change without code. A copy is one JSON value: the name of the lesson that it was made
 * from, and a list of blocks in the order of the page. Texts are Markdown (`markdown.ts`); experiments, questions and tasks are those of
 * the lesson, named by their ids, with what the teacher changed about them.
 *
 * Version 1 only grows: fields may be added, and none changes its meaning. A copy with a later version is refused.
 */
import {
  array,
  type BaseIssue,
  boolean,
  custom,
  exactOptional,
  finite,
  type GenericSchema,
  gtValue,
  type InferOutput,
  type IssuePathItem,
  lazy,
  literal,
  maxEntries,
  maxLength,
  null as nothing,
  number,
  type ObjectEntries,
  object,
  picklist,
  pipe,
  rawCheck,
  record,
  regex,
  safeParse,
  string,
  union,
  variant,
} from 'valibot';
import { isTree } from '../../base/schema';
import { shortened } from '../../base/shortened';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import { MOST_MARKS, measureMarkdown, tooManyMarks } from './limits';

export const FORMAT = 'vegaslab-lesson';
export const VERSION = 1;

/** Endings of the names of files with copies. */
export const FILE_ENDING = '.lesson.json';

/** Limits, so that no file can block the page. */
export const MOST_BLOCKS = 300;
export const LONGEST_TEXT = 20_000;
export const LONGEST_NAME = 200;
export const LONGEST_FILE = 1 << 20;
export const MOST_CONTROLS = 20;
const MOST_ENTRIES = 200;
/** Folds within folds. */
const DEEPEST = 3;

export interface CopyProblem {
  /** The place in the file: `blocks.3.text`. */
  path: string;
  problem: string;
  allowed: string;
}

/** Names of lessons, experiments, steps and so on. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** Paths into a scenario, which contain names of links such as `R1-R2`. */
const PATH = /^[A-Za-z0-9*][A-Za-z0-9_*>-]*(?:\.[A-Za-z0-9_*>-]+)*$/;

/** A problem of a value, and what's allowed. */
interface Said {
  problem: string;
  allowed: string;
}

/**
 * By number, what is said of a value. The number is valibot's message: words are made only for the problems that are left, in the
 * language of the page.
 */
const SAID: ((input: unknown) => Said)[] = [];

function says<T = unknown>(words: (input: T) => Said): string {
  return String(SAID.push(words as (input: unknown) => Said) - 1);
}

/** Those of what is only too long. A draft may be, because its author can shorten it only if it opens. */
const LIMITS = new Set<string>();

function saysOfLimit<T>(words: (input: T) => Said): string {
  const number = says(words);
  LIMITS.add(number);
  return number;
}

/** A value as it appears in a problem. */
function shown(value: unknown): string {
  return value === undefined ? t('nothing') : shortened(JSON.stringify(value) ?? '?');
}

function textOf(most: number) {
  const allowed = () => t('a text of up to {most} characters', { most: formatCount(most) });
  const tooLong = saysOfLimit<string>(({ length }) => ({
    problem: t('it has {characters} characters', { characters: formatCount(length) }),
    allowed: allowed(),
  }));
  return pipe(
    string(
      says((value) => ({ problem: t('{value} isn’t a text', { value: shown(value) }), allowed: allowed() })),
    ),
    maxLength(most, tooLong),
  );
}

function nameOf() {
  const message = says((value) => ({
    problem: t('{value} isn’t a name', { value: shown(value) }),
    allowed: t('letters, digits, - and _'),
  }));
  return pipe(string(message), regex(NAME, message));
}

function finiteNumber() {
  const message = says((value) => ({
    problem: t('{value} isn’t a number', { value: shown(value) }),
    allowed: t('a number'),
  }));
  return pipe(number(message), finite(message));
}

function unknown(allowed: () => string): string {
  return says((value) => ({
    problem: t('{value} isn’t known', { value: shown(value) }),
    allowed: allowed(),
  }));
}

function oneOf<const T extends readonly string[]>(words: T) {
  return picklist(
    words,
    unknown(() => words.join(', ')),
  );
}

function anyListOf<S extends GenericSchema>(schema: S, most: number) {
  return array(
    schema,
    says((value) => ({
      problem: t('{value} isn’t such a list', { value: shown(value) }),
      allowed: t('a list of up to {most} entries', { most }),
    })),
  );
}

function listOf<S extends GenericSchema>(schema: S, most: number) {
  const tooLong = saysOfLimit<unknown[]>(({ length }) => ({
    problem: t('it has {count} entries', { count: formatCount(length) }),
    allowed: t('a list of up to {most} entries', { most }),
  }));
  return pipe(anyListOf(schema, most), maxLength(most, tooLong));
}

const NO_OBJECT = says((value) => ({
  problem: t('{value} isn’t an object', { value: shown(value) }),
  allowed: '{ … }',
}));

/** An object. A field that's missing has the problem that its own schema has with nothing. */
function fields<const E extends ObjectEntries>(entries: E) {
  const missing = (key: unknown) =>
    safeParse(entries[String(key)] as GenericSchema, undefined).issues?.[0]?.message ?? NO_OBJECT;
  return object(entries, ({ path }) => (path === undefined ? NO_OBJECT : missing(path.at(-1)?.key)));
}

const ANY_OBJECT = custom<Record<string, unknown>>(isTree, NO_OBJECT);

const NO_NAME = says(() => ({
  problem: t('not a name'),
  allowed: t('letters, digits, - and _, with dots between them'),
}));

const TOO_MANY_ENTRIES = saysOfLimit<object>((input) => ({
  problem: t('it has {count} entries', { count: formatCount(Object.keys(input).length) }),
  allowed: t('up to {most}', { most: MOST_ENTRIES }),
}));

/** Values by name or path. */
function recordOf<S extends GenericSchema>(value: S) {
  return pipe(
    ANY_OBJECT,
    rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [key, one] of Object.entries(dataset.value))
        if (key.length > LONGEST_NAME || !PATH.test(key))
          addIssue({
            message: NO_NAME,
            path: [{ type: 'object', origin: 'key', input: dataset.value, key, value: one }],
          });
    }),
    record(string(), value),
    maxEntries(MOST_ENTRIES, TOO_MANY_ENTRIES),
  );
}

const ATOM = lazy((value) => {
  if (typeof value === 'string') return textOf(LONGEST_NAME);
  return typeof value === 'boolean' || value === null ? union([boolean(), nothing()]) : finiteNumber();
});

/** Experiments, steps, questions and so on of the lesson are named by their ids. */
const ID = { id: nameOf() };

const CONTROLS = {
  controls: exactOptional(
    listOf(
      pipe(
        textOf(LONGEST_NAME),
        regex(
          PATH,
          says(() => ({ problem: t('not a path'), allowed: 'flows.0.sender.preset' })),
        ),
      ),
      MOST_CONTROLS,
    ),
  ),
};

/** Markdown. */
const TEXT = { text: textOf(LONGEST_TEXT) };

const INSIDE_FOLDS = [
  fields({ kind: literal('text'), ...TEXT }),
  fields({
    ...{ kind: literal('predict'), ...ID },
    question: exactOptional(textOf(2000)),
    options: exactOptional(recordOf(textOf(1000))),
  }),
  fields({ kind: literal('check'), ...ID, task: exactOptional(textOf(2000)) }),
  fields({
    ...{ kind: literal('experiment'), ...ID },
    title: exactOptional(textOf(LONGEST_NAME)),
    look: exactOptional(textOf(1000)),
    ...CONTROLS,
  }),
  fields({ kind: literal('reading'), ...TEXT }),
  fields({ kind: literal('note'), ...TEXT }),
  /** A component without a text: the summary table, or one that only this lesson has. */
  fields({ kind: literal('part'), ...ID, figure: exactOptional(boolean(unknown(() => 'true, false'))) }),
] as const;

/** Steps that follow each other share a stage. */
const STEP = fields({ kind: literal('step'), ...ID, ...TEXT, ...CONTROLS });

export type Block =
  | InferOutput<(typeof INSIDE_FOLDS)[number] | typeof STEP>
  | { kind: 'fold'; question: string; blocks: readonly Block[] }
  | { kind: 'notebook'; blocks: readonly Block[] };

const TOO_DEEP = says(() => ({
  problem: t('it is too deep inside folds'),
  allowed: t('{most} levels', { most: DEEPEST }),
}));

/** Blocks at this depth of folds. The limit is for all depths together. */
function blocksAt(depth: number): GenericSchema<unknown, readonly Block[]> {
  if (depth > DEEPEST)
    return anyListOf(
      custom<Block>(() => false, TOO_DEEP),
      MOST_BLOCKS,
    );
  const blocks = blocksAt(depth + 1);
  const kinds = [
    ...INSIDE_FOLDS,
    fields({ kind: literal('fold'), question: textOf(2 * LONGEST_NAME), blocks }),
    ...(depth > 0 ? [] : [STEP, fields({ kind: literal('notebook'), blocks })]),
  ];
  const words = () => kinds.map(({ entries }) => entries.kind.literal).join(', ');
  return anyListOf(pipe(ANY_OBJECT, variant('kind', kinds, unknown(words))), MOST_BLOCKS);
}

export const RELATIONS = ['printed', 'below', 'above', 'at_most', 'at_least', 'equal'] as const;

export type Relation = (typeof RELATIONS)[number];

/** A metric of one run, in a unit. */
const METRIC = {
  experiment: nameOf(),
  arm: nameOf(),
  /** As in `sweep/measures.ts`: `flows.0.goodput_bytes_per_s`. */
  metric: textOf(LONGEST_NAME),
};

const RUN_METRIC = fields(METRIC);

export type RunMetric = InferOutput<typeof RUN_METRIC>;

const NOTHING_TO_COMPARE = says(() => ({
  problem: t('it’s missing'),
  allowed: t('a number, or a run’s metric'),
}));

/** A statement about a run: the number in the words is its metric, or the metric compares to a number or to another run's. */
const CLAIM = pipe(
  fields({
    ...METRIC,
    /** `printed`: the words print the metric. */
    relation: oneOf(RELATIONS),
    /** The unit of the words, and its size in the metric's own unit. */
    unit: textOf(40),
    size: pipe(
      finiteNumber(),
      gtValue(
        0,
        says(() => ({ problem: t('it isn’t above 0'), allowed: t('a number above 0') })),
      ),
    ),
    /** A number in the unit, or another run's metric. Absent if the words print the number. */
    than: exactOptional(lazy((value) => (typeof value === 'number' ? finiteNumber() : RUN_METRIC))),
  }),
  rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.relation === 'printed' || dataset.value.than !== undefined) return;
    addIssue({
      message: NOTHING_TO_COMPARE,
      path: [placeIn(dataset.value, 'than')],
    });
  }),
);

export type OwnClaim = InferOutput<typeof CLAIM>;

const HEAD = fields({
  format: literal(
    FORMAT,
    says(() => ({ problem: t('this isn’t a copy of a lesson'), allowed: JSON.stringify(FORMAT) })),
  ),
  version: literal(
    VERSION,
    says(() => ({
      problem: t('this page knows only version {version}', { version: VERSION }),
      allowed: `${VERSION}`,
    })),
  ),
});

const UNFIT_MARKDOWN = saysOfLimit<Said>((problem) => problem);

const COPY = pipe(
  fields({
    format: literal(FORMAT),
    version: literal(VERSION),
    /** Eight letters and digits, under which a student's progress is stored. */
    id: pipe(
      textOf(8),
      regex(
        /^[a-z2-7]{8}$/,
        says(() => ({ problem: t('not an id'), allowed: t('eight letters a–z and digits 2–7') })),
      ),
    ),
    /** The name of the lesson that the copy was made from. */
    base: nameOf(),
    title: textOf(LONGEST_NAME),
    question: textOf(2 * LONGEST_NAME),
    blocks: blocksAt(0),
    /** Claims that the teacher made, by the id in their links (`claim:own-1`). */
    claims: recordOf(CLAIM),
    /** Changes to the scenarios of experiments, by experiment and path. They apply to all its runs. */
    settings: recordOf(recordOf(ATOM)),
  }),
  rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    let marks = 0;
    const visit = (blocks: readonly Block[], path: readonly [Step, ...Step[]]) => {
      for (const [place, block] of blocks.entries()) {
        const here = [...path, placeIn(blocks, place)] as const;
        if ('text' in block) {
          const measured = measureMarkdown(block.text);
          marks += measured.marks;
          if (measured.problem !== null)
            addIssue({
              ...{ message: UNFIT_MARKDOWN, input: measured.problem },
              path: [path[0], ...here.slice(1), placeIn(block, 'text')],
            });
        }
        if ('blocks' in block) visit(block.blocks, [path[0], ...here.slice(1), placeIn(block, 'blocks')]);
      }
    };
    const path: [Step] = [placeIn(dataset.value, 'blocks')];
    visit(dataset.value.blocks, path);
    if (marks > MOST_MARKS) addIssue({ message: UNFIT_MARKDOWN, input: tooManyMarks(marks), path });
  }),
);

/** The number of blocks, those inside others included, whatever they are; of those that are too deep only some. */
function countBlocks(blocks: unknown, depth = 0): number {
  if (!Array.isArray(blocks) || depth > DEEPEST + 1) return 0;
  return blocks.reduce<number>(
    (sum, block) => sum + (isTree(block) ? countBlocks(block.blocks, depth + 1) : 0),
    blocks.length,
  );
}

export type LessonCopy = InferOutput<typeof COPY>;

type Step = IssuePathItem;

/** A step of a problem's path. */
function placeIn(input: unknown, key: string | number): Step {
  return { type: 'unknown', origin: 'value', input, key, value: undefined };
}

/** A fresh id. */
export function newId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte & 31]).join('');
}

/** The text of a copy's file. */
export function writeCopy(copy: LessonCopy): string {
  return `${JSON.stringify(copy, null, 2)}\n`;
}

export type ReadCopy = { copy: LessonCopy } | { problems: CopyProblem[] };

/** Parses a copy. Everything in it is checked; names are checked against its lesson later (`names.ts`). */
export function readCopy(text: string): ReadCopy {
  if (text.length > LONGEST_FILE)
    return {
      problems: [
        {
          path: '',
          problem: t('the file has {characters} characters', { characters: formatCount(text.length) }),
          allowed: t('up to {most}', { most: formatCount(LONGEST_FILE) }),
        },
      ],
    };
  return read(text, false);
}

/** Parses a draft that the authoring page has stored. It may be beyond the limits. */
export function readDraft(text: string): ReadCopy {
  return read(text, true);
}

function read(text: string, isDraft: boolean): ReadCopy {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = t('the file isn’t JSON ({why})', { why: (error as Error).message });
    return { problems: [{ path: '', problem, allowed: t('a file saved by the authoring page') }] };
  }
  // Another format's other fields would only be more problems.
  const head = safeParse(pipe(ANY_OBJECT, HEAD), value, { abortEarly: true });
  if (!head.success) return { problems: head.issues.map(problemOf) };
  const count = countBlocks((value as { blocks?: unknown }).blocks);
  // Thousands of blocks that aren't allowed could have as many problems each.
  if (count > MOST_BLOCKS && !isDraft) {
    const problem = t('there are {count} blocks', { count: formatCount(count) });
    return { problems: [{ path: 'blocks', problem, allowed: t('up to {most}', { most: MOST_BLOCKS }) }] };
  }
  const { typed, output, issues = [] } = safeParse(COPY, value);
  const problems = issues.filter(({ message }) => !isDraft || !LIMITS.has(message));
  return typed && problems.length === 0 ? { copy: output } : { problems: problems.map(problemOf) };
}

function problemOf({ path, message, input }: BaseIssue<unknown>): CopyProblem {
  const said = SAID[Number(message)]?.(input) ?? { problem: message, allowed: '' };
  const steps = (path ?? []).map(({ origin, key }) =>
    origin === 'key' && typeof key === 'string' && !PATH.test(key) ? shown(key) : shortened(String(key)),
  );
  return { path: steps.join('.'), ...said };
}

/** All blocks, those inside folds and notebooks included. */
export function allBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => ('blocks' in block ? [block, ...allBlocks(block.blocks)] : [block]));
}
