/** Compares a run with what a sentence of an RFC says must be seen. */

import { FLOW_STATES, SEGMENT_KINDS } from '../../engine/schema';
import type { Trace } from '../../run/trace';
import { type Moment, SENT } from '../../scenario/content/evidence/sentences';

/** Times are compared after rounding to this: a packet takes 8 ns to leave, and up to a hundred leave at once. */
const STEP_MS = 0.01;
/** Difference that is due to rounding: segments for windows, ms for times. */
const ROUNDING = { cwnd: 1e-6, ssthresh: 1e-6, srtt_ms: STEP_MS, rto_ms: STEP_MS };

const LISTS = ['new', 'fast', 'timeout', 'acks', 'sacks', 'marked'] as const;
type ListName = (typeof LISTS)[number];
type Listed = Record<ListName, string[]>;

const KINDS: Record<Exclude<ListName, 'sacks'>, readonly string[]> = {
  new: [SENT.new],
  fast: [SENT.fast],
  timeout: [SENT.timeout],
  acks: ['ack_sent', 'dup_ack_sent'],
  marked: ['marked'],
};

const rounded = (ms: number) => Math.round(ms / STEP_MS) * STEP_MS;
const keyOf = (ms: number) => rounded(ms).toFixed(2);
const nothing = (): Listed => ({ new: [], fast: [], timeout: [], acks: [], sacks: [], marked: [] });

/** What happened in a run, by moment. */
function seen(trace: Trace, until_ms: number): Map<string, Listed> {
  const moments = new Map<string, Listed>();
  const add = (time_s: number, list: ListName, text: string) => {
    const key = keyOf(1000 * time_s);
    if (Number(key) > until_ms) return;
    const moment = moments.get(key) ?? nothing();
    moment[list].push(text);
    moments.set(key, moment);
  };
  const { time_s, kind, seq } = trace.rows('segments', 0);
  for (const [row, time] of time_s.entries()) {
    const name = SEGMENT_KINDS[kind[row] ?? -1] ?? '';
    for (const list of Object.keys(KINDS) as (keyof typeof KINDS)[])
      if (KINDS[list].includes(name)) add(time, list, String(seq[row]));
  }
  const { time_s: times, tap, ack, from, to } = trace.rows('sacks', 0);
  for (const [row, time] of times.entries())
    if (tap[row] === 0) add(time, 'sacks', `${ack[row]}: ${from[row]}-${to[row]}`);
  return moments;
}

function valueAt(
  trace: Trace,
  at_ms: number,
  name: 'cwnd' | 'ssthresh' | 'srtt_ms' | 'rto_ms',
): number | null {
  const rows = name === 'cwnd' || name === 'ssthresh' ? trace.rows('windows', 0) : trace.rows('rtts', 0);
  const last = rows.time_s.findLastIndex((time_s) => rounded(1000 * time_s) <= at_ms + STEP_MS / 2);
  const value = (rows as unknown as Record<string, ArrayLike<number>>)[name]?.[last];
  return value === undefined || !Number.isFinite(value) ? null : value;
}

function stateAt(trace: Trace, at_ms: number): string | null {
  const { time_s, state } = trace.rows('states', 0);
  const last = time_s.findLastIndex((time) => rounded(1000 * time) <= at_ms + STEP_MS / 2);
  return FLOW_STATES[state[last] ?? -1] ?? null;
}

const VERBS: Record<ListName, string> = {
  new: 'new segments',
  fast: 'fast retransmissions',
  timeout: 'retransmissions by the timer',
  acks: 'ACKs sent',
  sacks: 'SACK blocks sent',
  marked: 'marked segments',
};

/** The differences between a run and what must be seen, in words; empty if there are none. */
export function differences(trace: Trace, expect: readonly Moment[], until_ms: number): string[] {
  const found: string[] = [];
  const happened = seen(trace, until_ms);
  const wanted = new Map(expect.map((moment) => [keyOf(moment.at_ms), moment]));
  const compared = LISTS.filter(
    (list) => list in SENT || expect.some((moment) => moment[list] !== undefined),
  );
  const times = [...new Set([...happened.keys(), ...wanted.keys()])].toSorted(
    (a, b) => Number(a) - Number(b),
  );
  for (const time of times) {
    const moment = wanted.get(time);
    const actual = happened.get(time) ?? nothing();
    const differ = (what: string, expected: unknown, instead: unknown) =>
      found.push(`at ${Number(time)} ms, ${what}: expected ${expected}, saw ${instead}`);
    for (const list of compared) {
      const texts = (moment?.[list] ?? []).map((entry) =>
        typeof entry === 'number' ? String(entry) : `${entry[0]}: ${entry[1]}-${entry[2]}`,
      );
      if (texts.join() !== actual[list].join())
        differ(VERBS[list], texts.join(', ') || 'none', actual[list].join(', ') || 'none');
    }
    if (moment === undefined) continue;
    for (const name of ['cwnd', 'ssthresh', 'srtt_ms', 'rto_ms'] as const) {
      const expected = moment[name];
      if (expected === undefined) continue;
      const value = valueAt(trace, moment.at_ms, name);
      const same =
        expected === null || value === null
          ? expected === value
          : Math.abs(value - expected) <= ROUNDING[name];
      if (!same) differ(name, expected ?? 'nothing', value ?? 'nothing');
    }
    if (moment.state !== undefined) {
      const state = stateAt(trace, moment.at_ms);
      if (state !== moment.state) differ('state', moment.state, state ?? 'nothing');
    }
  }
  return found;
}
