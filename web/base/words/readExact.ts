/** Reads numbers that people type. */
import { groupingMark } from './format';

/** Spaces and apostrophes, with which some group digits in every language. */
const GROUPING = /(?<=\d)['’\s](?=\d{3}(?!\d))/gu;

/**
 * Parses a typed number as this page prints numbers; NaN if it isn't one. A mark that can have two meanings has the page's: `4,171` is 4171 on
 * an English page, and 4.171 on a German one. `12,5` has only one.
 */
export function readExact(typed: string): number {
  const plain = typed.trim().replace(/^[−–]/, '-').replace(/e[−–]/i, 'e-').replaceAll(GROUPING, '');
  const parts = /^([-+]?)([\d.,]+)(e[-+]?\d+)?$/i.exec(plain);
  const [, sign = '', digits = '', exponent = ''] = parts ?? [];
  if (parts === null || !/\d/.test(digits)) return Number.NaN;
  const marks = digits.replaceAll(/\d/g, '');
  const last = marks.at(-1) ?? '';
  // Of two different marks the last is the decimal mark. One that comes again groups digits.
  const isGrouped = marks.includes(last, 0) && marks.indexOf(last) < marks.length - 1;
  const isOnlyGroup = marks.length === 1 && last === groupingMark() && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  const point = last === '' || isGrouped || isOnlyGroup ? -1 : digits.lastIndexOf(last);
  const whole = point < 0 ? digits : digits.slice(0, point);
  const decimals = point < 0 ? '' : digits.slice(point + 1);
  if (!/^\d*$|^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole)) return Number.NaN;
  return Number(`${sign}${whole.replaceAll(/[.,]/g, '')}.${decimals}${exponent}`.replace(/\.(?=e|$)/i, ''));
}
