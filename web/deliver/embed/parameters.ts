/**
 * Reads and writes the query of an embed's address, after `embed/?`. A bench has the same parameters as in a link
 * (share/), so the text after `#/bench?` works here too. The other parameters choose what is shown of it and how.
 *
 * docs/embedding.md and the builder document all parameters.
 */
import { shortened } from '../../base/shortened';
import { wholeOf } from '../../scenario/path';
import {
  type ContentKind,
  FRAME_OPTIONS,
  type FrameOption,
  type OptionsOf,
  parametersOf,
  readOption,
  usualOptions,
} from '../hosted/options';
import type { LocalizedProblem, LocalizedText } from '../hosted/problems';

export type EmbedContent =
  | { kind: 'lesson'; lesson: string }
  /** A teacher's copy of a lesson: the query of its links (`lessons/copy/link.ts`). */
  | { kind: 'copy'; link: string }
  /** One experiment of a lesson, with its predictions and tasks. */
  | { kind: 'experiment'; lesson: string; experiment: string }
  /** `link` is the query of a bench link. */
  | { kind: 'bench'; link: string };

export interface EmbedParameters extends OptionsOf<'frame'> {
  shows: EmbedContent;
}

const USUAL = usualOptions('frame');

/** Parameters of a copy's link. In an embed's address they follow the `#`: servers limit what comes before it. */
const COPY_PARAMETERS = ['v', 'packed', 'plain'];
const EMBED_PARAMETERS: ReadonlySet<string> = new Set(['lesson', 'copy', ...FRAME_OPTIONS]);

/** Parameters of an embed with this content, otherwise the defaults. */
export function embedOf(shows: EmbedContent): EmbedParameters {
  return { shows, ...USUAL };
}

/** Parses an address. What's invalid is reported and ignored. */
export function readParameters(query: URLSearchParams): {
  parameters: EmbedParameters;
  problems: LocalizedProblem[];
} {
  const problems: LocalizedProblem[] = [];
  const shows = contentOf(query, problems);
  const read = parametersOf(shows.kind).flatMap((name) => {
    const text = query.get(name);
    const value = text === null ? null : readOption(name, text.trim(), problems);
    return value === null ? [] : [[name, value] as const];
  });
  const parameters: EmbedParameters = { ...embedOf(shows), ...Object.fromEntries(read) };
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
  for (const name of parametersOf(shows.kind)) {
    const value = parameters[name];
    if (isUsual(name, value)) continue;
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

/** Returns true if an option has the value of addresses without it. */
export function isUsual(name: FrameOption, value: unknown): boolean {
  const usual = USUAL[name];
  return value === usual || (Array.isArray(value) && Array.isArray(usual) && value.length === usual.length);
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
    ...parametersOf(shows.kind),
    ...(shows.kind === 'experiment' ? ['experiment'] : []),
  ];
  const unknown = [...new Set(query.keys())].filter(
    (name) =>
      (EMBED_PARAMETERS.has(name) || shows.kind !== 'bench') &&
      !(applicable as readonly string[]).includes(name),
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

const NOT_APPLICABLE: Readonly<Record<ContentKind, LocalizedText>> = {
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
