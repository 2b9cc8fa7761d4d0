/**
 * Turns the blocks of a text into the elements of its page. The build does this for lessons (`scripts/build/lesson-texts.mjs`), so that
 * their pages load no parser; the page does it for copies. `LessonText` draws both.
 */
import type { ListItem, Nodes, Parents, Root, Table } from 'mdast';
import type { ComponentType } from 'react';
import type { Block } from './format';
import { type Reference, referenceOf, type TextBlock } from './markdown.ts';

/** An element of HTML or MathML, or a component, by its name, with what's inside; or a text. */
export type Element = string | [name: string, attributes: Attributes, ...inside: Element[]];

type Attributes = Readonly<Record<string, unknown>>;

/** A text as its page shows it. */
export interface CompiledText {
  elements: readonly Element[];
  /** Components that only this text has. */
  own: Readonly<Record<string, ComponentType>>;
}

type Named = 'step' | 'predict' | 'check' | 'experiment' | 'part' | 'claim' | 'point';

/** A lesson or a copy, as its text needs it: parsed blocks, formulas and known names. */
export interface TextSource {
  /** The text of a block, parsed. */
  rootOf(block: TextBlock): Root;
  /** Formulas by their place and source: `inline x^2`. Another one is shown as it's written. */
  formulas: Readonly<Record<string, Element>>;
  /** False for a name that the lesson doesn't have. What has it is left out or plain text; the authoring page says so. */
  has(kind: Named, name: string): boolean;
  /** The highest level of headings. */
  highest: 1 | 2;
}

export function elementsOf(blocks: readonly Block[], source: TextSource): Element[] {
  return covered(withKeyPoints(elementsIn(blocks, source))).flatMap((one, place) =>
    place > 0 ? ['\n', one] : [one],
  );
}

/** Elements of a section that only says what the lesson has shown. */
const SAID = new Set(['', 'h2', 'h3', 'p', 'ul', 'ol', 'blockquote', 'table', 'math']);

/**
 * Puts the last section before the notebook, the key points, into a component that shows it once the runs of all predictions have finished.
 * A section in which something is done is no summary.
 */
function withKeyPoints(elements: readonly Element[]): readonly Element[] {
  const end = elements.findIndex((one) => nameOf(one) === 'Notebook');
  const start = elements.slice(0, Math.max(end, 0)).findLastIndex((one) => nameOf(one) === 'h2');
  const section = elements.slice(Math.max(start, 0), Math.max(end, 0));
  if (start < 0 || section.some((one) => !SAID.has(nameOf(one)))) return elements;
  return [
    ...elements.slice(0, start),
    ['KeyPoints', { key: 'key points' }, ...section],
    ...elements.slice(end),
  ];
}

/**
 * Puts everything after a prediction into a component that shows it once the prediction is locked. So neither the page nor its
 * prerendered HTML can give an answer away: summary, table and teacher's note wait as well.
 */
function covered(elements: readonly Element[]): Element[] {
  const place = elements.findIndex((one) => one[0] === 'Predict');
  const [prediction, ...rest] = place < 0 ? [] : elements.slice(place);
  if (!Array.isArray(prediction) || rest.length === 0) return [...elements];
  const { id: by } = prediction[1];
  return [...elements.slice(0, place + 1), ['Covered', { key: `after ${by}`, by }, ...covered(rest)]];
}

function elementsIn(blocks: readonly Block[], source: TextSource): Element[] {
  const elements: Element[] = [];
  let steps: Element[] = [];
  let first = '';
  const endStage = () => {
    if (steps.length > 0) elements.push(['Stage', { key: `stage ${first}` }, ...steps]);
    steps = [];
  };
  blocks.forEach((block, place) => {
    const last = steps.at(-1);
    // A task or a figure right after a step is in it, so that it stays beside the picture.
    if (
      (block.kind === 'check' || (block.kind === 'part' && block.figure)) &&
      last !== undefined &&
      typeof last !== 'string'
    ) {
      last.push(...elementsOfBlock(block, place, source));
    } else if (block.kind !== 'step') {
      endStage();
      elements.push(...elementsOfBlock(block, place, source));
    } else if (source.has('step', block.id)) {
      if (steps.length === 0) first = block.id;
      steps.push(['Step', { key: block.id, id: block.id }, ...markdown(block, source, true)]);
    }
  });
  endStage();
  return withCompany(elements);
}

/** Elements that stay beside the picture of the experiment before them: its discussion and its tasks. */
const COMPANY = new Set(['p', 'ul', 'ol', 'blockquote', 'math', 'Check', 'h2', 'h3']);

const HEADINGS = new Set(['h2', 'h3']);

/** Puts what stays beside an experiment's picture into the experiment. A heading after its last task begins something else. */
function withCompany(elements: readonly Element[]): Element[] {
  const result: Element[] = [];
  for (let place = 0; place < elements.length; place += 1) {
    const one = elements[place] as Element;
    if (typeof one === 'string' || nameOf(one) !== 'Experiment') {
      result.push(one);
      continue;
    }
    const rest = elements.slice(place + 1);
    const others = rest.findIndex((other) => !COMPANY.has(nameOf(other)));
    const after = others < 0 ? rest : rest.slice(0, others);
    const lastTask = after.findLastIndex((other) => nameOf(other) === 'Check');
    const heading = after.findIndex((other, at) => at > lastTask && HEADINGS.has(nameOf(other)));
    const company = heading < 0 ? after : after.slice(0, heading);
    result.push([...one, ...company]);
    place += company.length;
  }
  return result;
}

function nameOf(element: Element): string {
  return typeof element === 'string' ? '' : element[0];
}

const NAMES = { predict: 'Predict', check: 'Check', experiment: 'Experiment' } as const;

/** Keys keep experiments in place while texts around them change. */
function elementsOfBlock(
  block: Exclude<Block, { kind: 'step' }>,
  place: number,
  source: TextSource,
): Element[] {
  const key = `${block.kind} at ${place}`;
  switch (block.kind) {
    case 'text':
      return markdown(block, source, false);
    case 'predict':
    case 'check':
    case 'experiment': {
      const { kind, id } = block;
      return source.has(kind, id) ? [[NAMES[kind], { key: `${kind} ${id}`, id }]] : [];
    }
    case 'fold': {
      const { question, blocks } = block;
      return [['Fold', { key, question }, ...covered(elementsIn(blocks, source))]];
    }
    case 'notebook':
      return [['Notebook', { key }, ...elementsIn(block.blocks, source)]];
    case 'reading':
      return [['Reading', { key }, ...markdown(block, source, false)]];
    case 'note':
      return [['TeachersNote', { key }, ...markdown(block, source, false)]];
    case 'part': {
      if (block.id !== 'Beside' && !source.has('part', block.id)) return [];
      const part: Element = [block.id, {}];
      return [block.figure ? ['figure', { key }, part] : part];
    }
  }
}

interface Context extends TextSource {
  /** True inside a step: only there a stage can mark a moment. */
  staged: boolean;
}

function markdown(block: TextBlock, source: TextSource, staged: boolean): Element[] {
  return insideOf(source.rootOf(block), { ...source, staged });
}

function insideOf(node: Parents, context: Context): Element[] {
  const elements: Element[] = [];
  const children: readonly Nodes[] = node.children;
  for (let place = 0; place < children.length; place += 1) {
    const child = children[place] as Nodes;
    const around = aroundOf(child, context);
    if (around === null) {
      elements.push(...elementsOfNode(child, context, node));
      continue;
    }
    // Links with the same point, which Markdown can't nest, are one phrase.
    const [name, attributes] = around;
    const inside: Element[] = [];
    for (; isAround(children[place], around, context); place += 1)
      inside.push(...wordsIn(children[place] as Nodes, context));
    place -= 1;
    elements.push([name, attributes, ...inside]);
  }
  return elements;
}

type Around = [name: 'Point' | 'Live', attributes: { to?: string }];

/** The component around a link that may have another mark in it; null for anything else. */
function aroundOf(node: Nodes | undefined, { has, staged }: Context): Around | null {
  const reference = node?.type === 'link' ? referenceOf(node.url) : null;
  if (reference?.kind === 'live') return ['Live', {}];
  const isPoint = reference?.kind === 'point' && staged && has('point', reference.name);
  return isPoint ? ['Point', { to: reference.name }] : null;
}

function isAround(node: Nodes | undefined, [name, { to }]: Around, context: Context): boolean {
  const around = aroundOf(node, context);
  return around !== null && around[0] === name && around[1].to === to;
}

/** The words of such a link, or the other mark. */
function wordsIn(node: Nodes, context: Context): Element[] {
  if (node.type !== 'link') return [];
  const reference = referenceOf(node.url);
  const inside = insideOf(node, context);
  return reference !== null && 'inner' in reference ? marked(reference.inner, inside, context) : inside;
}

/** A link or a mark. One whose name the lesson doesn't have is plain text. */
function marked(reference: Reference | null | undefined, inside: Element[], context: Context): Element[] {
  switch (reference?.kind) {
    case 'claim':
      return context.has('claim', reference.name) ? [['Claim', { id: reference.name }, ...inside]] : inside;
    case 'cited':
      return [['Cited', { of: reference.name }, ...inside]];
    case 'found':
      return [['Found', { of: reference.name }, ...inside]];
    case 'fact':
      return [['Fact', { source: reference.name }, ...inside]];
    case 'term': {
      // Terms are looked up by their words.
      const isText = inside.length === 1 && typeof inside[0] === 'string';
      return isText ? [['Term', reference.name === '' ? {} : { of: reference.name }, ...inside]] : inside;
    }
    case 'setting': {
      const { experiment, arm, path } = reference;
      return [['Setting', { of: `${experiment}/${arm}`, path }, ...inside]];
    }
    case 'address':
      return [['a', { href: reference.address }, ...inside]];
    case 'point':
    case 'live':
      return marked(reference.inner, inside, context);
    default:
      return inside;
  }
}

function elementsOfNode(node: Nodes, context: Context, parent: Parents): Element[] {
  const inside = () => ('children' in node ? insideOf(node, context) : []);
  switch (node.type) {
    case 'paragraph': {
      const [only, ...more] = node.children;
      // A formula alone in its paragraph is displayed as a block.
      if (only?.type === 'inlineMath' && more.length === 0) return [formula(context, 'display', only.value)];
      return [['p', {}, ...inside()]];
    }
    case 'heading':
      return [[`h${Math.max(node.depth, context.highest)}`, {}, ...inside()]];
    case 'emphasis':
      return [['em', {}, ...inside()]];
    case 'strong':
      return [['strong', {}, ...inside()]];
    case 'inlineCode':
      return [['code', {}, node.value]];
    case 'code':
      return [['pre', {}, ['code', {}, `${node.value}\n`]]];
    case 'break':
      return [['br', {}]];
    case 'thematicBreak':
      return [['hr', {}]];
    case 'blockquote':
      return [['blockquote', {}, ...onLines(inside())]];
    case 'list': {
      const start = node.ordered && node.start !== 1 ? { start: node.start } : {};
      return [[node.ordered ? 'ol' : 'ul', start, ...onLines(inside())]];
    }
    case 'listItem':
      return [['li', {}, ...(isLoose(node, parent) ? onLines(inside()) : tight(inside()))]];
    case 'table':
      return [tableOf(node, context)];
    case 'link':
      return marked(referenceOf(node.url), inside(), context);
    case 'inlineMath':
      return [formula(context, 'inline', node.value)];
    case 'math':
      return [formula(context, 'display', node.value)];
    default:
      return 'value' in node ? [node.value] : inside();
  }
}

/** Elements on lines of their own. */
function onLines(elements: readonly Element[]): Element[] {
  return ['\n', ...elements.flatMap((one): Element[] => [one, '\n'])];
}

/** True if blank lines separate the items, or the parts of one. */
function isLoose(item: ListItem, list: Parents): boolean {
  const items = list.children as ListItem[];
  return item.spread || ('spread' in list && list.spread === true) || items.some(({ spread }) => spread);
}

/** The inside of an item without elements for its paragraphs. */
function tight(elements: readonly Element[]): Element[] {
  return elements.flatMap((one, place): Element[] => {
    const isParagraph = one[0] === 'p' && Array.isArray(one);
    const before = place > 0 || !isParagraph ? ['\n'] : [];
    const after = place === elements.length - 1 && !isParagraph ? ['\n'] : [];
    return [...before, ...(isParagraph ? (one.slice(2) as Element[]) : [one]), ...after];
  });
}

function tableOf({ children, align }: Table, context: Context): Element {
  const row = ({ children: cells }: Table['children'][number], name: 'th' | 'td'): Element => {
    const drawn = cells.map((cell, place): Element => {
      const textAlign = align?.[place];
      return [name, textAlign ? { style: { textAlign } } : {}, ...insideOf(cell, context)];
    });
    return ['tr', {}, ...drawn];
  };
  const [head, ...rows] = children;
  const parts: Element[] = head === undefined ? [] : [['thead', {}, row(head, 'th')]];
  if (rows.length > 0) parts.push(['tbody', {}, ...rows.map((one) => row(one, 'td'))]);
  return ['table', {}, ...parts];
}

function formula({ formulas }: TextSource, place: 'inline' | 'display', written: string): Element {
  const key = `${place} ${written}`;
  return (Object.hasOwn(formulas, key) ? formulas[key] : undefined) ?? ['code', {}, written];
}
