/** The reasons why a sender sends no more: the engine's table `limits`, as times. */
import { FLOW_STATES, SEND_LIMITS } from '../engine/schema';
import type { Trace } from './trace';
import { rowAt, type TimeWindow } from './window';

export type SendLimit = (typeof SEND_LIMITS)[number];

export interface LimitedTime extends TimeWindow {
  limit: SendLimit;
}

/** The time in which a flow has connections: until the last one ends, or until the present. Null before the first one. */
function lifeOf(trace: Trace, flow: number, until: number): TimeWindow | null {
  const { time_s, state } = trace.rows('states', flow);
  const [from] = time_s;
  if (from === undefined) return null;
  const last = FLOW_STATES[state.at(-1) ?? -1];
  const isOver = last === 'done' || last === 'aborted';
  return { from, to: isOver ? (time_s.at(-1) ?? until) : until };
}

/** The reason that begins with a row; before the first row it's the application. Null where samples are missing. */
function reasonOf(trace: Trace, flow: number, row: number, life: TimeWindow): LimitedTime | null {
  const { time_s, limit } = trace.rows('limits', flow);
  const name = row < 0 ? 'application' : SEND_LIMITS[limit[row] ?? -1];
  const from = Math.max(time_s[row] ?? life.from, life.from);
  const to = Math.min(time_s[row + 1] ?? life.to, life.to);
  return name === undefined || from >= to ? null : { limit: name, from, to };
}

/** The reasons in a window, in order. */
export function limitsWithin(trace: Trace, flow: number, until: number, window: TimeWindow): LimitedTime[] {
  const life = lifeOf(trace, flow, until);
  if (life === null) return [];
  const { time_s } = trace.rows('limits', flow);
  const found: LimitedTime[] = [];
  for (let row = rowAt(time_s, window.from); row < time_s.length; row += 1) {
    if (row >= 0 && (time_s[row] as number) >= window.to) break;
    const one = reasonOf(trace, flow, row, life);
    if (one !== null && one.from < window.to && one.to > window.from) found.push(one);
  }
  return found;
}

/** The reason at a moment, and its time; null if there is none or it isn't known. */
export function limitAt(trace: Trace, flow: number, until: number, moment: number): LimitedTime | null {
  const life = lifeOf(trace, flow, until);
  if (life === null || moment < life.from || moment > life.to) return null;
  return reasonOf(trace, flow, rowAt(trace.rows('limits', flow).time_s, moment), life);
}
