/**
 * The Markdown of copies: headings, paragraphs, lists, tables, code, formulas of the lesson, and links. A link to a name is a mark like
 * those of our lessons: `[117 ms](claim:trip)`. HTML and images are shown as plain text.
 */
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfmTable } from 'micromark-extension-gfm-table';
import { math } from 'micromark-extension-math';
import type { Block } from './format';

/** Constructs of Markdown that texts don't have. */
const LEFT_OUT = ['htmlFlow', 'htmlText', 'labelStartImage', 'definition', 'codeIndented', 'setextUnderline'];

export type TextBlock = Extract<Block, { text: string }>;

/** The Markdown of all texts, for `fromMarkdown`. */
export const DIALECT = {
  extensions: [gfmTable(), math(), { disable: { null: LEFT_OUT } }],
  mdastExtensions: [gfmTableFromMarkdown(), mathFromMarkdown()],
};

/** Parses a text of any length. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, DIALECT);
}

/** The target of a link. A point, or an instruction that needs the live picture, may contain another mark. */
export type Reference =
  | { kind: 'claim' | 'cited' | 'found' | 'fact' | 'term'; name: string }
  | { kind: 'point' | 'live'; name: string; inner?: Reference }
  | { kind: 'setting'; experiment: string; arm: string; path: string }
  | { kind: 'address'; address: string };

/** Reads a link's target; null if copies can't have it. */
export function referenceOf(url: string): Reference | null {
  const target = decoded(url);
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/s.exec(target) ?? [];
  switch (scheme) {
    case 'claim':
    case 'cited':
    case 'found':
    case 'fact':
    case 'term':
      return { kind: scheme, name: rest };
    case 'point':
    case 'live': {
      const [name = '', ...more] = rest.split('+');
      const inner = more.length > 0 ? referenceOf(more.join('+')) : null;
      return { kind: scheme, name, ...(inner && { inner }) };
    }
    case 'setting': {
      const [, experiment = '', arm = '', path = ''] = /^([^/:]*)\/?([^:]*):(.*)$/.exec(rest) ?? [];
      return { kind: 'setting', experiment, arm, path };
    }
    case 'http':
    case 'https':
    case 'lesson':
      return { kind: 'address', address: url };
    default:
      return /^#\//.test(url) ? { kind: 'address', address: url } : null;
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

export interface PlacedReference {
  reference: Reference;
  words: string;
}

/** The marks and links of a text in their order, and the text outside them. */
export function marksIn(root: Root): { marks: PlacedReference[]; unmarked: string } {
  const marks: PlacedReference[] = [];
  let unmarked = '';
  const visit = (node: Nodes) => {
    if (node.type === 'link') {
      const reference = referenceOf(node.url);
      // An instruction's words are the text's own.
      if (reference !== null && (reference.kind !== 'live' || reference.inner)) {
        marks.push({ reference, words: wordsOf(node) });
        return;
      }
    }
    if (node.type === 'text') unmarked += `${node.value} `;
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return { marks, unmarked };
}

/** The text of a node and of those in it. */
export function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}
