// The texts of lessons and pages (`*.mdx`: Markdown with components, lesson-blocks.mjs), parsed when the site is built:
//
// * `import * as text from './lesson.mdx'` gives a text as its page shows it (`CompiledText`);
// * `…mdx?blocks` gives it as copies of lessons begin with it (`LessonSource`);
// * `…mdx?asked` gives the names of its questions.
import { readFileSync } from 'node:fs';
import { askedInText } from '../../web/lessons/asked.ts';
import { elementsOf } from '../../web/lessons/copy/elements.ts';
import { parseMarkdown } from '../../web/lessons/copy/markdown.ts';
import { blocksOfCopy, textIn } from './lesson-blocks.mjs';

/** @typedef {import('./lesson-blocks.mjs').Text} Text */

const FILE = /^(.*\.mdx)(?:\?(blocks|asked))?$/;

/** @param {Text} text */
export function elementsIn({ blocks, formulas }) {
  const rootOf = (/** @type {{ text: string }} */ block) => parseMarkdown(block.text);
  return elementsOf(blocks, { rootOf, formulas, highest: 1, has: () => true });
}

/** @param {Text} text @returns {import('../../web/lessons/standing').AskedInLesson} */
function askedIn(text) {
  const { core, optional } = askedInText(elementsIn(text));
  return { core, optional };
}

/** A module with values, and with the components that a text has of its own. @param {Text} text @param {object} values */
function withImports({ imports, own }, values) {
  const exported = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
  );
  return [...imports, ...exported, `export const own = { ${own.join(', ')} };`].join('\n');
}

/** By file: a build has several bundles, and these a text in several forms. @type {Map<string, { source: string, text: Text }>} */
const READ = new Map();

/** @param {string} file */
function textOf(file) {
  const source = readFileSync(file, 'utf8');
  const known = READ.get(file);
  if (known?.source === source) return known.text;
  const text = textIn(source);
  READ.set(file, { source, text });
  return text;
}

/** @param {string} file @param {string | undefined} query */
function moduleOf(file, query) {
  const text = textOf(file);
  switch (query) {
    case 'blocks':
      return withImports(text, { blocks: blocksOfCopy(text), formulas: text.formulas });
    case 'asked':
      return `export default ${JSON.stringify(askedIn(text))};`;
    default:
      return withImports(text, { elements: elementsIn(text) });
  }
}

/** The plugin for Vite. @returns {import('vite').Plugin} */
export function lessonTexts() {
  return {
    name: 'lesson-texts',
    enforce: 'pre',
    load: {
      filter: { id: FILE },
      handler(id) {
        const [, file = '', query] = FILE.exec(id) ?? [];
        this.addWatchFile(file);
        try {
          return { code: moduleOf(file, query), map: null };
        } catch (error) {
          const { message, line, column } = /** @type {import('./lesson-mistakes.mjs').Mistake} */ (error);
          return this.error({ message, id: file, loc: { file, line, column } });
        }
      },
    },
  };
}
