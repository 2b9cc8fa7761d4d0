/**
 * Runs a reader of untrusted input on mutated inputs. Each input must be accepted, or refused with the format's own message. Inputs
 * that fail are written to `kept/` next to the test, where they are tried first from then on: fix the reader, keep the file.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { expect, vi } from 'vitest';
import { Random } from './random';

// A hundred thousand inputs take minutes, on a busy machine many.
vi.setConfig({ testTimeout: 3_600_000 });

/** Inputs per format, in `npm run check` and in `npm test`. */
const INPUTS = process.env.VEGASLAB_CHECK ? 100_000 : 1_000;

/** The nightly check tries other inputs each night. */
const SEED = Number(process.env.VEGASLAB_FUZZ_SEED ?? 1);

/**
 * The processor time that an input may take: `ms_per_mb` for each megabyte, and for small inputs `least_ms`, because garbage collection and
 * what the reader needs for any input count too. `docs/threats.md` states it.
 */
const MOST_CPU = { least_ms: 500, ms_per_mb: 1_000 };

/** An input that took too long is read again this often, because something else may have slowed it down. */
const TRIES = 3;

/** The memory that an input may add before garbage is collected, likewise. */
const MOST_BYTES = { least: 64 << 20, per_byte: 256 };

/** Longest message: about a line of a dialog. */
const LONGEST_MESSAGE = 200;

/** Most inputs that one run keeps. */
const MOST_KEPT = 3;

export type Verdict = 'accepted' | 'refused';

export interface Format<T> {
  /** Its folder in `kept/`. */
  name: string;
  /** The folder of the test: `import.meta.dirname`. */
  folder: string;
  /** Valid inputs to begin with. */
  seeds: readonly T[];
  mutate(input: T, other: T, random: Random): T | Promise<T>;
  /** Reads an input. Throws if the reader is wrong. */
  check(input: T): Verdict | Promise<Verdict>;
  /** Bytes of an input; the length of its text if absent. */
  size?(input: T): number;
  /** Writes an input as a text that people can read, and reads that text. */
  write(input: T): string;
  read(text: string): T;
  /** Characters of a written input from which on it isn't mutated further. */
  longest?: number;
}

export const AS_TEXT = { write: (text: string) => text, read: (text: string) => text };

export const AS_JSON = {
  write: (value: unknown) => `${JSON.stringify(value)}`,
  read: (text: string): unknown => JSON.parse(text),
};

/** Bytes as lines of 32 in hexadecimal. */
export const AS_HEX = {
  size: (bytes: Uint8Array) => bytes.length,
  write: (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').replaceAll(/.{64}/g, '$&\n'),
  read: (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex')),
};

/** A refusal's message must fit in a line, in which a page shows line breaks as spaces, and come from the format's own kind of error. */
export function refused(message: string): Verdict {
  expect(message).not.toBe('');
  expect(message.length, `length of the message ${message.slice(0, 400)}`).toBeLessThanOrEqual(
    LONGEST_MESSAGE,
  );
  expect(message, 'a message for people').not.toMatch(
    /\[object |undefined|is not a function|Cannot read prop/,
  );
  return 'refused';
}

/** Mutates and checks. Both verdicts must occur; otherwise the test would prove nothing. */
export async function fuzz<T>(format: Format<T>): Promise<void> {
  const { name, seeds, mutate, write } = format;
  for (const seed of seeds)
    expect(await format.check(seed), `an unchanged input: ${write(seed).slice(0, 300)}`).toBe('accepted');
  const failures: string[] = [];
  for (const { file, text } of keptInputs(format)) {
    const problem = await problemWith(format, format.read(text));
    if (problem !== null) failures.push(`${file}: ${problem}`);
  }
  const random = new Random(SEED);
  const pool = [...seeds];
  const counts = { accepted: 0, refused: 0 };
  const slowest = new Slowest();
  for (let count = 0; count < INPUTS && failures.length < MOST_KEPT; count += 1) {
    const input = await mutate(random.of(pool), random.of(pool), random);
    const problem = await problemWith(format, input, (verdict, cpu_ms) => {
      counts[verdict] += 1;
      slowest.add(sizeOf(format, input), cpu_ms);
      // Mutate accepted inputs further.
      if (verdict === 'accepted' && write(input).length < (format.longest ?? 20_000))
        if (pool.length < seeds.length + 200) pool.push(input);
        else pool[seeds.length + random.below(200)] = input;
    });
    if (problem !== null) failures.push(`${keep(format, input)}: ${problem}`);
  }
  expect(failures, `inputs of the format ${name} (seed ${SEED})`).toEqual([]);
  console.log(
    `${name}: ${INPUTS} inputs, ${counts.accepted} accepted, ${counts.refused} refused, the slowest ${slowest}`,
  );
  expect(counts.accepted).toBeGreaterThan(INPUTS / 200);
  expect(counts.refused).toBeGreaterThan(INPUTS / 200);
}

/** The slowest input of each size. */
class Slowest {
  private readonly classes = [4, 64, 1024, Number.POSITIVE_INFINITY].map((kb) => ({
    kb,
    cpu_ms: 0,
    size: 0,
  }));

  add(size: number, cpu_ms: number): void {
    const its = this.classes.find(({ kb }) => size <= 1000 * kb);
    if (its === undefined || cpu_ms <= its.cpu_ms) return;
    its.cpu_ms = cpu_ms;
    its.size = size;
  }

  toString(): string {
    return this.classes
      .filter(({ size }) => size > 0)
      .map(({ cpu_ms, size }) => `${cpu_ms.toFixed(0)} ms at ${(size / 1000).toFixed(1)} kB`)
      .join(', ');
  }
}

function sizeOf<T>({ size, write }: Format<T>, input: T): number {
  return size?.(input) ?? write(input).length;
}

async function problemWith<T>(
  format: Format<T>,
  input: T,
  onVerdict: (verdict: Verdict, cpu_ms: number) => void = () => {},
): Promise<string | null> {
  const bytes = sizeOf(format, input);
  const most_ms = Math.max(MOST_CPU.least_ms, (MOST_CPU.ms_per_mb * bytes) / 1e6);
  const mostBytes = Math.max(MOST_BYTES.least, MOST_BYTES.per_byte * bytes);
  let least_ms = Number.POSITIVE_INFINITY;
  try {
    for (let left = TRIES; ; left -= 1) {
      const cpu = process.cpuUsage();
      const before = memory();
      const verdict = await format.check(input);
      least_ms = Math.min(least_ms, milliseconds(cpu));
      const added = memory() - before;
      if (added > mostBytes) return `took ${added} bytes for ${bytes}`;
      if (least_ms > most_ms && left > 1) continue;
      if (least_ms > most_ms) return `took ${least_ms.toFixed(0)} ms for ${bytes} bytes`;
      onVerdict(verdict, least_ms);
      return null;
    }
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
  }
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function memory(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function keptInputs<T>({ folder, name }: Format<T>): { file: string; text: string }[] {
  const place = join(folder, 'kept', name);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .sort()
    .map((file) => ({ file: join(place, file), text: readFileSync(join(place, file), 'utf8') }));
}

/** Writes an input that failed. Returns the path of its file. */
function keep<T>({ folder, name, write }: Format<T>, input: T): string {
  const text = write(input);
  const place = join(folder, 'kept', name);
  mkdirSync(place, { recursive: true });
  const file = join(place, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.txt`);
  writeFileSync(file, text);
  return file;
}
