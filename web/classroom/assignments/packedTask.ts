/** The result of a task on the bench in few bits. The task is known by its id and never changes, so the code names its fields by their place. */
import type { Change } from '../../scenario/changes';
import type { BenchTask } from './assignment';
import { type BitReader, BitWriter } from './bits';
import { DecodeError, encodePacked } from './decode';
import { putAtom, takeAtom } from './packedValues';
import {
  type BenchResult,
  type BenchWork,
  CODE_PREFIX,
  codeVersion,
  oldCodeOf,
  type Process,
  putHead,
} from './result';
import { controlledPath, controlOf } from './student';

/** The code of a task on the bench. */
export async function codeOf(result: BenchResult, task: BenchTask): Promise<string> {
  const { assignment, work, process } = result;
  const version = codeVersion(assignment);
  if (version === '2') return await oldCodeOf(result);
  const bits = new BitWriter();
  putHead(bits, result);
  putDigest(bits, work.digest);
  const prefixes = prefixesOf(task);
  bits.count(work.changes.length);
  for (const [path, value] of work.changes) {
    const place = prefixes.findIndex((prefix) => path === prefix || path.startsWith(`${prefix}.`));
    bits.count(place + 1);
    bits.text(path.slice(prefixes[place]?.length ?? 0));
    putAtom(bits, value);
  }
  bits.count(work.answers.length);
  work.answers.forEach((answer, index) => {
    putAtom(bits, answer);
    if (process === undefined) return;
    const first = process.first[index];
    bits.bit(typeof first === 'number' ? 1 : 0);
    if (typeof first === 'number') putAtom(bits, first);
  });
  if (process !== undefined) bits.count(process.tries.run ?? 0);
  return `${CODE_PREFIX}${version}-${encodePacked(bits.bytes(), version)}`;
}

/** Reads the rest of a bench task's code. */
export function unpackBench(
  bits: BitReader,
  task: BenchTask,
  process?: Process,
): { work: BenchWork; process?: Process } {
  const digest = takeDigest(bits);
  const prefixes = prefixesOf(task);
  const changes = Array.from({ length: bits.length() }, (): Change => {
    const place = bits.count();
    const prefix = place === 0 ? '' : prefixes[place - 1];
    if (prefix === undefined) throw new DecodeError('the code names a field that the task doesn’t have');
    return [prefix + bits.text(), takeAtom(bits)];
  });
  const first: Record<string, number> = {};
  const answers = Array.from({ length: bits.length() }, (_, index) => {
    const answer = takeAtom(bits);
    if (typeof answer === 'string') throw new DecodeError('an answer must be a number, true or false');
    if (process !== undefined && bits.bit() === 1) first[index] = Number(takeAtom(bits));
    return answer;
  });
  const work: BenchWork = { kind: 'bench', changes, digest, answers };
  return process === undefined
    ? { work }
    : { work, process: { ...process, first, tries: { run: bits.count() } } };
}

/** Beginnings of the paths that a student can change; longer ones first. */
function prefixesOf({ free }: BenchTask): string[] {
  const paths = free.map(controlOf).flatMap((control) => [control.path, controlledPath(control)]);
  return [...new Set(paths)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

const DIGEST_BYTES = 8;

function putDigest(bits: BitWriter, digest: string): void {
  const short = new RegExp(`^[0-9a-f]{${2 * DIGEST_BYTES}}$`).test(digest);
  bits.bit(short ? 0 : 1);
  if (!short) bits.text(digest);
  else
    for (let at = 0; at < DIGEST_BYTES; at += 1)
      bits.bit(Number.parseInt(digest.slice(2 * at, 2 * at + 2), 16), 8);
}

function takeDigest(bits: BitReader): string {
  if (bits.bit() === 1) return bits.text();
  const bytes = Array.from({ length: DIGEST_BYTES }, () => bits.bit(8));
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
