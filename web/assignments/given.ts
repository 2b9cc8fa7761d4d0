/** Builds a student's scenario and controls, and checks that the student changed nothing else. */
import { same } from '../base/same';
import type { Catalogue, Scenario } from '../engine/schema';
import type { Control } from '../lessons/lesson';
import { type Change, changesBetween } from '../scenario/changes';
import { placeInWords } from '../scenario/describe';
import { senderOf } from '../scenario/edit';
import { at, isPreset, kindOf, wholeOf, withValue } from '../scenario/path';
import { formatPlain } from '../words/format';
import { t } from '../words/words';
import type { BenchTask, FreeField } from './assignment';
import { drawnFor } from './student';

/** The student's drawn values, as changes of the assignment's scenario. */
export function drawnChanges({ drawn }: BenchTask, seed: number): Change[] {
  return [['seed', seed], ...drawn.map((field): Change => [field.path, drawnFor(seed, field)])];
}

/** The assignment's scenario for one student. `base` and the result include all defaults. */
export function givenTo(base: Scenario, task: BenchTask, seed: number): Scenario {
  return drawnChanges(task, seed).reduce((whole, [path, value]) => withValue(whole, path, value), base);
}

/** Converts a free field to a lesson control. */
export function controlOf({ path, choices, range }: FreeField): Control {
  return { path, ...(choices && { choices }), ...(range && { range }) };
}

/** The path that a control can change; choosing a preset can change the whole sender. */
function reachOf({ path }: Control): string {
  return isPreset(path) ? wholeOf(path) : path;
}

/** Returns whether one of the controls can change this path. */
export function withinReach(path: string, controls: readonly Control[]): boolean {
  return controls.some((control) => path === reachOf(control) || path.startsWith(`${reachOf(control)}.`));
}

/** Replaces the path of a difference that has no path of its own. */
const LISTS = 'lists';

/** Names the fixed fields that were changed. */
export function placesInWords(paths: readonly string[], given: Scenario): string {
  return paths
    .map((path) => (path === LISTS ? t('lists within links or flows') : placeInWords(path, given)))
    .join(', ');
}

/**
 * Paths that differ from the given scenario although no control reaches them. Restores everything under a control;
 * the rest must then equal the given scenario. `placesInWords` describes the paths.
 */
export function fixedChanged(
  mine: Scenario,
  given: Scenario,
  controls: readonly Control[],
  catalogue: Catalogue,
): string[] {
  // Restore a part before its fields.
  const inOrder = [...controls].sort((a, b) => reachOf(a).length - reachOf(b).length);
  const restored = inOrder.reduce((whole, control) => {
    const path = reachOf(control);
    return leads(whole, path) ? withValue(whole, path, at(given, path)) : whole;
  }, mine);
  const inSenders = inOrder.flatMap((control) => sendersChanged(mine, given, control, controls, catalogue));
  if (same(restored, given)) return inSenders;
  const changes = changesBetween(given, restored, catalogue);
  return [...(changes?.map(([path]) => path) ?? [LISTS]), ...inSenders];
}

/** Checks that a chosen sender equals its preset, except in fields that other controls reach. */
function sendersChanged(
  mine: Scenario,
  given: Scenario,
  control: Control,
  controls: readonly Control[],
  catalogue: Catalogue,
): string[] {
  const path = reachOf(control);
  if (path === control.path) return [];
  const preset = senderOf(catalogue, String(at(mine, control.path)));
  if (preset === undefined) return [control.path];
  const others = controls.filter((other) => other !== control && other.path.startsWith(`${path}.`));
  const is = (sender: unknown) => {
    const whole = withValue(mine, path, sender);
    const restored = others.reduce(
      (tree, other) => (leads(tree, other.path) ? withValue(tree, other.path, at(whole, other.path)) : tree),
      mine,
    );
    return same(restored, whole);
  };
  // The given sender may differ from every preset.
  return is(preset) || is(at(given, path)) ? [] : [path];
}

/** Returns whether the container of the path's last step exists. */
function leads(tree: unknown, path: string): boolean {
  const parent = path.split('.').slice(0, -1).join('.');
  const place = parent === '' ? tree : at(tree, parent);
  return typeof place === 'object' && place !== null;
}

/** Describes values that the controls don't offer. */
export function outOfRange(mine: Scenario, given: Scenario, controls: readonly Control[]): string[] {
  return controls.flatMap((control) => {
    const value = at(mine, control.path);
    if (value === undefined || same(value, at(given, control.path))) return [];
    const place = placeInWords(control.path, given);
    const { choices, range } = control;
    if (typeof value === 'number' && range && (value < range[0] || value > range[1]))
      return [
        t('{place} is {value}; allowed: {from} to {to}', {
          place,
          value: formatPlain(value),
          from: formatPlain(range[0]),
          to: formatPlain(range[1]),
        }),
      ];
    const word = typeof value === 'object' ? kindOf(value) : value;
    if (typeof value !== 'number' && choices && !choices.includes(String(word)))
      return [
        t('{place} is {value}; allowed: {choices}', {
          place,
          value: String(word),
          choices: choices.join(', '),
        }),
      ];
    return [];
  });
}
