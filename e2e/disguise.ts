/** Finds plain English on a pseudo-localized page (`?lang=en-XA`, web/base/words/pseudoLanguage.ts): texts that can't be translated. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { MARKS, pseudoLanguage } from '../web/base/words/pseudoLanguage';

/** Names that are the same in every language. */
const NAMES = [
  // Other names for the lab.
  'Vegas Lab',
  ...['Wireshark', 'Moodle', 'Canvas', 'Apache', 'GitHub', 'Linux', 'Ethernet'],
  // Algorithms, also as parts of labels.
  ...[
    'Tahoe',
    'Reno',
    'NewReno',
    'Vegas',
    'Veno',
    'Westwood',
    'Illinois',
    'Compound',
    'Jain',
    'Jacobson',
    'Karn',
  ],
  ...readdirSync('engine-wasm/sim/presets').map((file) => file.replace(/\..*/, '')),
  // Flow names of the scenarios that the test opens.
  'transfer',
  // Fields, as RFCs and papers spell them.
  ...['cwnd', 'ssthresh', 'rwnd', 'flight', 'diff', 'alpha', 'beta', 'gamma', 'srtt', 'rto'],
  // The sample text for large type.
  'Aa',
  // Languages by their own names.
  ...['English', 'Deutsch'],
  // Keys.
  'Esc',
  // Kinds of files.
  ...['pcap', 'pcapng', 'qlog', 'tcpdump', 'editcap', 'SCORM', 'cmi5'],
];

const UNITS = ['ms', 'µs', 'us', 'min', 'seg', 'bit', 'kbit', 'Mbit', 'Gbit', 'KiB', 'MiB', 'GiB', 'px'];

/** Elements with text that isn't translated: English content, names, code, mathematics and user input. */
const LEFT_OUT = [
  '[lang="en"]',
  '[translate="no"]',
  // Host names of a scenario.
  '.network-drawing .box text',
  '.strip-layers .node text',
  ...[
    'code',
    'pre',
    'kbd',
    'samp',
    'cite',
    'var',
    'math',
    '.katex',
    'textarea',
    'script',
    'style',
    'noscript',
    'template',
  ],
].join();

const ATTRIBUTES = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
];

/** All visible texts and accessible names, including text of inline elements. */
async function textsOf(page: Page): Promise<string[]> {
  return await page.evaluate(
    ([leftOut, attributes]) => {
      // Pages with English content have an English title.
      const english = [...document.querySelectorAll(':is(h1, h2)[lang="en"]')].map(
        (one) => one.textContent ?? '',
      );
      const found = english.some((name) => document.title.startsWith(name)) ? [] : [document.title];
      const shown = (element: Element) => (element.closest('select') ?? element).checkVisibility();
      // Inline elements split a text; this joins its pieces per block.
      const blocks = new Map<Element, string>();
      const blockOf = (element: Element): Element =>
        element.parentElement !== null && /^inline$|contents/.test(getComputedStyle(element).display)
          ? blockOf(element.parentElement)
          : element;
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
        const element = node.parentElement;
        if (element === null || node.textContent?.trim() === '' || !shown(element)) continue;
        // An option whose label equals its value is a code name.
        if (element instanceof HTMLOptionElement && element.value === element.text) continue;
        const text = element.closest(leftOut) === null ? node.textContent : ' ';
        const block = blockOf(element);
        blocks.set(block, (blocks.get(block) ?? '') + text);
      }
      found.push(...blocks.values());
      for (const element of document.body.querySelectorAll('*')) {
        if (element.closest(leftOut) !== null || !shown(element)) continue;
        for (const name of attributes) found.push(element.getAttribute(name) ?? '');
        if (element instanceof HTMLOptGroupElement) found.push(element.label);
      }
      return found;
    },
    [LEFT_OUT, ATTRIBUTES] as const,
  );
}

/** The words in names of scenario fields: "transfer: queue limit bytes" contains those of `limit_bytes`. */
function fieldWords(): string[] {
  const names: string[] = [];
  JSON.parse(readFileSync('web/engine/pkg/catalogue.json', 'utf8'), (key, value) => {
    if ((key === 'name' || key === 'set') && typeof value === 'string') names.push(...value.split('_'));
    return value;
  });
  return names.filter((name) => /^\w+$/.test(name));
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches any of these words, longest first, but not inside other words. */
function anyOf(words: readonly string[]): string {
  const longestFirst = words.toSorted((a, b) => b.length - a.length).map(escapeRegExp);
  return `(?<![\\p{L}\\d_-])(?:${longestFirst.join('|')})(?![\\p{L}\\d_-])`;
}

/** The letters that only pseudo-localized texts contain. */
function accentedLetters(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';
  const said = pseudoLanguage('en-XA').translate(alphabet + alphabet.toUpperCase()) ?? '';
  return said.replace(/[^\p{L}]/gu, '');
}

const [OPEN, CLOSE] = MARKS.map(escapeRegExp);
const WHOLE = new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'gu');
const FIELD = anyOf(fieldWords());

const LANGUAGES_OWN_NOTHING = [
  // The text of an element inside a pseudo-localized text.
  new RegExp(`\\S*[${accentedLetters()}]\\S*`, 'gu'),
  // A control's label: owner and field.
  new RegExp(`^${FIELD}(?: ${FIELD})*$`, 'gu'),
  new RegExp(`\\S+: ${FIELD}(?: ${FIELD})*`, 'gu'),
  // A link of a network: its two nodes.
  /\S+ ?[→↔] ?\S+/gu,
  // A paper: authors and year.
  /\p{Lu}[\p{L}-]+(?:(?:, | & | and )\p{Lu}[\p{L}-]+)*(?: et al\.)? \d{4}/gu,
  // Acronyms, words with a digit or an underscore (hosts, code), and addresses.
  /\b(?:[A-Z]{2,}s?|[\w-]*[\d_][\w-]*)\b|\S*:\/\/\S*/gu,
  new RegExp(anyOf([...NAMES, ...UNITS]), 'giu'),
];

/** The plain English in a text; '' if it's pseudo-localized or not language. */
export function plainIn(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(WHOLE, ' ');
  }
  const left = LANGUAGES_OWN_NOTHING.reduce((some, pattern) => some.replace(pattern, ' '), rest);
  return /\p{L}{2}/u.test(left) ? text.replace(/\s+/g, ' ').trim() : '';
}

/** The distinct plain English texts of a page. */
export async function plainTexts(page: Page): Promise<string[]> {
  const texts = await textsOf(page);
  return [...new Set(texts.map(plainIn).filter((text) => text !== ''))];
}
