/** Arranges the fields of a flow, its sender and the scenario in the groups of the catalogue. */
import type { Catalogue, FieldInfo } from '../../engine/schema';
import { itemFields, senderFields } from '../../scenario/quantities';

/** The object that has a group's fields: the flow, its sender, or the scenario itself. */
export type Place = 'flow' | 'sender' | 'scenario';

export interface GroupLayout {
  name: string;
  title: string;
  folded: boolean;
  fields: { place: Place; fields: FieldInfo[] }[];
}

/** The catalogue's groups with their fields, in order. */
export function groupsOf(catalogue: Catalogue): GroupLayout[] {
  const places: [Place, FieldInfo[]][] = [
    ['sender', senderFields(catalogue)],
    ['flow', itemFields(catalogue, 'flows').filter(({ name }) => name !== 'sender')],
    ['scenario', catalogue.scenario],
  ];
  return catalogue.groups.map((group) => ({
    ...group,
    fields: places.flatMap(([place, fields]) => {
      const own = grouped(fields).flatMap(([name, field]) => (name === group.name ? [field] : []));
      return own.length === 0 ? [] : [{ place, fields: partsFirst(own) }];
    }),
  }));
}

function partsFirst(fields: readonly FieldInfo[]): FieldInfo[] {
  const isPart = ({ shape }: FieldInfo) => shape.type === 'part';
  return [...fields.filter(isPart), ...fields.filter((field) => !isPart(field))];
}

/** Shapes that have a control. */
export const SHOWN = new Set(['boolean', 'number', 'choice', 'choice_or_number', 'part', 'object']);

/** The fields that have a control, each with its group: its own, or that of the field before it. */
function grouped(fields: readonly FieldInfo[]): [group: string, field: FieldInfo][] {
  const shown = fields.filter(({ name, shape }) => SHOWN.has(shape.type) && name !== 'version');
  let last = shown.find(({ group }) => group !== '')?.group ?? '';
  return shown.map((field) => {
    if (field.group !== '') last = field.group;
    return [last, field];
  });
}

/** The groups that come before the links, and those after them: from the first folded one on. */
export function splitGroups(groups: readonly GroupLayout[]): [first: GroupLayout[], rest: GroupLayout[]] {
  const folded = groups.findIndex((group) => group.folded);
  const end = folded < 0 ? groups.length : folded;
  return [groups.slice(0, end), groups.slice(end)];
}
