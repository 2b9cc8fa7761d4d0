// Reads a text, which is Markdown with components, into the blocks that teachers' copies of lessons have too. Components inside a line
// become links, which Markdown has for such things: `<Claim id="trip">117 ms</Claim>` becomes `[117 ms](claim:trip)`.

import katex from 'katex';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { mathToMarkdown } from 'mdast-util-math';
import { mdxJsxFromMarkdown } from 'mdast-util-mdx-jsx';
import { toMarkdown } from 'mdast-util-to-markdown';
import { mdxJsx } from 'micromark-extension-mdx-jsx';
import { DIALECT } from '../../web/lessons/copy/markdown.ts';
import { checkText, FLOW, Mistake, PHRASE } from './lesson-mistakes.mjs';

/** @typedef {import('../../web/lessons/copy/format').Block} Block */
/** @typedef {import('../../web/lessons/copy/elements').Element} Element */

/**
 * @typedef {object} Text
 * @property {any} tree
 * @property {Block[]} blocks
 * @property {Record<string, Element>} formulas MathML by place (`inline` or `display`) and source
 * @property {string[]} imports the lines that import components that only this text has
 * @property {string[]} own the names of those
 */

/** @param {string} source @returns {Text} */
export function textIn(source) {
  const [tree, imports] = parse(source);
  const own = imports.map((line) => IMPORT.exec(line)?.[1] ?? '');
  checkText(tree, own);
  return { tree, blocks: blocksOf(tree.children), formulas: formulasIn(tree), imports, own };
}

/** The blocks with which a copy begins: its author sees no line breaks within paragraphs. @param {Text} text */
export function blocksOfCopy({ tree }) {
  return blocksOf(tree.children.map(withoutLineBreaks));
}

/** @param {any} node @returns {any} */
function withoutLineBreaks(node) {
  if (node.type === 'text') return { ...node, value: node.value.replaceAll(/\s*\n\s*/g, ' ') };
  return node.children === undefined ? node : { ...node, children: node.children.map(withoutLineBreaks) };
}

const IMPORT = /^import \{ (\w+) \} from (['"])[^'"]+\2;?$/;

/** The tree of a text, and the lines before it that import components. @param {string} source @returns {[tree: any, imports: string[]]} */
export function parse(source) {
  const lines = source.split(/\r\n|\n/);
  const first = lines.findIndex((line) => line !== '' && !IMPORT.test(line));
  const begin = first < 0 ? lines.length : first;
  const imports = lines.slice(0, begin).filter((line) => line !== '');
  const { extensions, mdastExtensions } = DIALECT;
  try {
    const tree = fromMarkdown(lines.map((line, place) => (place < begin ? '' : line)).join('\n'), {
      extensions: [...extensions, mdxJsx(), { disable: { null: ['autolink'] } }],
      mdastExtensions: [...mdastExtensions, mdxJsxFromMarkdown()],
    });
    return [tree, imports];
  } catch (error) {
    const { message, line, column } = /** @type {import('vfile-message').VFileMessage} */ (error);
    // The place of a tag without its end is only in the words.
    const [, ofTag = 1, columnOfTag = 1] = /\((\d+):(\d+)-/.exec(message) ?? [];
    const start = { line: line ?? Number(ofTag), column: column ?? Number(columnOfTag) };
    throw new Mistake({ position: { start } }, message);
  }
}

/**
 * @typedef {object} Component
 * @property {string} name
 * @property {Record<string, string>} attributes
 */

/** The components in a tree, in the order of the text. @param {any} node @returns {Component[]} */
export function componentsIn(node) {
  const inside = (node.children ?? []).flatMap(componentsIn);
  return node.type === FLOW || node.type === PHRASE
    ? [{ name: node.name, attributes: attributesOf(node) }, ...inside]
    : inside;
}

/** @param {any[]} nodes @returns {Block[]} */
function blocksOf(nodes) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {any[]} */
  let texts = [];
  const endText = () => {
    if (texts.length > 0) blocks.push({ kind: 'text', text: markdownOf(texts) });
    texts = [];
  };
  for (const node of nodes) {
    if (node.type === 'heading') endText();
    if (node.type !== FLOW) {
      texts.push(node);
      continue;
    }
    endText();
    blocks.push(...componentBlocks(node));
  }
  endText();
  return blocks;
}

/** @param {any} node @returns {Block[]} */
function componentBlocks(node) {
  const { name, children } = node;
  const { id = '', question = '' } = attributesOf(node);
  switch (name) {
    case 'Stage':
      return children.flatMap(componentBlocks);
    case 'Step':
      return [{ kind: 'step', id, text: markdownOf(children) }];
    case 'Predict':
      return [{ kind: 'predict', id }];
    case 'Check':
      return [{ kind: 'check', id }];
    case 'Experiment':
      return [{ kind: 'experiment', id }];
    case 'Fold':
      return [{ kind: 'fold', question, blocks: blocksOf(children) }];
    case 'Notebook':
      return [{ kind: 'notebook', blocks: blocksOf(children) }];
    case 'Reading':
      return [{ kind: 'reading', text: markdownOf(children) }];
    case 'TeachersNote':
      return [{ kind: 'note', text: markdownOf(children) }];
    case 'figure':
      return children.map((/** @type {any} */ one) => ({ kind: 'part', id: one.name, figure: true }));
    default:
      return [{ kind: 'part', id: name }];
  }
}

/** @param {any} element @returns {Record<string, string>} */
function attributesOf({ attributes }) {
  return Object.fromEntries(attributes.map((/** @type {any} */ one) => [one.name, String(one.value ?? '')]));
}

/** @param {any[]} children */
function markdownOf(children) {
  const text = toMarkdown(
    { type: 'root', children: children.flatMap(plain) },
    {
      bullet: '*',
      emphasis: '*',
      resourceLink: true,
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), mathToMarkdown()],
    },
  );
  return text.trim();
}

/** A node without components: those within a line become links. @param {any} node @returns {any} */
function plain(node) {
  const children = node.children?.flatMap(plain);
  if (node.type !== PHRASE) return children === undefined ? node : { ...node, children, position: undefined };
  const url = addressOf(node);
  if (!['Point', 'Live'].includes(node.name)) return { type: 'link', url, children };
  // Markdown has no link within a link: a claim inside a point is a link with both.
  return children.map((/** @type {any} */ child) =>
    child.type === 'link'
      ? { ...child, url: `${url}+${child.url}` }
      : { type: 'link', url, children: [child] },
  );
}

/** @param {any} node */
function addressOf(node) {
  const { id = '', to = '', of = '', path = '', source = '' } = attributesOf(node);
  return `${node.name.toLowerCase()}:${id || to || of || source}${path && `:${path}`}`;
}

/** @param {any} tree */
function formulasIn(tree) {
  /** @type {Record<string, Element>} */
  const found = {};
  const visit = (/** @type {any} */ node) => {
    const lone = node.type === 'paragraph' && node.children.length === 1;
    for (const child of node.children ?? []) {
      if (child.type === 'inlineMath' || child.type === 'math') {
        const display = lone || child.type === 'math';
        found[`${display ? 'display' : 'inline'} ${child.value}`] = mathmlOf(child, display);
      } else visit(child);
    }
  };
  visit(tree);
  return found;
}

/** A formula as MathML, which needs neither style sheets nor fonts, and which screen readers can read. @param {any} node @param {boolean} displayMode */
function mathmlOf(node, displayMode) {
  try {
    return elementIn(
      katex.renderToString(node.value, { displayMode, output: 'mathml', strict: true, throwOnError: true }),
    );
  } catch (error) {
    throw new Mistake(
      node,
      `The formula ${node.value} isn't possible: ${/** @type {Error} */ (error).message}`,
    );
  }
}

const TOKEN = /<(\/?)([a-z]+)((?: [\w:-]+="[^"]*")*)(\/?)>|[^<]+/g;

/** The element that KaTeX has written. @param {string} markup @returns {Element} */
function elementIn(markup) {
  /** @type {any[]} */
  const open = [['', {}]];
  for (const [text, end, name, attributes = '', empty] of markup.matchAll(TOKEN)) {
    if (name === undefined) open.at(-1).push(unescaped(text));
    else if (end) open.pop();
    else {
      const element = [name, propertiesIn(attributes)];
      open.at(-1).push(element);
      if (!empty) open.push(element);
    }
  }
  return open[0][2];
}

/** @param {string} attributes */
function propertiesIn(attributes) {
  const pairs = [...attributes.matchAll(/ ([\w:-]+)="([^"]*)"/g)];
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => {
      if (name === 'style')
        throw new Error('it needs a style, which the content security policy of pages forbids');
      return [name === 'class' ? 'className' : name, unescaped(value)];
    }),
  );
}

/** @type {Record<string, string>} */
const CHARACTERS = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** @param {string} text */
const unescaped = (text) => text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name) => CHARACTERS[name] ?? '');
