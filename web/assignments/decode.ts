/** Validating decoders for other people's links and codes; errors name the offending field. */

export class Unreadable extends Error {}

export type Read<T> = (value: unknown, what: string) => T;

/** Longest text, in characters. */
const LONGEST = 8000;

export const text: Read<string> = (value, what) => {
  if (typeof value === 'string' && value.length <= LONGEST) return value;
  throw new Unreadable(`${what} must be a text of at most ${LONGEST} letters`);
};

/** A text of any length, for links that can contain a whole scenario. */
export const longText: Read<string> = (value, what) => {
  if (typeof value === 'string') return value;
  throw new Unreadable(`${what} must be a text`);
};

export const number: Read<number> = (value, what) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new Unreadable(`${what} must be a finite number`);
};

export const flag: Read<boolean> = (value, what) => {
  if (typeof value === 'boolean') return value;
  throw new Unreadable(`${what} must be true or false`);
};

export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value, what) => (value === null ? null : read(value, what));
}

/** Reads one of the given words. */
export function oneOf<const T extends string>(words: readonly T[]): Read<T> {
  return (value, what) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    throw new Unreadable(`${what} must be one of ${words.join(', ')}`);
  };
}

export function listOf<T>(read: Read<T>, most: number): Read<T[]> {
  return (value, what) => {
    if (Array.isArray(value) && value.length <= most)
      return value.map((one, place) => read(one, `${what} ${place + 1}`));
    throw new Unreadable(`${what} must be a list of at most ${most} items`);
  };
}

/** A list of a fixed length, with its entries unchecked. */
export function tuple(value: unknown, length: number, what: string): unknown[] {
  if (Array.isArray(value) && value.length === length) return value;
  throw new Unreadable(`${what} must be a list of ${length} items`);
}

/** Reads a list of [name, value] pairs as a record, keeping its order. */
export function recordOf<T>(read: Read<T>, most: number): Read<Record<string, T>> {
  return (value, what) => {
    const entries = listOf((one, of) => tuple(one, 2, of), most)(value, what);
    return Object.fromEntries(entries.map(([name, one]) => [text(name, what), read(one, what)]));
  };
}
