/**
 * Expresses one scenario as short changes to another, for addresses. A change is a path and a plain value. A changed `kind` or `preset`
 * sets the whole part or sender to its catalogue defaults; further changes list the differences from those. An added flow is a copy of
 * another one (`flows.2=flows.0`), again followed by its differences.
 */
import { nearNames } from '../base/near';
import { same } from '../base/same';
import { shortened } from '../base/shortened';
import { t } from '../base/words/words';
import { type Change, MOST_PROBLEMS } from '../engine/protocol';
import type { Atom, Catalogue, Problem, Scenario } from '../engine/schema';
import { isPart, newPart, senderOf, withOwnPresets } from './edit';
import { withValue } from './path';

export type { Change } from '../engine/protocol';
export type { Atom } from '../engine/schema';

type Tree = Record<string, unknown>;

/**
 * The changes that turn one expanded scenario into another. Null if plain values can't express them, because entries of a list were added
 * or removed.
 */
export function changesBetween(base: Scenario, scenario: Scenario, catalogue: Catalogue): Change[] | null {
  const changes: Change[] = [];
  return collectChanges('', scenario, base, withOwnPresets(catalogue, base), changes) ? changes : null;
}

/**
 * Applies changes to a scenario, whose paths have numbers. The engine applies those of links. The catalogue supplies the defaults of a changed `kind` or `preset`; without a catalogue, the engine fills
 * them in later.
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

/** The flow to copy, if a value names one; undefined otherwise. */
function copySource(scenario: unknown, value: Atom): unknown {
  const [, flow] = /^flows\.(\d+)$/.exec(String(value)) ?? [];
  return flow === undefined ? undefined : (scenario as { flows?: unknown[] }).flows?.[Number(flow)];
}

/** Problems of changes that point past the end of a list. */
export function changeProblems(base: Scenario, changes: readonly Change[]): Problem[] {
  let grown: unknown = base;
  let count = 0;
  return changes.flatMap(([path, value]) => {
    let inside: unknown = grown;
    if (path === `flows.${flowsOf(grown)}` && copySource(grown, value) !== undefined) {
      // This change adds a flow; later changes may point into it.
      grown = withChanges(grown, [[path, value]]);
      return [];
    }
    for (const step of path.split('.')) {
      if (Array.isArray(inside) && !(/^\d+$/.test(step) && Number(step) < inside.length)) {
        const allowed =
          inside.length === 0
            ? t('nothing: the list is empty')
            : t('{low} to {high}', { low: 0, high: inside.length - 1 });
        count += 1;
        // Only the first problems are listed.
        const [near] = count > MOST_PROBLEMS ? [] : nearNames(step, namesIn(inside), 1);
        const problem =
          near === undefined
            ? t('the list has no entry {name}', { name: shortened(step) })
            : t('the list has no entry {name}; did you mean {near}?', { name: shortened(step), near });
        return [{ path: shortened(path), problem, allowed }];
      }
      inside = typeof inside === 'object' && inside !== null ? (inside as Tree)[step] : undefined;
    }
    return [];
  });
}

function namesIn(list: readonly unknown[]): string[] {
  return list.flatMap((entry) => {
    const { name } = (entry ?? {}) as Tree;
    return typeof name === 'string' ? [name] : [];
  });
}

function flowsOf(scenario: unknown): number {
  return (scenario as { flows?: unknown[] }).flows?.length ?? 0;
}

/** Collects the changes that turn `theirs` into `mine`. Returns false if plain values can't express them. */
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
    return collectCopies(mine, theirs, catalogue, into);
  if (mine === undefined || (Array.isArray(mine) && !sameLength(mine, theirs))) return false;
  const tree = mine as Tree;
  const from = baseFor(path, tree, theirs, catalogue, into);
  const keys = new Set([...Object.keys(tree), ...Object.keys(from)]);
  return [...keys].every((key) =>
    collectChanges(path === '' ? key : `${path}.${key}`, tree[key], from[key], catalogue, into),
  );
}

/** Expresses flows added at the end as copies, each of the flow that needs the fewest changes. */
function collectCopies(mine: unknown[], theirs: unknown[], catalogue: Catalogue, into: Change[]): boolean {
  const before = mine.slice(0, theirs.length);
  if (!collectChanges('flows', before, theirs, catalogue, into)) return false;
  return mine.slice(theirs.length).every((flow, index) => {
    const path = `flows.${theirs.length + index}`;
    const candidates = before.flatMap((original, place) => {
      const changes: Change[] = [[path, `flows.${place}`]];
      return collectChanges(path, flow, original, catalogue, changes) ? [changes] : [];
    });
    const [shortest] = candidates.sort((a, b) => a.length - b.length);
    if (shortest !== undefined) into.push(...shortest);
    return shortest !== undefined;
  });
}

/** The base for comparing two trees: the other tree, or the defaults of a changed kind or preset. */
function baseFor(path: string, mine: Tree, theirs: unknown, catalogue: Catalogue, into: Change[]): Tree {
  const base = (typeof theirs === 'object' && theirs !== null ? theirs : {}) as Tree;
  if (isPart(mine) && mine.kind !== base.kind) {
    into.push([`${path}.kind`, mine.kind]);
    return partDefaults(path, 'kind', mine.kind, catalogue);
  }
  if (isAtom(mine.preset) && mine.preset !== base.preset) {
    into.push([`${path}.preset`, mine.preset]);
    return partDefaults(path, 'preset', mine.preset, catalogue);
  }
  return base;
}

/** The catalogue's defaults for a changed kind or preset. */
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

function sameLength(mine: unknown[], theirs: unknown): boolean {
  return Array.isArray(theirs) && theirs.length === mine.length;
}
