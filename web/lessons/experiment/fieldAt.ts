/** What the engine's catalogue says of one field of a scenario. */
import type { Catalogue, FieldInfo, Scenario, Shape } from '../../engine/schema';
import { at } from '../../scenario/differences';
import type { Control } from '../lesson';

/** The field at a path of a scenario; null where it has none. */
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
  const kind = (value as { kind?: string } | null | undefined)?.kind;
  return catalogue.parts[shape.set]?.members.find((member) => member.kind === kind)?.fields ?? [];
}

/** The field as a lesson offers it: under its own name, with a part of its range or of its choices. */
export function offered(field: FieldInfo, { label, range, choices }: Control): FieldInfo {
  const { shape } = field;
  const narrowed: Shape =
    shape.type === 'number' && range !== undefined
      ? { ...shape, min: range[0], max: range[1] }
      : shape.type === 'choice' && choices !== undefined
        ? { ...shape, choices: shape.choices.filter(({ value }) => choices.includes(value)) }
        : shape;
  return { ...field, name: label ?? field.name, shape: narrowed };
}
