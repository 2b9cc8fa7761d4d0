/** Shows the values of fields as people read them: numbers with units, labels instead of names. */

import { formatQuantity } from '../base/words/quantity';
import { t } from '../base/words/words';
import type { Catalogue, FieldInfo, Shape } from '../engine/schema';
import { kindOf, shapeOf } from './path';

/** The value of a field: "800 kbit/s", "Drop-tail, in bytes", "yes". */
export function valueText(value: unknown, allowed: Shape | undefined, catalogue: Catalogue): string {
  const shape = allowed && shapeOf(allowed, value);
  if (value === undefined || value === null) return t('none');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number') return formatQuantity(value, shape?.type === 'number' ? shape.unit : '');
  if (shape?.type === 'choice')
    return shape.choices.find((choice) => choice.value === value)?.label ?? String(value);
  if (shape?.type === 'part') {
    const kind = kindOf(value) ?? value;
    return catalogue.parts[shape.set]?.members.find((member) => member.kind === kind)?.label ?? String(kind);
  }
  return typeof value === 'object' ? t('other') : String(value);
}

/** The fields of the items of a list in the scenario. */
export function itemFields(catalogue: Catalogue, list: 'links' | 'flows' | 'datagrams'): FieldInfo[] {
  const shape = catalogue.scenario.find(({ name }) => name === list)?.shape;
  return shape?.type === 'list' && shape.item.type === 'object' ? shape.item.fields : [];
}

/** The fields of a sender. */
export function senderFields(catalogue: Catalogue): FieldInfo[] {
  const shape = itemFields(catalogue, 'flows').find(({ name }) => name === 'sender')?.shape;
  return shape?.type === 'object' ? shape.fields : [];
}
