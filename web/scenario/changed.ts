/** What the reader has changed of a scenario, one thing after the other, and how each of them is taken back. */
import type { Catalogue, Scenario } from '../engine/schema';
import { formatPlain } from '../words/format';
import { t } from '../words/words';
import { type Change, changesBetween } from './changes';
import { isPart, newPart, senderOf, withOwnPresets, withValue } from './edit';

export interface Changed {
  /** Where, as the reader knows it: `transfer: avoidance.alpha`. */
  label: string;
  /** What there was; null where there was nothing. */
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
  // What is left on both sides is compared value by value.
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
        label: labelOf(path, kept),
        from: isPart(before) ? before.kind : worded(presetOrValue(before)),
        to: worded(value) ?? '',
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

/** A kind or a preset stands for the whole part or sender. */
function wholeOf(path: string): string {
  return path.replace(/\.(?:kind|preset)$/, '');
}

/** What a value was: in the scenario, or in the part or sender that has come in its place. */
function originally(
  path: string,
  origin: Scenario,
  changes: readonly Change[],
  catalogue: Catalogue,
): unknown {
  const whole = wholeOf(path);
  const replaced = changes.findLast(
    ([other]) => other !== path && /\.(?:kind|preset)$/.test(other) && path.startsWith(`${wholeOf(other)}.`),
  );
  if (replaced === undefined) return valueAt(origin, whole);
  const [other, value] = replaced;
  const place = wholeOf(other);
  const came = other.endsWith('.preset')
    ? senderOf(catalogue, String(value))
    : newPart(catalogue, place.split('.').at(-1) ?? '', String(value), null);
  return valueAt(came, whole.slice(place.length + 1));
}

function valueAt(tree: unknown, path: string): unknown {
  if (path === '') return tree;
  return path
    .split('.')
    .reduce<unknown>((place, step) => (place as Record<string, unknown> | undefined)?.[step], tree);
}

function presetOrValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'preset' in value ? value.preset : value;
}

function worded(value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return t('none');
  return typeof value === 'number'
    ? formatPlain(value)
    : typeof value === 'object'
      ? t('other')
      : String(value);
}

function labelOf(path: string, scenario: Scenario): string {
  const [list = '', index = '', ...rest] = path.split('.');
  if (list === 'flows') {
    const field = rest.join('.').replace(/^sender\./, '');
    return scenario.flows.length > 1 ? `${scenario.flows[Number(index)]?.name}: ${field}` : field;
  }
  if (list === 'links') {
    const link = scenario.links[Number(index)];
    return `${link?.from}–${link?.to}: ${rest.join('.')}`;
  }
  return path;
}
