/** Formats counts of segments. Separate from format.ts to avoid an import cycle with words.ts. */
import { formatGrouped } from './format';
import { t } from './words';

export function formatSegments(segments: number): string {
  return segments === Number.POSITIVE_INFINITY
    ? t('none yet')
    : t('{count} seg', { count: formatGrouped(segments, 1) });
}
