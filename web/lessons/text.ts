/** For tests: parses a lesson's text into its components, links and plain text. */
import type { Node, Parent } from 'unist';
import { parse } from '../../scripts/build/lesson-blocks.mjs';

/** A component in the text, with its attributes and the text between its tags. */
export interface PlacedComponent {
  name: string;
  attributes: Readonly<Record<string, string>>;
  words: string;
  line: number;
  /** The line of its end. */
  end: number;
  /** Names of the components around it, the outermost first. */
  within: readonly string[];
}

/** Text outside the components that mark numbers. */
export interface Words {
  text: string;
  line: number;
}

export interface ParsedText {
  placed: PlacedComponent[];
  /** The text outside marking components, without code and math. */
  unmarked: Words[];
  links: { address: string; line: number }[];
}

/** Components that mark numbers; other tests check those numbers. */
const MARKS = new Set(['Claim', 'Cited', 'Found', 'Setting', 'Fact']);

export function readText(source: string): ParsedText {
  const [tree] = parse(source);
  const read: ParsedText = { placed: [], unmarked: [], links: [] };
  visit(tree, [], read);
  return read;
}

interface Element extends Parent {
  name: string;
  attributes: { type: string; name: string; value: unknown }[];
}

function visit(node: Node, within: readonly string[], read: ParsedText): void {
  const line = node.position?.start.line ?? 0;
  if (node.type === 'text' && !within.some((name) => MARKS.has(name)))
    read.unmarked.push({ text: (node as Node & { value: string }).value, line });
  if (node.type === 'link') read.links.push({ address: (node as Node & { url: string }).url, line });
  let inside = within;
  if (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') {
    const { name, attributes } = node as Element;
    const values = attributes.flatMap(({ name: key, value }) =>
      typeof value === 'string' ? [[key, value]] : [],
    );
    const end = node.position?.end.line ?? line;
    const words = wordsOf(node);
    read.placed.push({ name, attributes: Object.fromEntries(values), words, line, end, within });
    inside = [...within, name];
  }
  for (const child of (node as Parent).children ?? []) visit(child, inside, read);
}

function wordsOf(node: Node): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return ((node as Parent).children ?? []).map(wordsOf).join('');
}

/** A piece of a lesson's core path: a block of text, or something to do. */
export type CorePiece = { line: number } & ({ words: string } | { does: string });

/** Components outside the core path: depth on demand, and what follows the lesson. */
const BESIDES = new Set(['Fold', 'Notebook', 'TeachersNote', 'Reading', 'Beside']);

/** Components that the reader does something with. */
const ACTS = new Set(['Point', 'Predict', 'Experiment', 'Check', 'Capstone']);

/** The core path of a lesson in order, without headings. A block of text that contains something to do is split there. */
export function readCore(source: string): CorePiece[] {
  const [tree] = parse(source);
  const pieces: CorePiece[] = [];
  const add = (node: Node) => {
    const line = node.position?.start.line ?? 0;
    const name = node.type.startsWith('mdxJsx') ? (node as Element).name : '';
    if (BESIDES.has(name) || node.type === 'heading') return;
    if ('value' in node && typeof node.value === 'string') {
      const words = node.value.replaceAll(/\s+/g, ' ');
      const last = pieces.at(-1);
      if (last !== undefined && 'words' in last) last.words += words;
      else pieces.push({ words, line });
      return;
    }
    for (const child of (node as Parent).children ?? []) add(child);
    if (ACTS.has(name)) pieces.push({ does: name, line });
    else if (name === 'Step') pieces.push({ does: `Step ${attributeOf(node as Element, 'id')}`, line });
    else if (BLOCKS.has(node.type)) pieces.push({ words: BREAK, line });
  };
  add(tree);
  return pieces;
}

const BLOCKS = new Set(['paragraph', 'listItem', 'tableCell']);

/** Ends a block of text, and with it the sentence. */
const BREAK = '\n';

function attributeOf({ attributes }: Element, wanted: string): string {
  return String(attributes.find(({ name }) => name === wanted)?.value ?? '');
}

/** The sentences of a text. A line break ends one. */
export function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.?!])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\w/.test(sentence));
}

export function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}
