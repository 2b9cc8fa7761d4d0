/** Reads the element's attributes and properties, which have the same forms; an error says what's allowed. */
import { shortened } from '../../base/shortened';
import { t } from '../../base/words/words';
import type { Problem } from '../../engine/schema';
import { DEFAULTS, type LabOptions, type Plot, type Recording, type ThemeName } from './options';

/** Limits of a plot's height, pixels. */
const LEAST_HEIGHT = 60;
const MOST_HEIGHT = 2000;

/** Most entries of a list. */
const MOST_ENTRIES = 1000;

/** Most values in a scenario that's given as an object. */
const MOST_VALUES = 1_000_000;

/** A value that can't be read. */
export class Unreadable extends Error {
  readonly problem: Problem;

  constructor(path: string, problem: string, allowed: string) {
    super(problem);
    this.problem = { path, problem, allowed };
  }
}

/** A value of any kind as text for a message. Objects are named by their type: their own text may be endless. */
export function textOf(value: unknown): string {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    return shortened(String(value));
  return Array.isArray(value) ? 'Array' : typeof value;
}

/** A list: an array of strings, or a text with commas or white space between the entries. */
export function listOf(name: string, value: unknown): readonly string[] | null {
  if (value === null || value === undefined) return null;
  const list = typeof value === 'string' ? value.split(/[\s,]+/).filter((entry) => entry !== '') : value;
  if (Array.isArray(list) && list.length <= MOST_ENTRIES && list.every((entry) => typeof entry === 'string'))
    return [...list];
  throw new Unreadable(
    name,
    t('is no list'),
    t('up to {most} names, separated by commas', { most: MOST_ENTRIES }),
  );
}

export function panelsOf(value: unknown): readonly Plot[] {
  const names = listOf('panels', value) ?? [];
  // The lab names the plots that it doesn't have.
  return names.length === 0 ? DEFAULTS.panels : (names as readonly Plot[]);
}

/** A number of an attribute or property; null without one. */
export function numberOf(name: string, value: unknown, least = 0, most = Number.MAX_VALUE): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = asNumber(value);
  if (number >= least && number <= most) return number;
  throw new Unreadable(
    name,
    t('is {value}', { value: textOf(value) }),
    most === Number.MAX_VALUE
      ? t('a number from {least} on', { least })
      : t('a number from {least} to {most}', { least, most }),
  );
}

export function heightOf(value: unknown): number {
  return numberOf('panel-height', value, LEAST_HEIGHT, MOST_HEIGHT) ?? DEFAULTS.panel_height;
}

/** NaN if the value is neither a number nor the text of one. */
function asNumber(value: unknown): number {
  return ['number', 'string', 'bigint'].includes(typeof value) ? Number(value) : Number.NaN;
}

export function secondsOf(value: unknown): LabOptions['seconds'] {
  if (value === null || value === undefined) return null;
  // Reads at most three entries, however many there are.
  const [from, to, more] = typeof value === 'string' ? value.split(/[\s,]+/) : entriesOf(value);
  const [start, end] = [from, to].map((one) =>
    one === undefined || one === '' ? Number.NaN : asNumber(one),
  );
  if (
    start !== undefined &&
    end !== undefined &&
    start >= 0 &&
    end > start &&
    Number.isFinite(end) &&
    more === undefined
  )
    return [start, end];
  throw new Unreadable('seconds', t('is no time window'), t('two numbers of seconds, as in 2,6'));
}

function entriesOf(value: unknown): Iterable<unknown> {
  const { [Symbol.iterator]: iterator } = Object(value) as Partial<Iterable<unknown>>;
  return typeof iterator === 'function' ? (value as Iterable<unknown>) : [];
}

export function themeOf(value: unknown): ThemeName {
  if (value === null || value === undefined || value === '') return DEFAULTS.theme;
  if (value === 'auto' || value === 'light' || value === 'dark') return value;
  throw new Unreadable('theme', t('is {value}', { value: textOf(value) }), 'auto, light, dark');
}

/** A scenario as the lab's options: an object or its JSON, or the name of one of the lab's. */
export function scenarioOf(value: unknown): Pick<LabOptions, 'scenario' | 'link'> {
  if (value === null || value === undefined || value === '') return { scenario: null, link: '' };
  if (typeof value === 'object') return { scenario: jsonOf(value), link: null };
  const text = String(value);
  if (text.trimStart().startsWith('{')) return { scenario: text, link: null };
  return { scenario: null, link: String(new URLSearchParams({ scenario: text.trim() })) };
}

/** A scenario's text. */
function jsonOf(value: object): string {
  const unreadable = (problem: string) =>
    new Unreadable('scenario', problem, t('an object like those in JSON, JSON, or the name of a scenario'));
  if (Array.isArray(value)) throw unreadable(t('is a list'));
  let left = MOST_VALUES;
  let text: unknown;
  try {
    const counted = (_: string, one: unknown) => {
      left -= 1;
      if (left < 0) throw new RangeError(t('more than {most} values', { most: MOST_VALUES }));
      return one;
    };
    text = JSON.stringify(value, counted, 2);
  } catch (error) {
    throw unreadable(
      t('can’t be written as JSON: {why}', { why: (error as Error).message.split('\n')[0] ?? '' }),
    );
  }
  if (typeof text !== 'string') throw unreadable(t('is {value}', { value: textOf(value) }));
  return text;
}

export function recordingOf(value: unknown): Recording | null {
  if (value === null || value === undefined) return null;
  const { text, scenario, summary, columns } = Object(value) as Partial<Recording>;
  const areObjects = [scenario, summary, columns].every((one) => typeof one === 'object' && one !== null);
  if (typeof text === 'string' && areObjects) return value as Recording;
  throw new Unreadable('recording', t('is no recorded run'), 'text, scenario, summary, prediction, columns');
}

/** The parameters of a link to the bench: of a whole link, of the part from its `#` on, or as they are. */
export function linkOf(value: unknown): Pick<LabOptions, 'scenario' | 'link'> {
  const text = String(value ?? '').trim();
  const [, query] = /#\/bench\?(.*)$/.exec(text) ?? /^(?:[a-z]+:[^?]*)?\?([^#]*)/i.exec(text) ?? [];
  return { scenario: null, link: query ?? text };
}
