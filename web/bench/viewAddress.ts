/**
 * The view of a bench in an address: `view.from=1.2&view.to=4&view.at=1.52&view.plots=queue,window`. Times are in seconds. Parameters that
 * are missing, out of order or unreadable leave that part of the view as it is. An event is its table, flow and row,
 * `view.event=segments.0.1234`, and a followed packet its flow and number, `view.follow=0.150`.
 */
import { LAYOUT } from '../lab/compare/useComparison';
import { RESULTS_OF } from '../lab/findings/ResultsLine';
import { OPEN_PLOT, PLOTS } from '../lab/panels/arrangement';
import { QUEUE_AT } from '../lab/panels/queue';
import { SRTT } from '../lab/panels/roundTrip';
import { FILTER, FILTERS } from '../lab/time/filters';
import { EVENT_TABLES, type TraceEvent } from '../run/event';
import { BASELINE, PINNED_LETTERS } from '../run/pinned';
import { FOLLOWED } from '../run/selection';
import type { Trace } from '../run/trace';
import type { View, ViewState } from '../run/view';
import { FLOWS } from './Transport';
import { DETAILS } from './useDetails';

const FROM = 'view.from';
const TO = 'view.to';
const AT = 'view.at';
const EVENT = 'view.event';

interface Format<T> {
  /** The value as a text, unless it's the usual one; null if an address can't say it. `pinned`: the letters of the pinned runs. */
  write(value: T, pinned: readonly string[]): string | null;
  /** Null if the text says nothing, or nothing that the run has. */
  read(text: string, trace: Trace | null): T | null;
}

/** A state of the view as a parameter. */
function choice<T>(name: string, state: ViewState<T>, { write, read }: Format<T>) {
  const parameter = `view.${name}`;
  return {
    parameter,
    put(query: URLSearchParams, view: View, pinned: readonly string[]): void {
      const { value } = view.of(state);
      const text = value === state.usual ? null : write(value, pinned);
      if (text !== null) query.set(parameter, text);
    },
    follow: (view: View, changed: () => void) => view.of(state).subscribe(changed),
    apply(query: URLSearchParams, view: View, trace: Trace | null): void {
      const text = query.get(parameter);
      const value = text === null ? null : read(text, trace);
      if (value !== null) view.of(state).set(value);
    },
  };
}

const AS_IS = { write: (value: string | null) => value, read: (text: string) => text };

const CHOICES = [
  choice('follow', FOLLOWED, {
    write: (packet) => packet && `${packet.flow}.${packet.seq}`,
    read(text, trace) {
      if (trace === null || !/^\d+\.\d+$/.test(text)) return null;
      const { flows, datagrams } = trace.scenario;
      const [flow = 0, seq = 0] = text.split('.').map(Number);
      return flow < flows.length + datagrams.length ? { flow, seq } : null;
    },
  }),
  choice('srtt', SRTT, {
    write: (on) => (on ? 'on' : 'off'),
    read: (text) => (text === 'on' || text === 'off' ? text === 'on' : null),
  }),
  choice('queue', QUEUE_AT, { ...AS_IS, read: (text, trace) => (trace?.links.includes(text) ? text : null) }),
  choice('flows', FLOWS, {
    write: (chosen) => chosen?.flows.join(',') ?? null,
    read(text, trace) {
      const count = trace?.scenario.flows.length ?? 0;
      const flows = text.split(',').filter((flow) => /^\d+$/.test(flow) && Number(flow) < count);
      if (flows.length === 0) return null;
      return { count, flows: [...new Set(flows.map(Number))].sort((a, b) => a - b) };
    },
  }),
  choice('plot', OPEN_PLOT, { ...AS_IS, read: (text) => (/^[a-z-]+$/.test(text) ? text : null) }),
  choice('results', RESULTS_OF, {
    write: String,
    read: (text, trace) =>
      /^\d+$/.test(text) && Number(text) < (trace?.scenario.flows.length ?? 0) ? Number(text) : null,
  }),
  choice('events', FILTER, {
    write: String,
    read: (text) => FILTERS.find(({ filter }) => filter === text)?.filter ?? null,
  }),
  choice('plots', PLOTS, AS_IS),
  choice('details', DETAILS, AS_IS),
  choice('runs', LAYOUT, {
    write: String,
    read: (text) => (text === 'beside' || text === 'overlaid' ? text : null),
  }),
  // The pinned runs are numbered again from the first letter.
  choice('baseline', BASELINE, {
    ...AS_IS,
    write: (letter, pinned) => PINNED_LETTERS[pinned.indexOf(letter)] ?? null,
  }),
];

/** Digits that tell apart any two moments on a screen. */
function formatMoment(seconds: number): string {
  return String(Number(seconds.toPrecision(9)));
}

/**
 * Adds the zoom, the cursor with its event and the choices to an address, as far as they differ from the usual.
 *
 * @param pinned the letters of the pinned runs
 */
export function putView(query: URLSearchParams, view: View, pinned: readonly string[] = []): void {
  const { zoom } = view.looking.value;
  if (zoom !== null) {
    query.set(FROM, formatMoment(zoom.from));
    query.set(TO, formatMoment(zoom.to));
  }
  if (view.cursor.value !== null) query.set(AT, formatMoment(view.cursor.value));
  const event = view.event.value;
  if (event !== null) query.set(EVENT, `${event.table}.${event.flow}.${event.row}`);
  for (const one of CHOICES) one.put(query, view, pinned);
}

/** True if an address has a view. */
export function hasView(query: URLSearchParams): boolean {
  return [FROM, TO, AT, EVENT, ...CHOICES.map(({ parameter }) => parameter)].some((name) => query.has(name));
}

/** Calls back when the view's choices change. Returns a function that stops. */
export function followChoices(view: View, changed: () => void): () => void {
  const stops = CHOICES.map((one) => one.follow(view, changed));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Makes the choices in an address; without a run those that are possible in any run. */
export function applyChoices(query: URLSearchParams, view: View, trace: Trace | null = null): void {
  for (const one of CHOICES) one.apply(query, view, trace);
}

/** Shows an address's view of the run that is on show. */
export function applyView(query: URLSearchParams, view: View, trace: Trace | null = null): void {
  const moment = (name: string) => {
    const text = query.get(name);
    const value = Number(text);
    return text === null || text === '' || !Number.isFinite(value) ? null : value;
  };
  const [from, to, at] = [moment(FROM), moment(TO), moment(AT)];
  if (from !== null && to !== null && from < to) view.lookAt({ seconds: [from, to] });
  const event = trace && eventIn(query, trace);
  if (event) view.hold(event.time_s, event);
  else if (at !== null) view.lookAt({ cursor: at });
  applyChoices(query, view, trace);
}

/** The event in an address; null if the trace has another one there, as after a change of the engine. */
function eventIn(query: URLSearchParams, trace: Trace): TraceEvent | null {
  const [name, ...numbers] = (query.get(EVENT) ?? '').split('.');
  const table = EVENT_TABLES.find((one) => one === name);
  const [flow = -1, row = -1] = numbers.map(Number);
  if (table === undefined) return null;
  const time_s = trace.rows(table, flow).time_s[row];
  const isThen = time_s !== undefined && formatMoment(time_s) === query.get(AT);
  return isThen ? { time_s, flow, table, row } : null;
}
