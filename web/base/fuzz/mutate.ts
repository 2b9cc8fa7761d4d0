/** Random changes to bytes, texts, JSON values and queries, for fuzz tests. Nothing changes its argument. */
import type { Random } from './random';

/** Numbers at the edges of what formats can hold. */
const EDGES = [0, 1, 2, 7, 8, 12, 16, 20, 31, 32, 127, 128, 255, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff];

const TEXT_PIECES = [
  ...[
    '',
    ' ',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ';',
    ':',
    '.',
    '..',
    '*',
    '&',
    '=',
    '%',
    '#',
    '-',
    '\n',
    '\r\n',
    '\t',
    '\0',
  ],
  ...[
    '0',
    '-1',
    '1e999',
    'NaN',
    'null',
    'true',
    '__proto__',
    'constructor',
    'toString',
    'length',
    'ü',
    '\ud800',
    '😀',
    '\u202e',
  ],
  ...['=1+1', '+1', '@a', 'a'.repeat(300), '9'.repeat(400), 'a.'.repeat(400)],
];

/**
 * Share of the changes that repeat a part many times, which finds readers whose time grows faster than the input. Such inputs are large: a
 * hundred of them show what a hundred thousand would.
 */
const REPEATS = process.env.VEGASLAB_CHECK ? 0.001 : 0.03;

/** Longest repetition, in characters or bytes. */
const LONGEST_REPEATED = 1 << 18;

/** The number of repetitions of a part of some length: a power of two. */
export function timesRepeated(length: number, random: Random, longest = LONGEST_REPEATED): number {
  const most = Math.floor(Math.log2(longest / Math.max(1, length)));
  return 2 ** random.below(Math.max(1, most + 1));
}

export function mutateBytes(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  let mutated = bytes.slice();
  for (let left = 1 + random.below(4); left > 0; left -= 1) mutated = mutateBytesOnce(mutated, other, random);
  return mutated;
}

function mutateBytesOnce(
  bytes: Uint8Array<ArrayBuffer>,
  other: Uint8Array,
  random: Random,
): Uint8Array<ArrayBuffer> {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.below(random.chance(0.2) ? 200 : 8));
  if (random.chance(REPEATS)) {
    const part = bytes.subarray(at, end);
    const times = timesRepeated(part.length, random);
    return joined([bytes.subarray(0, at), ...Array.from({ length: times }, () => part), bytes.subarray(at)]);
  }
  switch (random.below(7)) {
    case 0: {
      if (at < bytes.length) bytes[at] = random.below(256);
      return bytes;
    }
    case 1: {
      if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
      return bytes;
    }
    // A 16- or 32-bit field of either byte order.
    case 2:
    case 3: {
      const size = random.of([2, 4]);
      if (bytes.length < size) return bytes;
      const field = Math.min(at & ~(size - 1), bytes.length - size);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const value = random.of(EDGES);
      if (size === 2) view.setUint16(field, value, random.chance(0.5));
      else view.setUint32(field, value, random.chance(0.5));
      return bytes;
    }
    case 4:
      return joined([bytes.subarray(0, at), bytes.subarray(end)]);
    case 5:
      return joined([bytes.subarray(0, end), bytes.subarray(at)]);
    default: {
      const from = random.below(other.length + 1);
      return joined([
        bytes.subarray(0, at),
        other.subarray(from, from + random.below(64)),
        bytes.subarray(end),
      ]);
    }
  }
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

export function mutateText(text: string, other: string, random: Random): string {
  let mutated = text;
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const at = random.below(mutated.length + 1);
    const end = Math.min(mutated.length, at + random.below(random.chance(0.2) ? 200 : 6));
    const from = random.below(other.length + 1);
    if (random.chance(REPEATS)) {
      const part = random.of([
        () => mutated.slice(at, at + 1 + random.below(6)),
        () => random.of(TEXT_PIECES),
        () => random.of(MARKS) + random.of(MARKS) + random.of(MARKS),
      ])();
      mutated = mutated.slice(0, at) + part.repeat(timesRepeated(part.length, random)) + mutated.slice(at);
      continue;
    }
    const piece = random.of([
      () => '',
      () => random.of(TEXT_PIECES),
      () => String.fromCharCode(32 + random.below(96)),
      () => other.slice(from, from + random.below(40)),
      () => mutated.slice(at, end).repeat(2),
    ])();
    mutated = mutated.slice(0, at) + piece + mutated.slice(end);
  }
  return mutated;
}

/** Parts that formats nest or count, alone or together. */
const MARKS = [
  '',
  ' ',
  '\n',
  '>',
  '- ',
  '1. ',
  '*',
  '_',
  '[',
  ']',
  '(',
  ')',
  '{',
  '"',
  '`',
  '$',
  '<',
  '|',
  'a',
  ',',
  ';',
  '=',
  '&',
  '.',
  '0',
];

/** Values that decoders forget. */
const VALUES: readonly (() => unknown)[] = [
  ...[null, true, false, 0, -0, 1, -1, 0.5, 1e-300, 1e308, 2 ** 31, 2 ** 53, 2 ** 64].map(
    (value) => () => value,
  ),
  ...TEXT_PIECES.map((value) => () => value),
  () => [],
  () => ({}),
  () => [null],
  () => [[], {}],
  () => ({ toString: null, valueOf: null }),
  () => JSON.parse('{"__proto__": {"kind": 1}, "constructor": 2}'),
  () => Array.from({ length: 300 }, (_, index) => index),
  () => nested(60),
];

/** A value in which something is very often or very deep. */
function large(value: unknown, random: Random): unknown {
  const times = timesRepeated(JSON.stringify(value)?.length ?? 1, random);
  return random.of([
    () => Array.from({ length: times }, () => value),
    () => Object.fromEntries(Array.from({ length: times }, (_, index) => [`a${index}`, value])),
    () => nested(Math.min(times, 2_000)),
  ])();
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let left = depth; left > 0; left -= 1) value = left % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Changes a JSON value at a random place. `other` gives values of the same name. */
export function mutateJson(value: unknown, other: unknown, random: Random): unknown {
  let mutated = value;
  for (let left = 1 + random.below(3); left > 0; left -= 1)
    mutated = mutateAt(mutated, random.of(pathsIn(mutated)), other, random);
  return mutated;
}

type Path = readonly (string | number)[];

/** The paths of all values, the whole one included. */
function pathsIn(value: unknown, path: Path = [], all: Path[] = []): Path[] {
  all.push(path);
  if (all.length > 2000 || path.length > 100) return all;
  if (Array.isArray(value)) for (const [index, one] of value.entries()) pathsIn(one, [...path, index], all);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) pathsIn(one, [...path, key], all);
  return all;
}

function mutateAt(value: unknown, [key, ...rest]: Path, other: unknown, random: Random): unknown {
  if (key === undefined) return varied(value, other, random);
  if (Array.isArray(value)) {
    const copy = [...value];
    const index = Number(key);
    if (rest.length === 0 && random.chance(REPEATS)) {
      const times = timesRepeated(JSON.stringify(copy[index])?.length ?? 1, random);
      const again = Array.from({ length: times }, () => copy[index]);
      return [...copy.slice(0, index), ...again, ...copy.slice(index)];
    }
    if (rest.length === 0 && random.chance(0.3)) {
      if (random.chance(0.5)) copy.splice(index, 1);
      else copy.splice(index, 0, copy[index]);
    } else copy[index] = mutateAt(copy[index], rest, other, random);
    return copy;
  }
  if (typeof value !== 'object' || value === null) return varied(value, other, random);
  const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    if (name !== key) return [[name, one]];
    if (rest.length > 0 || random.chance(0.6)) return [[name, mutateAt(one, rest, other, random)]];
    return random.of<() => [string, unknown][]>([
      () => [],
      () => [[random.of(TEXT_PIECES), one]],
      () => [
        [name, one],
        [`${name}s`, one],
      ],
    ])();
  });
  return Object.fromEntries(entries);
}

function varied(value: unknown, other: unknown, random: Random): unknown {
  if (random.chance(REPEATS)) return large(random.of(VALUES)(), random);
  if (random.chance(0.4)) {
    if (typeof value === 'number')
      return random.of([value + 1, value - 1, -value, value * 2 ** random.below(40), value / 3]);
    if (typeof value === 'string') return mutateText(value, '', random);
    if (typeof value === 'boolean') return !value;
  }
  if (random.chance(0.3)) return random.of(pathsIn(other)).reduce(entryOf, other);
  return random.of(VALUES)();
}

function entryOf(value: unknown, key: string | number): unknown {
  return (value as Record<string | number, unknown>)[key];
}

/** Changes the parameters of a query. */
export function mutateQuery(query: string, other: string, random: Random): string {
  if (random.chance(0.1)) return mutateText(query, other, random);
  let parameters = [...new URLSearchParams(query)];
  const others = [...new URLSearchParams(other)];
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const at = random.below(parameters.length);
    const [name, value] = parameters[at] ?? ['', ''];
    const borrowed = others.length > 0 ? random.of(others) : (['seed', '2'] as [string, string]);
    const changed = random.of<() => [string, string][]>([
      () => [],
      () => [[name, mutateText(value, borrowed[1], random)]],
      () => [[mutateText(name, borrowed[0], random), value]],
      () => [[name, random.of(TEXT_PIECES)]],
      () => [[name, borrowed[1]]],
      () => [[name, value], borrowed],
      () => [
        [name, value],
        [name, value],
      ],
      () => {
        const times = random.chance(REPEATS * 10) ? timesRepeated(name.length + value.length, random) : 3;
        return Array.from({ length: times }, () => [name, value]);
      },
      () => [[name, JSON.stringify(random.of(VALUES)())]],
      // A step of a path.
      () => [
        [replacedStep(name, random.of(['*', '-1', '0', '99999999', '__proto__', 'kind', '']), random), value],
      ],
    ])();
    parameters = [...parameters.slice(0, at), ...changed, ...parameters.slice(at + 1)];
  }
  return new URLSearchParams(parameters).toString();
}

function replacedStep(path: string, step: string, random: Random): string {
  const steps = path.split('.');
  steps[random.below(steps.length)] = step;
  return steps.join('.');
}
