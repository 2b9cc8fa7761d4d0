/** Plans the runs of a sweep or factorial design: every combination of the chosen values at every seed; or reports its problems. */

import { formatCount } from '../base/words/format';
import { t } from '../base/words/words';
import type { Catalogue, Scenario } from '../engine/schema';
import type { Job } from '../run/jobs';
import { senderOf } from '../scenario/edit';
import { isThere, type Level, type SweepField } from '../scenario/fields';
import { isPreset, withValue } from '../scenario/path';
import {
  CURRENT,
  FACTORS,
  MOST_RUNS,
  MOST_SEEDS,
  notAllowed,
  readAxis,
  readCount,
  readNumber,
  type Setup,
} from './setup';
import { fieldUnit, fullName } from './vocabulary';

/** One run of a design. */
export interface PlannedRun extends Job {
  /** Index of the series. */
  series: number;
  /** Index of each field's value; for a factorial design, the number of the cell. */
  at: number[];
  seed: number;
  /** The same for every run of a scenario with the same values, whatever design it belongs to. */
  key: string;
  scenario(): Scenario;
}

export interface Design {
  kind: Setup['kind'];
  /** Names of the series: presets, or the bench's senders. */
  series: string[];
  /** The names that people read, in the same order. */
  labels: string[];
  fields: { field: SweepField; values: number[] }[];
  factors: { field: SweepField; low: Level; high: Level }[];
  seeds: number[];
  /** Number of runs. */
  count: number;
  /** The runs; empty if there would be too many, because a list of millions would block the page. */
  runs: PlannedRun[];
  /** Notes about omitted combinations. */
  notes: string[];
}

/** Problems by part of the setup: `field 0`, `factor 1`, `seeds`, `presets`, `runs`. */
export type Problems = Map<string, string>;

/** The series of the bench's senders. */
export const benchSenders = () => t('as on the bench');

export function designOf(
  setup: Setup,
  base: Scenario,
  fields: readonly SweepField[],
  catalogue: Catalogue,
): { design: Design | null; problems: Problems } {
  const problems: Problems = new Map();
  const seeds = readCount(setup.seeds, 1, MOST_SEEDS);
  if (seeds.value === null) problems.set('seeds', seeds.problem);
  const sweepBase = { base, catalogue, seeds: consecutive(base.seed, seeds.value ?? 0) };
  const design =
    setup.kind === 'sweep'
      ? sweepOf(setup, sweepBase, fields, problems)
      : factorialDesignOf(setup, sweepBase, fields, problems);
  if (design.count > MOST_RUNS) {
    const counts = { asked: formatCount(design.count), most: formatCount(MOST_RUNS) };
    problems.set(
      'runs',
      t('This needs {asked} runs; at most {most} are possible. Use fewer points, senders or seeds.', counts),
    );
  }
  if (problems.size === 0 && design.count === 0)
    problems.set('runs', t('None of these senders has this field, so there’s nothing to run.'));
  return { design: problems.size === 0 ? design : null, problems };
}

interface SweepBase {
  base: Scenario;
  catalogue: Catalogue;
  seeds: number[];
}

function sweepOf(
  setup: Setup,
  sweepBase: SweepBase,
  fields: readonly SweepField[],
  problems: Problems,
): Design {
  const { base, catalogue, seeds } = sweepBase;
  const axes = setup.axes.flatMap((axis, place) => {
    const field = fields.find(({ path }) => path === axis.path);
    const problem = fieldProblem(axis.path, field, setup.axes.slice(0, place), 'number');
    if (problem !== null || !field?.shape) {
      problems.set(`field ${place}`, problem ?? t('Choose a field that is a number.'));
      return [];
    }
    const values = readAxis(axis, field.shape, fieldUnit(field));
    if (values.value === null) problems.set(`field ${place}`, values.problem);
    return [{ field, values: values.value ?? [] }];
  });
  const unknown = setup.presets.filter((name) => name !== CURRENT && senderOf(catalogue, name) === undefined);
  if (unknown.length > 0)
    problems.set('presets', t('There’s no preset called {names}.', { names: unknown.join(', ') }));
  const flows = setup.flow === 'all' ? base.flows.map((_, flow) => flow) : [setup.flow];
  if (flows.some((flow) => base.flows[flow] === undefined))
    problems.set('presets', t('The scenario has flows 1 to {last}.', { last: base.flows.length }));
  const notes: string[] = [];
  const presets = setup.presets.length === 0 ? [CURRENT] : [...new Set(setup.presets)];
  const series = presets.flatMap((preset) => {
    const name = preset === CURRENT ? benchSenders() : preset;
    const sender = senderOf(catalogue, preset);
    const scenario =
      sender === undefined || problems.has('presets')
        ? base
        : flows.reduce((whole, flow) => withValue(whole, `flows.${flow}.sender`, sender), base);
    const missing = axes.filter(({ field }) => !isThere(field, scenario));
    const [first, second] = missing;
    if (first === undefined) return [{ name, preset, scenario }];
    notes.push(omissionNote(name, fullName(first.field), second && fullName(second.field)));
    return [];
  });
  const shared = {
    kind: 'sweep' as const,
    series: series.map(({ name }) => name),
    labels: series.map(({ name }) => catalogue.presets.find((preset) => preset.name === name)?.title ?? name),
    fields: axes,
    factors: [],
    seeds,
    notes,
  };
  const count = axes.reduce((product, { values }) => product * values.length, series.length * seeds.length);
  if (count > MOST_RUNS) return { ...shared, count, runs: [] };
  const points = axes.reduce<number[][]>(
    (before, { values }) => before.flatMap((at) => values.map((_, place) => [...at, place])),
    [[]],
  );
  const runs = series.flatMap(({ scenario, preset }, of) =>
    points.flatMap((at) => {
      const levels = axes.map(({ field, values }, axis) => ({ field, level: values[at[axis] ?? 0] ?? 0 }));
      const sender = preset === CURRENT ? [] : [flows.join(), preset];
      return seeds.map((seed) =>
        planned(of, at, seed, keyOf(seed, levels, sender), () =>
          levels.reduce(
            (whole, { field, level }) => field.set(whole, level),
            withValue(scenario, 'seed', seed),
          ),
        ),
      );
    }),
  );
  return { ...shared, count, runs };
}

function factorialDesignOf(
  setup: Setup,
  { base, seeds }: SweepBase,
  fields: readonly SweepField[],
  problems: Problems,
): Design {
  if (setup.factors.length < FACTORS.least)
    problems.set('factors', t('Choose {least} to {most} factors.', FACTORS));
  const factors = setup.factors.flatMap((factor, place) => {
    const field = fields.find(({ path }) => path === factor.path);
    const problem = fieldProblem(factor.path, field, setup.factors.slice(0, place), 'any');
    const low = field && levelOf(factor.low, field);
    const high = field && levelOf(factor.high, field);
    const wrong = problem ?? low?.problem ?? high?.problem;
    if (wrong) problems.set(`factor ${place}`, wrong);
    else if (low?.value === high?.value)
      problems.set(`factor ${place}`, t('The two levels are the same. Choose different ones.'));
    if (!field || low?.value == null || high?.value == null) return [];
    return [{ field, low: low.value, high: high.value }];
  });
  // Set presets before their parts, and parts before their fields.
  const depth = ({ path }: SweepField) => path.split('.').length - (isPreset(path) ? 0.5 : 0);
  const inOrder = factors
    .map((factor, bit) => ({ ...factor, bit }))
    .sort((a, b) => depth(a.field) - depth(b.field));
  const shared = {
    kind: 'factorial' as const,
    series: [benchSenders()],
    labels: [benchSenders()],
    fields: [],
    factors,
    seeds,
    notes: [],
  };
  const count = 2 ** factors.length * seeds.length;
  if (count > MOST_RUNS) return { ...shared, count, runs: [] };
  const cells = Array.from({ length: 2 ** factors.length }, (_, cell) => cell);
  const runs = cells.flatMap((cell) => {
    const levels = inOrder.map(({ field, low, high, bit }) => ({
      field,
      level: (cell >> bit) & 1 ? high : low,
    }));
    return seeds.map((seed) =>
      planned(0, [cell], seed, keyOf(seed, levels, []), () =>
        levels.reduce((whole, { field, level }) => field.set(whole, level), withValue(base, 'seed', seed)),
      ),
    );
  });
  return { ...shared, count, runs };
}

function fieldProblem(
  path: string,
  field: SweepField | undefined,
  before: readonly { path: string }[],
  wanted: 'number' | 'any',
): string | null {
  if (path === '') return t('Choose a field.');
  if (field === undefined)
    return t('This scenario has no field “{path}”. Choose one from the list.', { path });
  if (wanted === 'number' && field.shape === null)
    return t('{field} isn’t a number. A factorial design can compare two of its values.', {
      field: fullName(field),
    });
  return before.some((other) => other.path === path)
    ? t('{field} is chosen already.', { field: fullName(field) })
    : null;
}

/** Parses a level; the problem says what's allowed. */
function levelOf(text: string, field: SweepField) {
  const { shape, words } = field;
  if (shape !== null) return readNumber(text, shape, fieldUnit(field));
  if (words.includes(text)) return { value: text, problem: null };
  return { value: null, problem: notAllowed(text, words.join(', ')) };
}

interface FieldLevel {
  field: SweepField;
  level: Level;
}

function keyOf(seed: number, levels: readonly FieldLevel[], sender: readonly string[]): string {
  return JSON.stringify([seed, ...sender, ...levels.map(({ field, level }) => [field.path, level])]);
}

function planned(series: number, at: number[], seed: number, key: string, make: () => Scenario): PlannedRun {
  return {
    series,
    at,
    seed,
    key,
    scenario: make,
    // Only metrics are needed, so record no rows of the trace.
    text: () => JSON.stringify({ ...make(), record: { max_rows: 0 } }),
  };
}

/** The note about a sender that lacks a varied field, or two. */
function omissionNote(name: string, field: string, other?: string): string {
  return other === undefined
    ? t('{name} is left out because it has no {field}.', { name, field })
    : t('{name} is left out because it has no {field} and no {other}.', { name, field, other });
}

function consecutive(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}
