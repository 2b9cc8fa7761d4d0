/** Looks up a scenario's field in the engine's catalogue. */
import type { Catalogue, FieldInfo, Scenario, Shape } from '../engine/schema';
import { at, kindOf } from './path';

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
    found = { ...next, shape: within(next.shape) };
    fields = fieldsOf(catalogue, found.shape, at(scenario, here));
  }
  return at(scenario, path) === undefined ? null : (found ?? null);
}

function within(shape: Shape): Shape {
  return shape.type === 'optional' ? within(shape.item) : shape;
}

function fieldsOf(catalogue: Catalogue, shape: Shape, value: unknown): FieldInfo[] {
  if (shape.type === 'object') return shape.fields;
  if (shape.type !== 'part') return [];
  const members = catalogue.parts[shape.set]?.members;
  return members?.find(({ kind }) => kind === kindOf(value))?.fields ?? [];
}
