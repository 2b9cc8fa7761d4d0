/**
 * Judges the settings of a student's run before it's repeated: makes the choices of the student's controls again, from the given scenario
 * on, and compares the result with the student's scenario.
 */
import { same } from '../../base/same';
import { shortened } from '../../base/shortened';
import { formatPlain } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { offers, replacedBy, withSetting } from '../../lessons/controls';
import { withKind } from '../../lessons/experiment/choices';
import type { Control } from '../../lessons/lesson';
import { changesBetween } from '../../scenario/changes';
import { pathInWords } from '../../scenario/describe';
import { senderOf } from '../../scenario/edit';
import { at, isPreset, kindOf, wholeOf, withValue } from '../../scenario/path';
import type { Finding } from './examine';

/** The first reason why the controls can't turn the given scenario into the student's; null if they can. */
export function settingsFinding(
  mine: Scenario,
  given: Scenario,
  controls: readonly Control[],
  catalogue: Catalogue,
): Finding | null {
  const { scenario, outside } = remade(mine, given, controls, catalogue);
  if (!same(scenario, mine)) {
    const changes = changesBetween(scenario, mine, catalogue);
    const paths = changes?.map(([path]) => path) ?? [LIST_CHANGE];
    return { reason: 'fixed', words: () => pathsInWords(paths, given) };
  }
  if (outside.length === 0) return null;
  const words = () =>
    [
      ...outside.slice(0, MOST_PATHS).map((one) => outsideInWords(mine, given, one)),
      ...(outside.length > MOST_PATHS ? ['…'] : []),
    ].join('; ');
  return { reason: 'range', words };
}

/** Returns true if one of the controls may be able to change this path. */
export function isControlled(path: string, controls: readonly Control[]): boolean {
  return controls
    .flatMap(replacedBy)
    .some((replaced) => path === replaced || path.startsWith(`${replaced}.`));
}

/** Stands for the paths of differences that can't be expressed as single values, for example added list entries. */
const LIST_CHANGE = 'lists';

/** Paths that one message names; a code may have thousands. */
const MOST_PATHS = 3;

/** Describes the paths of changes that aren't allowed. */
export function pathsInWords(paths: readonly string[], given: Scenario): string {
  const shown = paths.slice(0, MOST_PATHS).map((path) => {
    if (path === LIST_CHANGE) return t('lists within links or flows');
    // A change without a name.
    return path === '' ? t('the whole scenario') : shortened(pathInWords(path, given));
  });
  return [...shown, ...(paths.length > MOST_PATHS ? ['…'] : [])].join(', ');
}

/** All controls of one path; steps of a stage may offer different values. */
type ControlsOfPath = readonly [Control, ...Control[]];

interface Remade {
  scenario: Scenario;
  /** The controls that don't offer the student's value. */
  outside: readonly ControlsOfPath[];
}

/** The given scenario with the student's choices: presets and kinds as the page sets them, and the values of single fields. */
function remade(mine: Scenario, given: Scenario, controls: readonly Control[], catalogue: Catalogue): Remade {
  const order = outermostFirst(controls);
  const outside: ControlsOfPath[] = [];
  const scenario = order.reduce((before, controlsOfPath, index) => {
    const [control] = controlsOfPath;
    const { path } = control;
    const value = at(mine, path);
    const changed = value !== undefined && !same(wordOf(value), wordOf(at(before, path)));
    if (changed && !controlsOfPath.some((one) => offers(one, value))) outside.push(controlsOfPath);
    const inner = order.slice(index + 1).flatMap(([one]) => replacedBy(one));
    const mineWithoutInner = without(mine, inner);
    const results = resultsOf(control, before, mine, given, catalogue);
    const matching = results.find((result) => {
      const withoutInner = without(result, inner);
      return replacedBy(control).every((part) => same(at(withoutInner, part), at(mineWithoutInner, part)));
    });
    return matching ?? results.at(-1) ?? before;
  }, given);
  return { scenario, outside };
}

/**
 * The scenarios that a control may have led to. A student who never used it has what was there; one who did has the part's or the
 * preset's own values, even if the scenario began with others.
 */
function resultsOf(
  control: Control,
  before: Scenario,
  mine: Scenario,
  given: Scenario,
  catalogue: Catalogue,
): Scenario[] {
  const { path } = control;
  const value = at(mine, path);
  if (value === undefined || at(before, path) === undefined) return [before];
  if (isPreset(path)) {
    const sender = senderOf(catalogue, String(value));
    return sender === undefined ? [before] : [before, withValue(before, wholeOf(path), sender)];
  }
  const kind = kindOf(value);
  if (kind === undefined || control.choices === undefined)
    return [withSetting(before, given, control, value)];
  return [before, withKind(before, given, control, kind, catalogue)];
}

/** Controls of whole parts before those of fields in them, and those that replace other parts before those of these. */
function outermostFirst(controls: readonly Control[]): ControlsOfPath[] {
  const byPath = new Map<string, [Control, ...Control[]]>();
  for (const control of controls) {
    const known = byPath.get(control.path);
    if (known === undefined) byPath.set(control.path, [control]);
    else known.push(control);
  }
  const depth = ([control]: ControlsOfPath) => replacedBy(control)[0]?.split('.').length ?? 0;
  const count = ([control]: ControlsOfPath) => replacedBy(control).length;
  return [...byPath.values()].sort((a, b) => depth(a) - depth(b) || count(b) - count(a));
}

/** The scenario without the values at these paths. */
function without(scenario: Scenario, paths: readonly string[]): Scenario {
  return paths.reduce(
    (whole, path) => (at(whole, path) === undefined ? whole : withValue(whole, path, null)),
    scenario,
  );
}

function wordOf(value: unknown): unknown {
  return kindOf(value) ?? value;
}

function outsideInWords(mine: Scenario, given: Scenario, [control, ...more]: ControlsOfPath): string {
  const value = wordOf(at(mine, control.path));
  return t('{place} is {value}; allowed: {allowed}', {
    place: pathInWords(control.path, given),
    value: typeof value === 'number' ? formatPlain(value) : shortened(String(value)),
    allowed: [...new Set([control, ...more].map(allowedInWords))].join('; '),
  });
}

function allowedInWords({ choices = [], range }: Control): string {
  if (range === undefined) return choices.join(', ');
  return t('{from} to {to}', { from: formatPlain(range[0]), to: formatPlain(range[1]) });
}
