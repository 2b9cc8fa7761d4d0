// `import * as source from './lesson.mdx?blocks'` gives a lesson's text as data: blocks whose texts are plain Markdown, the formulas in
// them as trees of MathML, and the components that only this lesson has. Copies of lessons are made from it.
//
// Components inside a text become links, which Markdown has for such things: `<Claim id="trip">117 ms</Claim>` becomes
// `[117 ms](claim:trip)`.

import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { mathToMarkdown } from 'mdast-util-math';
import { toMarkdown } from 'mdast-util-to-markdown';
import rehypeKatex from 'rehype-katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** @typedef {import('../../web/lessons/copy/format').Block} Block */

const FLOW = 'mdxJsxFlowElement';

/** Parses a lesson's MDX. @param {string} source @returns {any} */
function parsed(source) {
  return unified().use(remarkParse).use(remarkMdx).use(remarkGfm).use(remarkMath).parse(source);
}

/** @param {string} source */
export function blocksIn(source) {
  const { children } = parsed(source);
  const imports = children.filter((/** @type {any} */ { type }) => type === 'mdxjsEsm');
  return {
    blocks: blocksOf(children.filter((/** @type {any} */ node) => !imports.includes(node))),
    formulas: formulasIn({ children }),
    imports: imports.map((/** @type {any} */ { value }) => value).join('\n'),
  };
}

/** The module that `?blocks` imports. @param {string} source */
export function blocksModule(source) {
  const { blocks, formulas, imports } = blocksIn(source);
  const names = [...imports.matchAll(/import \{ (\w+) \}/g)].map(([, name]) => name);
  return `${imports}
export const blocks = ${JSON.stringify(blocks)};
export const formulas = ${JSON.stringify(formulas)};
export const own = { ${names.join(', ')} };`;
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
      return children.map((/** @type {any} */ step) => ({
        kind: 'step',
        id: attributesOf(step).id ?? '',
        text: markdownOf(step.children),
      }));
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
    { type: 'root', children: children.map(plain) },
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
  if (node.type === 'text') return { type: 'text', value: node.value.replaceAll(/\s*\n\s*/g, ' ') };
  const children = node.children?.flatMap((/** @type {any} */ child) => [plain(child)].flat());
  if (node.type !== 'mdxJsxTextElement')
    return children === undefined ? node : { ...node, children, position: undefined };
  if (node.name === 'b') return { type: 'strong', children };
  // A copy's instructions are always shown.
  if (node.name === 'Live') return children;
  const url = addressOf(node);
  if (node.name !== 'Point') return { type: 'link', url, children };
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
  switch (node.name) {
    case 'Claim':
      return `claim:${id}`;
    case 'Point':
      return `point:${to}`;
    case 'Cited':
      return `cited:${of}`;
    case 'Found':
      return `found:${of}`;
    case 'Setting':
      return `setting:${of}:${path}`;
    case 'Fact':
      return `fact:${source}`;
    case 'Term':
      return `term:${of}`;
    default:
      throw new Error(
        `A lesson's text has <${node.name}> within a line, which copies of lessons don't know.`,
      );
  }
}

/** In place of a file that collects messages: a formula with an error stops the build. */
const REFUSING = {
  message(/** @type {string} */ why) {
    throw new Error(why);
  },
};

/**
 * The MathML of each formula, by its place (`inline` or `display`) and its source.
 * @param {any} tree
 * @returns {Record<string, unknown>}
 */
function formulasIn(tree) {
  /** @type {Record<string, unknown>} */
  const found = {};
  const toMathml = rehypeKatex({ output: 'mathml', strict: true });
  const visit = (/** @type {any} */ node) => {
    const lone = node.type === 'paragraph' && node.children.length === 1;
    for (const child of node.children ?? []) {
      if (child.type === 'inlineMath' || child.type === 'math') {
        const display = lone || child.type === 'math';
        const code = {
          type: 'element',
          tagName: 'code',
          properties: { className: ['language-math', display ? 'math-display' : 'math-inline'] },
          children: [{ type: 'text', value: child.value }],
        };
        const around = { type: 'element', tagName: 'pre', properties: {}, children: [code] };
        /** @type {any} */
        const root = { type: 'root', children: [display ? around : code] };
        toMathml(root, /** @type {any} */ (REFUSING));
        found[`${display ? 'display' : 'inline'} ${child.value}`] = compact(root.children[0]);
      } else visit(child);
    }
  };
  visit(tree);
  return found;
}

/** An element as `[name, attributes, ...children]`, a text as itself. @param {any} node @returns {any} */
function compact(node) {
  return node.type === 'text'
    ? node.value
    : [node.tagName, node.properties ?? {}, ...node.children.map(compact)];
}
