import { afterEach, describe, expect, test } from 'vitest';
import { BY_HAND, catalogues, hardCodedTexts, texts } from '../../scripts/words.mjs';
import { disguised } from './disguise';
import { formatCount, formatMs, speakNumbers } from './format';
import { ENGLISH, plural, sayInEnglish, speak, type Tongue, t, translated } from './words';

const small: Tongue = {
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
  test('is English where nothing else is spoken', () => {
    expect(t('Jump to {place}', { place: 'the end' })).toBe('Jump to the end');
    expect(plural(1, '{n} drop', '{n} drops')).toBe('1 drop');
    expect(plural(1234, '{n} drop', '{n} drops')).toBe('1,234 drops');
  });

  test('is in the language that is spoken, with its forms and its decimal mark', () => {
    speak(small);
    expect(t('Jump to {place}', { place: 1.5 })).toBe('Zu 1,5 springen');
    expect(plural(1, '{n} drop', '{n} drops')).toBe('1 Verlust');
    expect(plural(0, '{n} drop', '{n} drops')).toBe('0 Verluste');
  });

  test('can be had in English all the same, with its numbers', () => {
    speak(small);
    const say = () => `${t('Jump to {place}', { place: 1.5 })}, ${formatMs(1234.5)}`;
    expect(sayInEnglish(say)).toBe('Jump to 1.5, 1,234.5 ms');
    expect(say()).toBe('Zu 1,5 springen, 1.234,5 ms');
  });

  test('stays English where the language has no words for it', () => {
    speak(small);
    expect(t('Unheard of {n}', { n: 2 })).toBe('Unheard of 2');
    expect(plural(1, '{n} hop', '{n} hops')).toBe('1 hop');
  });

  test('in disguise keeps the names of its values and of its elements', () => {
    speak(disguised('en-XA'));
    expect(t('Jump to {place}', { place: 'B' })).toMatch(/^\[\P{ASCII}+ \P{ASCII}+ B~+\]$/u);
    expect(translated('Open <bench>it</bench>')).toMatch(/<bench>íţ<\/bench>/);
  });
});

test('numbers are written as the language does', () => {
  expect([formatCount(12_345), formatMs(1234.5)]).toEqual(['12,345', '1,234.5 ms']);
  speakNumbers('de');
  expect([formatCount(12_345), formatMs(1234.5)]).toEqual(['12.345', '1.234,5 ms']);
});

test('a file for programs is in English, whatever the language before and after', () => {
  speak(small);
  const said = () => `${plural(1, '{n} drop', '{n} drops')}, ${formatCount(1234)}`;
  expect([said(), sayInEnglish(said), said()]).toEqual([
    '1 Verlust, 1.234',
    '1 drop, 1,234',
    '1 Verlust, 1.234',
  ]);
});

describe('the German catalogues', () => {
  // A text without German stays English; `npm run words` lists those.
  test('hold no text that the code no longer has: npm run words removes it', () => {
    const inCode = new Set(texts().map(({ text }) => text));
    const stale = [...catalogues()]
      .filter(([name]) => !BY_HAND.includes(name))
      .flatMap(([, catalogue]) => Object.keys(catalogue).filter((text) => !inCode.has(text)));
    expect(stale).toEqual([]);
  });

  test('name the same values and elements as the English, and have a form for each number', () => {
    const names = (text: string) => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].sort();
    for (const catalogue of catalogues().values())
      for (const [english, german] of Object.entries(catalogue)) {
        if (german === '') continue;
        expect(names(german), english).toEqual(names(english));
        expect(german.split('|').length, english).toBe(english.split('|').length);
      }
  });
});

test('no element or accessible name has text outside the catalogues', () => {
  expect(hardCodedTexts()).toEqual([]);
});
