// Compiles MDX, the format of lessons and other texts: Markdown with tables, components, and math converted to MathML
// at build time.
import { compile } from '@mdx-js/mdx';
import rehypeKatex from 'rehype-katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';

/**
 * Displays a formula as a block if it is the only content of a paragraph, even if it is written inline.
 * @returns {(tree: any) => void}
 */
function displayLoneFormulas() {
  return ({ children }) => {
    children.forEach((/** @type {any} */ node, /** @type {number} */ index) => {
      const [only, ...more] = node.type === 'paragraph' ? node.children : [];
      if (only?.type !== 'inlineMath' || more.length > 0) return;
      const text = { type: 'text', value: only.value };
      const code = {
        type: 'element',
        tagName: 'code',
        properties: { className: ['language-math', 'math-display'] },
        children: [text],
      };
      children[index] = { type: 'math', value: only.value, data: { hName: 'pre', hChildren: [code] } };
    });
  };
}

/** Returns true if a node ends the section: a heading, or a component that belongs to the whole lesson. @param {any} node */
function endsSection(node) {
  return (
    (node.type === 'heading' && node.depth <= 2) || ['Beside', 'Reading', 'TeachersNote'].includes(node.name)
  );
}

/**
 * Wraps the rest of a section after a prediction in a component that hides it until the prediction is locked.
 * @param {any[]} nodes
 * @returns {any[]}
 */
function coverAfterPrediction(nodes) {
  const start = nodes.findIndex(({ name }) => name === 'Predict');
  if (start < 0) return nodes;
  const end = nodes.findIndex((node, index) => index > start && endsSection(node));
  const rest = nodes.slice(start + 1, end < 0 ? undefined : end);
  const after = end < 0 ? [] : coverAfterPrediction(nodes.slice(end));
  const { value } = nodes[start].attributes.find((/** @type {any} */ { name }) => name === 'id') ?? {};
  const covered = {
    type: 'mdxJsxFlowElement',
    name: 'Covered',
    attributes: [{ type: 'mdxJsxAttribute', name: 'by', value }],
    children: coverAfterPrediction(rest),
  };
  return [...nodes.slice(0, start + 1), ...(rest.length > 0 ? [covered] : []), ...after];
}

/** @returns {(tree: any) => void} */
function coverAfterPredictions() {
  return (tree) => {
    tree.children = coverAfterPrediction(tree.children);
  };
}

/** The plugin for Vite. @returns {import('vite').Plugin} */
export function mdx() {
  return {
    name: 'mdx',
    enforce: 'pre',
    async transform(value, path) {
      if (!path.endsWith('.mdx')) return null;
      const text = await compile(
        { value, path },
        {
          remarkPlugins: [remarkGfm, remarkMath, displayLoneFormulas, coverAfterPredictions],
          // MathML needs neither style sheets nor fonts, and screen readers can read it.
          rehypePlugins: [[rehypeKatex, { output: 'mathml', strict: true, throwOnError: true }]],
        },
      );
      return { code: String(text), map: null };
    },
  };
}
