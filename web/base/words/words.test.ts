import { afterEach, describe, expect, test } from 'vitest';
import {
  BY_HAND,
  catalogues,
  hardCodedTexts,
  messageTemplates,
  texts,
} from '../../../scripts/words/words.mjs';
import { FAILURES } from '../../engine/protocol';
import { ENGINE_MESSAGES, THEORY_MESSAGES } from '../../engine/schema';
import { GERMAN } from './de';
import { formatCount, formatMs, speakNumbers } from './format';
import { COMMAND_LINE } from './provoked';
import { pseudoLanguage } from './pseudoLanguage';
import {
  ENGLISH,
  filled,
  type LanguagePack,
  plural,
  sayInEnglish,
  setLanguage,
  t,
  translated,
} from './words';

const sampleGerman: LanguagePack = {
  tag: 'de',
  translate: (english) =>
    ({ 'Jump to {place}': 'Zu {place} springen', '{n} drop|{n} drops': '{n} Verlust|{n} Verluste' })[
      english
    ] ?? null,
  pluralForm: (count) => (count === 1 ? 0 : 1),
};

afterEach(() => {
  setLanguage(ENGLISH);
  speakNumbers('en');
});

test('a text is in English by default', () => {
  expect(t('Jump to {place}', { place: 'the end' })).toBe('Jump to the end');
  expect(plural(1, '{n} drop', '{n} drops')).toBe('1 drop');
  expect(plural(1234, '{n} drop', '{n} drops')).toBe('1,234 drops');
});

test('a text is translated, with plural forms and the decimal mark of the language', () => {
  setLanguage(sampleGerman);
  expect(t('Jump to {place}', { place: 1.5 })).toBe('Zu 1,5 springen');
  expect(plural(1, '{n} drop', '{n} drops')).toBe('1 Verlust');
  expect(plural(0, '{n} drop', '{n} drops')).toBe('0 Verluste');
});

test('a text can be put in English regardless of the language, with English numbers', () => {
  setLanguage(sampleGerman);
  const say = () => `${t('Jump to {place}', { place: 1.5 })}, ${formatMs(1234.5)}`;
  expect(sayInEnglish(say)).toBe('Jump to 1.5, 1,234.5 ms');
  expect(say()).toBe('Zu 1,5 springen, 1.234,5 ms');
});

test('a text stays English if the language has no translation', () => {
  setLanguage(sampleGerman);
  expect(t('Unheard of {n}', { n: 2 })).toBe('Unheard of 2');
  expect(plural(1, '{n} hop', '{n} hops')).toBe('1 hop');
});

test('a text keeps names of values and elements in the pseudo-language', () => {
  setLanguage(pseudoLanguage('en-XA'));
  expect(t('Jump to {place}', { place: 'B' })).toMatch(/^\[\P{ASCII}+ \P{ASCII}+ B~+\]$/u);
  expect(translated('Open <bench>it</bench>')).toMatch(/<bench>íţ<\/bench>/);
});

test('numbers follow the language', () => {
  expect([formatCount(12_345), formatMs(1234.5)]).toEqual(['12,345', '1,234.5 ms']);
  speakNumbers('de');
  expect([formatCount(12_345), formatMs(1234.5)]).toEqual(['12.345', '1.234,5 ms']);
});

test('a file for programs is in English, and the interface language is restored', () => {
  setLanguage(sampleGerman);
  const text = () => `${plural(1, '{n} drop', '{n} drops')}, ${formatCount(1234)}`;
  expect([text(), sayInEnglish(text), text()]).toEqual([
    '1 Verlust, 1.234',
    '1 drop, 1,234',
    '1 Verlust, 1.234',
  ]);
});

// Untranslated texts appear in English; `npm run words` lists them.
test('the German catalogues contain only texts that the code still has; npm run words removes others', () => {
  const inCode = new Set(texts().map(({ text }) => text));
  const stale = [...catalogues()]
    .filter(([name]) => !BY_HAND.includes(name))
    .flatMap(([, catalogue]) => Object.keys(catalogue).filter((text) => !inCode.has(text)));
  expect(stale).toEqual([]);
});

test('the German catalogues have the same values and elements as the English, and the same number of plural forms', () => {
  const names = (text: string) => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].sort();
  for (const catalogue of catalogues().values())
    for (const [english, translation] of Object.entries(catalogue)) {
      if (translation === '') continue;
      expect(names(translation), english).toEqual(names(english));
      expect(translation.split('|').length, english).toBe(english.split('|').length);
    }
});

test('no element or accessible name has text outside the catalogues', () => {
  expect(hardCodedTexts()).toEqual([]);
});

describe('the messages of the engine, the theory and the worker', () => {
  const LISTS = [ENGINE_MESSAGES, THEORY_MESSAGES, FAILURES];
  const english: Record<string, string> = Object.assign({}, ...LISTS);
  const german = messageTemplates();

  test('the messages of the engine, the theory and the worker have unique codes', () => {
    expect(Object.keys(english)).toHaveLength(LISTS.flatMap((list) => Object.keys(list)).length);
  });

  test('the messages of the engine, the theory and the worker have German templates, except those of the command line', () => {
    expect(Object.keys(english).filter((code) => !german[code])).toEqual([...COMMAND_LINE]);
    expect(Object.keys(german).filter((code) => english[code] === undefined)).toEqual([]);
  });

  test('the messages of the engine, the theory and the worker have the same placeholders and decimals in German as in English', () => {
    const placeholders = (text = '') => (text.match(/\{[^}]*\}/g) ?? []).sort();
    for (const [code, text] of Object.entries(german))
      expect(placeholders(text), code).toEqual(placeholders(english[code]));
  });

  test('the messages of the engine, the theory and the worker with decimals use the decimal mark of the language', () => {
    setLanguage(GERMAN);
    expect(filled('{least:.2} s, {most:.0} s, {exact} s', { least: 0.5, most: 12.4, exact: 0.25 })).toBe(
      '0,50 s, 12 s, 0,25 s',
    );
  });
});
