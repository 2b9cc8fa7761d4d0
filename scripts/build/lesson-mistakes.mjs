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
 * @property {number} [most] the largest number of these
 * @property {boolean} [text] true if Markdown can be inside
 * @property {boolean} [around] true for a mark that can have another one directly inside: other marks are links, which Markdown can't nest
 * @property {boolean} [plain] true for a mark that can have only words inside
 * @property {string} [within] the component that a mark must be in
 */

const TEXT = 'a text';

/** Components on lines of their own. @param {string[]} own those that only this text has @returns {Record<string, Rule>} */
function partsWith(own) {
  const folded = ['Predict', 'Check', 'Experiment', 'Fold', 'Reading', 'TeachersNote', 'Beside', 'figure'];
  const parts = [...folded, ...own];
  return {
    [TEXT]: { text: true, parts: ['Stage', 'Notebook', ...parts] },
    Stage: { parts: ['Step', 'Check', 'figure'] },
    Step: { needs: ['id'], text: true },
    Predict: { needs: ['id'] },
    Check: { needs: ['id'] },
    Experiment: { needs: ['id'] },
    Fold: { needs: ['question'], text: true, parts },
    Notebook: { text: true, parts },
    Reading: { text: true },
    TeachersNote: { text: true },
    Beside: {},
    figure: { parts: own, most: 1 },
    ...Object.fromEntries(own.map((name) => [name, {}])),
  };
}

/** Components within a line. @type {Record<string, Rule>} */
const MARKS = {
  Claim: { needs: ['id'] },
  Point: { needs: ['to'], around: true, within: 'Step' },
  Cited: { needs: ['of'] },
  Found: { needs: ['of'] },
  Setting: { needs: ['of', 'path'] },
  Fact: { needs: ['source'] },
  Term: { may: ['of'], plain: true },
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
  if (parent.children.length > (rule.most ?? Number.POSITIVE_INFINITY))
    throw new Mistake(parent, `${tag(place)} has more than ${rule.most} inside.`);
  for (const [index, node] of parent.children.entries()) {
    const { type, name } = node;
    if (type !== FLOW && rule.text) {
      if (/^(?:import|export)\s/.test(node.children?.[0]?.value ?? ''))
        throw new Mistake(
          node,
          `A text can import components in its first lines: import { Name } from './Name';`,
        );
      checkLine(node, [], place, rules);
      continue;
    }
    if (type !== FLOW) throw new Mistake(node, `There can't be text in ${tag(place)}. ${allowed}`);
    if (name in MARKS)
      throw new Mistake(node, `${tag(name)} must be within a line: put its tags and its words on one.`);
    if (!(name in rules)) throw new Mistake(node, `${tag(name)} isn't known. ${allowed}`);
    if (!rule.parts?.includes(name))
      throw new Mistake(node, `${tag(name)} can't be in ${tag(place)}. ${allowed}`);
    if (place === 'Stage' && name !== 'Step' && index === 0)
      throw new Mistake(node, `${tag(name)} is in the step before it. Put it after a <Step>.`);
    checkAttributes(node, rules[name] ?? {});
    // Steps that follow each other share a stage.
    if (name === 'Stage' && parent.children[index - 1]?.name === name)
      throw new Mistake(node, '<Stage> follows another <Stage>. Join them, or put something between them.');
    checkPart(node, name, rules);
  }
}

/** Checks Markdown. @param {any} node @param {any[]} around the nodes around it @param {string} place @param {Record<string, Rule>} rules */
function checkLine(node, around, place, rules) {
  const { type, name, value, children = [] } = node;
  if (type === FLOW) throw new Mistake(node, `${tag(name)} can't be in a list or a quote.`);
  if (type === 'text' && value.includes('{/*'))
    throw new Mistake(node, "Comments can't be in a text, and {…} is text.");
  if (type === PHRASE) checkMark(node, place, rules);
  if (type === PHRASE || type === 'link') checkNesting(node, around);
  // Marks are components, so that tests find them.
  if (type === 'link' && referenceOf(node.url)?.kind !== 'address')
    throw new Mistake(node, `A link can't lead to ${node.url}. It can lead to https:…, lesson:… and #/….`);
  for (const child of children) checkLine(child, [node, ...around], place, rules);
}

/** @param {any} node @param {string} place @param {Record<string, Rule>} rules */
function checkMark(node, place, rules) {
  const { name, children } = node;
  if (name in rules)
    throw new Mistake(node, `${tag(name)} must be on a line of its own, after an empty one.`);
  const mark = MARKS[name];
  if (mark === undefined) throw new Mistake(node, `${tag(name)} isn't known. ${list(Object.keys(MARKS))}`);
  checkAttributes(node, mark);
  if (children.length === 0) throw new Mistake(node, `${tag(name)} needs words between its tags.`);
  if (mark.plain && children.some((/** @type {any} */ { type }) => type !== 'text'))
    throw new Mistake(node, `${tag(name)} can have only words between its tags.`);
  if (mark.within !== undefined && mark.within !== place)
    throw new Mistake(node, `${tag(name)} can't be in ${tag(place)}. It can be in ${tag(mark.within)}.`);
}

/** @param {any} node @param {any[]} around */
function checkNesting(node, around) {
  const [outer, ...more] = around.filter(({ type }) => type === PHRASE || type === 'link');
  if (outer === undefined) return;
  const isInside = MARKS[outer.name]?.around && outer === around[0] && more.length === 0;
  if (!isInside || MARKS[node.name]?.around)
    throw new Mistake(
      node,
      `${node.name ? tag(node.name) : 'A link'} can't be here in ${outer.name ? tag(outer.name) : 'a link'}. Only <Point> and <Live> can have one other mark, or a link, directly inside.`,
    );
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
