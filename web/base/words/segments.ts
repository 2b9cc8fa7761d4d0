/** Formats counts of segments. Separate from format.ts to avoid an import cycle with words.ts. */
import { formatGrouped, UNKNOWN } from './format';
import { t } from './words';

export function formatSegments(segments: number): string {
  if (Number.isNaN(segments)) return UNKNOWN;
  return segments === Number.POSITIVE_INFINITY
    ? t('none yet')
    : t('{count} seg', { count: formatGrouped(segments, 1) });
}
