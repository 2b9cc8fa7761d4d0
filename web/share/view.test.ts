import { expect, test } from 'vitest';
import { View } from '../run/view';
import { applyView, hasView, putView } from './view';

function viewOf(end: number): View {
  const view = new View();
  view.setWhole(end);
  return view;
}

test('a view travels in an address', () => {
  const view = viewOf(30);
  view.show({ from: 1.25, to: 4.000000001 });
  view.hold(1.5233333333);
  view.arrange({ plots: 'queue,window*2;rtt', details: 'none', runs: 'beside' });
  const query = new URLSearchParams('scenario=x');
  putView(query, view);
  const other = viewOf(30);
  applyView(new URLSearchParams(query.toString()), other);
  expect(other.looking.value.zoom).toEqual({ from: 1.25, to: 4 });
  expect(other.cursor.value).toBe(1.52333333);
  expect(other.arrangement.value).toEqual(view.arrangement.value);
});

test('the usual view adds nothing to an address', () => {
  const query = new URLSearchParams();
  putView(query, viewOf(30));
  expect(`${query}`).toBe('');
  expect(hasView(query)).toBe(false);
});

test('unreadable times leave the view as it is, and a cursor beyond the run is put at its end', () => {
  const view = viewOf(30);
  applyView(new URLSearchParams('view.from=4&view.to=1&view.at=often'), view);
  expect(view.looking.value.zoom).toBeNull();
  expect(view.cursor.value).toBeNull();
  applyView(new URLSearchParams('view.at=99'), view);
  expect(view.cursor.value).toBe(30);
});

test('the baseline keeps its run when the pinned runs get new letters', () => {
  const view = viewOf(30);
  view.arrange({ baseline: 'D' });
  const query = new URLSearchParams();
  putView(query, view, ['B', 'D', 'E']);
  expect(query.get('view.baseline')).toBe('C');
  const removed = new URLSearchParams();
  putView(removed, view, ['B']);
  expect(hasView(removed)).toBe(false);
});

test('an unknown way to show runs is left out', () => {
  const view = viewOf(30);
  applyView(new URLSearchParams('view.runs=upside-down&view.details=events'), view);
  expect(view.arrangement.value.runs).toBe('overlaid');
  expect(view.arrangement.value.details).toBe('events');
});
