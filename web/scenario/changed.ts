/** Lists the user's changes to a scenario, with a way to undo each. */
import type { Catalogue, Scenario } from '../engine/schema';
import { t } from '../words/words';
import { type Change, changesBetween } from './changes';
import { shortPlace, shortValue } from './describe';
import { isPart, newPart, senderOf, withOwnPresets } from './edit';
import { at, isPreset, wholeOf, withValue } from './path';

export interface Changed {
  /** The changed place as users know it: `transfer: avoidance.alpha`. */
  label: string;
  /** The original value; null if there was none. */
  from: string | null;
  to: string;
  /** The scenario without this change. */
  undone(scenario: Scenario): Scenario;
}

/** Null where more differs than single values and flows that have come or gone. */
export function changedOf(origin: Scenario, scenario: Scenario, known: Catalogue): Changed[] | null {
  const catalogue = withOwnPresets(known, origin);
  const came = namesNotIn(scenario, origin);
  const gone = namesNotIn(origin, scenario);
  // Compares the remaining parts of both sides value by value.
  const changes = changesBetween(without(origin, gone), without(scenario, came), catalogue);
  if (changes === null) return null;
  const kept = without(scenario, came);
  const actual = (path: string) => atItsPlace(path, kept, scenario);
  return [
    ...came.map((name) => ({
      label: t('flow {name}', { name }),
      from: null,
      to: t('added'),
      undone: (now: Scenario) => without(now, [name]),
    })),
    ...gone.map((name) => ({
      label: t('flow {name}', { name }),
      from: null,
      to: t('removed'),
      undone: (now: Scenario) => ({
        ...now,
        flows: [...now.flows, ...origin.flows.filter((flow) => flow.name === name)],
      }),
    })),
    ...changes.map(([path, value]) => {
      const before = originally(path, without(origin, gone), changes, catalogue);
      return {
        label: shortPlace(path, kept),
        from: isPart(before) ? before.kind : shortValue(presetOrValue(before)),
        to: shortValue(value) ?? '',
        undone: (now: Scenario) => withValue(now, actual(wholeOf(path)), before),
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

/** A path among fewer flows, among all. */
function atItsPlace(path: string, fewer: Scenario, all: Scenario): string {
  return path.replace(/^flows\.(\d+)/, (_, index) => {
    const name = fewer.flows[Number(index)]?.name;
    return `flows.${all.flows.findIndex((flow) => flow.name === name)}`;
  });
}

/** The original value: in the scenario, or in the new part or sender that replaced its owner. */
function originally(
  path: string,
  origin: Scenario,
  changes: readonly Change[],
  catalogue: Catalogue,
): unknown {
  const whole = wholeOf(path);
  const replaced = changes.findLast(
    ([other]) => other !== path && wholeOf(other) !== other && path.startsWith(`${wholeOf(other)}.`),
  );
  if (replaced === undefined) return at(origin, whole);
  const [other, value] = replaced;
  const place = wholeOf(other);
  const came = isPreset(other)
    ? senderOf(catalogue, String(value))
    : newPart(catalogue, place.split('.').at(-1) ?? '', String(value), null);
  return at(came, whole.slice(place.length + 1));
}

function presetOrValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'preset' in value ? value.preset : value;
}
