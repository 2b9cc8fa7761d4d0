/** Counts of segments with their unit. Not in format.ts, because words.ts imports that. */
import { formatGrouped } from './format';
import { t } from './words';

export function formatSegments(segments: number): string {
  return segments === Number.POSITIVE_INFINITY
    ? t('none yet')
    : t('{count} seg', { count: formatGrouped(segments, 1) });
}
