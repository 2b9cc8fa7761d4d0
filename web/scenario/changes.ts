/**
 * Expresses one scenario as short changes of another, for addresses: a path and a plain value each. A change of
 * `kind` or of `preset` stands for the part or the sender as the catalogue has it; what differs from that follows. A flow that has
 * come is a copy of another, `flows.2=flows.0`, and what differs from that follows too.
 */
import { same } from '../base/same';
import type { Catalogue, Problem, Scenario } from '../engine/schema';
import { t } from '../words/words';
import { isPart, newPart, senderOf, withOwnPresets } from './edit';
import { withValue } from './path';

/** The value at the end of a path. */
export type Atom = string | number | boolean | null;

/** Another value at a path, as `flows.0.sender.avoidance.alpha`. */
export type Change = readonly [path: string, value: Atom];

type Tree = Record<string, unknown>;

/**
 * The changes that lead from one expanded scenario to another; `null` if they are not such as plain values can tell, because
 * entries of a list have come or gone.
 */
export function changesBetween(base: Scenario, scenario: Scenario, catalogue: Catalogue): Change[] | null {
  const changes: Change[] = [];
  return collectChanges('', scenario, base, withOwnPresets(catalogue, base), changes) ? changes : null;
}

/**
 * The scenario with the changes. What a change of `kind` or of `preset` brings along is filled in from the catalogue; without one that is
 * left to the engine.
 */
export function withChanges<T>(base: T, changes: readonly Change[], known?: Catalogue): T {
  const catalogue = known && withOwnPresets(known, base as Scenario);
  return changes.reduce((changing, [path, value]) => {
    const [, parent = '', key] = /^(?:(.*)\.)?([^.]*)$/.exec(path) ?? [];
    const whole = parent !== '' && (key === 'kind' || key === 'preset');
    const original = parent === 'flows' ? copySource(changing, value) : undefined;
    if (original !== undefined) return withValue(changing, path, original);
    if (!whole) return withValue(changing, path, value);
    return withValue(
      changing,
      parent,
      catalogue ? partDefaults(parent, key, value, catalogue) : { [key]: value },
    );
  }, base);
}

/** The flow that a change names as what another is a copy of. */
function copySource(scenario: unknown, value: Atom): unknown {
  const [, place] = /^flows\.(\d+)$/.exec(String(value)) ?? [];
  return place === undefined ? undefined : (scenario as { flows?: unknown[] }).flows?.[Number(place)];
}

/** Problems of changes that point past the end of a list: a link may come from anyone, and could ask for a very long list. */
export function misplaced(base: Scenario, changes: readonly Change[]): Problem[] {
  let grown: unknown = base;
  return changes.flatMap(([path, value]) => {
    let place: unknown = grown;
    if (path === `flows.${flowsOf(grown)}` && copySource(grown, value) !== undefined) {
      // One more, which what follows may lead into.
      grown = withChanges(grown, [[path, value]]);
      return [];
    }
    for (const step of path.split('.')) {
      if (Array.isArray(place) && !(/^\d+$/.test(step) && Number(step) < place.length)) {
        const allowed =
          place.length === 0
            ? t('nothing: the list is empty')
            : t('{low} to {high}', { low: 0, high: place.length - 1 });
        return [{ path, problem: t('the list has no entry {name}', { name: step }), allowed }];
      }
      place = typeof place === 'object' && place !== null ? (place as Tree)[step] : undefined;
    }
    return [];
  });
}

function flowsOf(scenario: unknown): number {
  return (scenario as { flows?: unknown[] }).flows?.length ?? 0;
}

/** Gathers what leads from `theirs` to `mine`; whether plain values could tell it. */
function collectChanges(
  path: string,
  mine: unknown,
  theirs: unknown,
  catalogue: Catalogue,
  into: Change[],
): boolean {
  if (same(mine, theirs)) return true;
  if (isAtom(mine)) {
    into.push([path, mine]);
    return true;
  }
  if (path === 'flows' && Array.isArray(mine) && Array.isArray(theirs) && mine.length > theirs.length)
    return gatherCopies(mine, theirs, catalogue, into);
  if (mine === undefined || (Array.isArray(mine) && !alike(mine, theirs))) return false;
  const tree = mine as Tree;
  const from = baseFor(path, tree, theirs, catalogue, into);
  const keys = new Set([...Object.keys(tree), ...Object.keys(from)]);
  return [...keys].every((key) =>
    collectChanges(path === '' ? key : `${path}.${key}`, tree[key], from[key], catalogue, into),
  );
}

/** Flows that stand after all that there were: each as a copy of the one from which least leads to it. */
function gatherCopies(mine: unknown[], theirs: unknown[], catalogue: Catalogue, into: Change[]): boolean {
  const before = mine.slice(0, theirs.length);
  if (!collectChanges('flows', before, theirs, catalogue, into)) return false;
  return mine.slice(theirs.length).every((flow, index) => {
    const path = `flows.${theirs.length + index}`;
    const ways = before.flatMap((original, place) => {
      const changes: Change[] = [[path, `flows.${place}`]];
      return collectChanges(path, flow, original, catalogue, changes) ? [changes] : [];
    });
    const [shortest] = ways.sort((a, b) => a.length - b.length);
    if (shortest !== undefined) into.push(...shortest);
    return shortest !== undefined;
  });
}

/** The base for comparing two trees: the other's value, or the defaults that a change of kind or preset brings. */
function baseFor(path: string, mine: Tree, theirs: unknown, catalogue: Catalogue, into: Change[]): Tree {
  const there = (typeof theirs === 'object' && theirs !== null ? theirs : {}) as Tree;
  if (isPart(mine) && mine.kind !== there.kind) {
    into.push([`${path}.kind`, mine.kind]);
    return partDefaults(path, 'kind', mine.kind, catalogue);
  }
  if (isAtom(mine.preset) && mine.preset !== there.preset) {
    into.push([`${path}.preset`, mine.preset]);
    return partDefaults(path, 'preset', mine.preset, catalogue);
  }
  return there;
}

/** The catalogue's part or sender for a change of kind or preset. */
function partDefaults(path: string, key: 'kind' | 'preset', value: Atom, catalogue: Catalogue): Tree {
  const set = path.split('.').at(-1) ?? '';
  const found =
    key === 'preset'
      ? senderOf(catalogue, String(value))
      : catalogue.parts[set] && newPart(catalogue, set, String(value), null);
  return (found as Tree | undefined) ?? { [key]: value };
}

function isAtom(value: unknown): value is Atom {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function alike(mine: unknown[], theirs: unknown): boolean {
  return Array.isArray(theirs) && theirs.length === mine.length;
}
