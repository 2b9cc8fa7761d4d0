import { expect, test } from 'vitest';
import { LAYOUT } from '../lab/compare/useComparison';
import { RESULTS_OF } from '../lab/findings/ResultsLine';
import { OPEN_PLOT, PLOTS } from '../lab/panels/arrangement';
import { QUEUE_AT } from '../lab/panels/queue';
import { SRTT } from '../lab/panels/roundTrip';
import { FILTER } from '../lab/time/filters';
import { BASELINE } from '../run/pinned';
import { FOLLOWED } from '../run/selection';
import { eventsOf } from '../run/series';
import { simulated } from '../run/simulated';
import { View } from '../run/view';
import { FLOWS } from './Transport';
import { DETAILS } from './useDetails';
import { applyView, hasView, putView } from './viewAddress';

function viewOf(end: number): View {
  const view = new View();
  view.setWhole(end);
  return view;
}

test('a view travels in an address', () => {
  const view = viewOf(30);
  view.show({ from: 1.25, to: 4.000000001 });
  view.hold(1.5233333333);
  view.of(PLOTS).set('queue,window*2;rtt');
  view.of(DETAILS).set('none');
  view.of(LAYOUT).set('beside');
  const query = new URLSearchParams('scenario=x');
  putView(query, view);
  const other = viewOf(30);
  applyView(new URLSearchParams(query.toString()), other);
  expect(other.looking.value.zoom).toEqual({ from: 1.25, to: 4 });
  expect(other.cursor.value).toBe(1.52333333);
  for (const state of [PLOTS, DETAILS, LAYOUT]) expect(other.of(state).value).toBe(view.of(state).value);
});

test('the event at the cursor, the followed packet and the choice of curves travel too', async () => {
  const { trace } = await simulated('ahn-fig1-rr');
  const drop = eventsOf(trace, 0, 'drop_full');
  const event = { time_s: drop.time(3), flow: 0, table: 'segments', row: drop.row(3) } as const;
  const view = viewOf(30);
  view.hold(event.time_s, event);
  view.of(FOLLOWED).set({ flow: 0, seq: 150 });
  view.of(SRTT).set(false);
  view.of(QUEUE_AT).set('R2>R3');
  const query = new URLSearchParams();
  putView(query, view);
  const other = viewOf(30);
  applyView(new URLSearchParams(`${query}`), other, trace);
  expect(other.event.value).toEqual(event);
  expect(other.cursor.value).toBe(event.time_s);
  expect(other.of(FOLLOWED).value).toEqual({ flow: 0, seq: 150 });
  expect(other.of(SRTT).value).toBe(false);
  expect(other.of(QUEUE_AT).value).toBe('R2>R3');
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
      expect(view.of(FOLLOWED).value, follow).toBeNull();
      expect(view.of(QUEUE_AT).value).toBeNull();
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
  view.of(BASELINE).set('D');
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
  expect(view.of(LAYOUT).value).toBe('overlaid');
  expect(view.of(DETAILS).value).toBe('events');
});

test('flows, results, events and the chosen plot travel too, and a reset leaves none of them', async () => {
  const { trace } = await simulated('low-buffer');
  const view = viewOf(30);
  view.of(FLOWS).set({ count: 3, flows: [0, 2] });
  view.of(RESULTS_OF).set(2);
  view.of(FILTER).set('losses');
  view.of(OPEN_PLOT).set('queue');
  const query = new URLSearchParams();
  putView(query, view);
  const other = viewOf(30);
  applyView(new URLSearchParams(`${query}`), other, trace);
  for (const state of [FLOWS, RESULTS_OF, FILTER, OPEN_PLOT])
    expect(other.of<unknown>(state).value).toEqual(view.of<unknown>(state).value);
  other.show({ from: 1, to: 2 });
  other.hold(1.5);
  other.of(DETAILS).set('json');
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
    expect(view.of(FLOWS).value, odd).toBeNull();
    expect(view.of(RESULTS_OF).value, odd).toBeNull();
    expect(view.of(FILTER).value, odd).toBe('all');
  }
});
