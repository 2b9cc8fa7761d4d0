/**
 * Reads and writes the query of an embed's address, after `embed/?`. A bench has the same parameters as in a link
 * (share/), so the text after `#/bench?` works here too. The other parameters choose what is shown of it and how.
 *
 * docs/embedding.md and the builder document all parameters.
 */
import { shortened } from '../../base/shortened';
import { PANEL_NAMES, type PanelName } from '../../lab/panels/registry';
import { SPEEDS } from '../../lab/time/speeds';
import { wholeOf } from '../../scenario/path';
import type { ThemeChoice } from '../../ui/themeStore';
import { isPath } from '../sdk/protocol';
import type { LocalizedProblem, LocalizedText } from './addressProblems';
import { originOf, THEMES, themeNamed } from './frameParameters';

export type EmbedContent =
  | { kind: 'lesson'; lesson: string }
  /** A teacher's copy of a lesson: the query of its links (`lessons/copy/link.ts`). */
  | { kind: 'copy'; link: string }
  /** One experiment of a lesson, with its predictions and tasks. */
  | { kind: 'experiment'; lesson: string; experiment: string }
  /** `link` is the query of a bench link. */
  | { kind: 'bench'; link: string };

export interface EmbedParameters {
  shows: EmbedContent;
  /** Null selects the experiment's own panels, or `BENCH_PANELS` for a bench. */
  panels: readonly PanelName[] | null;
  /** Paths of the fields that users may change; null selects the experiment's own controls, or none. */
  controls: readonly string[] | null;
  /** Paths of fields that are shown but can be changed by neither user nor host. */
  locked: readonly string[];
  /** Metrics in the table below the panels (sweep/measures.ts); null selects the experiment's own, or none. */
  figures: readonly string[] | null;
  /** The initial time window in seconds; null selects the experiment's own, or the whole run. */
  seconds: readonly [from: number, to: number] | null;
  /** Numbers of the flows to show; null selects the experiment's own, or the first six. */
  flows: readonly number[] | null;
  /** True to show an experiment's predictions and tasks. */
  questions: boolean;
  theme: ThemeChoice;
  /** The requested language tag. */
  lang: string;
  /** Speed of playback after the run, in simulated seconds per second; null: no playback. */
  autoplay: number | null;
  /** Fixed height of the frame in pixels; null: the frame reports its height to the host. */
  height: number | null;
  /** The only origin that may control the embed; null accepts the origin of the first hello. */
  origin: string | null;
}

/** Default panels of a bench. */
export const BENCH_PANELS: readonly PanelName[] = ['window', 'queue'];

/** Limits of the height in pixels. */
const MIN_HEIGHT = 100;
const MAX_HEIGHT = 10_000;

const DEFAULTS: Omit<EmbedParameters, 'shows'> = {
  panels: null,
  controls: null,
  locked: [],
  figures: null,
  seconds: null,
  flows: null,
  questions: true,
  theme: 'system',
  lang: 'en',
  autoplay: null,
  height: null,
  origin: null,
};

/** Parameters for all kinds of content. */
const COMMON_PARAMETERS = ['theme', 'lang', 'height', 'origin'];
/** Parameters for an experiment or a bench. */
const RUN_PARAMETERS = ['panels', 'controls', 'locked', 'figures', 'seconds', 'flows', 'autoplay'];
/** Parameters of a copy's link. In an embed's address they follow the `#`: servers limit what comes before it. */
const COPY_PARAMETERS = ['v', 'packed', 'plain'];
const EMBED_PARAMETERS = new Set(['lesson', 'copy', 'questions', ...COMMON_PARAMETERS, ...RUN_PARAMETERS]);

/** Parameters of an embed with this content, otherwise the defaults. */
export function embedOf(shows: EmbedContent): EmbedParameters {
  return { shows, ...DEFAULTS };
}

/** Parses an address. Invalid parameters are reported and ignored. */
export function readParameters(query: URLSearchParams): {
  parameters: EmbedParameters;
  problems: LocalizedProblem[];
} {
  const problems: LocalizedProblem[] = [];
  const shows = contentOf(query, problems);
  const parameters = embedOf(shows);
  const applicable = parametersOf(shows);
  const read = <T>(name: string, allowed: LocalizedText, parse: (text: string) => T | null): T | null => {
    const text = query.get(name);
    if (text === null || !applicable.includes(name)) return null;
    const value = parse(text.trim());
    if (value === null)
      problems.push({
        path: name,
        problem: (t) => t('{value} isn’t valid', { value: JSON.stringify(shortened(text)) }),
        allowed,
      });
    return value;
  };
  const list = (name: string, allowed: LocalizedText, isAllowed: (one: string) => boolean) =>
    read(name, allowed, (text) => {
      const all = text === 'none' || text === '' ? [] : text.split(',').map((one) => one.trim());
      return all.every(isAllowed) ? [...new Set(all)] : null;
    });
  const isPanel = (one: string): one is PanelName => (PANEL_NAMES as readonly string[]).includes(one);
  parameters.panels = list('panels', () => PANEL_NAMES.join(', '), isPanel) as PanelName[] | null;
  const paths: LocalizedText = (t) =>
    t('none, or paths of fields like flows.0.sender.preset, separated by commas');
  parameters.controls = list('controls', paths, isPath);
  parameters.locked = list('locked', paths, isPath) ?? [];
  const figures: LocalizedText = (t) =>
    t('none, or names like flows.0.completed_at_s or links.R1>R2.drops, separated by commas');
  parameters.figures = list('figures', figures, (one) => /^(flows|links|all)\.[^,]{1,100}$/.test(one));
  parameters.seconds = read(
    'seconds',
    (t) => t('two numbers of seconds, the first smaller: 0,4'),
    (text) => {
      const [from = Number.NaN, to = Number.NaN, ...more] = parseNumbers(text);
      return more.length === 0 && from >= 0 && from < to ? ([from, to] as const) : null;
    },
  );
  parameters.flows = read(
    'flows',
    (t) => t('numbers of flows, counted from 0: 0,2'),
    (text) => {
      const flows = parseNumbers(text);
      return flows.length > 0 && flows.every((flow) => Number.isInteger(flow) && flow >= 0) ? flows : null;
    },
  );
  parameters.questions = read('questions', () => 'on, off', onOrOff) ?? DEFAULTS.questions;
  parameters.theme = read('theme', () => THEMES.join(', '), themeNamed) ?? DEFAULTS.theme;
  parameters.lang = read('lang', (t) => t('a language tag like en or pt-BR'), languageTag) ?? DEFAULTS.lang;
  parameters.autoplay = read(
    'autoplay',
    (t) => t('simulated seconds per second: {speeds}', { speeds: SPEEDS.join(', ') }),
    (text) => SPEEDS.find((one) => String(one) === text) ?? null,
  );
  parameters.height = read(
    'height',
    (t) => t('pixels, {from} to {to}', { from: MIN_HEIGHT, to: MAX_HEIGHT }),
    (text) => {
      const height = Number(text);
      return Number.isInteger(height) && height >= MIN_HEIGHT && height <= MAX_HEIGHT ? height : null;
    },
  );
  parameters.origin = read(
    'origin',
    (t) =>
      t('the origin of the page that contains the embed: {example}', { example: 'https://course.example' }),
    originOf,
  );
  for (const control of parameters.controls ?? [])
    if (parameters.locked.some((path) => path !== control && affects(control, path)))
      problems.push({
        path: 'locked',
        problem: (t) =>
          t('the control {path} changes a field that is locked, so it is locked too', { path: control }),
        allowed: (t) => t('fields that no control changes'),
      });
  return { parameters, problems };
}

/** Returns true if changing one field can change another: a preset changes a whole sender, and a kind changes a whole part. */
export function affects(changed: string, field: string): boolean {
  const whole = wholeOf(changed);
  const within = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}.`);
  return within(whole, field) || within(field, changed);
}

/** Writes the query of an embed's address. Omits parameters with default values. */
export function writeParameters(parameters: EmbedParameters): URLSearchParams {
  const { shows } = parameters;
  const query = new URLSearchParams('link' in shows ? shows.link : '');
  if (shows.kind === 'copy') query.set('copy', '1');
  if ('lesson' in shows) query.set('lesson', shows.lesson);
  if (shows.kind === 'experiment') query.set('experiment', shows.experiment);
  const applicable = parametersOf(shows);
  for (const [name, value] of Object.entries(parameters)) {
    if (!applicable.includes(name) || isDefault(name, value)) continue;
    if (Array.isArray(value)) query.set(name, value.length === 0 ? 'none' : value.join(','));
    else query.set(name, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
  }
  return query;
}

/** The part of an embed's address after `embed/`. */
export function frameAddress(parameters: EmbedParameters): string {
  const query = writeParameters(parameters);
  if (parameters.shows.kind !== 'copy') return `?${query}`;
  for (const name of COPY_PARAMETERS) query.delete(name);
  return `?${query}#${parameters.shows.link}`;
}

/** An embed's parameters in its address. Those of a copy come after the `#`. */
export function frameQuery(search: string, hash: string): URLSearchParams {
  const query = new URLSearchParams(search);
  if (!query.has('copy')) return query;
  const packed = new URLSearchParams(hash.replace(/^#/, ''));
  for (const name of COPY_PARAMETERS) if (packed.has(name)) query.set(name, packed.get(name) ?? '');
  return query;
}

function isDefault(name: string, value: unknown): boolean {
  const defaultValue = DEFAULTS[name as keyof typeof DEFAULTS];
  return (
    value === defaultValue ||
    (Array.isArray(value) && Array.isArray(defaultValue) && value.length === defaultValue.length)
  );
}

/** Names of the parameters that apply to this kind of content. */
function parametersOf({ kind }: EmbedContent): readonly string[] {
  switch (kind) {
    case 'lesson':
    case 'copy':
      return COMMON_PARAMETERS;
    case 'experiment':
      return [...COMMON_PARAMETERS, ...RUN_PARAMETERS, 'questions'];
    case 'bench':
      return [...COMMON_PARAMETERS, ...RUN_PARAMETERS];
  }
}

function contentOf(query: URLSearchParams, problems: LocalizedProblem[]): EmbedContent {
  const lesson = query.get('lesson');
  const experiment = query.get('experiment');
  const shows: EmbedContent = query.has('copy')
    ? { kind: 'copy', link: copyLinkOf(query) }
    : lesson === null
      ? { kind: 'bench', link: benchLinkOf(query) }
      : experiment === null
        ? { kind: 'lesson', lesson }
        : { kind: 'experiment', lesson, experiment };
  if (shows.kind === 'bench' && shows.link === '')
    problems.push({
      path: 'scenario',
      problem: (t) => t('the address names nothing, so this is the lab’s first scenario'),
      allowed: (t) => t('lesson, scenario or experiment, or what follows #/bench? in a link'),
    });
  const applicable = [
    ...(shows.kind === 'copy' ? ['copy', ...COPY_PARAMETERS] : ['lesson']),
    ...parametersOf(shows),
    ...(shows.kind === 'experiment' ? ['experiment'] : []),
  ];
  const unknown = [...new Set(query.keys())].filter(
    (name) => (EMBED_PARAMETERS.has(name) || shows.kind !== 'bench') && !applicable.includes(name),
  );
  const allowed = () => applicable.join(', ');
  for (const name of unknown.slice(0, MOST_UNKNOWN))
    problems.push({ path: shortened(name), problem: NOT_APPLICABLE[shows.kind], allowed });
  const count = unknown.length - MOST_UNKNOWN;
  if (count > 0)
    problems.push({
      path: '…',
      problem: (t) => t('this address has more parameters that don’t work here: {count}', { count }),
      allowed,
    });
  return shows;
}

/** Unknown parameters that are reported by name. An address may have thousands. */
const MOST_UNKNOWN = 10;

const NOT_APPLICABLE: Readonly<Record<EmbedContent['kind'], LocalizedText>> = {
  lesson: (t) => t('doesn’t work with a whole lesson'),
  copy: (t) => t('doesn’t work with a whole lesson'),
  experiment: (t) => t('doesn’t work with an experiment of a lesson'),
  bench: (t) => t('doesn’t work with a bench'),
};

function copyLinkOf(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => COPY_PARAMETERS.includes(name))).toString();
}

/** The query of the bench link: the address without the embed's own parameters. */
function benchLinkOf(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => !EMBED_PARAMETERS.has(name))).toString();
}

function parseNumbers(text: string): number[] {
  return text.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)));
}

function onOrOff(text: string): boolean | null {
  return text === 'on' ? true : text === 'off' ? false : null;
}

function languageTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
