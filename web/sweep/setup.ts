/** The setup of a sweep, its form in an address, and the values in a range. */
import { shortened } from '../base/shortened';
import { t } from '../base/words/words';
import type { Catalogue, Scenario } from '../engine/schema';
import { slowestOf } from '../lab/controls/links';
import { differences } from '../scenario/edit';
import { type NumberShape, rangeInWords, type SweepField } from '../scenario/fields';
import { indexedPath, isPreset } from '../scenario/path';
import { type FieldUnit, fieldUnit, inUnit } from './vocabulary';

export type Spacing = 'linear' | 'log' | 'list';

/** A field and the values that it takes, as the user types them. */
export interface Axis {
  path: string;
  spacing: Spacing;
  from: string;
  to: string;
  steps: string;
  /** Numbers with commas or spaces between them. */
  list: string;
}

/** A field with its two levels, as the user types them. */
export interface Factor {
  path: string;
  low: string;
  high: string;
}

export interface Setup {
  kind: 'sweep' | 'factorial';
  /** One or two. */
  axes: Axis[];
  factors: Factor[];
  /** Presets, one series each; `CURRENT` for the bench's senders, like an empty list. */
  presets: string[];
  /** The flow whose sender they replace, by number, or all flows. */
  flow: number | 'all';
  seeds: string;
  /** Names of metrics (`measures.ts`). */
  metrics: string[];
}

/** Stands for the bench's senders among the presets. */
export const CURRENT = 'current';

export const MOST_SEEDS = 100;
export const MOST_STEPS = 200;
/** Maximum runs per sweep. */
export const MOST_RUNS = 5000;
export const FACTORS = { least: 2, most: 6 };

/** A parsed value, or the problem with the text. */
export type Parsed<T> = { value: T; problem: null } | { value: null; problem: string };

const valid = <T>(value: T): Parsed<T> => ({ value, problem: null });
const invalid = (problem: string): Parsed<never> => ({ value: null, problem });

export function notAllowed(text: string, allowed: string): string {
  return t('“{text}” isn’t allowed here: {allowed}', { text: shortened(text), allowed });
}

/** The allowed range in a display unit. */
function rangeIn(shape: NumberShape, { unit, size }: FieldUnit): string {
  return rangeInWords({
    ...shape,
    min: shape.min / size,
    max: shape.max / size,
    unit,
    integer: shape.integer && size === 1,
  });
}

/** Parses a field's number; the problem says what's allowed, in the unit that people type. */
export function readNumber(
  text: string,
  shape: NumberShape,
  unit: FieldUnit = { unit: shape.unit, size: 1 },
): Parsed<number> {
  const number = Number(text);
  const fits =
    text.trim() !== '' &&
    number >= shape.min &&
    number <= shape.max &&
    (!shape.integer || Number.isInteger(number));
  return fits ? valid(number) : invalid(notAllowed(inUnit(text, unit), rangeIn(shape, unit)));
}

export function readCount(text: string, least: number, most: number): Parsed<number> {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most)
    return valid(number);
  return invalid(t('allowed: a whole number from {least} to {most}', { least, most }));
}

/** Parses the values of an axis: sorted, without duplicates. */
export function readAxis(
  { spacing, from, to, steps, list }: Axis,
  shape: NumberShape,
  unit: FieldUnit = { unit: shape.unit, size: 1 },
): Parsed<number[]> {
  if (spacing === 'list') {
    const words = list.split(/[\s,;]+/).filter(Boolean);
    if (words.length === 0)
      return invalid(t('Enter numbers with commas between them: {range}', { range: rangeIn(shape, unit) }));
    if (words.length > MOST_STEPS) return invalid(t('Enter at most {most} values.', { most: MOST_STEPS }));
    const read = words.map((word) => readNumber(word, shape, unit));
    const bad = read.find(({ problem }) => problem !== null);
    if (bad?.problem) return invalid(bad.problem);
    return valid(inOrder(read.map(({ value }) => value ?? 0)));
  }
  const ends = [readNumber(from, shape, unit), readNumber(to, shape, unit)];
  const bad = ends.find(({ problem }) => problem !== null);
  if (bad?.problem) return invalid(bad.problem);
  const [low = 0, high = 0] = ends.map(({ value }) => value ?? 0);
  const count = readCount(steps, 1, MOST_STEPS);
  if (count.value === null) return invalid(t('Points: {problem}', { problem: count.problem }));
  if (spacing === 'log' && !(low > 0 && high > 0))
    return invalid(t('Even ratios need both ends above 0. Use even steps or a list.'));
  const values = Array.from({ length: count.value }, (_, i) => {
    const share = count.value === 1 ? 0 : i / (count.value - 1);
    if (share === 1) return high;
    const value = spacing === 'log' ? low * (high / low) ** share : low + share * (high - low);
    return shape.integer ? Math.round(value) : Number(value.toPrecision(6));
  });
  return valid(inOrder(values));
}

function inOrder(values: number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Prefix of the sweep's parameters in an address. */
export const PREFIX = 'sweep.';

/** Writes a setup to an address. Text between `~` was typed by the user. */
export function putSetup(query: URLSearchParams, setup: Setup): void {
  for (const name of [...query.keys()]) if (name.startsWith(PREFIX)) query.delete(name);
  const put = (name: string, ...parts: string[]) => query.append(PREFIX + name, parts.join('~'));
  put('kind', setup.kind);
  // Only the chosen kind; the other one starts fresh.
  const isSweep = setup.kind === 'sweep';
  for (const { path, spacing, from, to, steps, list } of isSweep ? setup.axes : [])
    put('field', path, spacing, ...(spacing === 'list' ? [list] : [from, to, steps]));
  for (const { path, low, high } of isSweep ? [] : setup.factors) put('factor', path, low, high);
  if (isSweep && setup.presets.length > 0) put('presets', ...setup.presets);
  if (isSweep && setup.flow !== 'all') put('flow', String(setup.flow));
  put('seeds', setup.seeds);
  for (const metric of setup.metrics) put('show', metric);
}

/** Reads the setup from an address; missing parts are taken from `initial`. */
export function setupOf(query: URLSearchParams, initial: Setup): Setup {
  const all = (name: string) => query.getAll(PREFIX + name).map((text) => text.split('~'));
  const [[kind = ''] = []] = all('kind');
  if (kind === '') return initial;
  const [[seeds = initial.seeds] = []] = all('seeds');
  const [[flow = 'all'] = []] = all('flow');
  const metrics = all('show').flat();
  const axes = all('field')
    .slice(0, 2)
    .map(([path = '', spacing = '', ...rest]): Axis => {
      const blank = { path, from: '', to: '', steps: '', list: '' };
      if (spacing === 'list') return { ...blank, spacing, list: rest[0] ?? '' };
      const [from = '', to = '', steps = ''] = rest;
      return { ...blank, spacing: spacing === 'log' ? 'log' : 'linear', from, to, steps };
    });
  const factors = all('factor')
    .slice(0, FACTORS.most)
    .map(([path = '', low = '', high = '']) => ({ path, low, high }));
  return {
    kind: kind === 'factorial' ? 'factorial' : 'sweep',
    axes: axes.length > 0 ? axes : initial.axes,
    factors: factors.length > 0 ? factors : initial.factors,
    presets: all('presets').flat(),
    flow: /^\d+$/.test(flow) ? Number(flow) : 'all',
    seeds,
    metrics: metrics.length > 0 ? metrics : initial.metrics,
  };
}

const BLANK: Axis = { path: '', spacing: 'linear', from: '', to: '', steps: '6', list: '' };

/** An axis for which no field is chosen yet. */
export const blankAxis = (): Axis => ({ ...BLANK });

/** Points of an axis that the page proposes. */
const STEPS = '9';

/** Values with few digits. A proposed range ends at one of these if it's near. */
const ROUND = [1, 1.2, 1.5, 1.6, 2, 2.5, 3, 3.2, 4, 5, 6, 6.4, 8, 10];
const NEAR = 1.06;

/** The value, rounded in the unit that people read. */
function rounded(value: number, field: SweepField): number {
  const { size } = fieldUnit(field);
  const shown = value / size;
  if (shown === 0) return 0;
  const decade = 10 ** Math.floor(Math.log10(Math.abs(shown)));
  const away = (round: number) => Math.max((round * decade) / shown, shown / (round * decade));
  const [round = 1] = ROUND.toSorted((a, b) => away(a) - away(b));
  const near = shown > 0 && away(round) <= NEAR ? round * decade : Number(shown.toPrecision(2));
  const raw = Number((near * size).toPrecision(12));
  return field.shape?.integer ? Math.round(raw) : raw;
}

/** An axis from a quarter of the current value to four times as much, for a newly chosen field. */
export function axisAround(field: SweepField): Axis {
  const { path, shape, value } = field;
  if (shape === null || typeof value !== 'number') return { ...BLANK, path };
  const within = (number: number) => Math.min(shape.max, Math.max(shape.min, number));
  if (value <= 0) {
    const to = within(shape.integer ? 8 : Math.min(shape.max, shape.max > 1 ? 4 : shape.max / 10));
    return { ...BLANK, path, from: String(within(0)), to: String(to) };
  }
  const [from, to] = [within(rounded(value / 4, field)), within(rounded(value * 4, field))];
  // A probability or a share stays a small one; whole numbers below 4 have no values between them.
  const few = shape.integer && to - from < Number(STEPS);
  const spacing = few || from <= 0 ? 'linear' : 'log';
  return {
    ...BLANK,
    path,
    spacing,
    from: String(from),
    to: String(to),
    steps: few ? String(to - from + 1) : STEPS,
  };
}

/** Buffers from this size on never fill, so their size changes nothing. */
const ENDLESS = { bytes: 64 * 1024 * 1024, packets: 100_000 };

/** The field that the page proposes: the bottleneck's buffer, or else its rate. */
function proposedField(fields: readonly SweepField[], scenario: Scenario): SweepField | undefined {
  const link = `links.${slowestOf(scenario.links)}`;
  const find = (path: string) => fields.find((field) => field.path === path);
  const buffer = find(`${link}.queue.limit_bytes`) ?? find(`${link}.queue.limit_packets`);
  const most = buffer?.path.endsWith('bytes') ? ENDLESS.bytes : ENDLESS.packets;
  const useful = buffer !== undefined && Number(buffer.value) < most ? buffer : undefined;
  return useful ?? find(`${link}.rate_bps`) ?? fields.find(({ shape }) => shape !== null);
}

/** The senders that the page proposes: Reno, and the bench's sender. */
function proposedPresets(scenario: Scenario, catalogue: Catalogue): string[] {
  const [first] = scenario.flows;
  if (first === undefined) return [];
  const own = first.sender.preset;
  const alike = scenario.flows.every(
    ({ sender }, flow) => sender.preset === own && differences(scenario, flow, catalogue).length === 0,
  );
  if (own == null || !alike) return ['reno', CURRENT];
  return own === 'reno' ? ['reno', 'vegas'] : ['reno', own];
}

/** Seeds that the page proposes. With three, Student's t is 4.3, and an interval says little. */
const SEEDS = '5';

/**
 * The setup that the page proposes: the bottleneck's buffer, or the field that the address names, over a range around its
 * value, for Reno and the bench's sender.
 */
export function initialSetup(
  fields: readonly SweepField[],
  scenario: Scenario,
  catalogue: Catalogue,
  named: string | null = null,
): Setup {
  const path = named === null ? null : indexedPath(named, scenario);
  const chosen = fields.find((field) => field.path === path);
  const proposed = proposedField(fields, scenario);
  const field = chosen ?? proposed;
  const isNumber = chosen === undefined || chosen.shape !== null;
  const rate = fields.find((one) => one.path === `links.${slowestOf(scenario.links)}.rate_bps`);
  const sender = fields.find((one) => isPreset(one.path));
  const other = sender?.words.find((word) => word === (sender.value === 'reno' ? 'vegas' : 'reno'));
  const several = scenario.flows.length > 1;
  // A field of a sender exists only in some presets, so it's varied for the bench's own.
  const ofSender = chosen?.path.includes('.sender.') === true;
  const factors = [
    ...(chosen && chosen.shape === null ? [twoLevels(chosen)] : []),
    ...(sender && sender !== chosen
      ? [{ path: sender.path, low: String(sender.value), high: other ?? '' }]
      : []),
    ...(rate ? [{ path: rate.path, low: String(rate.value), high: String(2 * Number(rate.value)) }] : []),
  ];
  return {
    kind: isNumber ? 'sweep' : 'factorial',
    // An unknown name stays, so that the page can say that there's no such field.
    axes: [
      path !== null && chosen === undefined
        ? { ...BLANK, path }
        : axisAround((isNumber ? field : proposed) as SweepField),
    ],
    factors: factors.slice(0, FACTORS.least),
    presets: ofSender ? [] : proposedPresets(scenario, catalogue),
    flow: 'all',
    seeds: SEEDS,
    metrics: [several ? 'all.goodput_bytes_per_s' : 'flows.0.goodput_bytes_per_s'],
  };
}

/** A factor with the current value as its low level, and another value as its high one. */
export function twoLevels({ path, shape, words, value }: SweepField): Factor {
  const low = String(value);
  if (shape === null) return { path, low, high: words.find((word) => word !== low) ?? '' };
  const number = Number(value);
  const doubled = number === 0 ? 1 : number * 2;
  return { path, low, high: String(doubled <= shape.max ? doubled : shape.min) };
}
