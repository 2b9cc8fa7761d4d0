/** Finds fields among the controls of a scenario. */

import { t } from '../../base/words/words';
import type { Catalogue, FieldInfo, Scenario } from '../../engine/schema';
import { isPart } from '../../scenario/edit';
import { itemFields } from '../../scenario/quantities';
import { bestMatches, type Findable } from '../../scenario/search';
import { type GroupLayout, groupsOf, type Place, SHOWN, splitGroups } from './layout';
import { bottleneckOf, endsOf } from './links';

/** A field with its value, as search lists it. */
interface FoundRow {
  info: FieldInfo;
  path: string;
  value: unknown;
  preset: unknown;
  /** The part or link that it belongs to; empty if the section says it. */
  within: string;
}

interface FoundSection {
  title: string;
  rows: FoundRow[];
}

export interface Values {
  scenario: Scenario;
  /** The scenario before any edit. */
  origin: Scenario | undefined;
  flow: number;
  /** The sender of the flow's preset. */
  preset: unknown;
}

/** The fields that match a query, by section and in the order of the controls. */
export function search(query: string, catalogue: Catalogue, values: Values): FoundSection[] {
  const sections = sectionsOf(catalogue, values);
  const rows = sections.flatMap((section) => section.rows);
  const found = new Set(bestMatches(rows, query, (row) => findable(row, catalogue)));
  return sections
    .map((section) => ({ ...section, rows: section.rows.filter((row) => found.has(row)) }))
    .filter((section) => section.rows.length > 0);
}

/** All fields with a control, by section. Groups before the first folded one come before the links. */
function sectionsOf(catalogue: Catalogue, { scenario, origin, flow, preset }: Values): FoundSection[] {
  const present = scenario.flows[flow];
  const original = origin?.flows.find(({ name }) => name === present?.name);
  const roots: Record<Place, Root> = {
    sender: { path: `flows.${flow}.sender`, value: present?.sender, preset, within: '' },
    flow: { path: `flows.${flow}`, value: present, preset: original, within: '' },
    scenario: { path: '', value: scenario, preset: origin, within: '' },
  };
  const [before, after] = splitGroups(groupsOf(catalogue));
  const sectionOf = ({ title, fields }: GroupLayout): FoundSection => ({
    title,
    rows: fields.flatMap(({ place, fields: own }) => rowsOf(own, roots[place], catalogue)),
  });
  const first = bottleneckOf(scenario.links, origin?.links);
  const linkRows = scenario.links.map((link, index) => {
    const before = origin?.links.find(({ name }) => name === link.name);
    const root = { path: `links.${index}`, value: link, preset: before, within: endsOf(link) };
    return rowsOf(itemFields(catalogue, 'links'), root, catalogue);
  });
  return [
    ...before.map(sectionOf),
    { title: t('Bottleneck'), rows: linkRows[first] ?? [] },
    { title: t('Other links'), rows: linkRows.filter((_, index) => index !== first).flat() },
    ...after.map(sectionOf),
  ];
}

type Root = Omit<FoundRow, 'info'>;

/** A field's row and those of the fields inside it. */
function rowsOf(fields: readonly FieldInfo[], root: Root, catalogue: Catalogue): FoundRow[] {
  const values = (root.value ?? {}) as Record<string, unknown>;
  const presets = (root.preset ?? {}) as Record<string, unknown>;
  return fields.flatMap((info): FoundRow[] => {
    const { name, shape } = info;
    const row: FoundRow = {
      info,
      path: root.path === '' ? name : `${root.path}.${name}`,
      value: values[name],
      preset: presets[name],
      within: root.within,
    };
    if (!SHOWN.has(shape.type)) return [];
    if (shape.type === 'object') return rowsOf(shape.fields, row, catalogue);
    if (shape.type !== 'part') return [row];
    if (!isPart(row.value)) return [];
    const { kind } = row.value;
    const member = catalogue.parts[shape.set]?.members.find((candidate) => candidate.kind === kind);
    const same = isPart(row.preset) && row.preset.kind === kind;
    const within = [row.within, info.label].filter(Boolean).join(', ');
    const inner = { ...row, within, preset: same ? row.preset : undefined };
    return [row, ...rowsOf(member?.fields ?? [], inner, catalogue)];
  });
}

function findable({ info, path, within }: FoundRow, catalogue: Catalogue): Findable {
  const { shape } = info;
  const set = shape.type === 'part' ? catalogue.parts[shape.set] : undefined;
  const members = set?.members.flatMap(({ kind, label }) => [kind, label]) ?? [];
  const choices = 'choices' in shape ? shape.choices.flatMap(({ value, label }) => [value, label]) : [];
  return {
    names: [info.label, path.split('.').at(-1), within, set?.title].join(' '),
    about: [info.doc, set?.doc, ...members, ...choices].join(' '),
  };
}
