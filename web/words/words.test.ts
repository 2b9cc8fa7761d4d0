import { afterEach, describe, expect, test } from 'vitest';
import { BY_HAND, catalogues, texts, unsaid } from '../../scripts/words.mjs';
import { disguised } from './disguise';
import { formatCount, formatMs, speakNumbers } from './format';
import { ENGLISH, plural, sayInEnglish, speak, type Tongue, t, translated } from './words';

const german: Tongue = {
  tag: 'de',
  say: (english) =>
    ({ 'Jump to {place}': 'Zu {place} springen', '{n} drop|{n} drops': '{n} Verlust|{n} Verluste' })[
      english
    ] ?? null,
  form: (count) => (count === 1 ? 0 : 1),
};

afterEach(() => {
  speak(ENGLISH);
  speakNumbers('en');
});

describe('a text', () => {
  test('is in English by default', () => {
    expect(t('Jump to {place}', { place: 'the end' })).toBe('Jump to the end');
    expect(plural(1, '{n} drop', '{n} drops')).toBe('1 drop');
    expect(plural(1234, '{n} drop', '{n} drops')).toBe('1,234 drops');
  });

  test('is translated, with plural forms and the decimal mark of the language', () => {
    speak(german);
    expect(t('Jump to {place}', { place: 1.5 })).toBe('Zu 1,5 springen');
    expect(plural(1, '{n} drop', '{n} drops')).toBe('1 Verlust');
    expect(plural(0, '{n} drop', '{n} drops')).toBe('0 Verluste');
  });

  test('can be put in English regardless of the language, with English numbers', () => {
    speak(german);
    const say = () => `${t('Jump to {place}', { place: 1.5 })}, ${formatMs(1234.5)}`;
    expect(sayInEnglish(say)).toBe('Jump to 1.5, 1,234.5 ms');
    expect(say()).toBe('Zu 1,5 springen, 1.234,5 ms');
  });

  test('stays English if the language has no translation', () => {
    speak(german);
    expect(t('Unheard of {n}', { n: 2 })).toBe('Unheard of 2');
    expect(plural(1, '{n} hop', '{n} hops')).toBe('1 hop');
  });

  test('keeps names of values and elements in the pseudo-language', () => {
    speak(disguised('en-XA'));
    expect(t('Jump to {place}', { place: 'B' })).toMatch(/^\[\P{ASCII}+ \P{ASCII}+ B~+\]$/u);
    expect(translated('Open <bench>it</bench>')).toMatch(/<bench>íţ<\/bench>/);
  });
});

test('numbers follow the language', () => {
  expect([formatCount(12_345), formatMs(1234.5)]).toEqual(['12,345', '1,234.5 ms']);
  speakNumbers('de');
  expect([formatCount(12_345), formatMs(1234.5)]).toEqual(['12.345', '1.234,5 ms']);
});

test('a file for programs is in English, and the interface language is restored', () => {
  speak(german);
  const text = () => `${plural(1, '{n} drop', '{n} drops')}, ${formatCount(1234)}`;
  expect([text(), sayInEnglish(text), text()]).toEqual([
    '1 Verlust, 1.234',
    '1 drop, 1,234',
    '1 Verlust, 1.234',
  ]);
});

describe('the German catalogues', () => {
  // Untranslated texts appear in English; `npm run words` lists them.
  test('contain only texts that the code still has; npm run words removes others', () => {
    const inCode = new Set(texts().map(({ text }) => text));
    const stale = [...catalogues()]
      .filter(([name]) => !BY_HAND.includes(name))
      .flatMap(([, catalogue]) => Object.keys(catalogue).filter((text) => !inCode.has(text)));
    expect(stale).toEqual([]);
  });

  test('have the same values and elements as the English, and the same number of plural forms', () => {
    const names = (text: string) => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].sort();
    for (const catalogue of catalogues().values())
      for (const [english, translation] of Object.entries(catalogue)) {
        if (translation === '') continue;
        expect(names(translation), english).toEqual(names(english));
        expect(translation.split('|').length, english).toBe(english.split('|').length);
      }
  });
});

test('no element or accessible name has text outside the catalogues', () => {
  expect(unsaid()).toEqual([]);
});
