/** Fills in defaults of the schema. */
import type { Catalogue, FieldInfo, Shape } from '../../engine/schema';
import { blank, isPart } from '../../scenario/edit';

type Tree = Record<string, unknown>;

/**
 * An object with defaults for the fields that it lacks, at any depth. A new object lacks most of them; one that an earlier version of the
 * lab stored may lack some.
 */
export function withDefaults(fields: readonly FieldInfo[], value: Tree, catalogue: Catalogue): Tree {
  const filled = fields.map(({ name, shape, default: given }) => {
    const present =
      value[name] === undefined ? (given ?? (shape.type === 'object' ? {} : blank(shape))) : value[name];
    return [name, filledAt(shape, present, catalogue)];
  });
  return { ...value, ...Object.fromEntries(filled) };
}

function filledAt(shape: Shape, value: unknown, catalogue: Catalogue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  switch (shape.type) {
    case 'object':
      return withDefaults(shape.fields, value as Tree, catalogue);
    case 'list':
      return Array.isArray(value) ? value.map((item) => filledAt(shape.item, item, catalogue)) : value;
    case 'optional':
      return filledAt(shape.item, value, catalogue);
    case 'part': {
      if (!isPart(value)) return value;
      const member = catalogue.parts[shape.set]?.members.find(({ kind }) => kind === value.kind);
      return withDefaults(member?.fields ?? [], value, catalogue);
    }
    default:
      return value;
  }
}
