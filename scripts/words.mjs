// npm run words: updates the catalogues of web/words from the code. New texts are added empty, to be translated; unused texts are removed;
// each text belongs to the first folder that uses it. Lists every text that has no German yet, including the engine's.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
import { main, ROOT } from './child.mjs';

const WEB = `${ROOT}web/`;
const CATALOGUES = `${WEB}words/de/`;

/** Catalogues of texts that come from the engine or from content; they're edited by hand. */
export const BY_HAND = ['engine.json', 'json.json', 'scenarios.json'];

/** @typedef {{ text: string, file: string }} Said */

/** German templates of the engine's, the theory's and the worker's messages, by code. @returns {Record<string, string>} */
export function messageTemplates() {
  const folder = `${CATALOGUES}messages/`;
  return Object.assign(
    {},
    ...readdirSync(folder).map((name) => JSON.parse(readFileSync(folder + name, 'utf8'))),
  );
}

/** Every text that the code says, in the order of the files. @returns {Said[]} */
export function texts() {
  return sources().flatMap((file) => {
    /** @type {Said[]} */
    const found = [];
    visit(parsed(file), (node) => {
      const text = node.type === 'CallExpression' ? textOf(node) : null;
      if (text !== null) found.push({ text, file });
    });
    return found;
  });
}

/** The text of a call of `t`, `rich` or `plural`. @param {any} call @returns {string | null} */
function textOf({ callee, arguments: given }) {
  if (callee.type !== 'Identifier') return null;
  if (callee.name === 't' || callee.name === 'rich') return literal(given[0]);
  if (callee.name !== 'plural') return null;
  const [one, many] = [literal(given[1]), literal(given[2])];
  return one === null || many === null ? null : `${one}|${many}`;
}

/** @param {any} node @returns {string | null} */
function literal(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  if (node?.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [literal(node.left), literal(node.right)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}

/** Attributes that are read out or shown. */
const SHOWN = new Set([
  ...['alt', 'title', 'placeholder', 'label', 'name', 'heading', 'caption', 'summary', 'hint', 'unit'],
  ...['aria-label', 'aria-roledescription', 'aria-valuetext', 'aria-description'],
]);

/** Units that are the same in all languages. */
const UNITS = new Set(['ms', 'KiB', 'MiB']);

/**
 * Words that stand in the code as elements' text or as what is read out, and are said in no language but English. Names that are the same in all languages are marked so
 * where they stand: `translate="no"` on the element.
 * @returns {Said[]}
 */
export function unsaid() {
  return sources()
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      /** @type {Said[]} */
      const found = [];
      const add = (/** @type {string} */ text) => {
        const words = text.trim().replace(/\s+/g, ' ');
        if (/\p{L}{2}/u.test(words) && !UNITS.has(words)) found.push({ text: words, file });
      };
      visit(parsed(file), (node) => {
        if (node.type === 'JSXElement' && isTheSameInAll(node)) return false;
        if (node.type === 'JSXText') add(node.value);
        if (node.type === 'JSXExpressionContainer') for (const text of wordsIn(node.expression)) add(text);
        if (node.type === 'JSXAttribute') {
          const { name } = node.name;
          if (!SHOWN.has(name) && node.name.type !== 'JSXNamespacedName') return false;
          // A name in lower case is a name of code.
          if (node.value?.type === 'Literal' && (name !== 'name' || /[A-Z ]/.test(node.value.value)))
            add(node.value.value);
        }
        return true;
      });
      return found;
    });
}

/** @param {any} element */
function isTheSameInAll({ openingElement }) {
  return openingElement.attributes.some(
    (/** @type {any} */ { name, value }) => name?.name === 'translate' && value?.value === 'no',
  );
}

/** Strings that an expression may come to, but for those that go through a function. @param {any} node @returns {string[]} */
function wordsIn(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [
        ...node.quasis.map((/** @type {any} */ { value }) => value.cooked),
        ...node.expressions.flatMap(wordsIn),
      ];
    case 'ConditionalExpression':
      return [...wordsIn(node.consequent), ...wordsIn(node.alternate)];
    case 'LogicalExpression':
      return [...wordsIn(node.left), ...wordsIn(node.right)];
    default:
      return [];
  }
}

/** Catalogues by their names, as `time.json`. @returns {Map<string, Record<string, string>>} */
export function catalogues() {
  const names = readdirSync(CATALOGUES).filter((name) => name.endsWith('.json'));
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(CATALOGUES + name, 'utf8'))]));
}

/** The catalogues' required content, with the existing translations. */
export function renewed() {
  const before = catalogues();
  const known = new Map([...before.values()].flatMap((catalogue) => Object.entries(catalogue)));
  const byHand = [...before].filter(([name]) => BY_HAND.includes(name));
  const seen = new Set(byHand.flatMap(([, catalogue]) => Object.keys(catalogue)));
  /** @type {Map<string, Record<string, string>>} */
  const after = new Map(byHand);
  for (const { text, file } of texts()) {
    if (seen.has(text)) continue;
    seen.add(text);
    const name = `${folderOf(file)}.json`;
    const catalogue = after.get(name) ?? {};
    catalogue[text] = known.get(text) ?? '';
    after.set(name, catalogue);
  }
  return after;
}

/**
 * Every text of the engine's catalogue: titles, explanations and units.
 * @param {import('../web/engine/schema').Catalogue} catalogue
 */
export function catalogueTexts({ parts, presets, scenario }) {
  return [
    ...Object.values(parts).flatMap(({ title, doc, members }) => [
      ...[title, doc],
      ...members.flatMap((member) => [member.doc, ...member.fields.flatMap(fieldTexts)]),
    ]),
    ...presets.flatMap(({ title, doc }) => [title, doc]),
    ...scenario.flatMap(fieldTexts),
  ].filter((text) => text !== '');
}

/** @param {import('../web/engine/schema').FieldInfo} field @returns {string[]} */
function fieldTexts({ doc, shape }) {
  return [doc, ...shapeTexts(shape)];
}

/** @param {import('../web/engine/schema').Shape} shape @returns {string[]} */
function shapeTexts(shape) {
  if (shape.type === 'number') return [shape.unit];
  if (shape.type === 'choice') return shape.choices.map(({ doc }) => doc);
  if (shape.type === 'object') return shape.fields.flatMap(fieldTexts);
  return 'item' in shape ? shapeTexts(shape.item) : [];
}

/** Texts of the engine's catalogue without German. Empty, with a note, while the engine isn't built. */
function engineTextsWithoutGerman() {
  const built = `${ROOT}web/engine/pkg/catalogue.json`;
  if (!existsSync(built)) {
    console.log("engine.json: not compared, because the engine isn't built: npm run build");
    return [];
  }
  const german = catalogues().get('engine.json') ?? {};
  return [...new Set(catalogueTexts(JSON.parse(readFileSync(built, 'utf8'))))].filter(
    (text) => !german[text],
  );
}

/** @param {string} file */
function folderOf(file) {
  const [folder = '', inside] = relative(WEB, file).split('/');
  return inside === undefined ? 'app' : folder;
}

/** @param {Record<string, string>} catalogue */
export function written(catalogue) {
  return `${JSON.stringify(catalogue, null, 2)}\n`;
}

function sources() {
  return readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|^engine\/(pkg|generated)|^words\//.test(file),
    )
    .sort()
    .map((file) => WEB + file);
}

/** @type {Map<string, unknown>} */
const trees = new Map();

/** @param {string} file */
function parsed(file) {
  const tree =
    trees.get(file) ??
    parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, basename(file));
  trees.set(file, tree);
  return tree;
}

/** Goes through a tree; where the visitor answers false not into the node. @param {any} node @param {(node: any) => boolean | void} visitor */
function visit(node, visitor) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const one of node) visit(one, visitor);
    return;
  }
  if (typeof node.type === 'string' && visitor(node) === false) return;
  for (const value of Object.values(node)) visit(value, visitor);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(() => {
    const only = process.argv.slice(2);
    for (const { text, file } of unsaid())
      if (only.length === 0 || only.some((folder) => folderOf(file) === folder))
        console.log(`${relative(ROOT, file)}: written only in English: ${text}`);
    let missing = 0;
    /** @param {string} name @param {string} english */
    const report = (name, english) => {
      missing += 1;
      console.log(`${name}: no German yet: ${english}`);
    };
    const before = catalogues();
    const after = renewed();
    for (const [name, catalogue] of after) {
      if (only.length > 0 && !only.includes(name.replace('.json', ''))) continue;
      writeFileSync(CATALOGUES + name, written(catalogue));
      for (const [english, german] of Object.entries(catalogue)) if (german === '') report(name, english);
    }
    if (only.length === 0 || only.includes('engine'))
      for (const english of engineTextsWithoutGerman()) report('engine.json', english);
    for (const name of before.keys())
      if (!after.has(name) && only.length === 0) console.log(`${name}: no text is left in it; delete it`);
    console.log(`${missing} texts have no German and are shown in English`);
    return Promise.resolve(0);
  });
