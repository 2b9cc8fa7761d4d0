/** Reads what an element shows: a scenario, a link, or a recorded run. An error says what's allowed. */
import { t } from '../../base/words/words';
import { textOf } from '../hosted/options';
import type { LocalizedProblem, LocalizedText } from '../hosted/problems';
import type { LabOptions, Recording } from './options';

/** Most values in a scenario that's given as an object. */
const MOST_VALUES = 1_000_000;

/** A value that can't be read. */
export class Unreadable extends Error {
  readonly problem: LocalizedProblem;

  constructor(path: string, problem: LocalizedText, allowed: LocalizedText) {
    super(`${path} can't be read`);
    this.problem = { path, problem, allowed };
  }
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
  const unreadable = (problem: LocalizedText) =>
    new Unreadable('scenario', problem, (t) =>
      t('an object like those in JSON, JSON, or the name of a scenario'),
    );
  if (Array.isArray(value)) throw unreadable((t) => t('is a list'));
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
    const [why = ''] = (error as Error).message.split('\n');
    throw unreadable((t) => t('can’t be written as JSON: {why}', { why }));
  }
  if (typeof text !== 'string') throw unreadable((t) => t('{value} isn’t valid', { value: textOf(value) }));
  return text;
}

export function recordingOf(value: unknown): Recording | null {
  if (value === null || value === undefined) return null;
  const { text, scenario, summary, columns } = Object(value) as Partial<Recording>;
  const areObjects = [scenario, summary, columns].every((one) => typeof one === 'object' && one !== null);
  if (typeof text === 'string' && areObjects) return value as Recording;
  throw new Unreadable(
    'recording',
    (t) => t('is no recorded run'),
    () => 'text, scenario, summary, prediction, columns',
  );
}

/** The parameters of a link to the bench: of a whole link, of the part from its `#` on, or as they are. */
export function linkOf(value: unknown): Pick<LabOptions, 'scenario' | 'link'> {
  const text = String(value ?? '').trim();
  const [, query] = /#\/bench\?(.*)$/.exec(text) ?? /^(?:[a-z]+:[^?]*)?\?([^#]*)/i.exec(text) ?? [];
  return { scenario: null, link: query ?? text };
}
