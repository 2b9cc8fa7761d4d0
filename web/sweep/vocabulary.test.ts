/** Searches the fields of a real scenario. */
import { afterEach, expect, it } from 'vitest';
import { scenarioNames } from '../../scripts/engine.mjs';
import { speakNumbers } from '../base/words/format';
import { chooseRateUnit } from '../base/words/units';
import { catalogue, scenarioOf } from '../engine/nodeEngine';
import type { Scenario } from '../engine/schema';
import { fieldsOf, type SweepField } from '../scenario/fields';
import { indexedPath, namedPath } from '../scenario/path';
import {
  fieldsNear,
  fieldUnit,
  fullName,
  inUnit,
  listInUnit,
  listOutOfUnit,
  outOfUnit,
  searchFields,
} from './vocabulary';

const base = scenarioOf('ahn-fig1-vr');
const fields = fieldsOf(base, catalogue);

afterEach(() => chooseRateUnit('kbit/s'));

const field = (path: string) => fields.find((one) => one.path === path) as SweepField;
const first = (typed: string) => searchFields(fields, typed)[0]?.path;

it.each([
  ['buffer', 'links.1.queue.limit_bytes'],
  ['queue size', 'links.1.queue.limit_bytes'],
  ['bandwidth', 'links.1.rate_bps'],
  ['speed', 'links.1.rate_bps'],
  ['RTT', 'links.1.delay_ms'],
  ['latency', 'links.1.delay_ms'],
  ['alpha', 'flows.0.sender.avoidance.alpha'],
  ['rwnd', 'flows.0.rwnd_bytes'],
  ['mss', 'flows.0.smss_bytes'],
  ['buffer R3', 'links.2.queue.limit_bytes'],
  ['limit_bytes', 'links.1.queue.limit_bytes'],
  ['start', 'flows.0.start_s'],
  ['sender', 'flows.0.sender.preset'],
  ['users', 'flows.0.copies'],
  ['wireless', 'links.1.loss'],
])('a search for a field finds %s', (typed, path) => {
  expect(first(typed)).toBe(path);
});

it('a search for a field names a field like no other of its flow or link', () => {
  for (const name of scenarioNames()) {
    const names = fieldsOf(scenarioOf(name), catalogue).map(fullName);
    expect(new Set(names).size, name).toBe(names.length);
  }
  expect(fullName(field('flows.0.sender.slow_start.rounding'))).toBe(
    'Slow start: Rounding of diff of transfer',
  );
});

it('a search for a field lists every field without words, the bottleneck’s buffer first', () => {
  expect(searchFields(fields, '')).toHaveLength(fields.length);
  expect(first('')).toBe('links.1.queue.limit_bytes');
});

it('a search for a field finds nothing for other words, and offers what’s near', () => {
  expect(searchFields(fields, 'buffre')).toEqual([]);
  expect(fieldsNear(fields, 'buffre').map(fullName)).toContain('Buffer of R1-R2');
  expect(fieldsNear(fields, 'bandwith').map(fullName)).toContain('Rate of R1-R2');
  expect(fieldsNear(fields, 'zzzz')).toHaveLength(3);
});

it('the unit of a field is what people type: KiB, the chosen unit of rates, ms', () => {
  expect(fieldUnit(field('links.1.queue.limit_bytes'))).toEqual({ unit: 'KiB', size: 1024 });
  expect(fieldUnit(field('flows.0.smss_bytes'))).toEqual({ unit: 'B', size: 1 });
  expect(fieldUnit(field('links.1.delay_ms'))).toEqual({ unit: 'ms', size: 1 });
  expect(fieldUnit(field('links.1.rate_bps'))).toEqual({ unit: 'kbit/s', size: 1000 });
  chooseRateUnit('Mbit/s');
  expect(fieldUnit(field('links.1.rate_bps'))).toEqual({ unit: 'Mbit/s', size: 1e6 });
});

it('the unit of a field converts numbers and lists both ways, and leaves other text', () => {
  const unit = { unit: 'KiB', size: 1024 };
  expect([inUnit('16384', unit), outOfUnit('16', unit)]).toEqual(['16', '16384']);
  expect([inUnit('x', unit), outOfUnit('x', unit), outOfUnit('', unit)]).toEqual(['x', 'x', '']);
  expect(listOutOfUnit('4, 8 x', unit)).toBe('4096, 8192 x');
  expect(listInUnit('4096, 8192 x', unit)).toBe('4, 8 x');
});

it('the unit of a field shows lists so that they are read back, whatever the decimal mark', () => {
  const unit = { unit: 'kbit/s', size: 1000 };
  for (const language of ['en', 'de']) {
    speakNumbers(language);
    for (const raw of ['800500,1600000', '5', '500, 1500.5;2000 3', '0.5,1e-7', '1e21', '1234567,x,', '']) {
      const again = listOutOfUnit(listInUnit(raw, unit), unit);
      const values = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
      expect(values(again), `${language}: ${raw}`).toEqual(
        values(raw).map((word) => (Number.isNaN(Number(word)) ? word : String(Number(word)))),
      );
    }
  }
  speakNumbers('de');
  expect(listInUnit('800500,1600000', unit)).toBe('800,5; 1600');
  expect(listOutOfUnit('0,5 1,5; 2, 3', unit)).toBe('500 1500; 2000, 3000');
  speakNumbers('en');
});

it('a path with names reads back to numbers', () => {
  for (const { path } of fields) expect(indexedPath(namedPath(path, base), base)).toBe(path);
  expect(namedPath('links.1.queue.limit_bytes', base)).toBe('links.R1-R2.queue.limit_bytes');
});

it('a path with names keeps a number where the name could be mistaken', () => {
  const named = (name: string) => ({ ...base, links: [{ ...base.links[0], name }] }) as Scenario;
  expect(namedPath('links.0.rate_bps', named('a.b'))).toBe('links.0.rate_bps');
  expect(namedPath('links.0.rate_bps', named('7'))).toBe('links.0.rate_bps');
});
