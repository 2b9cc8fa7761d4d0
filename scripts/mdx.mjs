// How lessons and pages of text are read: Markdown with tables, components, and mathematics set as MathML when the lab is built.
import mdx from '@mdx-js/rollup';
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

/** The plugin for Vite. */
export function texts() {
  return {
    .../** @type {import('vite').Plugin} */ (
      mdx({
        remarkPlugins: [remarkGfm, remarkMath, formulasAlone],
        // MathML needs neither a style sheet nor fonts, and is read out by screen readers.
        rehypePlugins: [[rehypeKatex, { output: 'mathml', strict: true, throwOnError: true }]],
      })
    ),
    enforce: /** @type {const} */ ('pre'),
  };
}
