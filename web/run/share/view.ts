/**
 * The view of a bench in an address: `view.from=1.2&view.to=4&view.at=1.52&view.plots=queue,window`. Times are in seconds. Parameters that
 * are missing, out of order or unreadable leave that part of the view as it is. An event is its table, flow and row,
 * `view.event=segments.0.1234`, and a followed packet its flow and number, `view.follow=0.150`.
 */

import { EVENT_TABLES, type Filter, type Packet, type TraceEvent } from '../event';
import { PINNED_LETTERS } from '../pinned';
import type { Trace } from '../trace';
import { type Arrangement, USUAL_ARRANGEMENT, type View } from '../view';

const FROM = 'view.from';
const TO = 'view.to';
const AT = 'view.at';
const EVENT = 'view.event';
const FOLLOW = 'view.follow';
const SRTT = 'view.srtt';
const QUEUE = 'view.queue';
const FLOWS = 'view.flows';
const PLOT = 'view.plot';
const RESULTS = 'view.results';
const FILTER = 'view.events';

const FILTERS: readonly Filter[] = ['notable', 'losses', 'repairs', 'timeouts', 'decisions'];

/** The parameter of each part of the arrangement. */
const PARTS: Record<keyof Arrangement, string> = {
  plots: 'view.plots',
  details: 'view.details',
  runs: 'view.runs',
  baseline: 'view.baseline',
};

const NAMES = Object.keys(PARTS) as (keyof Arrangement)[];

/** Digits that tell apart any two moments on a screen. */
function formatMoment(seconds: number): string {
  return String(Number(seconds.toPrecision(9)));
}

/**
 * Adds the zoom, the cursor with its event, the followed packet, the curves and the arrangement to an address, as far as they differ from
 * the usual.
 *
 * @param pinned the letters of the pinned runs; in the address they are numbered again from the first
 */
export function putView(query: URLSearchParams, view: View, pinned: readonly string[] = []): void {
  const { zoom } = view.looking.value;
  if (zoom !== null) {
    query.set(FROM, formatMoment(zoom.from));
    query.set(TO, formatMoment(zoom.to));
  }
  if (view.cursor.value !== null) query.set(AT, formatMoment(view.cursor.value));
  const { event, followed, srtt, queueAt } = view;
  if (event.value !== null) query.set(EVENT, `${event.value.table}.${event.value.flow}.${event.value.row}`);
  if (followed.value !== null) query.set(FOLLOW, `${followed.value.flow}.${followed.value.seq}`);
  if (srtt.value !== null) query.set(SRTT, srtt.value ? 'on' : 'off');
  if (queueAt.value !== null) query.set(QUEUE, queueAt.value);
  if (view.flows.value !== null) query.set(FLOWS, view.flows.value.flows.join(','));
  if (view.plot.value !== null) query.set(PLOT, view.plot.value);
  if (view.resultsOf.value !== null) query.set(RESULTS, String(view.resultsOf.value));
  if (view.filter.value !== 'all') query.set(FILTER, view.filter.value);
  const { baseline, ...arrangement } = view.arrangement.value;
  const written = { ...arrangement, baseline: PINNED_LETTERS[pinned.indexOf(baseline)] ?? '' };
  for (const name of NAMES)
    if (written[name] !== USUAL_ARRANGEMENT[name]) query.set(PARTS[name], written[name]);
}

/** True if an address has a view. */
export function hasView(query: URLSearchParams): boolean {
  const moments = [FROM, TO, AT, EVENT, FOLLOW];
  const choices = [SRTT, QUEUE, FLOWS, PLOT, RESULTS, FILTER];
  return [...moments, ...choices, ...Object.values(PARTS)].some((name) => query.has(name));
}

/** The arrangement in an address, without what's missing. */
export function arrangementIn(query: URLSearchParams): Partial<Arrangement> {
  const { runs, ...texts } = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = query.get(PARTS[name]);
      return value === null ? [] : [[name, value]];
    }),
  ) as Partial<Record<keyof Arrangement, string>>;
  return runs === 'beside' || runs === 'overlaid' ? { ...texts, runs } : texts;
}

/** Shows an address's view of the run that is on show. */
export function applyView(query: URLSearchParams, view: View, trace: Trace | null = null): void {
  const moment = (name: string) => {
    const text = query.get(name);
    const value = Number(text);
    return text === null || text === '' || !Number.isFinite(value) ? null : value;
  };
  view.arrange(arrangementIn(query));
  const [from, to, at] = [moment(FROM), moment(TO), moment(AT)];
  if (from !== null && to !== null && from < to) view.lookAt({ seconds: [from, to] });
  const srtt = query.get(SRTT);
  if (srtt === 'on' || srtt === 'off') view.srtt.set(srtt === 'on');
  const filter = FILTERS.find((one) => one === query.get(FILTER));
  if (filter !== undefined) view.filter.set(filter);
  const plot = query.get(PLOT);
  if (plot !== null && /^[a-z-]+$/.test(plot)) view.plot.set(plot);
  const event = trace && eventIn(query, trace);
  if (event) view.hold(event.time_s, event);
  else if (at !== null) view.lookAt({ cursor: at });
  if (trace === null) return;
  const link = query.get(QUEUE);
  if (link !== null && trace.links.includes(link)) view.queueAt.set(link);
  const count = trace.scenario.flows.length;
  const flows = (query.get(FLOWS) ?? '')
    .split(',')
    .filter((text) => /^\d+$/.test(text) && Number(text) < count);
  if (flows.length > 0)
    view.flows.set({ count, flows: [...new Set(flows.map(Number))].sort((a, b) => a - b) });
  const [results] = /^\d+$/.exec(query.get(RESULTS) ?? '') ?? [];
  if (results !== undefined && Number(results) < count) view.resultsOf.set(Number(results));
  const packet = packetIn(query, trace);
  if (packet !== null) view.followed.set(packet);
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

function packetIn(query: URLSearchParams, { scenario }: Trace): Packet | null {
  const text = query.get(FOLLOW) ?? '';
  if (!/^\d+\.\d+$/.test(text)) return null;
  const [flow = 0, seq = 0] = text.split('.').map(Number);
  return flow < scenario.flows.length + scenario.datagrams.length ? { flow, seq } : null;
}
