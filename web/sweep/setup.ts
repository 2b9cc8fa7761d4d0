/** The setup of a sweep, its form in an address, and the values in a range. */
import { type NumberShape, rangeInWords, type SweepField } from '../scenario/fields';
import { isPreset } from '../scenario/path';
import { t } from '../words/words';

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
  /** Presets, one series each; empty for the bench's senders. */
  presets: string[];
  /** The flow whose sender they replace, by number, or all flows. */
  flow: number | 'all';
  seeds: string;
  /** Names of metrics (`measures.ts`). */
  metrics: string[];
}

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
  return t('“{text}” is not allowed here: {allowed}', { text, allowed });
}

/** Parses a field's number; the problem says what's allowed. */
export function readNumber(text: string, shape: NumberShape): Parsed<number> {
  const number = Number(text);
  const fits =
    text.trim() !== '' &&
    number >= shape.min &&
    number <= shape.max &&
    (!shape.integer || Number.isInteger(number));
  return fits ? valid(number) : invalid(notAllowed(text, rangeInWords(shape)));
}

export function readCount(text: string, least: number, most: number): Parsed<number> {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most)
    return valid(number);
  return invalid(t('allowed: a whole number from {least} to {most}', { least, most }));
}

/** Parses the values of an axis: sorted, without duplicates. */
export function readAxis({ spacing, from, to, steps, list }: Axis, shape: NumberShape): Parsed<number[]> {
  if (spacing === 'list') {
    const words = list.split(/[\s,;]+/).filter(Boolean);
    if (words.length === 0)
      return invalid(t('numbers with commas between them; allowed: {range}', { range: rangeInWords(shape) }));
    if (words.length > MOST_STEPS) return invalid(t('at most {most} values', { most: MOST_STEPS }));
    const read = words.map((word) => readNumber(word, shape));
    const bad = read.find(({ problem }) => problem !== null);
    if (bad?.problem) return invalid(bad.problem);
    return valid(inOrder(read.map(({ value }) => value ?? 0)));
  }
  const ends = [readNumber(from, shape), readNumber(to, shape)];
  const bad = ends.find(({ problem }) => problem !== null);
  if (bad?.problem) return invalid(bad.problem);
  const [low = 0, high = 0] = ends.map(({ value }) => value ?? 0);
  const count = readCount(steps, 1, MOST_STEPS);
  if (count.value === null) return invalid(t('values: {problem}', { problem: count.problem }));
  if (spacing === 'log' && !(low > 0 && high > 0))
    return invalid(t('even ratios need both ends above 0; take even steps or a list'));
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

/** The initial setup: thresholds or the slowest rate over a range, with senders and that rate as factors. */
export function initialSetup(fields: readonly SweepField[]): Setup {
  const rates = fields.filter(({ path }) => path.endsWith('.rate_bps'));
  const slowest = rates.toSorted((a, b) => Number(a.value) - Number(b.value))[0];
  const alpha = fields.find(({ path }) => path.endsWith('.alpha'));
  const sender = fields.find(({ path }) => isPreset(path));
  const blank = { path: '', spacing: 'linear' as const, from: '', to: '', steps: '6', list: '' };
  const [rate, twice] = [Number(slowest?.value ?? 0), 2 * Number(slowest?.value ?? 0)].map(String);
  const axis: Axis =
    alpha !== undefined
      ? { ...blank, path: alpha.path, spacing: 'list', list: '0.5, 1, 2, 3' }
      : { ...blank, path: slowest?.path ?? '', from: rate ?? '', to: twice ?? '' };
  const other = sender?.words.find((word) => word === (sender.value === 'reno' ? 'vegas' : 'reno'));
  return {
    kind: 'sweep',
    axes: [axis],
    factors: [
      ...(sender ? [{ path: sender.path, low: String(sender.value), high: other ?? '' }] : []),
      ...(slowest ? [{ path: slowest.path, low: rate ?? '', high: twice ?? '' }] : []),
    ],
    presets: [],
    flow: 'all',
    seeds: '3',
    metrics: ['flows.0.goodput_bytes_per_s'],
  };
}
