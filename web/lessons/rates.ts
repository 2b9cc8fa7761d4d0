/** Rates in lessons: the texts state goodputs in KiB/s, so tables and charts do too, whatever unit other pages show. */
import type { Measure } from '../sweep/measures';
import { formatBytes } from '../words/format';
import { t } from '../words/words';

export const formatKibRate = (bytes_per_s: number) => `${formatBytes(bytes_per_s)}/s`;

export function inLessonUnit(measure: Measure): Measure {
  return measure.unit === t('bytes/s')
    ? { ...measure, format: formatKibRate, display: { unit: 'KiB/s', size: 1024 } }
    : measure;
}
