/** Renders the blocks of a copy with the components of lessons, as the compiled text of a lesson would be. */
import type { AlignType, ListItem, Nodes, Parents, Table } from 'mdast';
import type { MDXContent } from 'mdx/types';
import { type ComponentType, createElement, Fragment, type ReactNode } from 'react';
import type { Lesson } from '../lesson';
import { PARTS } from '../parts';
import type { Block } from './format';
import { type Reference, referenceOf, rootOf } from './markdown';
import type { LessonSource, Mathml } from './source';

type Parts = typeof PARTS;

interface Context {
  parts: Parts;
  lesson: Lesson;
  source: LessonSource;
}

/** The text of a copy, in the form of a lesson's compiled text. `lesson` is the copy's own (`compile.ts`). */
export function textOfCopy(blocks: readonly Block[], lesson: Lesson, source: LessonSource): MDXContent {
  return ({ components }) => (
    <>{blocksIn(blocks, { parts: { ...PARTS, ...(components as Partial<Parts>) }, lesson, source })}</>
  );
}

interface Piece {
  element: ReactNode;
  /** The prediction that hides what follows. */
  predict?: string;
}

/** A prediction covers the blocks after it, on the page and in folds, like in a lesson's compiled text. */
function blocksIn(blocks: readonly Block[], context: Context, covers = true): ReactNode {
  const { Covered } = context.parts;
  const pieces = piecesOf(blocks, context);
  if (!covers) return pieces.map(({ element }) => element);
  const from = (start: number): ReactNode => {
    const place = pieces.findIndex(({ predict }, index) => index >= start && predict !== undefined);
    const shown = pieces.slice(start, place < 0 ? undefined : place + 1).map(({ element }) => element);
    const by = place < 0 ? undefined : pieces[place]?.predict;
    if (by === undefined || place === pieces.length - 1) return shown;
    return [
      ...shown,
      <Covered key={`after ${by}`} by={by}>
        {from(place + 1)}
      </Covered>,
    ];
  };
  return from(0);
}

function piecesOf(blocks: readonly Block[], context: Context): Piece[] {
  const { Stage, Step } = context.parts;
  const pieces: Piece[] = [];
  let steps: (Block & { kind: 'step' })[] = [];
  const endStage = () => {
    const [first] = steps;
    if (first !== undefined)
      pieces.push({
        element: (
          <Stage key={`stage ${first.id}`}>
            {steps.map((step) => (
              <Step key={step.id} id={step.id}>
                {markdown(step, context, true)}
              </Step>
            ))}
          </Stage>
        ),
      });
    steps = [];
  };
  blocks.forEach((block, place) => {
    if (block.kind === 'step') {
      if (Object.hasOwn(context.lesson.steps, block.id)) steps.push(block);
      return;
    }
    endStage();
    pieces.push({
      element: <Fragment key={keyOf(block, place)}>{blockOf(block, context)}</Fragment>,
      ...(block.kind === 'predict' && { predict: block.id }),
    });
  });
  endStage();
  return pieces;
}

/** Keys keep experiments in place while texts around them change. */
function keyOf(block: Block, place: number): string {
  return 'id' in block ? `${block.kind} ${block.id}` : `${block.kind} at ${place}`;
}

function blockOf(block: Exclude<Block, { kind: 'step' }>, context: Context): ReactNode {
  const { parts, lesson, source } = context;
  const { Predict, Check, Experiment, Fold, Notebook, Reading, TeachersNote, Beside } = parts;
  switch (block.kind) {
    case 'text':
      return markdown(block, context, false);
    case 'predict':
      return Object.hasOwn(lesson.predictions, block.id) && <Predict id={block.id} />;
    case 'check':
      return Object.hasOwn(lesson.checks, block.id) && <Check id={block.id} />;
    case 'experiment':
      return Object.hasOwn(lesson.experiments, block.id) && <Experiment id={block.id} />;
    case 'fold':
      return <Fold question={block.question}>{blocksIn(block.blocks, context)}</Fold>;
    case 'notebook':
      return <Notebook>{blocksIn(block.blocks, context, false)}</Notebook>;
    case 'reading':
      return <Reading>{markdown(block, context, false)}</Reading>;
    case 'note':
      return <TeachersNote>{markdown(block, context, false)}</TeachersNote>;
    case 'part': {
      if (block.id === 'Beside') return <Beside />;
      const Own = Object.hasOwn(source.own, block.id) ? (source.own[block.id] as ComponentType) : null;
      if (Own === null) return null;
      return block.figure ? (
        <figure>
          <Own />
        </figure>
      ) : (
        <Own />
      );
    }
  }
}

interface TextContext extends Context {
  /** True inside a step: only there a stage can mark a moment. */
  staged: boolean;
}

function markdown(block: Parameters<typeof rootOf>[0], context: Context, staged: boolean): ReactNode {
  return childrenOf(rootOf(block), { ...context, staged });
}

function childrenOf(node: Parents, context: TextContext): ReactNode[] {
  const { Point } = context.parts;
  const elements: ReactNode[] = [];
  const children: readonly Nodes[] = node.children;
  for (let place = 0; place < children.length; place += 1) {
    const child = children[place] as Nodes;
    const name = pointIn(child, context);
    if (name === null) {
      elements.push(<Fragment key={place}>{elementOf(child, context, node)}</Fragment>);
      continue;
    }
    // Links with the same point, which Markdown can't nest, are one phrase.
    const inside: ReactNode[] = [];
    const first = place;
    for (; pointIn(children[place], context) === name; place += 1)
      inside.push(<Fragment key={place}>{pointed(children[place] as Nodes, context)}</Fragment>);
    place -= 1;
    elements.push(
      <Point key={first} to={name}>
        {inside.length === 1 ? inside[0] : inside}
      </Point>,
    );
  }
  return elements;
}

/** The point that a link marks on its stage; null for anything else. */
function pointIn(node: Nodes | undefined, { lesson, staged }: TextContext): string | null {
  const reference = node?.type === 'link' ? referenceOf(node.url) : null;
  return staged && reference?.kind === 'point' && Object.hasOwn(lesson.points ?? {}, reference.name)
    ? reference.name
    : null;
}

/** The inside of a point: its words, or another mark. */
function pointed(node: Nodes, context: TextContext): ReactNode {
  if (node.type !== 'link') return null;
  const reference = referenceOf(node.url);
  const inner = reference?.kind === 'point' ? (reference.inner ?? null) : null;
  return inner === null ? textOf(node, context) : markOf(inner, textOf(node, context), context);
}

/** A phrase's inside: a single text as such, because terms are looked up by it. */
function textOf(node: Parents, context: TextContext): ReactNode {
  const [only, ...more] = node.children as Nodes[];
  return only?.type === 'text' && more.length === 0 ? only.value : childrenOf(node, context);
}

/** A link or a mark. One whose name the lesson doesn't have is plain text; the authoring page says so. */
function markOf(reference: Reference | null, inside: ReactNode, context: TextContext): ReactNode {
  const { parts, lesson } = context;
  const { a: Link, Claim, Cited, Found, Setting, Fact, Term } = parts;
  switch (reference?.kind) {
    case 'claim':
      return Object.hasOwn(lesson.claims, reference.name) ? (
        <Claim id={reference.name}>{inside}</Claim>
      ) : (
        inside
      );
    case 'cited':
      return <Cited of={reference.name}>{inside}</Cited>;
    case 'found':
      return <Found of={reference.name}>{inside}</Found>;
    case 'fact':
      return <Fact source={reference.name}>{inside}</Fact>;
    case 'term':
      return typeof inside === 'string' ? (
        <Term {...(reference.name !== '' && { of: reference.name })}>{inside}</Term>
      ) : (
        inside
      );
    case 'setting':
      return (
        <Setting of={`${reference.experiment}/${reference.arm}`} path={reference.path}>
          {inside}
        </Setting>
      );
    case 'address':
      return <Link href={reference.address}>{inside}</Link>;
    case 'point':
      return reference.inner === undefined ? inside : markOf(reference.inner, inside, context);
    default:
      return inside;
  }
}

function elementOf(node: Nodes, context: TextContext, parent: Parents): ReactNode {
  const { source } = context;
  switch (node.type) {
    case 'text':
      return node.value;
    case 'paragraph': {
      const [only, ...more] = node.children;
      if (only?.type === 'inlineMath' && more.length === 0) return formula(source, 'display', only.value);
      return <p>{childrenOf(node, context)}</p>;
    }
    case 'heading':
      // A page has one first-level heading, the title.
      return createElement(`h${Math.max(node.depth, 2)}`, {}, childrenOf(node, context));
    case 'emphasis':
      return <em>{childrenOf(node, context)}</em>;
    case 'strong':
      return <strong>{childrenOf(node, context)}</strong>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'blockquote':
      return <blockquote>{childrenOf(node, context)}</blockquote>;
    case 'list':
      return createElement(
        node.ordered ? 'ol' : 'ul',
        node.ordered && node.start !== 1 ? { start: node.start } : {},
        childrenOf(node, context),
      );
    case 'listItem':
      return <li>{isLoose(node, parent) ? childrenOf(node, context) : tight(node, context)}</li>;
    case 'table':
      return tableOf(node, context);
    case 'link':
      return markOf(referenceOf(node.url), textOf(node, context), context);
    case 'inlineMath':
      return formula(source, 'inline', node.value);
    case 'math':
      return formula(source, 'display', node.value);
    default:
      return 'children' in node ? childrenOf(node, context) : 'value' in node ? node.value : null;
  }
}

/** True if blank lines separate the items, or the parts of one. */
function isLoose(item: ListItem, list: Parents): boolean {
  const items = list.children as ListItem[];
  return item.spread || ('spread' in list && list.spread === true) || items.some(({ spread }) => spread);
}

/** An item without elements for its paragraphs. */
function tight(item: ListItem, context: TextContext): ReactNode {
  return item.children.map((child, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's nodes have no other names
    <Fragment key={place}>
      {child.type === 'paragraph' ? childrenOf(child, context) : elementOf(child, context, item)}
    </Fragment>
  ));
}

function tableOf({ children, align }: Table, context: TextContext): ReactNode {
  const { table: TextTable } = context.parts;
  const [head, ...rows] = children;
  const row = (one: Table['children'][number] | undefined, cell: 'th' | 'td') => (
    <tr>
      {one?.children.map((inside, place) =>
        createElement(cell, { key: place, ...styleOf(align?.[place]) }, childrenOf(inside, context)),
      )}
    </tr>
  );
  return (
    <TextTable>
      <thead>{row(head, 'th')}</thead>
      {rows.length > 0 && (
        <tbody>
          {rows.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
            <Fragment key={place}>{row(one, 'td')}</Fragment>
          ))}
        </tbody>
      )}
    </TextTable>
  );
}

function styleOf(align: AlignType | undefined) {
  return align ? { style: { textAlign: align } } : {};
}

/** A formula that the build has drawn for this lesson. Another one is shown as it's written. */
function formula({ formulas }: LessonSource, place: 'inline' | 'display', written: string): ReactNode {
  const key = `${place} ${written}`;
  const found = Object.hasOwn(formulas, key) ? formulas[key] : undefined;
  if (found !== undefined) return drawn(found, 0);
  return <code>{written}</code>;
}

function drawn(node: Mathml, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const [name, attributes, ...children] = node;
  const { className, style, ...rest } = attributes;
  return createElement(
    name,
    {
      key,
      ...rest,
      ...(className !== undefined && { className: [className].flat().join(' ') }),
      ...(style !== undefined && { style: styles(String(style)) }),
    },
    ...children.map(drawn),
  );
}

function styles(text: string): Record<string, string> {
  const entries = text.split(';').flatMap((one) => {
    const [name = '', value = ''] = one.split(':');
    const property = name.trim().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return property === '' ? [] : [[property, value.trim()]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
