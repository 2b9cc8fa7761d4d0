import { describe, expect, it } from 'vitest';
import { SEGMENT_KINDS } from '../../engine/schema';
import { sameEvent as same, type TraceEvent } from '../../run/event';
import { simulated } from '../../run/simulated';
import { Events } from './events';
import { FILTERS } from './filters';

const name = ({ time_s, flow, table, row }: TraceEvent) => `${time_s} ${flow} ${table} ${row}`;

const lossy = await simulated('ahn-fig1-rr');
const shared = await simulated('veno-side-by-side', (scenario) => {
  scenario.duration_s = 20;
});

describe('the events of a run', () => {
  const events = new Events(lossy.trace, [0]);
  const all = events.slice('all', 0, events.count('all'));

  it('the events of a run contain every row of the tables once, in order of time', () => {
    const rows = (['segments', 'states', 'checks', 'decisions'] as const).map(
      (table) => lossy.trace.rows(table, 0).time_s.length,
    );
    expect(all).toHaveLength(rows.reduce((sum, count) => sum + count, 0));
    expect(all.length).toBeGreaterThan(10_000);
    expect(new Set(all.map(name)).size).toBe(all.length);
    for (const [i, event] of all.entries())
      expect(event.time_s, name(event)).toBeGreaterThanOrEqual(all[i - 1]?.time_s ?? 0);
  });

  it('the events of a run keep the order of the rows of each table', () => {
    const last = new Map<string, number>();
    for (const { table, row } of all) {
      expect(row).toBe((last.get(table) ?? -1) + 1);
      last.set(table, row);
    }
  });

  it('the events of a run are sliced correctly at any position', () => {
    for (const from of [0, 1, 360, 361, 5000, all.length - 3])
      expect(events.slice('all', from, from + 25).map(name)).toEqual(all.slice(from, from + 25).map(name));
    expect(events.slice('all', all.length, all.length + 9)).toEqual([]);
  });

  it('the events of a run have the right positions when stepping forward and back', () => {
    let event: TraceEvent | null = null;
    for (let place = 0; place < 800; place += 1) {
      event = events.step('all', event ?? -1, 1);
      expect(event && name(event)).toBe(name(all[place] as TraceEvent));
      expect(events.placeOf('all', event as TraceEvent)).toBe(place);
    }
    for (let place = 798; place >= 700; place -= 1) {
      event = events.step('all', event ?? -1, -1);
      expect(event && name(event)).toBe(name(all[place] as TraceEvent));
    }
    expect(events.step('all', all[0] as TraceEvent, -1)).toBeNull();
    expect(events.step('all', all.at(-1) as TraceEvent, 1)).toBeNull();
  });

  it("the events of a run put the sender's conclusions after the ACK and before its segments", () => {
    const timeout = all.findIndex(
      ({ table, row }) => table === 'states' && lossy.trace.rows('states', 0).state[row] === 3,
    );
    // Slow start begins at the same moment, then the segment goes out.
    expect(all[timeout + 1]?.table).toBe('states');
    const next = all[timeout + 2] as TraceEvent;
    expect(next.table).toBe('segments');
    expect(next.time_s).toBe(all[timeout]?.time_s);
    expect(SEGMENT_KINDS[lossy.trace.rows('segments', 0).kind[next.row] ?? -1]).toBe('retransmit_timeout');
  });
});

const vegas = await simulated('fall-floyd-3', (scenario) => {
  scenario.flows[0].sender = { preset: 'vegas' };
});

it('events of one moment are in the order ACK, timer check, state, segment', () => {
  const events = new Events(vegas.trace, [0]);
  const from = events.before('all', 1.92396);
  const at = events.slice('all', from, from + 4);
  expect(at.map(({ table }) => table)).toEqual(['segments', 'checks', 'states', 'segments']);
  expect(new Set(at.map(({ time_s }) => time_s))).toEqual(new Set([1.92396]));
  // An ACK that ends a round is followed by the decision and then by a segment.
  const decision = events.step('decisions', 1, 1);
  const place = decision === null ? -1 : events.placeOf('all', decision);
  expect(events.slice('all', place - 1, place + 2).map(({ table }) => table)).toEqual([
    'segments',
    'decisions',
    'segments',
  ]);
});

describe.each([
  ['one flow', lossy, [0]],
  ['one delay-based flow', vegas, [0]],
  ['several flows', shared, [0, 1]],
] as const)('filters of %s', (_, run, flows) => {
  const events = new Events(run.trace, flows);
  const all = events.slice('all', 0, events.count('all'));

  it.each(FILTERS.map(({ filter }) => filter))('%s: selects a subsequence of all events', (filter) => {
    const some = events.slice(filter, 0, events.count(filter));
    expect(some).toHaveLength(events.count(filter));
    const wanted = new Set(some.map(name));
    expect(all.filter((event) => wanted.has(name(event))).map(name)).toEqual(some.map(name));
    for (const [place, event] of some.entries()) {
      if (place > 200) break;
      expect(events.placeOf(filter, event)).toBe(place);
      const next = events.step(filter, event, 1);
      expect(same(next, some[place + 1] ?? null) || next === null).toBe(true);
    }
  });

  it('steps from any event to the next loss, and to the one before', () => {
    const losses = events.slice('losses', 0, events.count('losses'));
    expect(losses.length).toBeGreaterThan(2);
    for (const at of [0, Math.floor(all.length / 3), all.length - 1]) {
      const event = all[at] as TraceEvent;
      const later = all.slice(at + 1).find((one) => losses.some((loss) => same(loss, one))) ?? null;
      const earlier = all.slice(0, at).findLast((one) => losses.some((loss) => same(loss, one))) ?? null;
      expect(events.step('losses', event, 1)).toEqual(later);
      expect(events.step('losses', event, -1)).toEqual(earlier);
    }
  });
});
