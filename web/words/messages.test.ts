/** Tests that every message has a German template with the same placeholders. */
import { afterEach, expect, test } from 'vitest';
import { messageTemplates } from '../../scripts/words.mjs';
import { FAILURES } from '../engine/failures';
import { ENGINE_MESSAGES, THEORY_MESSAGES } from '../engine/schema';
import { GERMAN } from './de';
import { COMMAND_LINE } from './provoked';
import { ENGLISH, filled, speak } from './words';

const LISTS = [ENGINE_MESSAGES, THEORY_MESSAGES, FAILURES];
const english: Record<string, string> = Object.assign({}, ...LISTS);
const german = messageTemplates();

afterEach(() => speak(ENGLISH));

test('no two lists of messages share a code', () => {
  expect(Object.keys(english)).toHaveLength(LISTS.flatMap((list) => Object.keys(list)).length);
});

test('each message has a German template, except those of the command line', () => {
  expect(Object.keys(english).filter((code) => !german[code])).toEqual([...COMMAND_LINE]);
  expect(Object.keys(german).filter((code) => english[code] === undefined)).toEqual([]);
});

test('German templates have the placeholders of the English, with the same decimals', () => {
  const placeholders = (text = '') => (text.match(/\{[^}]*\}/g) ?? []).sort();
  for (const [code, text] of Object.entries(german))
    expect(placeholders(text), code).toEqual(placeholders(english[code]));
});

test('a placeholder with decimals uses the decimal mark of the language', () => {
  speak(GERMAN);
  expect(filled('{least:.2} s, {most:.0} s, {exact} s', { least: 0.5, most: 12.4, exact: 0.25 })).toBe(
    '0,50 s, 12 s, 0,25 s',
  );
});
