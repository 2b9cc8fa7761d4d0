/**
 * All options of a lab in another page: what's allowed, how a value is read, and where the option works. Frames read them from their address
 * (embed/parameters.ts), elements from attributes and properties (element/vegasLab.ts), by the same rules: what's wrong is reported with
 * what's allowed, and the rest is used. The builder's fields (embed/builderFields.ts) and the documents are tested against this list.
 */
import { shortened } from '../../base/shortened';
import { PANEL_NAMES, type PanelName } from '../../lab/panels/registry';
import { SPEEDS, type View } from '../../run/view';
import { isPath } from '../sdk/protocol';
import { originOf, themeNamed } from './early';
import type { LocalizedProblem, LocalizedText } from './problems';
import type { OptionName, OptionValues } from './values';

/** The content of a frame: a lesson, a teacher's copy of one, one experiment of a lesson, or a bench. */
export type ContentKind = 'lesson' | 'copy' | 'experiment' | 'bench';

type Report = (part: unknown, problem?: LocalizedText) => void;

interface Option<T> {
  allowed: LocalizedText;
  /** Reads a parameter's text, or whatever a page's script sets. Reports parts that aren't allowed. Returns null if nothing else is left. */
  read(value: unknown, report: Report): T | null;
  /** The frames that have this parameter, and its value in addresses without it; null is the experiment's own, or none. */
  frame?: { shows: readonly ContentKind[]; usual: T | null };
  /** The value of elements without this attribute, and with an empty one; whether the attribute follows the property. */
  element?: { usual: T | null; empty?: T; reflected?: true };
  /** Shows the value in the view of a run; undefined for options that are shown by components. */
  show?(view: View, value: T | null): void;
}

const RUNS: readonly ContentKind[] = ['experiment', 'bench'];
const ALL: readonly ContentKind[] = ['lesson', 'copy', ...RUNS];

/** Limits in pixels. */
const FRAME_HEIGHT = { from: 100, to: 10_000 };
const PANEL_HEIGHT = { from: 60, to: 2000 };

/** Most entries of a list. */
const MOST_ENTRIES = 1000;

const PATHS: LocalizedText = (t) =>
  t('none, or paths of fields like flows.0.sender.preset, separated by commas');

export const OPTIONS = {
  panels: {
    allowed: () => PANEL_NAMES.join(', '),
    read: listOf((entry): entry is PanelName => (PANEL_NAMES as readonly string[]).includes(entry)),
    frame: { shows: RUNS, usual: null },
    element: { usual: ['sender-sequence', 'window', 'queue'] },
  },
  controls: {
    allowed: PATHS,
    read: listOf(isPath),
    frame: { shows: RUNS, usual: null },
    element: { usual: ['flows.0.sender.preset'], empty: [] },
  },
  locked: { allowed: PATHS, read: listOf(isPath), frame: { shows: RUNS, usual: [] } },
  figures: {
    allowed: (t) => t('none, or names like flows.0.completed_at_s or links.R1>R2.drops, separated by commas'),
    // Names of flows and links may contain white space.
    read: listOf((entry) => /^(flows|links|all)\.[^,]{1,100}$/.test(entry), /,/),
    frame: { shows: RUNS, usual: null },
  },
  seconds: {
    allowed: (t) => t('two numbers of seconds, the first smaller: 0,4'),
    read: readSeconds,
    frame: { shows: RUNS, usual: null },
    element: { usual: null },
    show: (view, seconds) => view.lookAt({ seconds }),
  },
  flows: {
    allowed: (t) => t('names of flows, or their numbers, counted from 0: 0,2'),
    read: readFlows,
    frame: { shows: RUNS, usual: null },
    element: { usual: null, empty: [] },
  },
  cursor: {
    allowed: (t) => t('a number from {least} on', { least: 0 }),
    read: oneOf((value) => numberIn(value, 0, Number.MAX_VALUE)),
    element: { usual: null },
    show: (view, cursor) => view.lookAt({ cursor }),
  },
  questions: {
    allowed: () => 'on, off',
    read: oneOf((value) =>
      value === 'on' || value === true ? true : value === 'off' || value === false ? false : null,
    ),
    frame: { shows: ['experiment'], usual: true },
  },
  theme: {
    allowed: () => 'auto, system, light, dark',
    read: oneOf((value) => {
      const theme = typeof value === 'string' ? themeNamed(value) : null;
      return theme === 'system' ? 'auto' : theme;
    }),
    frame: { shows: ALL, usual: 'auto' },
    element: { usual: 'auto', reflected: true },
  },
  lang: {
    allowed: (t) => t('a language tag like en or pt-BR'),
    read: oneOf(languageTag),
    frame: { shows: ALL, usual: 'en' },
  },
  autoplay: {
    allowed: (t) => t('simulated seconds per second: {speeds}', { speeds: SPEEDS.join(', ') }),
    read: oneOf((value) => SPEEDS.find((speed) => speed === asNumber(value)) ?? null),
    frame: { shows: RUNS, usual: null },
    show: play,
  },
  height: {
    allowed: (t) => t('pixels, {from} to {to}', FRAME_HEIGHT),
    read: oneOf((value) => {
      const height = numberIn(value, FRAME_HEIGHT.from, FRAME_HEIGHT.to);
      return Number.isInteger(height) ? height : null;
    }),
    frame: { shows: ALL, usual: null },
  },
  panel_height: {
    allowed: (t) => t('pixels, {from} to {to}', PANEL_HEIGHT),
    read: oneOf((value) => numberIn(value, PANEL_HEIGHT.from, PANEL_HEIGHT.to)),
    element: { usual: 150, reflected: true },
  },
  origin: {
    allowed: (t) =>
      t('the origin of the page that contains the embed: {example}', { example: 'https://course.example' }),
    read: oneOf((value) => (typeof value === 'string' ? originOf(value) : null)),
    frame: { shows: ALL, usual: null },
  },
} as const satisfies { [N in OptionName]: Option<OptionValues[N]> };

type Place = 'frame' | 'element';

/** The options of a frame or of an element, with null where that's what they usually are. */
export type OptionsOf<P extends Place> = {
  [N in OptionName as (typeof OPTIONS)[N] extends Record<P, object> ? N : never]:
    | OptionValues[N]
    | ((typeof OPTIONS)[N] extends Record<P, { usual: null }> ? null : never);
};

export type FrameOption = keyof OptionsOf<'frame'>;
export type ElementOption = keyof OptionsOf<'element'>;

const LIST: { [N in OptionName]: Option<OptionValues[N]> } = OPTIONS;

/** The values of options that a page doesn't set. */
export function usualOptions<P extends Place>(place: P): OptionsOf<P> {
  const usual = Object.entries(LIST).flatMap(([name, { [place]: has }]) => (has ? [[name, has.usual]] : []));
  return Object.fromEntries(usual) as OptionsOf<P>;
}

export const FRAME_OPTIONS = Object.keys(usualOptions('frame')) as readonly FrameOption[];

/** Names of the parameters that frames with this content have. */
export function parametersOf(shows: ContentKind): readonly FrameOption[] {
  return FRAME_OPTIONS.filter((name) => LIST[name].frame?.shows.includes(shows));
}

/** Names of the element's options. */
export const ELEMENT_OPTIONS = Object.keys(usualOptions('element')) as readonly ElementOption[];

/** The options that the view of a run shows. */
export const SHOWN_OPTIONS = ELEMENT_OPTIONS.filter((name) => LIST[name].show !== undefined);

/** The value of an element's option without a value, or with an empty one, and whether its attribute follows its property. */
export function ofElement<N extends ElementOption>(name: N) {
  return LIST[name].element;
}

/** Reads a value of any kind. Adds what's wrong to the problems, at `path`. Returns null if nothing of the value can be used. */
export function readOption<N extends OptionName>(
  name: N,
  value: unknown,
  problems: LocalizedProblem[],
  path: string = name,
): OptionValues[N] | null {
  const { read, allowed } = LIST[name];
  return read(value, (part, problem = (t) => t('{value} isn’t valid', { value: quoted(part) })) =>
    problems.push({ path, problem, allowed }),
  );
}

/** Values of some options. */
export type Values = { readonly [N in OptionName]?: OptionValues[N] | null | undefined };

/** Shows the values of options in the view of a run, in the order of the list. */
export function showOptions(view: View, values: Values): void {
  const show = <N extends OptionName>(name: N) => {
    const value = values[name];
    if (value !== undefined) LIST[name].show?.(view, value);
  };
  for (const name of Object.keys(LIST) as OptionName[]) show(name);
}

function play(view: View, speed: number | null): void {
  // Don't start playback for users who prefer reduced motion.
  if (speed === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  view.speed.set(speed);
  view.playing.set(true);
}

/** A value of any kind as text for a message. Objects are named by their type: their own text may be endless. */
export function textOf(value: unknown): string {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    return shortened(String(value));
  return Array.isArray(value) ? 'Array' : typeof value;
}

/** Texts have quotes, so that white space in them is seen. */
function quoted(part: unknown): string {
  return typeof part === 'string' ? JSON.stringify(shortened(part)) : textOf(part);
}

/** Reads a value that's either right or wrong as a whole. */
function oneOf<T>(read: (value: unknown) => T | null): (value: unknown, report: Report) => T | null {
  return (value, report) => {
    const found = read(value);
    if (found === null) report(value);
    return found;
  };
}

/** Tests an entry of a list. */
type Test<T extends string> = ((entry: string) => entry is T) | ((entry: string) => boolean);

/** Reads an array, or a text with commas or white space between entries. The entries that aren't allowed are left out. */
function listOf<T extends string = string>(
  isAllowed: Test<T>,
  between = /[\s,]+/,
): (value: unknown, report: Report) => readonly T[] | null {
  return (value, report) => {
    const list = typeof value === 'string' ? entriesIn(value, between) : value;
    if (!Array.isArray(list)) return wrong(report, value);
    if (list.length > MOST_ENTRIES)
      return wrong(report, value, (t) => t('has more than {most} entries', { most: MOST_ENTRIES }));
    const entries = Array.from(list, (entry) => (typeof entry === 'number' ? String(entry) : entry));
    const right = entries.filter((entry): entry is T => typeof entry === 'string' && isAllowed(entry));
    const others = entries.filter((entry) => !right.includes(entry));
    if (others.length === 0) return [...new Set(right)];
    report(others.length === 1 ? others[0] : others.map(textOf).join(', '));
    return right.length === 0 ? null : [...new Set(right)];
  };
}

function wrong(report: Report, value: unknown, problem?: LocalizedText): null {
  report(value, problem);
  return null;
}

function entriesIn(text: string, between: RegExp): string[] {
  const entries = text.split(between).map((entry) => entry.trim());
  return text.trim() === 'none' ? [] : entries.filter((entry) => entry !== '');
}

function readFlows(value: unknown, report: Report): readonly string[] | null {
  const isFlow = (entry: string) => {
    const number = Number(entry);
    return Number.isNaN(number) || (Number.isInteger(number) && number >= 0);
  };
  const flows = listOf(isFlow)(value, report);
  return typeof value === 'string' && flows?.length === 0 ? wrong(report, value) : flows;
}

function readSeconds(value: unknown, report: Report): OptionValues['seconds'] | null {
  // Reads at most three entries, however many there are.
  const [first, second, more] = typeof value === 'string' ? value.trim().split(/[\s,]+/) : iterable(value);
  const [from, to] = [numberIn(first, 0, Number.MAX_VALUE), numberIn(second, 0, Number.MAX_VALUE)];
  if (from !== null && to !== null && from < to && more === undefined) return [from, to];
  return wrong(report, value);
}

function iterable(value: unknown): Iterable<unknown> {
  const { [Symbol.iterator]: iterator } = Object(value) as Partial<Iterable<unknown>>;
  return typeof iterator === 'function' ? (value as Iterable<unknown>) : [];
}

function numberIn(value: unknown, least: number, most: number): number | null {
  const number = asNumber(value);
  return number >= least && number <= most ? number : null;
}

/** NaN if the value is neither a number nor the text of one. */
function asNumber(value: unknown): number {
  if (typeof value === 'string' && value.trim() === '') return Number.NaN;
  return ['number', 'string', 'bigint'].includes(typeof value) ? Number(value) : Number.NaN;
}

function languageTag(value: unknown): string | null {
  try {
    return typeof value === 'string' ? (Intl.getCanonicalLocales(value)[0] ?? null) : null;
  } catch {
    return null;
  }
}
