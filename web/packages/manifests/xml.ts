/** Writes XML text, escaping reserved characters and removing forbidden ones. */

export type Attributes = Readonly<Record<string, string>>;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that no XML 1.0 document may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the ones to find
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function text(words: string): string {
  return words.replace(FORBIDDEN, '').replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter);
}

export function element(name: string, attributes: Attributes, ...inside: string[]): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${text(value)}"`)].join(
    ' ',
  );
  return inside.length === 0 ? `<${start}/>` : `<${start}>${inside.join('')}</${name}>`;
}

export function documentOf(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
