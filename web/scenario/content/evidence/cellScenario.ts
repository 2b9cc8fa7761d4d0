/** The scenario of a cell, from the templates in `content/evidence/grid-scenarios.json`. */
import type { CellName } from '../reference';
import type { GridScenarios } from './data';

/** The scenario of a cell with seed 1; null if the file has no such cell. */
export function cellScenario(file: GridScenarios, { preset, receiver, path, company }: CellName): unknown {
  const part = own(file.receivers, receiver);
  const special = own(own(own(file.exceptions, preset), path), company);
  const template = special ?? own(own(file.templates, path), company);
  if (part === undefined || template === undefined) return null;
  const scenario = filled(template, { $preset: preset, $receiver: part });
  return { ...(scenario as object), title: [preset, receiver, path, company].join(' · ') };
}

/** An own property, so that a link can't name `constructor`. */
function own<T>(object: Record<string, T> | undefined, key: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Replaces the template's placeholders with values. */
function filled(template: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') return own(values, template) ?? template;
  if (Array.isArray(template)) return template.map((value) => filled(value, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, values)]));
}
