import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';

/** A length of time in words: minutes up to an hour and a half, then half hours. */
export function formatMinutes(minutes: number): string {
  if (minutes <= 90) return t('{count} min', { count: formatCount(minutes) });
  return t('{count} h', { count: formatCount(Math.round(minutes / 30) / 2) });
}
