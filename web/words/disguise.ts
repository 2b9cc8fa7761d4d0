/** English in disguise: as long as other languages are, in letters that no other text has, and from right to left if that is asked for. */
import { ENGLISH, type Tongue } from './words';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ';

/** What begins and ends each text, so that two texts put together in code, which no language can reorder, are seen as two. */
export const MARKS = ['[', ']'] as const;

export function disguised(tag: string): Tongue {
  const accents = new Map([...PLAIN].map((letter, place) => [letter, [...ACCENTED][place] ?? letter]));
  // What stands in braces or between angles is a name of the code's.
  const accented = (text: string) =>
    text.replace(/(\{\w+\}|<\/?\w+>)|[a-zA-Z]/g, (letter, name) => name ?? accents.get(letter) ?? letter);
  // What is added breaks into lines as words do.
  const more = (length: number) => '~'.repeat(Math.ceil(length * 0.3)).replace(/~{8}(?=~)/g, '$& ');
  const longer = (text: string) => `${MARKS[0]}${accented(text)}${more(text.length)}${MARKS[1]}`;
  return {
    ...ENGLISH,
    tag,
    say: (english) => english.split('|').map(longer).join('|'),
  };
}
