// Compiles MDX, the format of lessons and other texts: Markdown with tables, components, and math converted to MathML
// at build time.
import { readFileSync } from 'node:fs';
import { compile } from '@mdx-js/mdx';
import rehypeKatex from 'rehype-katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { blocksModule } from './lesson-blocks.mjs';

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

/**
 * Wraps everything after a prediction in a component that shows it once the prediction is locked. So neither the page
 * nor its prerendered HTML can give an answer away: summary, table and teacher's note wait as well.
 * @param {any[]} nodes
 * @returns {any[]}
 */
function coverAfterPrediction(nodes) {
  const place = nodes.findIndex(({ name }) => name === 'Predict');
  const rest = nodes.slice(place + 1);
  if (place < 0 || rest.length === 0) return nodes;
  const { value } = nodes[place].attributes.find((/** @type {any} */ { name }) => name === 'id') ?? {};
  const covered = {
    type: 'mdxJsxFlowElement',
    name: 'Covered',
    attributes: [{ type: 'mdxJsxAttribute', name: 'by', value }],
    children: coverAfterPrediction(rest),
  };
  return [...nodes.slice(0, place + 1), covered];
}

/** @returns {(tree: any) => void} */
function coverAfterPredictions() {
  return (tree) => {
    for (const fold of tree.children.filter((/** @type {any} */ { name }) => name === 'Fold'))
      fold.children = coverAfterPrediction(fold.children);
    tree.children = coverAfterPrediction(tree.children);
  };
}

/** `import asked from './lesson.mdx?asked'` gives the names of the questions in a lesson's text. */
const ASKED = '?asked';

/** `import * as source from './lesson.mdx?blocks'` gives a lesson's text as data (lesson-blocks.mjs). */
const BLOCKS = '?blocks';

/** @param {string} text @returns {import('../../web/lessons/score').Asked} */
function askedIn(text) {
  const namesOf = (/** @type {string} */ component) =>
    [...text.matchAll(new RegExp(`<${component}\\s+id="([^"]+)"`, 'g'))].map(([, name = '']) => name);
  return { predictions: namesOf('Predict'), checks: namesOf('Check') };
}

/** The plugin for Vite. @returns {import('vite').Plugin} */
export function mdx() {
  return {
    name: 'mdx',
    enforce: 'pre',
    load(id) {
      if (id.endsWith(`.mdx${BLOCKS}`)) {
        const file = id.slice(0, -BLOCKS.length);
        this.addWatchFile(file);
        return { code: blocksModule(readFileSync(file, 'utf8')), map: null };
      }
      if (!id.endsWith(`.mdx${ASKED}`)) return null;
      const file = id.slice(0, -ASKED.length);
      this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(askedIn(readFileSync(file, 'utf8')))};`, map: null };
    },
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
