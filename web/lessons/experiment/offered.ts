import type { FieldInfo, Shape } from '../../engine/schema';
import type { Control } from '../lesson';

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
