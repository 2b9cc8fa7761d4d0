/** The fields of a scenario that a sweep can change, with their places, units and ranges from the engine's catalogue. */

import { formatPlain } from '../base/words/format';
import { t } from '../base/words/words';
import type { Catalogue, FieldInfo, Scenario, Shape } from '../engine/schema';
import { pathInWords } from './describe';
import { newPart, senderOf } from './edit';
import { at, kindOf, shapeOf, withValue } from './path';

/** A value for a field. */
export type Level = string | number | boolean;

export type NumberShape = Extract<Shape, { type: 'number' }>;

export interface SweepField {
  /** The engine's path: `flows.0.sender.avoidance.alpha`. */
  path: string;
  /** The path with names of flows and links instead of indexes. */
  pathInWords: string;
  /** Unique among the fields of its flow, link or source. */
  label: string;
  /** Label of the part that it belongs to; empty if it belongs to none. */
  within: string;
  doc: string;
  /** The number's range and unit; null for other values. */
  shape: NumberShape | null;
  /** The allowed words; `true` and `false` for a boolean. Empty for a number. */
  words: string[];
  value: Level;
  /** Returns the scenario with another value. */
  set(scenario: Scenario, level: Level): Scenario;
}

/** Fields that a sweep can't change: names, recording, fields that appear elsewhere, and the seed, which replications use. */
const LEFT_OUT = new Set(['version', 'name', 'title', 'about', 'source', 'seed', 'record', 'topology']);

export function fieldsOf(scenario: Scenario, catalogue: Catalogue): SweepField[] {
  const found: SweepField[] = [];
  const add = (
    path: string,
    { label, doc }: Pick<FieldInfo, 'label' | 'doc'>,
    within: string,
    value: unknown,
    rest: Pick<SweepField, 'shape' | 'words' | 'set'>,
  ) =>
    found.push({
      ...{ path, pathInWords: pathInWords(path, scenario), label, within, doc },
      ...{ value: value as Level, ...rest },
    });
  const plain = (path: string) => (whole: Scenario, level: Level) => withValue(whole, path, level);

  const visit = (shape: Shape, info: FieldInfo, within: string, path: string, value: unknown): void => {
    switch (shape.type) {
      case 'number':
        add(path, info, within, value, { shape, words: [], set: plain(path) });
        return;
      case 'boolean':
        add(path, info, within, value, {
          shape: null,
          words: ['false', 'true'],
          set: (whole, level) => withValue(whole, path, String(level) === 'true'),
        });
        return;
      case 'choice':
        add(path, info, within, value, {
          shape: null,
          words: shape.choices.map((choice) => choice.value),
          set: plain(path),
        });
        return;
      case 'choice_or_number':
        visit(shapeOf(shape, value), info, within, path, value);
        return;
      case 'part': {
        const kind = kindOf(value);
        const members = catalogue.parts[shape.set]?.members ?? [];
        if (kind === undefined) return;
        add(path, info, within, kind, {
          shape: null,
          words: members.map((member) => member.kind),
          set: (whole, level) =>
            kindOf(at(whole, path)) === level
              ? whole
              : withValue(whole, path, newPart(catalogue, shape.set, String(level), null)),
        });
        visitAll(members.find((member) => member.kind === kind)?.fields ?? [], info.label, path, value);
        return;
      }
      case 'object':
        visitAll(shape.fields, within, path, value);
        return;
      case 'optional':
        if (value !== null && value !== undefined) visit(shape.item, info, info.label, path, value);
        return;
      case 'list':
        if (!Array.isArray(value)) return;
        value.forEach((item, place) => {
          visit(shape.item, info, within, `${path}.${place}`, item);
        });
        return;
    }
  };
  const visitAll = (fields: FieldInfo[], within: string, path: string, value: unknown): void => {
    for (const info of fields) {
      const { name, shape } = info;
      if (path === '' && LEFT_OUT.has(name)) continue;
      const inner = path === '' ? name : `${path}.${name}`;
      visit(shape, info, within, inner, (value as Record<string, unknown> | null)?.[name]);
      if (/^flows\.\d+\.sender$/.test(inner)) addPreset(inner);
    }
  };
  const addPreset = (path: string): void =>
    void add(
      `${path}.preset`,
      { label: t('Sender'), doc: t('All of the sender’s parts.') },
      '',
      at(scenario, `${path}.preset`) ?? t('custom parts'),
      {
        shape: null,
        words: catalogue.presets.map(({ name }) => name),
        set: (whole, level) => withValue(whole, path, senderOf(catalogue, String(level))),
      },
    );
  visitAll(catalogue.scenario, '', '', scenario);
  return withUniqueLabels(found);
}

/** Puts the part's label before the field's where several parts of a flow or link have such a field: "Slow start: Growth counts". */
function withUniqueLabels(fields: readonly SweepField[]): SweepField[] {
  const keyOf = ({ path, label }: SweepField) => `${path.split('.', 2).join('.')} ${label}`;
  const counts = new Map<string, number>();
  for (const field of fields) counts.set(keyOf(field), (counts.get(keyOf(field)) ?? 0) + 1);
  return fields.map((field) =>
    field.within !== '' && (counts.get(keyOf(field)) ?? 0) > 1
      ? { ...field, label: t('{part}: {field}', { part: field.within, field: field.label }) }
      : field,
  );
}

/** "0 to 64, whole, segments". */
export function rangeInWords({ min, max, integer, unit }: NumberShape): string {
  const ends = { min: formatPlain(min), max: formatPlain(max) };
  const range = integer ? t('{min} to {max}, whole', ends) : t('{min} to {max}', ends);
  return unit === '' ? range : `${range} ${unit}`;
}

/** True if a scenario has the field. Another preset may have another part without it. */
export function isThere(field: SweepField, scenario: Scenario): boolean {
  return at(scenario, field.path) !== undefined;
}
