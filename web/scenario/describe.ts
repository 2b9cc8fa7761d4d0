/** Formats paths and values of a scenario: in full for sentences and tables, short for the list of changes above the controls. */

import { formatExact, formatPlain } from '../base/words/format';
import { t } from '../base/words/words';
import type { Scenario } from '../engine/schema';

/** `flows.0.sender.avoidance.alpha` as "reno: sender avoidance alpha". */
export function pathInWords(path: string, scenario: Scenario): string {
  const [list = '', number = '', ...rest] = path.split('.');
  const entry = (scenario as unknown as Record<string, { name?: string }[]>)[list]?.[Number(number)];
  const words = (steps: string[]) => steps.join(' ').replaceAll('_', ' ');
  if (entry?.name === undefined) return words(path.split('.'));
  return `${entry.name.replace('>', ' → ')}: ${words(rest)}`;
}

/** `flows.0.sender.avoidance.alpha` as `reno: avoidance.alpha`, or without the name if there is only one flow. */
export function shortPath(path: string, scenario: Scenario): string {
  const [list = '', index = '', ...rest] = path.split('.');
  if (list === 'flows') {
    const field = rest.join('.').replace(/^sender\./, '');
    return scenario.flows.length > 1 ? `${scenario.flows[Number(index)]?.name}: ${field}` : field;
  }
  if (list === 'links') {
    const link = scenario.links[Number(index)];
    return `${link?.from}–${link?.to}: ${rest.join('.')}`;
  }
  return path;
}

export function valueInWords(value: unknown): string {
  if (value === undefined) return t('none');
  if (value === null) return t('not set');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number') return formatExact(value);
  return typeof value === 'object' ? t('another') : String(value);
}

/** Null if there is no value. */
export function shortValue(value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return t('none');
  return typeof value === 'number'
    ? formatPlain(value)
    : typeof value === 'object'
      ? t('other')
      : String(value);
}
