/**
 * Reads and sets values in a scenario by path. Paths look the same as in the engine's problems: `flows.0.sender.avoidance.alpha`. Nothing is
 * changed in place.
 */
import type { Catalogue, FieldInfo, Scenario, Shape } from '../engine/schema';

type Tree = Record<string, unknown>;

function keysOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** The value at a path; undefined if there is none. */
export function at(tree: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Tree)[key] : undefined),
    tree,
  );
}

/** A copy of the tree with another value at the path. Objects off the path are shared with the original. */
export function withValue<T>(tree: T, path: string, value: unknown): T {
  return replaced(tree, keysOf(path), value) as T;
}

function replaced(tree: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(tree) ? [...tree] : { ...(tree as Tree) }) as Tree;
  copy[key] = replaced(copy[key], rest, value);
  return copy;
}

/** Like the command line's `--set`: paths name entries of lists. A link that only the topology defines gets a new entry. */
export function withNamed(scenario: Scenario, path: string, value: unknown): Scenario {
  const [list = '', name = '', ...rest] = path.split('.');
  if (name === '' || (list !== 'flows' && list !== 'links')) return withValue(scenario, path, value);
  const entries: { name: string }[] = scenario[list] ?? [];
  const place = entries.findIndex((entry) => entry.name === name);
  if (place >= 0) return withValue(scenario, [list, place, ...rest].join('.'), value);
  const grown = withValue(scenario, list, [...entries, { name }]);
  return withValue(grown, [list, entries.length, ...rest].join('.'), value);
}

const LISTS = ['links', 'flows', 'datagrams'] as const;

type Named = { name: string }[];

const isList = (name: string): name is (typeof LISTS)[number] => LISTS.some((one) => one === name);

/** A path with names of links, flows and sources instead of numbers, where the name can be read back. */
export function namedPath(path: string, scenario: Scenario): string {
  const [list = '', index = '', ...rest] = path.split('.');
  if (!isList(list)) return path;
  const entries: Named = scenario[list];
  const name = entries[Number(index)]?.name ?? '';
  const clear =
    /^[^.]*[^.\d][^.]*$/.test(name) && entries.filter((entry) => entry.name === name).length === 1;
  return clear ? [list, name, ...rest].join('.') : path;
}

/** The path with numbers. Accepts numbers too, and leaves names that the scenario doesn't have. */
export function indexedPath(path: string, scenario: Scenario): string {
  const [list = '', name = '', ...rest] = path.split('.');
  if (!isList(list)) return path;
  const place = (scenario[list] as Named).findIndex((entry) => entry.name === name);
  return place < 0 ? path : [list, place, ...rest].join('.');
}

/** The index of a flow by its name, or by its number where no flow has such a name; null if there is none. */
export function flowNamed(flow: string | number, names: readonly string[]): number | null {
  const named = typeof flow === 'string' ? names.indexOf(flow) : -1;
  const number = named >= 0 ? named : /^\d+$/.test(String(flow)) ? Number(flow) : names.length;
  return number < names.length ? number : null;
}

/** True if a path is a sender's preset. Setting it replaces the whole sender. */
export function isPreset(path: string): boolean {
  return path.endsWith('.preset');
}

/** The path that a change replaces: the whole part for a kind, the whole sender for a preset, else the path itself. */
export function wholeOf(path: string): string {
  return path.replace(/\.(?:kind|preset)$/, '');
}

/** The kind of a part; undefined for anything else. */
export function kindOf(value: unknown): string | undefined {
  return (value as { kind?: string } | null | undefined)?.kind;
}

/** The index of the flow whose sender a path leads to or into; null for other paths. */
export function flowOfSender(path: string): number | null {
  const [, flow] = /^flows\.(\d+)\.sender\b/.exec(path) ?? [];
  return flow === undefined ? null : Number(flow);
}

/** The catalogue's field at a path of a scenario; null if there is none. */
export function fieldAt(catalogue: Catalogue, scenario: Scenario, path: string): FieldInfo | null {
  let fields = catalogue.scenario;
  let found: FieldInfo | undefined;
  let here = '';
  for (const key of path.split('.')) {
    here = here === '' ? key : `${here}.${key}`;
    const next: FieldInfo | undefined =
      found?.shape.type === 'list' && /^\d+$/.test(key)
        ? { ...found, shape: found.shape.item }
        : fields.find(({ name }) => name === key);
    if (next === undefined) return null;
    const value = at(scenario, here);
    found = { ...next, shape: shapeOf(next.shape, value) };
    fields = fieldsOf(catalogue, found.shape, value);
  }
  return at(scenario, path) === undefined ? null : (found ?? null);
}

/** The shape of a value, where several are allowed: that of the item if it's optional, that of the number or the names if it may be either. */
export function shapeOf(shape: Shape, value: unknown): Shape {
  if (shape.type === 'optional') return shapeOf(shape.item, value);
  if (shape.type !== 'choice_or_number') return shape;
  return typeof value === 'number' ? shape.number : { type: 'choice', choices: shape.choices };
}

function fieldsOf(catalogue: Catalogue, shape: Shape, value: unknown): FieldInfo[] {
  if (shape.type === 'object') return shape.fields;
  if (shape.type !== 'part') return [];
  const members = catalogue.parts[shape.set]?.members;
  return members?.find(({ kind }) => kind === kindOf(value))?.fields ?? [];
}
