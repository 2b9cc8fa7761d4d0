/** Reads the element's attributes and properties, which have the same forms; an error says what's allowed. */
import type { Problem } from '../engine/schema';
import { t } from '../words/words';
import { DEFAULTS, type LabOptions, type Plot, type ThemeName } from './options';

/** A value that can't be read. */
export class Unreadable extends Error {
  readonly problem: Problem;

  constructor(path: string, problem: string, allowed: string) {
    super(problem);
    this.problem = { path, problem, allowed };
  }
}

/** A list: an array of strings, or a text with commas or white space between the entries. */
export function listOf(name: string, value: unknown): readonly string[] | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((entry) => entry !== '');
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return [...value];
  throw new Unreadable(name, t('is no list'), t('names, separated by commas'));
}

export function panelsOf(value: unknown): readonly Plot[] {
  const names = listOf('panels', value) ?? [];
  // The lab names the plots that it doesn't have.
  return names.length === 0 ? DEFAULTS.panels : (names as readonly Plot[]);
}

/** A number of an attribute or property; null without one. */
export function numberOf(name: string, value: unknown, least = 0): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  if (Number.isFinite(number) && number >= least) return number;
  throw new Unreadable(
    name,
    t('is {value}', { value: String(value) }),
    t('a number from {least} on', { least }),
  );
}

export function secondsOf(value: unknown): LabOptions['seconds'] {
  if (value === null || value === undefined) return null;
  const [from, to, ...more] = typeof value === 'string' ? value.split(/[\s,]+/) : Array.from(value as []);
  const [start, end] = [from, to].map((one) => (one === undefined || one === '' ? Number.NaN : Number(one)));
  if (start !== undefined && end !== undefined && start >= 0 && end > start && more.length === 0)
    return [start, end];
  throw new Unreadable('seconds', t('is no time window'), t('two numbers of seconds, as in 2,6'));
}

export function themeOf(value: unknown): ThemeName {
  if (value === null || value === undefined || value === '') return DEFAULTS.theme;
  if (value === 'auto' || value === 'light' || value === 'dark') return value;
  throw new Unreadable('theme', t('is {value}', { value: String(value) }), 'auto, light, dark');
}

/** A scenario as the lab's options: an object or its JSON, or the name of one of the lab's. */
export function scenarioOf(value: unknown): Pick<LabOptions, 'scenario' | 'link'> {
  if (value === null || value === undefined || value === '') return { scenario: null, link: '' };
  if (typeof value === 'object') return { scenario: JSON.stringify(value, null, 2), link: null };
  const text = String(value);
  if (text.trimStart().startsWith('{')) return { scenario: text, link: null };
  return { scenario: null, link: String(new URLSearchParams({ scenario: text.trim() })) };
}

/** The parameters of a link to the bench: of a whole link, of the part from its `#` on, or as they are. */
export function linkOf(value: unknown): Pick<LabOptions, 'scenario' | 'link'> {
  const text = String(value ?? '').trim();
  const [, query] = /#\/bench\?(.*)$/.exec(text) ?? /^(?:[a-z]+:[^?]*)?\?([^#]*)/i.exec(text) ?? [];
  return { scenario: null, link: query ?? text };
}
