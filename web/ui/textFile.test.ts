/** Tests reading the encodings in which spreadsheets and editors save text. */
import { expect, it } from 'vitest';
import { encodingInWords, readText, readUtf8 } from './textFile';

const TEXT = 'Name;Code\r\nMüller, Zoë;VL3-\r\nŁukasz “Ł” Œ;–\r\n';
const LATIN = 'Name;Code\r\nMüller – “Zoë”;€ 5\r\nO’Neil Šime;x\r\n';

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const utf16 = (text: string, bigEndian: boolean) =>
  [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    return bigEndian ? [code >> 8, code & 255] : [code & 255, code >> 8];
  });
/** `LATIN` as Windows writes it. */
const WINDOWS = [...'Name;Code\r\nM\xfcller \x96 \x93Zo\xeb\x94;\x80 5\r\nO\x92Neil \x8aime;x\r\n'].map(
  (letter) => letter.charCodeAt(0),
);
const file = (bytes: readonly number[]) => new Blob([Uint8Array.from(bytes)]);

it.each([
  ['UTF-8', utf8(TEXT), TEXT, 'UTF-8'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...utf8(TEXT)], TEXT, 'UTF-8'],
  ['UTF-16 with a mark, as Excel’s “Unicode text”', [0xff, 0xfe, ...utf16(TEXT, false)], TEXT, 'UTF-16'],
  ['UTF-16 in the other order', [0xfe, 0xff, ...utf16(TEXT, true)], TEXT, 'UTF-16'],
  ['UTF-16 without a mark', utf16(TEXT, false), TEXT, 'UTF-16'],
  ['UTF-16 without a mark in the other order', utf16(TEXT, true), TEXT, 'UTF-16'],
  ['Windows-1252', WINDOWS, LATIN, 'Windows-1252'],
  ['nothing', [], '', 'UTF-8'],
  ['ASCII', utf8('Ann,x'), 'Ann,x', 'UTF-8'],
])('a text file in %s is read', async (_, bytes, text, encoding) => {
  expect(await readText(file(bytes))).toEqual({ text, encoding });
});

it('a text file that isn’t UTF-8 is said to be something else, with words to check', async () => {
  const said = async (bytes: readonly number[]) => encodingInWords(await readText(file(bytes)));
  expect(await said(utf8(TEXT))).toBe('');
  expect(await said(WINDOWS)).toBe(
    'The file was read as Windows-1252. Check letters with accents: Müller, Zoë, O’Neil.',
  );
  expect(await said([0xff, 0xfe, ...utf16('a', false)])).toBe('The file was read as UTF-16.');
});

it('a text file that must be UTF-8 is refused with its line otherwise', async () => {
  expect(await readUtf8(file([0xef, 0xbb, 0xbf, ...utf8(TEXT)]))).toBe(TEXT);
  await expect(readUtf8(file(WINDOWS))).rejects.toThrow('isn’t UTF-8 (line 2)');
  await expect(readUtf8(file([0xff, 0xfe, ...utf16(TEXT, false)]))).rejects.toThrow('is UTF-16');
});
