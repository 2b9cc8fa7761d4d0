/**
 * Reads values that come from outside, or from what a browser stored. A schema (valibot) says what is allowed; the value's type is derived
 * from it, so that the two can't disagree. Only known fields are read.
 */
import {
  array,
  type BaseIssue,
  type BaseSchema,
  custom,
  finite,
  type InferOutput,
  maxLength,
  number,
  pipe,
  readonly,
  record,
  safeParse,
  string,
  transform,
} from 'valibot';

export type Schema<T = unknown> = BaseSchema<unknown, T, BaseIssue<unknown>>;

/** A finite number that JSON writes as it reads it: not 1e999, and -0 becomes 0. */
export const NUMBER = pipe(
  number(),
  finite(),
  transform((value) => (value === 0 ? 0 : value)),
);

/** An object and no list, which valibot's own schemas let through. */
export const TREE = custom<Record<string, unknown>>(isTree);

export function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf<S extends Schema>(schema: S, most: number) {
  return pipe(array(schema), maxLength(most));
}

/** A record of values by any name. */
export function byName<S extends Schema>(schema: S) {
  return pipe(TREE, record(string(), schema), readonly());
}

/** The value as the schema reads it; undefined if it isn't allowed. */
export function readValue<S extends Schema>(schema: S, value: unknown): InferOutput<S> | undefined {
  const read = safeParse(schema, value, { abortEarly: true });
  return read.success ? read.output : undefined;
}

/** The value that a JSON text holds; undefined if the text isn't JSON or its value isn't allowed. */
export function readJson<S extends Schema>(schema: S, text: string): InferOutput<S> | undefined {
  try {
    return readValue(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}
