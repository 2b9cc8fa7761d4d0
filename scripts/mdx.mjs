// How lessons and pages of text are read: Markdown with tables, components, and mathematics set as MathML when the lab is built.
import mdx from '@mdx-js/rollup';
import rehypeKatex from 'rehype-katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';

/** The plugin for Vite. */
export function texts() {
  return {
    .../** @type {import('vite').Plugin} */ (
      mdx({
        remarkPlugins: [remarkGfm, remarkMath],
        // MathML needs neither a style sheet nor fonts, and is read out by screen readers.
        rehypePlugins: [[rehypeKatex, { output: 'mathml', strict: true, throwOnError: true }]],
      })
    ),
    enforce: /** @type {const} */ ('pre'),
  };
}
