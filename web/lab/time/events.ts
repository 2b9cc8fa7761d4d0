/**
 * All events as one sequence: the tables of the visible flows, merged by time without storing the merged rows.
 * An event's position is found by bisection: the tables are sorted, so counting the rows before a moment takes a
 * few binary searches, however many rows there are.
 *
 * Within one moment, a flow's rows are in order of cause: the ACK that arrived, the sender's conclusions from it
 * (checks of the fine timer, decisions, its state), then the segments it sent.
 */
import { FLOW_STATES } from '../../engine/schema';
import type { Filter } from '../../run/event';
import { type EventTable, sameEvent as same, type TraceEvent } from '../../run/event';
import { eventsOf, kindNumber, Moments, momentsOf, type SegmentKind } from '../../run/series';
import type { Trace } from '../../run/trace';

const LOSSES: readonly SegmentKind[] = ['drop_full', 'drop_error', 'ack_drop_full', 'ack_drop_error'];
const REPAIRS: readonly SegmentKind[] = ['retransmit_fast', 'retransmit_early', 'retransmit_timeout'];
const ARRIVALS = new Set((['ack', 'dup_ack'] as const).map(kindNumber));
const SENDS = new Set((['send', ...REPAIRS] as const).map(kindNumber));
const TIMEOUT = FLOW_STATES.indexOf('timeout');

/** Rows of one table of one flow: all of them, or those in a list. */
interface Source {
  flow: number;
  table: EventTable;
  moments: Moments;
}

/** Half a tick: a run's clock counts whole nanoseconds. */
const HALF_TICK_S = 0.5e-9;
const TICKS_PER_S = 1e9;

export class Events {
  private readonly trace: Trace;
  private readonly flows: readonly number[];
  private readonly known = new Map<Filter, Source[]>();

  /** The events of some flows, from the rows that the trace contains now. */
  constructor(trace: Trace, flows: readonly number[]) {
    this.trace = trace;
    this.flows = flows;
  }

  count(filter: Filter): number {
    return this.sources(filter).reduce((sum, { moments }) => sum + moments.length, 0);
  }

  /** Counts the events before a moment; with `inclusive`, also those at it. */
  before(filter: Filter, moment: number, inclusive = false): number {
    return this.sources(filter).reduce((sum, { moments }) => sum + moments.placeAt(moment, inclusive), 0);
  }

  /** The events from one index to another; the first has index 0. */
  slice(filter: Filter, from: number, to: number): TraceEvent[] {
    const sources = this.sources(filter);
    const last = Math.min(to, this.count(filter));
    if (from >= last) return [];
    let low = -1;
    let high = Math.ceil(endOf(sources) * TICKS_PER_S) + 1;
    // The last tick before which there are no more than `from` events.
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.before(filter, middle / TICKS_PER_S - HALF_TICK_S) <= from) low = middle;
      else high = middle;
    }
    const start = low / TICKS_PER_S - HALF_TICK_S;
    const places = sources.map(({ moments }) => moments.placeAt(start));
    let passed = places.reduce((sum, place) => sum + place, 0);
    const wanted: TraceEvent[] = [];
    while (passed + wanted.length < last) {
      const moment = Math.min(...sources.map(({ moments }, i) => timeIn(moments, places[i] ?? 0)));
      const simultaneous = this.at(filter, moment);
      const skipped = Math.min(Math.max(0, from - passed), simultaneous.length);
      if (wanted.length === 0) passed += skipped;
      wanted.push(...simultaneous.slice(skipped));
      sources.forEach(({ moments }, i) => {
        places[i] = moments.placeAt(moment, true);
      });
    }
    return wanted.slice(0, last - from);
  }

  /** An event's index among a filter's events: the number of events before it. */
  placeOf(filter: Filter, event: TraceEvent): number {
    const earlier = this.before(filter, event.time_s);
    if (filter === 'all') return earlier + this.at('all', event.time_s).findIndex((one) => same(one, event));
    const included = new Set(this.at(filter, event.time_s).map(nameOf));
    let place = earlier;
    for (const one of this.at('all', event.time_s)) {
      if (same(one, event)) break;
      if (included.has(nameOf(one))) place += 1;
    }
    return place;
  }

  /** Returns true if the filter includes the event. */
  includes(filter: Filter, event: TraceEvent): boolean {
    return this.at(filter, event.time_s).some((one) => same(one, event));
  }

  /** The event after or before another event or a moment; null at the ends. */
  step(filter: Filter, from: TraceEvent | number, direction: 1 | -1): TraceEvent | null {
    let place: number;
    if (typeof from === 'number') {
      place = direction > 0 ? this.before(filter, from, true) : this.before(filter, from) - 1;
    } else {
      place = this.placeOf(filter, from);
      if (direction < 0) place -= 1;
      else if (this.includes(filter, from)) place += 1;
    }
    return place < 0 ? null : (this.slice(filter, place, place + 1)[0] ?? null);
  }

  /** The events of one moment, in order. */
  private at(filter: Filter, moment: number): TraceEvent[] {
    const sources = this.sources(filter);
    return this.flows.flatMap((flow) => {
      const own = sources.filter((source) => source.flow === flow);
      const found = own.map((source) => eventsAt(source, moment));
      const segments = own.findIndex(({ table }) => table === 'segments');
      const happened = (found[segments] ?? []).concat(
        ...found.filter((_, i) => i !== segments && own[i]?.table === 'segments'),
      );
      happened.sort((a, b) => a.row - b.row);
      const concluded = found.flatMap((events, i) => (own[i]?.table === 'segments' ? [] : events));
      if (concluded.length === 0) return happened;
      const place = this.conclusionPlace(flow, moment);
      const earlier = happened.filter(({ row }) => row < place);
      return [...earlier, ...concluded, ...happened.slice(earlier.length)];
    });
  }

  /** The segment row before which a sender's conclusions at a moment belong. */
  private conclusionPlace(flow: number, moment: number): number {
    const { time_s, kind } = this.trace.rows('segments', flow);
    const [first, last] = new Moments(time_s).within({ from: moment, to: moment });
    let acked = -1;
    let sent = -1;
    for (let row = first; row < last; row += 1) {
      if (acked < 0 && ARRIVALS.has(kind[row] ?? -1)) acked = row;
      if (SENDS.has(kind[row] ?? -1) && sent < 0) sent = row;
    }
    if (acked >= 0) return acked + 1;
    return sent >= 0 ? sent : last;
  }

  private sources(filter: Filter): Source[] {
    const known = this.known.get(filter);
    if (known !== undefined) return known;
    const made = this.flows.flatMap((flow) => this.sourcesOf(filter, flow));
    this.known.set(filter, made);
    return made;
  }

  private sourcesOf(filter: Filter, flow: number): Source[] {
    const { trace } = this;
    const whole = (table: EventTable): Source => ({
      flow,
      table,
      moments: momentsOf(trace, table, flow),
    });
    const kinds = (some: readonly SegmentKind[]) =>
      some.map((kind): Source => ({ flow, table: 'segments', moments: eventsOf(trace, flow, kind) }));
    switch (filter) {
      case 'all':
        return [whole('checks'), whole('decisions'), whole('states'), whole('segments')];
      case 'notable':
        return [
          whole('checks'),
          whole('decisions'),
          whole('states'),
          ...kinds([...LOSSES, ...REPAIRS, 'dup_ack', 'marked']),
        ];
      case 'milestones':
        return [whole('decisions'), whole('states'), ...kinds([...LOSSES, ...REPAIRS])];
      case 'losses':
        return kinds(LOSSES);
      case 'repairs':
        return kinds(REPAIRS);
      case 'timeouts': {
        const { time_s, state } = trace.rows('states', flow);
        const rows = [...state.keys()].filter((row) => state[row] === TIMEOUT);
        return [{ flow, table: 'states', moments: new Moments(time_s, Uint32Array.from(rows)) }];
      }
      case 'decisions':
        return [whole('decisions')];
    }
  }
}

function timeIn(moments: Moments, place: number): number {
  return place >= moments.length ? Number.POSITIVE_INFINITY : moments.time(place);
}

function endOf(sources: readonly Source[]): number {
  return Math.max(
    0,
    ...sources.map(({ moments }) => (moments.length === 0 ? 0 : moments.time(moments.length - 1))),
  );
}

function eventsAt({ flow, table, moments }: Source, moment: number): TraceEvent[] {
  const events: TraceEvent[] = [];
  const [first, last] = moments.within({ from: moment, to: moment });
  for (let place = first; place < last; place += 1)
    events.push({ time_s: moment, flow, table, row: moments.row(place) });
  return events;
}

function nameOf({ flow, table, row }: TraceEvent): string {
  return `${flow} ${table} ${row}`;
}
