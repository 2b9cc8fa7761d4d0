/** The states of a sender, as a band above its curves. */
import { t } from '../../base/words/words';
import { FLOW_STATES } from '../../engine/schema';
import type { Run, Trace } from '../../run/trace';
import { rowAt, type TimeWindow } from '../../run/window';
import { band, type Looks, type Span } from './band';
import type { Channel, Mark } from './definition';

export type State = (typeof FLOW_STATES)[number];

export const STATES: Looks<State> = {
  slow_start: { label: () => t('slow start'), token: 'state-slow-start', explains: 'state_slow_start' },
  avoidance: { label: () => t('avoidance'), token: 'state-avoidance', explains: 'state_avoidance' },
  recovery: { label: () => t('recovery'), token: 'state-recovery', explains: 'state_recovery' },
  timeout: { label: () => t('timeout'), token: 'state-timeout', explains: 'state_timeout', strong: true },
  done: { label: () => t('done'), token: 'state-over', explains: 'state_done' },
  aborted: { label: () => t('aborted'), token: 'state-over', explains: 'state_aborted' },
};

export function spansOf(trace: Trace, flow: number, until: number): Span<State>[] {
  return [...trace.rows('states', flow).state.keys()].map((row) => spanOf(trace, flow, row, until));
}

export function spansWithin(trace: Trace, flow: number, until: number, window: TimeWindow): Span<State>[] {
  const { time_s } = trace.rows('states', flow);
  const spans: Span<State>[] = [];
  for (let row = Math.max(0, rowAt(time_s, window.from)); (time_s[row] ?? Infinity) < window.to; row += 1) {
    const span = spanOf(trace, flow, row, until);
    if (span.to > window.from) spans.push(span);
  }
  return spans;
}

function spanOf(trace: Trace, flow: number, row: number, until: number): Span<State> {
  const { time_s, state } = trace.rows('states', flow);
  return {
    name: FLOW_STATES[state[row] ?? 0] ?? 'done',
    from: time_s[row] ?? 0,
    to: time_s[row + 1] ?? until,
  };
}

/**
 * A flow's band.
 *
 * @param signed true if a mark in the flow's color is next to it
 */
export function stateBand(
  { trace, now_s }: Run,
  flow: number,
  lane: string,
  spans: Channel<Span<State>[]>,
  signed: boolean,
): Mark {
  const present = () => new Set(spansOf(trace, flow, now_s).map(({ name }) => name));
  return band(STATES, { flow, lane, spans, present, signed });
}
