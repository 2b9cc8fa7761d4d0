/** The texts of copies, parsed once. */
import type { Root } from 'mdast';
import { measureMarkdown } from './limits';
import { parseMarkdown, type TextBlock } from './markdown';

/** Parses a text. One beyond the limits, which only the authoring page can have, is a single piece of code. */
export function parseWithinLimits(text: string): Root {
  if (measureMarkdown(text).problem === null) return parseMarkdown(text);
  return { type: 'root', children: [{ type: 'code', value: text }] };
}

const PARSED = new WeakMap<TextBlock, Root>();

/** The text of a block. A block never changes; a changed copy has another one in its place. */
export function rootOf(block: TextBlock): Root {
  let root = PARSED.get(block);
  if (root === undefined) {
    root = parseWithinLimits(block.text);
    PARSED.set(block, root);
  }
  return root;
}
