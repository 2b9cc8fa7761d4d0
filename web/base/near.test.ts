import { expect, it } from 'vitest';
import { SCENARIO_NAMES } from '../scenario/content/scenarios';
import { distance, nearNames } from './near';

const NAMES = ['ahn-fig1-rr', 'ahn-fig1-vr', 'ahn-fig2', 'low-chain'];

it('names like a misspelled one are those with few other letters, the most similar first', () => {
  expect(nearNames('ahn-fig-vr', NAMES)[0]).toBe('ahn-fig1-vr');
  expect(nearNames('anh-fig2', NAMES)[0]).toBe('ahn-fig2');
  expect(nearNames('Low-Chain', NAMES)).toEqual(['low-chain']);
  expect(nearNames('lesons', ['lessons', 'papers', 'bench'])).toEqual(['lessons']);
  expect(nearNames('benhc', ['lessons', 'papers', 'bench'])).toEqual(['bench']);
});

it('names like a misspelled one include those of which it is a part', () => {
  expect(nearNames('fig1', NAMES)).toEqual(['ahn-fig1-rr', 'ahn-fig1-vr']);
  expect(nearNames('ig1', NAMES), 'too short to mean anything').toEqual([]);
});

it('names like a misspelled one are none for a text that is far longer than any name', () => {
  expect(nearNames('x'.repeat(1 << 20), ['x'])).toEqual([]);
});

it('names like a misspelled one are found among thousands in milliseconds', () => {
  const known = [
    'ahn-fig1-rr',
    ...Array.from({ length: 50_000 }, (_, at) => 'm'.repeat(90) + at),
    'x'.repeat(1e6),
  ];
  const before = process.cpuUsage();
  expect(nearNames(`${'m'.repeat(90)}x`, known).length).toBe(4);
  expect(nearNames('ahn-fig-rr', known)).toEqual(['ahn-fig1-rr']);
  expect(process.cpuUsage(before).user / 1000, 'ms of processor time').toBeLessThan(500);
});

it('names like a misspelled one are none if nothing is similar', () => {
  expect(nearNames('__proto__', SCENARIO_NAMES)).toEqual([]);
  expect(nearNames('constructor', SCENARIO_NAMES)).toEqual([]);
  expect(nearNames('', SCENARIO_NAMES)).toEqual([]);
  expect(nearNames('nonsense', ['bench', 'lessons', 'sweep', 'privacy', 'evidence'])).toEqual([]);
});

it('names like a misspelled one differ by swapped, missing, added or other letters', () => {
  expect(distance('reno', 'reno')).toBe(0);
  expect(distance('rneo', 'reno')).toBe(1);
  expect(distance('ren', 'reno')).toBe(1);
  expect(distance('rreno', 'reno')).toBe(1);
  expect(distance('veno', 'reno')).toBe(1);
  expect(distance('', 'reno')).toBe(4);
});
