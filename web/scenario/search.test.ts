/** Tests that fields are found by what people call them, and not by everything that a description mentions. */
import { expect, it } from 'vitest';
import { matcher } from './search';

const buffer = { names: 'Buffer limit_bytes Queue discipline', about: 'Size of the buffer.' };
const rate = { names: 'Rate rate_bps R1 ↔ R2', about: 'Transmission rate.' };
const both = {
  names: 'Both directions both_ways',
  about: 'The link works in both directions, each with its own buffer.',
};
const window = { names: 'Initial window initial_cwnd', about: 'Congestion window of a new connection.' };

it.each([
  ['queue limit', buffer],
  ['buff', buffer],
  ['limit_bytes', buffer],
  ['limit bytes', buffer],
  ['bandwidth', rate],
  ['BANDW', rate],
  ['r1 rate', rate],
  ['cwnd', window],
  ['initial', window],
])('"%s" names the field', (query, field) => {
  expect(matcher(query)(field)).toBe('named');
});

it('tells names from mentions', () => {
  expect(matcher('buffer')(both)).toBe('mentioned');
  expect(matcher('congestion')(window)).toBe('mentioned');
  expect(matcher('bandwidth')(both)).toBeNull();
  expect(matcher('initial buffer')(window)).toBeNull();
  expect(matcher('zzz')(buffer)).toBeNull();
});
