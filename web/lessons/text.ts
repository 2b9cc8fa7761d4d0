/** A lesson's text as it is written, for the tests that read it: its components, its numbers, its spelling. */
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Node, Parent } from 'unist';

/** A component in the text, with its attributes and the words between its tags. */
export interface Placed {
  name: string;
  attributes: Readonly<Record<string, string>>;
  words: string;
  line: number;
}

/** Words outside of components that mark them. */
export interface Words {
  text: string;
  line: number;
}

export interface Read {
  placed: Placed[];
  /** The unmarked text, without code and math. */
  unmarked: Words[];
  links: { address: string; line: number }[];
}

/** Components whose words are about numbers that are proved elsewhere. */
const MARKS = new Set(['Claim', 'Cited', 'Found', 'Setting', 'Fact']);

export function readText(source: string): Read {
  const tree = unified().use(remarkParse).use(remarkMdx).use(remarkGfm).use(remarkMath).parse(source);
  const read: Read = { placed: [], unmarked: [], links: [] };
  session(tree, false, read);
  return read;
}

interface Element extends Parent {
  name: string;
  attributes: { type: string; name: string; value: unknown }[];
}

function session(node: Node, marked: boolean, read: Read): void {
  const line = node.position?.start.line ?? 0;
  if (node.type === 'text' && !marked)
    read.unmarked.push({ text: (node as Node & { value: string }).value, line });
  if (node.type === 'link') read.links.push({ address: (node as Node & { url: string }).url, line });
  let within = marked;
  if (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') {
    const { name, attributes } = node as Element;
    const given = attributes.flatMap(({ name: key, value }) =>
      typeof value === 'string' ? [[key, value]] : [],
    );
    read.placed.push({ name, attributes: Object.fromEntries(given), words: wordsOf(node), line });
    within ||= MARKS.has(name);
  }
  for (const child of (node as Parent).children ?? []) session(child, within, read);
}

function wordsOf(node: Node): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return ((node as Parent).children ?? []).map(wordsOf).join('');
}
