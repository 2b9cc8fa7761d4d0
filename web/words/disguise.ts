/** English in disguise: as long as other languages are, in letters that no other text has, and from right to left if that is asked for. */
import { ENGLISH, type Tongue } from './words';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ';

/** Marks the start and end of each text, so that texts concatenated in code, which translators can't reorder, show up as two. */
export const MARKS = ['[', ']'] as const;

export function disguised(tag: string): Tongue {
  const accents = new Map([...PLAIN].map((letter, place) => [letter, [...ACCENTED][place] ?? letter]));
  // Names in braces and tags belong to the code.
  const accented = (text: string) =>
    text.replace(/(\{\w+\}|<\/?\w+>)|[a-zA-Z]/g, (letter, name) => name ?? accents.get(letter) ?? letter);
  // The padding wraps like words.
  const more = (length: number) => '~'.repeat(Math.ceil(length * 0.3)).replace(/~{8}(?=~)/g, '$& ');
  const longer = (text: string) => `${MARKS[0]}${accented(text)}${more(text.length)}${MARKS[1]}`;
  return {
    ...ENGLISH,
    tag,
    say: (english) => english.split('|').map(longer).join('|'),
  };
}
