/** Pseudo-localization: English in accented letters, longer like other languages, to find untranslated texts and narrow places. */
import { ENGLISH, type LanguagePack } from './words';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ';

/** Marks the start and end of each text, so that texts concatenated in code, which translators can't reorder, are visible. */
export const MARKS = ['[', ']'] as const;

export function pseudoLanguage(tag: string): LanguagePack {
  const accents = new Map([...PLAIN].map((letter, place) => [letter, [...ACCENTED][place] ?? letter]));
  // Keep names in braces and tags, which code refers to.
  const accented = (text: string) =>
    text.replace(/(\{\w+\}|<\/?\w+>)|[a-zA-Z]/g, (letter, name) => name ?? accents.get(letter) ?? letter);
  // Spaces let the padding wrap like words.
  const padding = (length: number) => '~'.repeat(Math.ceil(length * 0.3)).replace(/~{8}(?=~)/g, '$& ');
  const pseudo = (text: string) => `${MARKS[0]}${accented(text)}${padding(text.length)}${MARKS[1]}`;
  return {
    ...ENGLISH,
    tag,
    translate: (english) => english.split('|').map(pseudo).join('|'),
  };
}
