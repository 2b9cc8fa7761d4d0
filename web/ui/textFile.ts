/** Reads text files that people made with other programs. Spreadsheets write several encodings, and none says which. */
import { t } from '../base/words/words';

export interface TextOfFile {
  text: string;
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/** The letters of the bytes from 0x80 to 0x9f, which Node leaves as control characters. */
const HIGH_LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const highLetter = (control: string) => HIGH_LETTERS.charAt(control.charCodeAt(0) - 0x80);

/** Bytes that show whether every other one is 0, as in UTF-16 with Latin letters. */
const SAMPLE = 4096;

/** The text of a file by its byte order mark, or else as UTF-8, or else as Windows-1252, which every byte is a letter of. */
export async function readText(file: Blob): Promise<TextOfFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = wideEncoding(bytes);
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' };
  const text = utf8(bytes);
  if (text !== null) return { text, encoding: 'UTF-8' };
  const letters = new TextDecoder('windows-1252').decode(bytes);
  return { text: letters.replaceAll(/[\u0080-\u009f]/g, highLetter), encoding: 'Windows-1252' };
}

/** The text of a file that must be UTF-8, without a byte order mark. Throws an error for the user if it isn't. */
export async function readUtf8(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (wideEncoding(bytes) !== null)
    throw new Error(t('The file is UTF-16. Save it as UTF-8, and open it again.'));
  const text = utf8(bytes);
  if (text !== null) return text;
  const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd', 1);
  throw new Error(
    t('The file isn’t UTF-8 (line {line}). Save it as UTF-8, and open it again.', {
      line: before.split('\n').length,
    }),
  );
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const sample = bytes.subarray(0, SAMPLE);
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : null;
}

/** Words with accents in a text, which show whether it was read right. */
const EXAMPLES = 3;

/** How a file was read, if that could be wrong; '' for UTF-8. */
export function encodingInWords({ text, encoding }: TextOfFile): string {
  if (encoding === 'UTF-8') return '';
  const words = new Set<string>();
  for (const [word] of text.matchAll(/\p{L}[\p{L}\p{M}’]*/gu)) {
    if (words.size === EXAMPLES) break;
    if (/[\u0080-\uffff]/.test(word)) words.add(word);
  }
  return words.size === 0
    ? t('The file was read as {encoding}.', { encoding })
    : t('The file was read as {encoding}. Check letters with accents: {words}.', {
        encoding,
        words: [...words].join(', '),
      });
}
