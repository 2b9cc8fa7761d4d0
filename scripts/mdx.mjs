// How lessons and pages of text are read: Markdown with tables, components, and mathematics set as MathML when the lab is built.
import { compile } from '@mdx-js/mdx';
import rehypeKatex from 'rehype-katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';

/**
 * A formula that is a paragraph by itself stands on a line of its own, also where it is written on one.
 * @returns {(tree: any) => void}
 */
function formulasAlone() {
  return ({ children }) => {
    children.forEach((/** @type {any} */ node, /** @type {number} */ place) => {
      const [only, ...more] = node.type === 'paragraph' ? node.children : [];
      if (only?.type !== 'inlineMath' || more.length > 0) return;
      const text = { type: 'text', value: only.value };
      const code = {
        type: 'element',
        tagName: 'code',
        properties: { className: ['language-math', 'math-display'] },
        children: [text],
      };
      children[place] = { type: 'math', value: only.value, data: { hName: 'pre', hChildren: [code] } };
    });
  };
}

/** Where a section ends: at its next heading, and before what belongs to the whole lesson. @param {any} node */
function beginsAnew(node) {
  return (
    (node.type === 'heading' && node.depth <= 2) || ['Beside', 'Reading', 'TeachersNote'].includes(node.name)
  );
}

/**
 * What follows a prediction in its section stands in a component of its own, which waits for the prediction.
 * @param {any[]} nodes
 * @returns {any[]}
 */
function coveredBy(nodes) {
  const place = nodes.findIndex(({ name }) => name === 'Predict');
  if (place < 0) return nodes;
  const end = nodes.findIndex((node, at) => at > place && beginsAnew(node));
  const rest = nodes.slice(place + 1, end < 0 ? undefined : end);
  const after = end < 0 ? [] : coveredBy(nodes.slice(end));
  const { value } = nodes[place].attributes.find((/** @type {any} */ { name }) => name === 'id') ?? {};
  const covered = {
    type: 'mdxJsxFlowElement',
    name: 'Covered',
    attributes: [{ type: 'mdxJsxAttribute', name: 'by', value }],
    children: coveredBy(rest),
  };
  return [...nodes.slice(0, place + 1), ...(rest.length > 0 ? [covered] : []), ...after];
}

/** @returns {(tree: any) => void} */
function coverAfterPredictions() {
  return (tree) => {
    tree.children = coveredBy(tree.children);
  };
}

/** The plugin for Vite. @returns {import('vite').Plugin} */
export function texts() {
  return {
    name: 'texts',
    enforce: 'pre',
    async transform(value, path) {
      if (!path.endsWith('.mdx')) return null;
      const text = await compile(
        { value, path },
        {
          remarkPlugins: [remarkGfm, remarkMath, formulasAlone, coverAfterPredictions],
          // MathML needs neither a style sheet nor fonts, and is read out by screen readers.
          rehypePlugins: [[rehypeKatex, { output: 'mathml', strict: true, throwOnError: true }]],
        },
      );
      return { code: String(text), map: null };
    },
  };
}
