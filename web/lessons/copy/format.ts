/**
 * The format of a lesson's copy, which teachers change without code. A copy is one JSON value: the name of the lesson that it was made
 * from, and a list of blocks in the order of the page. Texts are Markdown (`markdown.ts`); experiments, questions and tasks are those of
 * the lesson, named by their ids, with what the teacher changed about them.
 *
 * Version 1 only grows: fields may be added, and none changes its meaning. A copy with a later version is refused.
 */
import { shortened } from '../../base/shortened';
import type { Atom } from '../../scenario/changes';
import { formatCount } from '../../words/format';
import { t } from '../../words/words';
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

export interface LessonCopy {
  format: typeof FORMAT;
  version: typeof VERSION;
  /** Eight letters and digits, under which a student's progress is stored. */
  id: string;
  /** The name of the lesson that the copy was made from. */
  base: string;
  title: string;
  question: string;
  blocks: readonly Block[];
  /** Claims that the teacher made, by the id in their links (`claim:own-1`). */
  claims: Readonly<Record<string, OwnClaim>>;
  /** Changes to the scenarios of experiments, by experiment and path. They apply to all its runs. */
  settings: Readonly<Record<string, Readonly<Record<string, Atom>>>>;
}

export type Block =
  | { kind: 'text'; text: string }
  /** Steps that follow each other share a stage. */
  | { kind: 'step'; id: string; text: string; controls?: readonly string[] }
  | { kind: 'predict'; id: string; question?: string; options?: Readonly<Record<string, string>> }
  | { kind: 'check'; id: string; task?: string }
  | { kind: 'experiment'; id: string; title?: string; look?: string; controls?: readonly string[] }
  | { kind: 'fold'; question: string; blocks: readonly Block[] }
  | { kind: 'notebook'; blocks: readonly Block[] }
  | { kind: 'reading'; text: string }
  | { kind: 'note'; text: string }
  /** A component without a text: the summary table, or one that only this lesson has. */
  | { kind: 'part'; id: string; figure?: boolean };

export const RELATIONS = ['printed', 'below', 'above', 'at_most', 'at_least', 'equal'] as const;

export type Relation = (typeof RELATIONS)[number];

/** A metric of one run, in a unit. */
export interface RunMetric {
  experiment: string;
  arm: string;
  /** As in `sweep/measures.ts`: `flows.0.goodput_bytes_per_s`. */
  metric: string;
}

/** A statement about a run: the number in the words is its metric, or the metric compares to a number or to another run's. */
export type OwnClaim = RunMetric & {
  /** `printed`: the words print the metric. */
  relation: Relation;
  /** The unit of the words, and its size in the metric's own unit. */
  unit: string;
  size: number;
  /** A number in the unit, or another run's metric. Absent if the words print the number. */
  than?: number | RunMetric;
};

export interface CopyProblem {
  /** The place in the file: `blocks.3.text`. */
  path: string;
  problem: string;
  allowed: string;
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

/** Parses a draft that the authoring page has stored. It may be beyond the limits: its author can shorten it only if it opens. */
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
  const reader = new CopyReader(isDraft);
  const copy = reader.copy(value);
  return reader.problems.length > 0 ? { problems: reader.problems } : { copy };
}

/** All blocks, those inside folds and notebooks included. */
export function allBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => ('blocks' in block ? [block, ...allBlocks(block.blocks)] : [block]));
}

const KINDS = [
  ...['text', 'step', 'predict', 'check', 'experiment'],
  ...['fold', 'notebook', 'reading', 'note', 'part'],
];

type Fields = Record<string, unknown>;

/** Reads a copy and collects its problems. After a problem, reading goes on with an empty value. */
class CopyReader {
  readonly problems: CopyProblem[] = [];
  private count = 0;
  private marks = 0;
  private readonly isDraft: boolean;

  /** A draft's texts and lists may be longer than allowed. */
  constructor(isDraft: boolean) {
    this.isDraft = isDraft;
  }

  copy(value: unknown): LessonCopy {
    const fields = this.fields(value, '');
    if (fields.format !== FORMAT)
      this.refuse('format', t('this isn’t a copy of a lesson'), JSON.stringify(FORMAT));
    else if (fields.version !== VERSION)
      this.refuse('version', t('this page knows only version {version}', { version: VERSION }), `${VERSION}`);
    // Another format's other fields would only be more problems.
    if (this.problems.length > 0) return { ...EMPTY };
    const id = this.text(fields.id, 'id', 8);
    if (!/^[a-z2-7]{8}$/.test(id)) this.refuse('id', t('not an id'), t('eight letters a–z and digits 2–7'));
    const copy: LessonCopy = {
      format: FORMAT,
      version: VERSION,
      id,
      base: this.name(fields.base, 'base'),
      title: this.text(fields.title, 'title', LONGEST_NAME),
      question: this.text(fields.question, 'question', 2 * LONGEST_NAME),
      blocks: this.blocks(fields.blocks, 'blocks', 0),
      claims: this.record(fields.claims, 'claims', (one, path) => this.claim(one, path)),
      settings: this.record(fields.settings, 'settings', (one, path) =>
        this.record(one, path, (atom, place) => this.atom(atom, place)),
      ),
    };
    if (this.count > MOST_BLOCKS)
      this.exceed(
        'blocks',
        t('there are {count} blocks', { count: formatCount(this.count) }),
        t('up to {most}', { most: MOST_BLOCKS }),
      );
    if (this.marks > MOST_MARKS) {
      const { problem, allowed } = tooManyMarks(this.marks);
      this.exceed('blocks', problem, allowed);
    }
    return copy;
  }

  private refuse(path: string, problem: string, allowed: string): void {
    this.problems.push({ path, problem, allowed });
  }

  private exceed(path: string, problem: string, allowed: string): void {
    if (!this.isDraft) this.refuse(path, problem, allowed);
  }

  private fields(value: unknown, path: string): Fields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    this.refuse(path, t('{value} isn’t an object', { value: shown(value) }), '{ … }');
    return {};
  }

  private text(value: unknown, path: string, most = LONGEST_TEXT): string {
    if (typeof value === 'string' && (value.length <= most || this.isDraft)) return value;
    const allowed = t('a text of up to {most} characters', { most: formatCount(most) });
    if (typeof value === 'string')
      this.refuse(
        path,
        t('it has {characters} characters', { characters: formatCount(value.length) }),
        allowed,
      );
    else this.refuse(path, t('{value} isn’t a text', { value: shown(value) }), allowed);
    return '';
  }

  /** A text in Markdown, within the limits that keep the page responsive. */
  private markdown(value: unknown, path: string): string {
    const text = this.text(value, path);
    const { marks, problem } = measureMarkdown(text);
    this.marks += marks;
    if (problem !== null) this.exceed(path, problem.problem, problem.allowed);
    return text;
  }

  private name(value: unknown, path: string): string {
    if (typeof value === 'string' && NAME.test(value)) return value;
    this.refuse(path, t('{value} isn’t a name', { value: shown(value) }), t('letters, digits, - and _'));
    return '';
  }

  private list<T>(value: unknown, path: string, most: number, read: (one: unknown, path: string) => T): T[] {
    const isList = Array.isArray(value);
    if (isList && (value.length <= most || this.isDraft))
      return value.map((one, place) => read(one, `${path}.${place}`));
    const allowed = t('a list of up to {most} entries', { most });
    if (isList) this.refuse(path, t('it has {count} entries', { count: formatCount(value.length) }), allowed);
    else this.refuse(path, t('{value} isn’t such a list', { value: shown(value) }), allowed);
    return [];
  }

  private record<T>(
    value: unknown,
    path: string,
    read: (one: unknown, path: string) => T,
  ): Record<string, T> {
    const entries = Object.entries(this.fields(value, path));
    if (entries.length > MOST_ENTRIES && !this.isDraft) {
      this.refuse(
        path,
        t('it has {count} entries', { count: entries.length }),
        t('up to {most}', { most: MOST_ENTRIES }),
      );
      return {};
    }
    return Object.fromEntries(
      entries.map(([key, one]) => {
        if (key.length > LONGEST_NAME || !PATH.test(key))
          this.refuse(
            `${path}.${shown(key)}`,
            t('not a name'),
            t('letters, digits, - and _, with dots between them'),
          );
        return [key, read(one, `${path}.${shortened(key)}`)];
      }),
    );
  }

  private number(value: unknown, path: string): number {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.refuse(path, t('{value} isn’t a number', { value: shown(value) }), t('a number'));
    return 0;
  }

  private atom(value: unknown, path: string): Atom {
    if (typeof value === 'string') return this.text(value, path, LONGEST_NAME);
    if (typeof value === 'boolean' || value === null) return value;
    return this.number(value, path);
  }

  private oneOf<T extends string>(value: unknown, path: string, allowed: readonly T[]): T {
    const found = allowed.find((one) => one === value);
    if (found === undefined)
      this.refuse(path, t('{value} isn’t known', { value: shown(value) }), allowed.join(', '));
    return found ?? (allowed[0] as T);
  }

  private blocks(value: unknown, path: string, depth: number): Block[] {
    if (Array.isArray(value) && value.length > MOST_BLOCKS && !this.isDraft) {
      this.count += value.length;
      return [];
    }
    return this.list(value, path, MOST_BLOCKS, (one, place) => {
      this.count += 1;
      return this.block(one, place, depth);
    });
  }

  private block(value: unknown, path: string, depth: number): Block {
    const fields = this.fields(value, path);
    const kinds = depth > 0 ? KINDS.filter((kind) => !['notebook', 'step'].includes(kind)) : KINDS;
    if (depth > DEEPEST)
      this.refuse(path, t('it is too deep inside folds'), t('{most} levels', { most: DEEPEST }));
    if (depth > DEEPEST) return { kind: 'text', text: '' };
    const kind = this.oneOf(fields.kind, `${path}.kind`, kinds);
    const id = () => this.name(fields.id, `${path}.id`);
    const text = (field: string, most?: number) => this.text(fields[field], `${path}.${field}`, most);
    const markdown = () => this.markdown(fields.text, `${path}.text`);
    const optional = <T>(field: string, read: () => T) =>
      fields[field] === undefined ? {} : { [field]: read() };
    const controls = () =>
      optional('controls', () =>
        this.list(fields.controls, `${path}.controls`, MOST_CONTROLS, (one, place) => {
          const control = this.text(one, place, LONGEST_NAME);
          if (!PATH.test(control)) this.refuse(place, t('not a path'), 'flows.0.sender.preset');
          return control;
        }),
      );
    switch (kind) {
      case 'step':
        return { kind, id: id(), text: markdown(), ...controls() };
      case 'predict':
        return {
          kind,
          id: id(),
          ...optional('question', () => text('question', 2000)),
          ...optional('options', () =>
            this.record(fields.options, `${path}.options`, (one, place) => this.text(one, place, 1000)),
          ),
        };
      case 'check':
        return { kind, id: id(), ...optional('task', () => text('task', 2000)) };
      case 'experiment':
        return {
          kind,
          id: id(),
          ...optional('title', () => text('title', LONGEST_NAME)),
          ...optional('look', () => text('look', 1000)),
          ...controls(),
        };
      case 'fold':
        return {
          kind,
          question: text('question', 2 * LONGEST_NAME),
          blocks: this.blocks(fields.blocks, `${path}.blocks`, depth + 1),
        };
      case 'notebook':
        return { kind, blocks: this.blocks(fields.blocks, `${path}.blocks`, depth + 1) };
      case 'part':
        return { kind, id: id(), ...(fields.figure === true && { figure: true }) };
      default:
        return { kind: kind as 'text' | 'reading' | 'note', text: markdown() };
    }
  }

  private metric(fields: Fields, path: string): RunMetric {
    return {
      experiment: this.name(fields.experiment, `${path}.experiment`),
      arm: this.name(fields.arm, `${path}.arm`),
      metric: this.text(fields.metric, `${path}.metric`, LONGEST_NAME),
    };
  }

  private claim(value: unknown, path: string): OwnClaim {
    const fields = this.fields(value, path);
    const { than } = fields;
    const size = this.number(fields.size, `${path}.size`);
    if (size <= 0) this.refuse(`${path}.size`, t('it isn’t above 0'), t('a number above 0'));
    const relation = this.oneOf(fields.relation, `${path}.relation`, RELATIONS);
    if (relation !== 'printed' && than === undefined)
      this.refuse(`${path}.than`, t('it’s missing'), t('a number, or a run’s metric'));
    return {
      ...this.metric(fields, path),
      relation,
      unit: this.text(fields.unit, `${path}.unit`, 40),
      size,
      ...(than !== undefined && {
        than:
          typeof than === 'number'
            ? this.number(than, `${path}.than`)
            : this.metric(this.fields(than, `${path}.than`), `${path}.than`),
      }),
    };
  }
}

const EMPTY: LessonCopy = {
  format: FORMAT,
  version: VERSION,
  id: '',
  base: '',
  title: '',
  question: '',
  blocks: [],
  claims: {},
  settings: {},
};

/** Names of lessons, experiments, steps and so on. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** Paths into a scenario, which contain names of links such as `R1-R2`. */
const PATH = /^[A-Za-z0-9*][A-Za-z0-9_*>-]*(?:\.[A-Za-z0-9_*>-]+)*$/;

/** A value as it appears in a problem. */
function shown(value: unknown): string {
  return value === undefined ? t('nothing') : shortened(JSON.stringify(value) ?? '?');
}
