/**
 * A student's result and its code: `VL3-` followed by groups of letters, without the student's name, packed bit by bit
 * (`packedTask.ts`, `packedWork.ts`). Assignments with an old link have `VL2-` codes. Those of a task on the bench are JSON without property
 * names, with changes of the scenario written as in a link. `VL1-` codes are still older, contain the name and are JSON
 * throughout.
 */
import { boolean, type InferOutput, nullable, pipe, strictTuple, string, transform, union } from 'valibot';
import { fnv1a } from '../../base/bytes';
import { listOf, NUMBER, readJson, type Schema } from '../../base/schema';
import type { Answer } from '../../lessons/answers';
import { changesOf, putChanges } from '../../run/share/address';
import type { Change } from '../../scenario/changes';
import { isOldId, TEXT } from './assignment';
import { BitReader, type BitWriter } from './bits';
import {
  type Damage,
  DecodeError,
  decodeLetters,
  encodeLetters,
  fromBase32,
  normalizeLetters,
  toBase32,
} from './decode';

export interface Result {
  /** The student's name; null in a code, unless it's an old one, until the grading page finds the name next to it. */
  who: string | null;
  /** The assignment's id. */
  assignment: string;
  seed: number;
  /** The version of the engine that made the runs. */
  engine: string;
  /** The version of the code that it was read from. */
  version?: CodeVersion;
  work: BenchWork | LessonWork | PackedWork;
  /** If the assignment asks for it, how the work went according to the student's browser. */
  process?: Process;
}

/** The claims of a student's browser about the work. None of them can be repeated. */
export interface Process {
  /** From the first opening of the assignment under this name to the code, in steps of `SECONDS_STEP`. */
  seconds: number;
  /** The number of tries of each task of a lesson; of a task on the bench, the number of runs as `run`. */
  tries: Readonly<Record<string, number>>;
  /** The first answer to a prediction or reading whose answer was changed, by id or by index of the check. */
  first: Readonly<Record<string, Answer | null>>;
}

/** Seconds are rounded up to this, because codes are copied by hand. */
export const SECONDS_STEP = 10;

export type CodeVersion = '1' | '2' | '3';

export interface BenchResult extends Result {
  work: BenchWork;
}

export interface LessonResult extends Result {
  work: LessonWork;
}

/** Work before the task or lesson has been loaded that is needed to read it. */
export interface PackedWork {
  kind: 'packed';
  of: 'bench' | 'lesson';
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
/** The version of codes for new assignments. */
export const VERSION = '3';
const OLD_VERSION = '2';
const NAMED_VERSION = '1';

/** The version of the codes for an assignment. */
export function codeVersion(assignment: string): '2' | '3' {
  return isOldId(assignment) ? OLD_VERSION : VERSION;
}

/** `version` is a code version that this page can't read. */
export type DecodeResult = { result: Result } | { damage: Damage } | { version: string };

/** The code of a task on the bench whose link is an old one. */
export async function oldCodeOf(result: BenchResult): Promise<string> {
  return `${CODE_PREFIX}${OLD_VERSION}-${await encodeLetters(resultText(result))}`;
}

/** An old assignment's id has 41 bits, written as two numbers, and a seed has 31. */
const ID_HIGH_BITS = 20;
const ID_LOW_BITS = 21;
const SEED_BITS = 31;

/** Letters of a new id, and bits of each. */
const ID_LETTERS = 16;
const LETTER_BITS = 5;

/** Writes the values with which a packed code begins. */
export function putHead(bits: BitWriter, result: Result): void {
  const { assignment, seed, engine, work, process } = result;
  if (isOldId(assignment)) {
    const id = Number.parseInt(assignment, 36);
    bits.bit(Math.floor(id / 2 ** ID_LOW_BITS), ID_HIGH_BITS);
    bits.bit(id % 2 ** ID_LOW_BITS, ID_LOW_BITS);
    bits.bit(seed, SEED_BITS);
    bits.text(engine);
    return;
  }
  for (const byte of fromBase32(assignment.toUpperCase()) ?? []) bits.bit(byte, 8);
  bits.bit(seed, SEED_BITS);
  const numbers = /^(\d{1,4})\.(\d{1,4})\.(\d{1,4})$/.exec(engine)?.slice(1).map(Number);
  const short = numbers?.join('.') === engine ? numbers : null;
  bits.bit(short === null ? 1 : 0);
  if (short === null) bits.text(engine);
  else for (const one of short) bits.count(one);
  bits.bit(work.kind === 'lesson' ? 1 : 0);
  bits.bit(process === undefined ? 0 : 1);
  if (process !== undefined) bits.count(Math.ceil(Math.max(0, process.seconds) / SECONDS_STEP));
}

/** Decodes a pasted code. Never throws, whatever the text. */
export async function decode(pasted: string): Promise<DecodeResult> {
  // `normalizeLetters` turns the prefix VL into V1.
  const [, version, body] = /^V1([0-9A-Z])(.*)$/.exec(normalizeLetters(pasted)) ?? [];
  if (version === undefined || body === undefined) return { damage: 'form' };
  const read = await decodeLetters(body);
  if ('damage' in read) return read;
  // Later versions keep the checksum. It shows whether the version is really later or just a typing error.
  if (version !== VERSION && version !== OLD_VERSION && version !== NAMED_VERSION) return { version };
  try {
    if ('packed' in read) {
      if (read.version !== version) return { damage: 'form' };
      const bits = new BitReader(read.packed);
      return { result: version === VERSION ? readPacked(bits) : readOldPacked(bits) };
    }
    if (version === VERSION) return { damage: 'form' };
    const result = version === NAMED_VERSION ? readNamed(read.text) : readResult(read.text);
    return result === undefined ? { damage: 'form' } : { result };
  } catch {
    return { damage: 'form' };
  }
}

function readPacked(bits: BitReader): Result {
  const bytes = Uint8Array.from({ length: (ID_LETTERS * LETTER_BITS) / 8 }, () => bits.bit(8));
  const assignment = toBase32(bytes).toLowerCase();
  const seed = bits.bit(SEED_BITS);
  const engine = bits.bit() === 1 ? bits.text() : [bits.count(), bits.count(), bits.count()].join('.');
  const of = bits.bit() === 1 ? 'lesson' : 'bench';
  const process =
    bits.bit() === 1 ? { seconds: SECONDS_STEP * bits.count(), tries: {}, first: {} } : undefined;
  return {
    ...{ who: null, assignment, seed, engine, version: VERSION, work: { kind: 'packed', of, bits } },
    ...(process && { process }),
  };
}

function readOldPacked(bits: BitReader): Result {
  const id = bits.bit(ID_HIGH_BITS) * 2 ** ID_LOW_BITS + bits.bit(ID_LOW_BITS);
  const seed = bits.bit(SEED_BITS);
  const engine = bits.text();
  const assignment = id.toString(36).padStart(8, '0');
  const work: PackedWork = { kind: 'packed', of: 'lesson', bits };
  return { who: null, assignment, seed, engine, version: OLD_VERSION, work };
}

/** Serializes a result of the bench. */
export function resultText({ assignment, seed, engine, work }: BenchResult): string {
  const query = new URLSearchParams();
  putChanges(query, work.changes);
  return JSON.stringify([assignment, seed, engine, query.toString(), work.digest, work.answers]);
}

/** A list of names and values. */
function pairsOf<S extends Schema>(value: S) {
  return pipe(
    listOf(strictTuple([TEXT, value]), 100),
    transform((pairs): Record<string, InferOutput<S>> => Object.fromEntries(pairs)),
  );
}

const HEAD = [TEXT, NUMBER, TEXT] as const;

const BENCH_WORK = [string(), TEXT, listOf(nullable(union([NUMBER, boolean()])), 100)] as const;

const ANSWER = nullable(union([TEXT, NUMBER, listOf(NUMBER, 200)]));

/** Whether it's passed, the typed answer, the runs' links, and their digests. */
const DONE_CHECK = pipe(
  strictTuple([boolean(), nullable(TEXT), listOf(string(), 6), listOf(TEXT, 6)]),
  transform(
    ([passed, answer, links, digests]): DoneCheck => ({
      ...{ passed, answer, links, mark: markOfRuns(digests) },
    }),
  ),
);

const OLD_RESULT = strictTuple([...HEAD, ...BENCH_WORK]);

/** A `VL1-` code begins with the name. */
const NAMED_RESULT = union([
  strictTuple([TEXT, ...HEAD, ...BENCH_WORK]),
  strictTuple([TEXT, ...HEAD, pairsOf(ANSWER), pairsOf(DONE_CHECK)]),
]);

function readResult(json: string): Result | undefined {
  const parts = readJson(OLD_RESULT, json);
  if (parts === undefined) return undefined;
  const [assignment, seed, engine, ...work] = parts;
  return { who: null, assignment, seed, engine, version: OLD_VERSION, work: benchWork(...work) };
}

function readNamed(json: string): Result | undefined {
  const parts = readJson(NAMED_RESULT, json);
  if (parts === undefined) return undefined;
  const [who, assignment, seed, engine] = parts;
  const work: Result['work'] =
    parts.length === 7
      ? benchWork(parts[4], parts[5], parts[6])
      : { kind: 'lesson', predictions: parts[4], checks: parts[5] };
  return { who, assignment, seed, engine, version: NAMED_VERSION, work };
}

function benchWork(changed: string, digest: string, answers: BenchWork['answers']): BenchWork {
  const { changes, unread } = changesOf(new URLSearchParams(changed));
  if (unread.length > 0) throw new DecodeError(`the changes include ${unread.length} that cannot be read`);
  return { kind: 'bench', changes, digest, answers };
}

export const MARK_BITS = 16;

/** A short mark of a check's runs. Grading makes the runs again; the mark shows that they are the student's. */
export function markOfRuns(digests: readonly string[]): number {
  return Number(fnv1a(digests.join(' ')) % BigInt(2 ** MARK_BITS));
}
