import { describe, expect, it } from 'vitest';
import type { Block, LessonCopy } from '../../lessons/copy/format';
import {
  addBlock,
  changeBlock,
  changed,
  copyOf,
  editingOf,
  flat,
  type History,
  type Keyed,
  moveBlock,
  neighborOf,
  redone,
  removeBlock,
  undone,
} from './state';

const text = (words: string): Block => ({ kind: 'text', text: words });

const COPY: LessonCopy = {
  format: 'vegaslab-lesson',
  version: 1,
  id: 'abcdefgh',
  base: 'rem',
  title: 'REM',
  question: '?',
  blocks: [
    text('one'),
    { kind: 'fold', question: 'why', blocks: [text('two'), text('three')] },
    text('four'),
  ],
  claims: {},
  settings: {},
};

const words = (blocks: readonly Keyed[]) =>
  flat(blocks).map((block) => ('text' in block ? block.text : block.kind));

describe('blocks', () => {
  const { blocks } = editingOf(COPY);
  const keys = flat(blocks).map(({ key }) => key);
  const [one = '', , two = '', three = '', four = ''] = keys;

  it('blocks have different keys, which the saved copy has not', () => {
    expect(new Set(keys).size).toBe(5);
    expect(copyOf(editingOf(COPY))).toEqual(COPY);
  });

  it('blocks move among their neighbors, and keep their keys', () => {
    expect(words(moveBlock(blocks, one, 1))).toEqual(['fold', 'two', 'three', 'one', 'four']);
    expect(words(moveBlock(blocks, three, -1))).toEqual(['one', 'fold', 'three', 'two', 'four']);
    expect(flat(moveBlock(blocks, three, -1)).map(({ key }) => key)).toContain(three);
  });

  it('blocks stay at the ends of their list', () => {
    expect(words(moveBlock(blocks, one, -1))).toEqual(words(blocks));
    expect(words(moveBlock(blocks, two, -1))).toEqual(words(blocks));
    expect(words(moveBlock(blocks, four, 1))).toEqual(words(blocks));
  });

  it('blocks are changed, added and removed in folds too', () => {
    expect(words(changeBlock(blocks, two, { text: '2' }))).toEqual(['one', 'fold', '2', 'three', 'four']);
    expect(words(addBlock(blocks, two, text('new')).blocks)).toEqual([
      ...['one', 'fold', 'two', 'new', 'three', 'four'],
    ]);
    expect(words(removeBlock(blocks, two))).toEqual(['one', 'fold', 'three', 'four']);
    expect(neighborOf(blocks, two)).toBe(three);
    expect(neighborOf(blocks, four)).toBe(three);
  });
});

it('claims that no text uses are left out of the copy', () => {
  const claim = {
    experiment: 'price',
    arm: 'rem',
    metric: 'all.fairness',
    relation: 'printed',
    unit: '',
    size: 1,
  } as const;
  const claims = { 'own-1': claim, 'own-10': claim };
  for (const link of [
    '[1](claim:own-1)',
    '[1](claim:own-1 "a title")',
    '[1](<claim:own-1>)',
    '[1](point:full+claim:own-1)',
  ]) {
    const copy = { ...COPY, blocks: [text(`It is ${link}.`)], claims };
    expect(Object.keys(copyOf(editingOf(copy)).claims), link).toEqual(['own-1']);
  }
});

const start = editingOf(COPY);
const titled = (title: string) => ({ ...start, copy: { ...start.copy, title } });
const first: History = { past: [], now: start, future: [], about: '', at: 0 };

it('undo takes back and repeats a step', () => {
  const next = changed(first, titled('A'), 'order', 0);
  expect(undone(next)?.now).toBe(start);
  expect(redone(undone(next) as History)?.now.copy.title).toBe('A');
  expect(undone(first)).toBeNull();
});

it('undo takes typing in one field as one step', () => {
  const typed = changed(changed(first, titled('A'), 'title', 0), titled('AB'), 'title', 200);
  expect(undone(typed)?.now).toBe(start);
  const other = changed(typed, titled('ABC'), 'question', 300);
  expect(undone(other)?.now.copy.title).toBe('AB');
  const later = changed(typed, titled('ABC'), 'title', 5000);
  expect(undone(later)?.now.copy.title).toBe('AB');
});
