import { expect, test } from 'vitest';
import { eventsOf } from '../series';
import { simulated } from '../simulated';
import { View } from '../view';
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

test('the event at the cursor, the followed packet and the choice of curves travel too', async () => {
  const { trace } = await simulated('ahn-fig1-rr');
  const drop = eventsOf(trace, 0, 'drop_full');
  const event = { time_s: drop.time(3), flow: 0, table: 'segments', row: drop.row(3) } as const;
  const view = viewOf(30);
  view.hold(event.time_s, event);
  view.followed.set({ flow: 0, seq: 150 });
  view.srtt.set(false);
  view.queueAt.set('R2>R3');
  const query = new URLSearchParams();
  putView(query, view);
  const other = viewOf(30);
  applyView(new URLSearchParams(`${query}`), other, trace);
  expect(other.event.value).toEqual(event);
  expect(other.cursor.value).toBe(event.time_s);
  expect(other.followed.value).toEqual({ flow: 0, seq: 150 });
  expect(other.srtt.value).toBe(false);
  expect(other.queueAt.value).toBe('R2>R3');
});

test('an event, a packet or a link that the run lacks is left out', async () => {
  const { trace } = await simulated('ahn-fig1-rr');
  for (const event of ['segments.0.5', 'segments.9.1', 'segments.0.99999999', 'rtts.0.1', 'segments', ''])
    for (const follow of ['9.1', 'a.b', '1']) {
      const view = viewOf(30);
      const query = new URLSearchParams({ 'view.at': '20', 'view.event': event, 'view.follow': follow });
      query.set('view.queue', 'here>there');
      applyView(query, view, trace);
      expect(view.event.value, event).toBeNull();
      expect(view.cursor.value, event).toBe(20);
      expect(view.followed.value, follow).toBeNull();
      expect(view.queueAt.value).toBeNull();
    }
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

test('flows, results, events and the chosen plot travel too, and a reset leaves none of them', async () => {
  const { trace } = await simulated('low-buffer');
  const view = viewOf(30);
  view.flows.set({ count: 3, flows: [0, 2] });
  view.resultsOf.set(2);
  view.filter.set('losses');
  view.plot.set('queue');
  const query = new URLSearchParams();
  putView(query, view);
  const other = viewOf(30);
  applyView(new URLSearchParams(`${query}`), other, trace);
  for (const name of ['flows', 'resultsOf', 'filter', 'plot'] as const)
    expect(other[name].value, name).toEqual(view[name].value);
  other.show({ from: 1, to: 2 });
  other.hold(1.5);
  other.arrange({ details: 'json' });
  other.reset();
  const usual = new URLSearchParams();
  putView(usual, other);
  expect(`${usual}`).toBe('');
});

test('flows and results that the run lacks, and unknown events, are left out', async () => {
  const { trace } = await simulated('ahn-fig1-rr');
  for (const odd of ['1', '9', '-1', 'x', '', '0.5', '1e9']) {
    const view = viewOf(30);
    applyView(
      new URLSearchParams({ 'view.flows': odd, 'view.results': odd, 'view.events': odd }),
      view,
      trace,
    );
    expect(view.flows.value, odd).toBeNull();
    expect(view.resultsOf.value, odd).toBeNull();
    expect(view.filter.value, odd).toBe('all');
  }
});
