/** Numbers of the home page in words. */
import { formatCount, formatFixed } from '../../base/words/format';
import { plural, t } from '../../base/words/words';

export function packetsInWords(count: number): string {
  return plural(Math.round(count), '{n} packet', '{n} packets');
}

export function secondsInWords(seconds: number): string {
  return t('{seconds} s', { seconds: formatFixed(seconds, 1) });
}

export function millisecondsInWords(ms: number): string {
  return t('{ms} ms', { ms: formatCount(Math.round(ms)) });
}
