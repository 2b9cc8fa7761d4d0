import { expect, it } from 'vitest';
import type { Scenario } from '../engine/schema';
import type { BenchState } from './bench';
import { Documents, headingOf } from './documents';

const scenarioOf = (seed: number) => ({ seed }) as unknown as Scenario;
const textOf = (seed: number) => JSON.stringify({ seed });

/** Opens the document 'one', whose file the engine has parsed. */
function setUp() {
  const documents = new Documents();
  documents.setFile('one', textOf(1));
  documents.open('one');
  documents.readFile(textOf(1), scenarioOf(1));
  documents.accept(textOf(1), scenarioOf(1), true, 0);
  return documents;
}

it('a document starts with the text of its file, and has an origin once the engine has parsed the file', () => {
  const documents = new Documents();
  documents.setFile('one', textOf(1));
  documents.open('one');
  expect(documents.state.value).toMatchObject({
    name: 'one',
    text: textOf(1),
    scenario: null,
    edited: false,
  });
  expect(documents.origin).toBeNull();
  expect(documents.readFile(textOf(2), scenarioOf(2)), 'the text of another scenario').toBe(false);
  expect(documents.origin).toBeNull();
  expect(documents.readFile(textOf(1), scenarioOf(1))).toBe(true);
  expect(documents.origin).toEqual({ file: textOf(1), scenario: scenarioOf(1) });
  expect(documents.originOf('two')).toBeNull();
});

it('a document keeps its changes and its history while another is open', () => {
  const documents = setUp();
  documents.note('seed', 0);
  documents.put({ text: textOf(2), scenario: scenarioOf(2) });
  documents.setDraft('{');
  documents.setFile('two', textOf(5));
  documents.open('two');
  expect(documents.state.value).toMatchObject({
    text: textOf(5),
    draft: null,
    edited: false,
    undoable: false,
  });
  expect([...documents.work()]).toEqual([['one', { text: textOf(2), draft: '{', network: null }]]);
  documents.open('one');
  expect(documents.state.value).toMatchObject({
    text: textOf(2),
    draft: '{',
    edited: true,
    undoable: true,
  });
  expect(documents.undo()).toBe(true);
  expect(documents.state.value).toMatchObject({ text: textOf(1), edited: false, redoable: true });
  expect(documents.undo(), 'at the first step').toBe(false);
});

it('a document returns to its file without the draft, as a step that can be undone', () => {
  const documents = setUp();
  documents.put({ text: textOf(2), scenario: scenarioOf(2) });
  documents.setDraft('{');
  documents.reset(0);
  expect(documents.state.value).toMatchObject({ text: textOf(1), scenario: scenarioOf(1), draft: null });
  expect(documents.work().size).toBe(0);
  expect(documents.undo()).toBe(true);
  expect(documents.state.value.text).toBe(textOf(2));
});

it('an accepted text replaces the scenario if it is the latest draft, as a step that can be undone', () => {
  const documents = setUp();
  documents.setDraft(textOf(3));
  documents.accept(textOf(3), scenarioOf(3), false, 0);
  expect(documents.state.value, 'another text was sent after the draft').toMatchObject({
    text: textOf(1),
    draft: textOf(3),
  });
  documents.accept(textOf(3), scenarioOf(3), true, 0);
  expect(documents.state.value).toMatchObject({ text: textOf(3), draft: null, undoable: true });
});

it('an accepted text is ignored if the scenario has changed since', () => {
  const documents = setUp();
  documents.put({ text: textOf(4), scenario: scenarioOf(4) });
  const before = documents.state.value;
  documents.accept(textOf(2), scenarioOf(2), false, 0);
  expect(documents.state.value).toBe(before);
});

it('an accepted text keeps the scenario object if nothing in it has changed', () => {
  const documents = setUp();
  const before = documents.state.value;
  documents.accept(textOf(1), scenarioOf(1), true, 0);
  expect(documents.state.value).toBe(before);
});

it('pinned scenarios are undone only with the step that changed them', () => {
  const documents = setUp();
  const pinned = { letter: 'B', label: 'reno', name: 'one', text: textOf(1), changes: [] };
  documents.note('keep B', 0, true);
  documents.put({ text: textOf(1), scenario: scenarioOf(1), pinned: [pinned] });
  documents.note('seed', 5000);
  documents.put({ text: textOf(2), scenario: scenarioOf(2) });
  documents.undo();
  expect(documents.state.value).toMatchObject({ text: textOf(1), pinned: [pinned] });
  expect(documents.undo(), 'the text stays').toBe(false);
  expect(documents.state.value.pinned).toEqual([]);
  documents.redo();
  expect(documents.state.value.pinned).toEqual([pinned]);
});

const state = (text: string, scenario: unknown = null) => ({ text, scenario }) as BenchState;

it('a heading comes from the text until the engine has parsed the scenario', () => {
  const text = '{"title": "One", "about": "Two words", "source": 3, "flows": []}';
  expect(headingOf(state(text))).toEqual({ title: 'One', about: 'Two words' });
  expect(headingOf(state(text, { title: 'Another' })).title).toBe('Another');
});

it('text that is not a scenario has an empty heading', () => {
  for (const text of ['', '{', 'null', '3', '[]']) expect(headingOf(state(text))).toEqual({});
});
