/** Lists the user's changes to a scenario, each with a function to undo it. */

import { t } from '../base/words/words';
import type { Catalogue, Scenario } from '../engine/schema';
import { type Change, changesBetween } from './changes';
import { shortPath, shortValue } from './describe';
import { isPart, newPart, senderOf, withOwnPresets } from './edit';
import { at, isPreset, wholeOf, withValue } from './path';

export interface Changed {
  /** The changed fields, for users: `transfer: avoidance.alpha`. */
  label: string;
  /** The field in the changed scenario; null for an added or removed flow. */
  path: string | null;
  /** The original value and the present one; a part's kind, a sender's preset. Undefined for a flow. */
  values: readonly [before: unknown, after: unknown];
  /** The original value; null if there was none. */
  from: string | null;
  to: string;
  /** The scenario without this change. */
  undone(scenario: Scenario): Scenario;
}

/** Null if scenarios differ in more than single values and added or removed flows. */
export function changedOf(origin: Scenario, scenario: Scenario, known: Catalogue): Changed[] | null {
  const catalogue = withOwnPresets(known, origin);
  const added = namesNotIn(scenario, origin);
  const removed = namesNotIn(origin, scenario);
  // Compares the flows that both scenarios have, value by value.
  const changes = changesBetween(without(origin, removed), without(scenario, added), catalogue);
  if (changes === null) return null;
  const kept = without(scenario, added);
  const fullPath = (path: string) => pathAmongAll(path, kept, scenario);
  return [
    ...added.map((name) => ({
      label: t('flow {name}', { name }),
      path: null,
      values: [undefined, undefined] as const,
      from: null,
      to: t('added'),
      undone: (now: Scenario) => without(now, [name]),
    })),
    ...removed.map((name) => ({
      label: t('flow {name}', { name }),
      path: null,
      values: [undefined, undefined] as const,
      from: null,
      to: t('removed'),
      undone: (now: Scenario) => ({
        ...now,
        flows: [...now.flows, ...origin.flows.filter((flow) => flow.name === name)],
      }),
    })),
    ...changes.map(([path, value]) => {
      const before = originalValue(path, without(origin, removed), changes, catalogue);
      return {
        label: shortPath(path, kept),
        path: fullPath(path),
        values: [isPart(before) ? before.kind : presetOrValue(before), value] as const,
        from: isPart(before) ? before.kind : shortValue(presetOrValue(before)),
        to: shortValue(value) ?? '',
        undone: (now: Scenario) => withValue(now, fullPath(wholeOf(path)), before),
      };
    }),
  ];
}

function namesNotIn({ flows }: Scenario, other: Scenario): string[] {
  const theirs = new Set(other.flows.map(({ name }) => name));
  return flows.flatMap(({ name }) => (theirs.has(name) ? [] : [name]));
}

function without(scenario: Scenario, names: readonly string[]): Scenario {
  if (names.length === 0) return scenario;
  return { ...scenario, flows: scenario.flows.filter(({ name }) => !names.includes(name)) };
}

/** Converts a path in a scenario with fewer flows to the path in the whole scenario. */
function pathAmongAll(path: string, fewer: Scenario, all: Scenario): string {
  return path.replace(/^flows\.(\d+)/, (_, index) => {
    const name = fewer.flows[Number(index)]?.name;
    return `flows.${all.flows.findIndex((flow) => flow.name === name)}`;
  });
}

/** The original value at a path. If the part or sender around it was replaced, the replacement's default counts as original. */
function originalValue(
  path: string,
  origin: Scenario,
  changes: readonly Change[],
  catalogue: Catalogue,
): unknown {
  const whole = wholeOf(path);
  const replacement = changes.findLast(
    ([other]) => other !== path && wholeOf(other) !== other && path.startsWith(`${wholeOf(other)}.`),
  );
  if (replacement === undefined) return at(origin, whole);
  const [other, value] = replacement;
  const replaced = wholeOf(other);
  const defaults = isPreset(other)
    ? senderOf(catalogue, String(value))
    : newPart(catalogue, replaced.split('.').at(-1) ?? '', String(value), null);
  return at(defaults, whole.slice(replaced.length + 1));
}

function presetOrValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'preset' in value ? value.preset : value;
}
