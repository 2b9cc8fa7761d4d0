// The components that a text can have, and the mistakes in one. A mistake stops the build at its line; nothing of a text is left out in
// silence.
import { referenceOf } from '../../web/lessons/copy/markdown.ts';

export const FLOW = 'mdxJsxFlowElement';
export const PHRASE = 'mdxJsxTextElement';

/** A mistake in a text, with its place. */
export class Mistake extends Error {
  /** @param {any} node @param {string} message */
  constructor(node, message) {
    super(message);
    const { line, column } = node.position.start;
    /** @type {number} */
    this.line = line;
    /** @type {number} */
    this.column = column;
  }
}

/**
 * @typedef {object} Rule
 * @property {string[]} [needs] attributes
 * @property {string[]} [may] attributes that may be absent
 * @property {string[]} [parts] components on lines of their own that can be inside
 * @property {boolean} [text] true if Markdown can be inside
 * @property {boolean} [around] true for a mark that can have another one inside: other marks are links, which Markdown can't nest
 */

const TEXT = 'a text';

/** Components on lines of their own. @param {string[]} own those that only this text has @returns {Record<string, Rule>} */
function partsWith(own) {
  const folded = ['Predict', 'Check', 'Experiment', 'Fold', 'Reading', 'TeachersNote', 'Beside', 'figure'];
  const parts = [...folded, ...own];
  return {
    [TEXT]: { text: true, parts: ['Stage', 'Notebook', ...parts] },
    Stage: { parts: ['Step'] },
    Step: { needs: ['id'], text: true },
    Predict: { needs: ['id'] },
    Check: { needs: ['id'] },
    Experiment: { needs: ['id'] },
    Fold: { needs: ['question'], text: true, parts },
    Notebook: { text: true, parts },
    Reading: { text: true },
    TeachersNote: { text: true },
    Beside: {},
    figure: { parts: own },
    ...Object.fromEntries(own.map((name) => [name, {}])),
  };
}

/** Components within a line. @type {Record<string, Rule>} */
const MARKS = {
  Claim: { needs: ['id'] },
  Point: { needs: ['to'], around: true },
  Cited: { needs: ['of'] },
  Found: { needs: ['of'] },
  Setting: { needs: ['of', 'path'] },
  Fact: { needs: ['source'] },
  Term: { may: ['of'] },
  Live: { around: true },
};

/** Throws the first mistake in a text. @param {any} tree @param {string[]} own the components that only this text has */
export function checkText(tree, own) {
  checkPart(tree, TEXT, partsWith(own));
}

/** @param {string | null} name */
const tag = (name) => (name === TEXT ? name : `<${name ?? ''}>`);

/** @param {string[]} names */
const list = (names) => `There can be ${names.map(tag).join(', ')}.`;

/** @param {Rule} rule */
function allowedIn({ parts, text }) {
  if (parts !== undefined)
    return parts.length > 0 ? list(parts) : 'There can be a component that the text imports.';
  return text ? 'There can be only text.' : 'There can be nothing.';
}

/** @param {any} parent @param {string} place @param {Record<string, Rule>} rules */
function checkPart(parent, place, rules) {
  const { [place]: rule = {} } = rules;
  const allowed = allowedIn(rule);
  if (!rule.text && rule.parts !== undefined && parent.children.length === 0)
    throw new Mistake(parent, `${tag(place)} is empty. ${allowed}`);
  for (const [index, node] of parent.children.entries()) {
    const { type, name } = node;
    if (type !== FLOW && rule.text) {
      checkLine(node, [], rules);
      continue;
    }
    if (type !== FLOW) throw new Mistake(node, `There can't be text in ${tag(place)}. ${allowed}`);
    if (name in MARKS)
      throw new Mistake(node, `${tag(name)} must be within a line: put its tags and its words on one.`);
    if (!(name in rules)) throw new Mistake(node, `${tag(name)} isn't known. ${allowed}`);
    if (!rule.parts?.includes(name))
      throw new Mistake(node, `${tag(name)} can't be in ${tag(place)}. ${allowed}`);
    checkAttributes(node, rules[name] ?? {});
    // Steps that follow each other share a stage.
    if (name === 'Stage' && parent.children[index - 1]?.name === name)
      throw new Mistake(node, '<Stage> follows another <Stage>. Join them, or put something between them.');
    checkPart(node, name, rules);
  }
}

/** Checks Markdown. @param {any} node @param {string[]} around names of the marks around it @param {Record<string, Rule>} rules */
function checkLine(node, around, rules) {
  const { type, name, url, children = [] } = node;
  if (type === FLOW) throw new Mistake(node, `${tag(name)} can't be in a list or a quote.`);
  // Marks are components, so that tests find them.
  if (type === 'link' && referenceOf(url)?.kind !== 'address')
    throw new Mistake(node, `A link can't lead to ${url}. It can lead to https:…, lesson:… and #/….`);
  if (type === PHRASE) {
    if (name in rules)
      throw new Mistake(node, `${tag(name)} must be on a line of its own, after an empty one.`);
    const mark = MARKS[name];
    if (mark === undefined) throw new Mistake(node, `${tag(name)} isn't known. ${list(Object.keys(MARKS))}`);
    checkAttributes(node, mark);
    const [outer, ...more] = around;
    if (outer !== undefined && (more.length > 0 || mark.around || !MARKS[outer]?.around))
      throw new Mistake(
        node,
        `${tag(name)} can't be in ${tag(outer)}. Only <Point> and <Live> can have one other mark inside.`,
      );
  }
  for (const child of children) checkLine(child, type === PHRASE ? [name, ...around] : around, rules);
}

/** @param {any} node @param {Rule} rule */
function checkAttributes({ name, attributes, position }, { needs = [], may = [] }) {
  const known = [...needs, ...may];
  const has = known.length === 0 ? 'It has none.' : `It can have ${known.join(', ')}.`;
  const given = new Map(attributes.map((/** @type {any} */ one) => [one.name, one.value]));
  for (const [one, value] of given) {
    if (!known.includes(one))
      throw new Mistake({ position }, `${tag(name)} has no attribute ${one ?? '{…}'}. ${has}`);
    if (typeof value !== 'string')
      throw new Mistake({ position }, `${tag(name)} needs a text in quotes: ${one}="…".`);
  }
  for (const one of needs)
    if (!given.get(one)) throw new Mistake({ position }, `${tag(name)} needs ${one}="…".`);
}
