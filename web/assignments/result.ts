/**
 * A student's result and its code: `VL2-` followed by groups of letters, without the student's name. A bench task's is JSON
 * without property names, with changes of the scenario written as in a link; a lesson's is packed (`packedWork.ts`). Codes
 * that begin with `VL1-` are older, contain the name and are JSON throughout.
 */
import { fnv1a } from '../base/bytes';
import type { Answer } from '../lessons/answers';
import type { Change } from '../scenario/changes';
import { changesOf, putChanges } from '../share/address';
import { BitReader, type BitWriter } from './bits';
import {
  type Damage,
  DecodeError,
  type Decoder,
  decodeLetters,
  encodeLetters,
  flag,
  listOf,
  longText,
  normalizeLetters,
  number,
  orNull,
  recordOf,
  text,
  tuple,
} from './decode';

export interface Result {
  /** The student's name; null in a code, unless it's an old one, until the grading page finds the name next to it. */
  who: string | null;
  /** The assignment's id. */
  assignment: string;
  seed: number;
  /** The version of the engine that made the runs. */
  engine: string;
  work: BenchWork | LessonWork | PackedWork;
}

export interface BenchResult extends Result {
  work: BenchWork;
}

export interface LessonResult extends Result {
  work: LessonWork;
}

/** A lesson's work before the lesson has been loaded that is needed to read it. */
export interface PackedWork {
  kind: 'packed';
  bits: BitReader;
}

export interface BenchWork {
  kind: 'bench';
  /** The student's changes to the given scenario. */
  changes: readonly Change[];
  digest: string;
  /** Per check: whether the run passed it, or the value read off; null if unanswered. */
  answers: readonly (boolean | number | null)[];
}

export interface LessonWork {
  kind: 'lesson';
  /** By id; null if the student skipped the prediction. */
  predictions: Readonly<Record<string, Answer | null>>;
  checks: Readonly<Record<string, DoneCheck>>;
}

export interface DoneCheck {
  passed: boolean;
  /** The student's answer, if the check asks for one. */
  answer: string | null;
  /** The addresses of the student's runs, from `#` on. */
  links: readonly string[];
  /** The mark of these runs' digests. */
  mark: number;
}

export const CODE_PREFIX = 'VL';
/** The version of codes that this page makes. */
export const VERSION = '2';
const NAMED_VERSION = '1';

/** `version` is a code version that this page can't read. */
export type DecodeResult = { result: Result } | { damage: Damage } | { version: string };

/** The code of a task on the bench. */
export async function codeOf(result: BenchResult): Promise<string> {
  return `${CODE_PREFIX}${VERSION}-${await encodeLetters(resultText(result))}`;
}

/** An assignment's id has 41 bits, written as two numbers, and a seed has 31. */
const ID_HIGH_BITS = 20;
const ID_LOW_BITS = 21;
const SEED_BITS = 31;

/** Writes the values with which a packed code begins. */
export function putHead(bits: BitWriter, { assignment, seed, engine }: Result): void {
  const id = Number.parseInt(assignment, 36);
  bits.bit(Math.floor(id / 2 ** ID_LOW_BITS), ID_HIGH_BITS);
  bits.bit(id % 2 ** ID_LOW_BITS, ID_LOW_BITS);
  bits.bit(seed, SEED_BITS);
  bits.text(engine);
}

/** Decodes a pasted code. Never throws, whatever the text. */
export async function decode(pasted: string): Promise<DecodeResult> {
  // `normalizeLetters` turns the prefix VL into V1.
  const [, version, body] = /^V1([0-9A-Z])(.*)$/.exec(normalizeLetters(pasted)) ?? [];
  if (version === undefined || body === undefined) return { damage: 'form' };
  const read = await decodeLetters(body);
  if ('damage' in read) return read;
  // Later versions keep the checksum. It shows whether the version is really later or just a typing error.
  if (version !== VERSION && version !== NAMED_VERSION) return { version };
  try {
    if ('packed' in read) return { result: readPacked(new BitReader(read.packed)) };
    return { result: version === NAMED_VERSION ? readNamed(read.text) : readResult(read.text) };
  } catch {
    return { damage: 'form' };
  }
}

function readPacked(bits: BitReader): Result {
  const id = bits.bit(ID_HIGH_BITS) * 2 ** ID_LOW_BITS + bits.bit(ID_LOW_BITS);
  const seed = bits.bit(SEED_BITS);
  const engine = bits.text();
  const assignment = id.toString(36).padStart(8, '0');
  return { who: null, assignment, seed, engine, work: { kind: 'packed', bits } };
}

/** Serializes a result of the bench. */
export function resultText({ assignment, seed, engine, work }: BenchResult): string {
  const query = new URLSearchParams();
  putChanges(query, work.changes);
  return JSON.stringify([assignment, seed, engine, query.toString(), work.digest, work.answers]);
}

function readResult(json: string): Result {
  const [assignment, seed, engine, ...work] = tuple(JSON.parse(json), 6, 'the code');
  return { who: null, ...readHead(assignment, seed, engine), work: benchWork(work) };
}

/** Reads the text of a `VL1-` code. */
function readNamed(json: string): Result {
  const value: unknown = JSON.parse(json);
  const bench = Array.isArray(value) && value.length === 7;
  const [who, assignment, seed, engine, ...rest] = tuple(value, bench ? 7 : 6, 'the code');
  return {
    who: text(who, 'who'),
    ...readHead(assignment, seed, engine),
    work: bench ? benchWork(rest) : lessonWork(rest),
  };
}

function readHead(assignment: unknown, seed: unknown, engine: unknown) {
  return {
    assignment: text(assignment, 'the assignment'),
    seed: number(seed, 'the seed'),
    engine: text(engine, 'the engine'),
  };
}

function benchWork([changed, digest, answers]: unknown[]): BenchWork {
  const { changes, unread } = readChanges(longText(changed, 'the changes'));
  if (unread.length > 0) throw new DecodeError(`the changes include ${unread.length} that cannot be read`);
  return {
    kind: 'bench',
    changes,
    digest: text(digest, 'the digest'),
    answers: listOf(answerOfCheck, 100)(answers, 'the answer'),
  };
}

function readChanges(text: string): ReturnType<typeof changesOf> {
  try {
    return changesOf(new URLSearchParams(text));
  } catch (error) {
    throw new DecodeError((error as Error).message);
  }
}

function lessonWork([predictions, checks]: unknown[]): LessonWork {
  return {
    kind: 'lesson',
    predictions: recordOf(orNull(answer), 100)(predictions, 'the prediction'),
    checks: recordOf(doneCheck, 100)(checks, 'the check'),
  };
}

const answerOfCheck: Decoder<boolean | number | null> = (value, label) =>
  typeof value === 'boolean' ? value : orNull(number)(value, label);

const answer: Decoder<Answer> = (value, label) => {
  if (typeof value === 'string') return text(value, label);
  return typeof value === 'number' ? number(value, label) : listOf(number, 200)(value, label);
};

const doneCheck: Decoder<DoneCheck> = (value, label) => {
  const [passed, given, links, digests] = tuple(value, 4, label);
  return {
    passed: flag(passed, label),
    answer: orNull(text)(given, label),
    links: listOf(longText, 6)(links, label),
    mark: markOfRuns(listOf(text, 6)(digests, label)),
  };
};

export const MARK_BITS = 16;

/** A short mark of a check's runs. Grading makes the runs again; the mark shows that they are the student's. */
export function markOfRuns(digests: readonly string[]): number {
  return Number(fnv1a(digests.join(' ')) % BigInt(2 ** MARK_BITS));
}
