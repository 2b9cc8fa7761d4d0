/** Rates in lessons: texts, tables and charts state them in kB/s, whatever unit other pages show. */

import { formatGrouped } from '../base/words/format';
import { t } from '../base/words/words';
import type { Measure } from '../run/measures';

export const LESSON_RATE = { unit: 'kB/s', size: 1000 } as const;

/** The same for plots, which know rates in bit/s. */
export const RATE_SCALE = { name: LESSON_RATE.unit, bits: 8 * LESSON_RATE.size };

/** A rate with as many decimals as texts print: below 100 kB/s one, else none. */
export function formatLessonRate(bytes_per_s: number): string {
  const rate = bytes_per_s / LESSON_RATE.size;
  return `${formatGrouped(rate, Math.abs(rate) < 99.95 ? 1 : 0)} ${LESSON_RATE.unit}`;
}

export function inLessonUnit(measure: Measure): Measure {
  return measure.unit === t('bytes/s')
    ? { ...measure, format: formatLessonRate, display: LESSON_RATE }
    : measure;
}
