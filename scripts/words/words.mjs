// npm run words: updates the catalogues of web/base/words from the code. New texts are added with an empty translation;
// unused texts are removed; each text belongs to the first folder that uses it. Lists all texts without a German
// translation, including the engine's.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
import { main, ROOT } from '../child.mjs';
import { partOf } from '../rooms.mjs';

const WEB = `${ROOT}web/`;
const CATALOGUES = `${WEB}base/words/de/`;

/** Catalogues of texts that come from the engine or from content; they're edited by hand. */
export const BY_HAND = ['engine.json', 'json.json', 'scenarios.json'];

/** @typedef {{ text: string, file: string }} SourceText */

/** German templates of the engine's, the theory's and the worker's messages, by code. @returns {Record<string, string>} */
export function messageTemplates() {
  const folder = `${CATALOGUES}messages/`;
  return Object.assign(
    {},
    ...readdirSync(folder).map((name) => JSON.parse(readFileSync(folder + name, 'utf8'))),
  );
}

/** All texts that the code passes to `t`, `rich` or `plural`, in the order of the files. @returns {SourceText[]} */
export function texts() {
  return sources().flatMap((file) => textsIn(file).map((text) => ({ text, file })));
}

/** The texts that a file passes to `t`, `rich` or `plural`. @param {string} file */
export function textsIn(file) {
  /** @type {string[]} */
  const found = [];
  visit(parsed(file), (node) => {
    const text = node.type === 'CallExpression' ? textOf(node) : null;
    if (text !== null) found.push(text);
  });
  return found;
}

/** A file's other strings, except for imports and messages of errors. @param {string} file */
export function otherStringsIn(file) {
  /** @type {string[]} */
  const found = [];
  visit(parsed(file), (node) => {
    if (['ImportDeclaration', 'ThrowStatement'].includes(node.type)) return false;
    if (node.type === 'CallExpression' && textOf(node) !== null) return false;
    if (node.type === 'TemplateLiteral')
      found.push(...node.quasis.map((/** @type {any} */ { value }) => value.cooked));
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value);
    return true;
  });
  return found;
}

/** The text of a call of `t`, `rich` or `plural`. @param {any} call @returns {string | null} */
function textOf({ callee, arguments: args }) {
  if (callee.type !== 'Identifier') return null;
  if (callee.name === 't' || callee.name === 'rich') return literal(args[0]);
  if (callee.name !== 'plural') return null;
  const [one, many] = [literal(args[1]), literal(args[2])];
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

/** Attributes that are displayed or read by screen readers. */
const TEXT_ATTRIBUTES = new Set([
  ...['alt', 'title', 'placeholder', 'label', 'name', 'heading', 'caption', 'summary', 'hint', 'unit'],
  ...['aria-label', 'aria-roledescription', 'aria-valuetext', 'aria-description'],
]);

/** Units that are the same in all languages. */
const UNITS = new Set(['ms', 'KiB', 'MiB']);

/**
 * Hard-coded English texts in elements and attributes, which can't be translated. Elements with `translate="no"` are
 * skipped: they contain names that are the same in all languages.
 * @returns {SourceText[]}
 */
export function hardCodedTexts() {
  return sources()
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      /** @type {SourceText[]} */
      const found = [];
      const add = (/** @type {string} */ text) => {
        const words = text.trim().replace(/\s+/g, ' ');
        if (/\p{L}{2}/u.test(words) && !UNITS.has(words)) found.push({ text: words, file });
      };
      visit(parsed(file), (node) => {
        if (node.type === 'JSXElement' && isNotTranslated(node)) return false;
        if (node.type === 'JSXText') add(node.value);
        if (node.type === 'JSXExpressionContainer') for (const text of wordsIn(node.expression)) add(text);
        if (node.type === 'JSXAttribute') {
          const { name } = node.name;
          if (!TEXT_ATTRIBUTES.has(name) && node.name.type !== 'JSXNamespacedName') return false;
          // A `name` in lower case is an identifier.
          if (node.value?.type === 'Literal' && (name !== 'name' || /[A-Z ]/.test(node.value.value)))
            add(node.value.value);
        }
        return true;
      });
      return found;
    });
}

/** @param {any} element */
function isNotTranslated({ openingElement }) {
  return openingElement.attributes.some(
    (/** @type {any} */ { name, value }) => name?.name === 'translate' && value?.value === 'no',
  );
}

/** Strings that an expression may evaluate to, except for results of function calls. @param {any} node @returns {string[]} */
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

/** Catalogues by file name, for example `time.json`. @returns {Map<string, Record<string, string>>} */
export function catalogues() {
  const names = readdirSync(CATALOGUES).filter((name) => name.endsWith('.json'));
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(CATALOGUES + name, 'utf8'))]));
}

/** The catalogues with all current texts and their existing translations. */
export function updatedCatalogues() {
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
 * Every text of the engine's catalogue: titles, labels, explanations and units.
 * @param {import('../../web/engine/schema').Catalogue} catalogue
 */
export function catalogueTexts({ parts, presets, groups, scenario }) {
  return [
    ...Object.values(parts).flatMap(({ title, doc, members }) => [
      ...[title, doc],
      ...members.flatMap((member) => [
        ...[member.label, member.brief, member.doc],
        ...member.fields.flatMap(fieldTexts),
      ]),
    ]),
    ...presets.flatMap(({ title, family, components, doc }) => [
      ...[title, family, components?.title ?? '', doc],
      ...(components?.switches.map(({ label }) => label) ?? []),
    ]),
    ...groups.map(({ title }) => title),
    ...scenario.flatMap(fieldTexts),
  ].filter((text) => text !== '');
}

/** @param {import('../../web/engine/schema').FieldInfo} field @returns {string[]} */
function fieldTexts({ label, doc, shape }) {
  return [label, doc, ...shapeTexts(shape)];
}

/** @param {import('../../web/engine/schema').Shape} shape @returns {string[]} */
function shapeTexts(shape) {
  if (shape.type === 'number') return [shape.unit];
  if (shape.type === 'choice' || shape.type === 'choice_or_number') {
    const choices = shape.choices.flatMap(({ label, doc }) => [label, doc]);
    return shape.type === 'choice' ? choices : [...choices, ...shapeTexts(shape.number)];
  }
  if (shape.type === 'object') return shape.fields.flatMap(fieldTexts);
  return 'item' in shape ? shapeTexts(shape.item) : [];
}

/** Texts of the engine's catalogue without a German translation. Returns none, with a note, if the engine isn't built. */
function untranslatedEngineTexts() {
  const built = `${ROOT}web/engine/pkg/catalogue.json`;
  if (!existsSync(built)) {
    console.log("engine.json: not checked, because the engine isn't built; type: npm run build");
    return [];
  }
  const german = catalogues().get('engine.json') ?? {};
  return [...new Set(catalogueTexts(JSON.parse(readFileSync(built, 'utf8'))))].filter(
    (text) => !german[text],
  );
}

/** @param {string} file */
function folderOf(file) {
  return partOf(relative(ROOT, file)) ?? '';
}

/** @param {Record<string, string>} catalogue */
export function serialize(catalogue) {
  return `${JSON.stringify(catalogue, null, 2)}\n`;
}

function sources() {
  return readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|^engine\/(pkg|generated)|^base\/words\//.test(file),
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

/** Visits all nodes of a tree. If the visitor returns false, the node's children are skipped. @param {any} node @param {(node: any) => boolean | void} visitor */
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
    for (const { text, file } of hardCodedTexts())
      if (only.length === 0 || only.some((folder) => folderOf(file) === folder))
        console.log(`${relative(ROOT, file)}: hard-coded English text: ${text}`);
    let missing = 0;
    /** @param {string} name @param {string} english */
    const report = (name, english) => {
      missing += 1;
      console.log(`${name}: no German translation: ${english}`);
    };
    const before = catalogues();
    const after = updatedCatalogues();
    for (const [name, catalogue] of after) {
      if (only.length > 0 && !only.includes(name.replace('.json', ''))) continue;
      writeFileSync(CATALOGUES + name, serialize(catalogue));
      for (const [english, german] of Object.entries(catalogue)) if (german === '') report(name, english);
    }
    if (only.length === 0 || only.includes('engine'))
      for (const english of untranslatedEngineTexts()) report('engine.json', english);
    for (const name of before.keys())
      if (!after.has(name) && only.length === 0) console.log(`${name}: contains no text anymore; delete it`);
    console.log(`${missing} texts have no German translation and are displayed in English`);
    return Promise.resolve(0);
  });
