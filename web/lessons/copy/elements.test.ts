import { expect, it } from 'vitest';
import { type Element, elementsOf } from './elements';
import type { Block } from './format';
import { rootOf } from './parsed';

const FORMULA: Element = ['math', {}, 'x'];

/** The elements of a copy of a lesson that has only the names that contain no `un`. */
function elementsIn(...blocks: Block[]): Element[] {
  return elementsOf(blocks, {
    rootOf,
    formulas: { 'inline x': FORMULA, 'display x': ['math', { display: 'block' }, 'x'] },
    has: (_, name) => !name.includes('un'),
    highest: 2,
  });
}

/** The elements of a step's text. */
function inStep(text: string): Element[] {
  const [stage] = elementsIn({ kind: 'step', id: 'one', text });
  const [, , step] = stage as Exclude<Element, string>;
  return (step as Exclude<Element, string>).slice(2) as Element[];
}

const text = (words: string): Block => ({ kind: 'text', text: words });
const predict = (id: string): Block => ({ kind: 'predict', id });

it('a prediction covers what follows it, and the next one within that', () => {
  expect(elementsIn(text('A.\n\nB.'), predict('a'), text('C.'), predict('b'), text('D.'))).toEqual([
    ...[['p', {}, 'A.'], '\n', ['p', {}, 'B.'], '\n', ['Predict', { key: 'predict a', id: 'a' }], '\n'],
    [
      ...['Covered', { key: 'after a', by: 'a' }, ['p', {}, 'C.']],
      ['Predict', { key: 'predict b', id: 'b' }],
      ['Covered', { key: 'after b', by: 'b' }, ['p', {}, 'D.']],
    ],
  ]);
});

it('a prediction covers only its fold from inside one', () => {
  const fold: Block = { kind: 'fold', question: 'Why?', blocks: [predict('a'), text('A.')] };
  expect(elementsIn(fold, text('B.'))).toEqual([
    [
      ...['Fold', { key: 'fold at 0', question: 'Why?' }, ['Predict', { key: 'predict a', id: 'a' }]],
      ['Covered', { key: 'after a', by: 'a' }, ['p', {}, 'A.']],
    ],
    ...['\n', ['p', {}, 'B.']],
  ]);
});

it('the last section before the notebook is the key points, if nothing is done in it', () => {
  const notebook: Block = { kind: 'notebook', blocks: [text('Z.')] };
  const closed: Element = ['Notebook', { key: 'notebook at 1' }, ['p', {}, 'Z.']];
  expect(elementsIn(text('## A\n\nB.\n\n## C\n\n* D'), notebook)).toEqual([
    ...[['h2', {}, 'A'], '\n', ['p', {}, 'B.'], '\n'],
    [...['KeyPoints', { key: 'key points' }, ['h2', {}, 'C']], ['ul', {}, '\n', ['li', {}, 'D'], '\n']],
    ...['\n', closed],
  ]);
  const [, ...asking] = elementsIn(text('## C'), predict('a'), notebook);
  expect(JSON.stringify(asking)).not.toContain('KeyPoints');
  expect(JSON.stringify(elementsIn(text('## C\n\nD.')))).not.toContain('KeyPoints');
});

it('a prediction covers nothing if it comes last, or if the lesson doesn’t have it', () => {
  expect(elementsIn(predict('a'))).toEqual([['Predict', { key: 'predict a', id: 'a' }]]);
  expect(elementsIn(predict('unknown'), text('A.'))).toEqual([['p', {}, 'A.']]);
});

it('steps that follow each other share a stage, without those that the lesson doesn’t have', () => {
  const step = (id: string): Block => ({ kind: 'step', id, text: id });
  const shown = (id: string): Element => ['Step', { key: id, id }, ['p', {}, id]];
  expect(elementsIn(step('unknown'), step('a'), step('b'), text('-'), step('c'))).toEqual([
    ['Stage', { key: 'stage a' }, shown('a'), shown('b')],
    ...['\n', ['ul', {}, '\n', ['li', {}], '\n'], '\n'],
    ['Stage', { key: 'stage c' }, shown('c')],
  ]);
});

it('a figure right after a step is in the step', () => {
  const blocks: Block[] = [
    { kind: 'step', id: 'a', text: 'a' },
    { kind: 'part', id: 'Own', figure: true },
  ];
  const [stage] = elementsIn(...blocks, text('B.'));
  expect(stage).toEqual([
    'Stage',
    { key: 'stage a' },
    ['Step', { key: 'a', id: 'a' }, ['p', {}, 'a'], ['figure', { key: 'part at 1' }, ['Own', {}]]],
  ]);
});

it('a task right after a step is in the step, and one that the lesson doesn’t have is left out', () => {
  const step = (id: string): Block => ({ kind: 'step', id, text: id });
  const check = (id: string): Block => ({ kind: 'check', id });
  expect(
    elementsIn(check('t'), step('a'), check('u'), check('unknown'), step('b'), text('B.'), check('v')),
  ).toEqual([
    ['Check', { key: 'check t', id: 't' }],
    '\n',
    [
      'Stage',
      { key: 'stage a' },
      ['Step', { key: 'a', id: 'a' }, ['p', {}, 'a'], ['Check', { key: 'check u', id: 'u' }]],
      ['Step', { key: 'b', id: 'b' }, ['p', {}, 'b']],
    ],
    ...['\n', ['p', {}, 'B.'], '\n'],
    ['Check', { key: 'check v', id: 'v' }],
  ]);
});

it.each<[string, Element[]]>([
  ['[9 ms](claim:trip)', [['Claim', { id: 'trip' }, '9 ms']]],
  ['[9 ms](claim:unknown)', ['9 ms']],
  ['[the third](fact:RFC%205681)', [['Fact', { source: 'RFC 5681' }, 'the third']]],
  ['[9](setting:alone/reno:links.0)', [['Setting', { of: 'alone/reno', path: 'links.0' }, '9']]],
  ['[ACK](term:)', [['Term', {}, 'ACK']]],
  ['[ACKs](term:ACK)', [['Term', { of: 'ACK' }, 'ACKs']]],
  ['[*an* ACK](term:ACK)', [['em', {}, 'an'], ' ACK']],
  ['[RFC](https://a.b)', [['a', { href: 'https://a.b' }, 'RFC']]],
  ['[run](javascript:alert)', ['run']],
  ['[here](point:drop)', [['Point', { to: 'drop' }, 'here']]],
  ['[here](point:unknown)', ['here']],
  ['[9 ms](point:drop+claim:trip)', [['Point', { to: 'drop' }, ['Claim', { id: 'trip' }, '9 ms']]]],
  [
    '[after](point:drop)[9 ms](point:drop+claim:trip)[x](point:end)',
    [
      ['Point', { to: 'drop' }, 'after', ['Claim', { id: 'trip' }, '9 ms']],
      ['Point', { to: 'end' }, 'x'],
    ],
  ],
  [
    '[Drag the](live:) [ACK](live:+term:)[.](live:)',
    [['Live', {}, 'Drag the'], ' ', ['Live', {}, ['Term', {}, 'ACK'], '.']],
  ],
])('a mark %s', (words, elements) => expect(inStep(words)).toEqual([['p', {}, ...elements]]));

it('a mark of a moment is plain text outside a stage', () => {
  expect(elementsIn(text('[9 ms](point:drop+claim:trip)'))).toEqual([
    ['p', {}, ['Claim', { id: 'trip' }, '9 ms']],
  ]);
});

it.each<[string, Element]>([
  ['# A', ['h2', {}, 'A']],
  ['### A', ['h3', {}, 'A']],
  ['* a\n* b', ['ul', {}, '\n', ['li', {}, 'a'], '\n', ['li', {}, 'b'], '\n']],
  ['3. a', ['ol', { start: 3 }, '\n', ['li', {}, 'a'], '\n']],
  ['* a\n\n  b', ['ul', {}, '\n', ['li', {}, '\n', ['p', {}, 'a'], '\n', ['p', {}, 'b'], '\n'], '\n']],
  ['> a', ['blockquote', {}, '\n', ['p', {}, 'a'], '\n']],
  ['A $x$', ['p', {}, 'A ', FORMULA]],
  ['$x$', ['math', { display: 'block' }, 'x']],
  ['A $y$', ['p', {}, 'A ', ['code', {}, 'y']]],
  [
    '| a | b |\n|---|--:|\n| c | d |',
    [
      ...(['table', {}] as const),
      ['thead', {}, ['tr', {}, ['th', {}, 'a'], ['th', { style: { textAlign: 'right' } }, 'b']]],
      ['tbody', {}, ['tr', {}, ['td', {}, 'c'], ['td', { style: { textAlign: 'right' } }, 'd']]],
    ],
  ],
])('Markdown %j', (words, element) => expect(elementsIn(text(words))).toEqual([element]));

it('the discussion and the tasks after an experiment are in it, up to a heading that no task follows', () => {
  const experiment: Block = { kind: 'experiment', id: 'e' };
  const check: Block = { kind: 'check', id: 't' };
  const place = ['Experiment', { key: 'experiment e', id: 'e' }] as const;
  expect(elementsIn(experiment, text('A.'), check, text('B.\n\n## C\n\nD.'))).toEqual([
    [...place, ['p', {}, 'A.'], ['Check', { key: 'check t', id: 't' }], ['p', {}, 'B.']],
    ...['\n', ['h2', {}, 'C'], '\n', ['p', {}, 'D.']],
  ]);
  expect(elementsIn(experiment, text('## C'), check)).toEqual([
    [...place, ['h2', {}, 'C'], ['Check', { key: 'check t', id: 't' }]],
  ]);
  expect(elementsIn(experiment, { kind: 'step', id: 'a', text: 'a' }, check)).toEqual([
    place,
    '\n',
    [
      'Stage',
      { key: 'stage a' },
      ['Step', { key: 'a', id: 'a' }, ['p', {}, 'a'], ['Check', { key: 'check t', id: 't' }]],
    ],
  ]);
});
