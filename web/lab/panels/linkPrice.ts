/**
 * The price of a link, ms: with REM the number that it counts, at any other queue the wait of a packet that arrives. The trace has every
 * arrival and departure, from which REM computes its price, so the price needs no rows of its own.
 */
import type { Run, Trace } from '../../run/trace';
import { rowAt, type TimeWindow } from '../../run/window';
import { type DirectedLink, type LinkStep, networkOf, type Queue, stepAt } from '../topology/network';
import { ALL, eventTimesAt, FULL } from './linkEvents';

/** Each value lasts until the next. It's NaN where the queue's samples are thinned, and with REM from there on. */
export interface Prices {
  time_s: Float64Array;
  value: Float64Array;
}

type Rem = Extract<Queue, { kind: 'rem' }>;

const isRem = (queue: Queue): queue is Rem => queue.kind === 'rem';

/** True if a link counts its price at some time of the run. */
export function countsPrice({ scenario }: Pick<Run, 'scenario'>, link: number): boolean {
  return networkOf(scenario).links[link]?.steps.some(({ queue }) => isRem(queue)) === true;
}

const NONE: Prices = { time_s: new Float64Array(), value: new Float64Array() };

const KNOWN = new WeakMap<Trace, Map<number, { rows: number; prices: Prices }>>();

export function pricesOf(run: Run, link: number): Prices {
  const { trace, scenario } = run;
  const ofTrace = KNOWN.get(trace) ?? new Map<number, { rows: number; prices: Prices }>();
  KNOWN.set(trace, ofTrace);
  const rows = trace.rows('queues', link).time_s.length;
  const known = ofTrace.get(link);
  if (known?.rows === rows) return known.prices;
  const directed = networkOf(scenario).links[link];
  const prices = directed === undefined ? NONE : computed(trace, link, directed);
  ofTrace.set(link, { rows, prices });
  return prices;
}

function computed(trace: Trace, link: number, { steps }: DirectedLink): Prices {
  const [times, values] = [[0], [0]];
  const { time_s, bytes, packets } = trace.rows('queues', link);
  const drops = eventTimesAt(trace, link, FULL, ALL).sort((a, b) => a - b);
  let step = stepAt(steps, 0);
  let rule = isRem(step.queue) ? new RemPrice(step.queue, step.rate_bps) : null;
  let [held, dropped] = [0, 0];
  const add = (at_s: number, value: number) => {
    if (value === values.at(-1)) return;
    times.push(at_s);
    values.push(value);
  };
  const moveTo = (at_s: number) => {
    const now = stepAt(steps, at_s);
    if (now === step) return;
    if (now.queue !== step.queue) rule = isRem(now.queue) ? new RemPrice(now.queue, now.rate_bps) : null;
    else rule?.changeRate(now.from_s, now.rate_bps, held);
    step = now;
  };
  for (let row = 0; row < time_s.length; row += 1) {
    const at_s = time_s[row] ?? 0;
    for (; (drops[dropped] ?? Number.POSITIVE_INFINITY) <= at_s; dropped += 1) {
      moveTo(drops[dropped] ?? 0);
      rule?.arrive(drops[dropped] ?? 0, held);
    }
    moveTo(at_s);
    const next = packets[row] ?? Number.NaN;
    if (next > held) rule?.arrive(at_s, held);
    else rule?.depart(at_s, held);
    held = next;
    add(at_s, rule === null ? waitOf(bytes[row] ?? Number.NaN, step) : rule.price);
  }
  return { time_s: Float64Array.from(times), value: Float64Array.from(values) };
}

/** The wait of a packet behind these bytes, ms. */
const waitOf = (bytes: number, { rate_bps }: LinkStep) => (8e3 * bytes) / rate_bps;

/** REM's price, as the engine's `queue/rem.rs` computes it: a period is processed when the next packet arrives or leaves. */
class RemPrice {
  price = 0;
  private readonly queue: Rem;
  private readonly period: number;
  private capacity = 0;
  private last: number | null = null;
  private arrived = 0;

  constructor(queue: Rem, rate_bps: number) {
    this.queue = queue;
    this.period = queue.period_us * 1000;
    this.setRate(rate_bps);
  }

  arrive(at_s: number, held: number): void {
    this.process(Math.floor(nanos(at_s) / this.period), held);
    this.arrived += 1;
  }

  depart(at_s: number, held: number): void {
    this.process(Math.floor((nanos(at_s) - 1) / this.period), held);
  }

  changeRate(at_s: number, rate_bps: number, held: number): void {
    this.process(Math.floor(nanos(at_s) / this.period), held);
    this.setRate(rate_bps);
  }

  private setRate(rate_bps: number): void {
    this.capacity = (rate_bps * this.period) / 1e9 / (8 * this.queue.mean_packet_bytes);
  }

  private process(period: number, held: number): void {
    const before = this.last ?? period;
    this.last = Math.max(before, period);
    const further = period - before - 1;
    if (further < 0) return;
    const { gamma, mu, backlog } = this.queue;
    const waiting = backlog === 'waiting' ? Math.max(0, held - 1) : held;
    const step = gamma * (mu * waiting - this.capacity);
    this.price = Math.max(0, this.price + step + gamma * this.arrived);
    this.arrived = 0;
    this.price = Math.max(0, this.price + further * step);
  }
}

const nanos = (at_s: number) => Math.round(at_s * 1e9);

/** The mean over a time; NaN where it's unknown. */
export function meanPrice({ time_s, value }: Prices, { from, to }: TimeWindow): number {
  let sum = 0;
  for (let row = Math.max(0, rowAt(time_s, from)); row < time_s.length; row += 1) {
    const begin = Math.max(time_s[row] ?? 0, from);
    if (begin >= to) break;
    sum += (value[row] ?? 0) * (Math.min(time_s[row + 1] ?? to, to) - begin);
  }
  return sum / (to - from);
}

/** The packets that a link accepts in a time; NaN if samples are missing. */
export function acceptedIn(trace: Trace, link: number, { from, to }: TimeWindow): number {
  const { time_s, packets } = trace.rows('queues', link);
  let accepted = 0;
  for (let row = rowAt(time_s, from) + 1; row < time_s.length && (time_s[row] ?? 0) <= to; row += 1) {
    const change = (packets[row] ?? 0) - (packets[row - 1] ?? 0);
    if (Number.isNaN(change)) return Number.NaN;
    if (change > 0) accepted += 1;
  }
  return accepted;
}
