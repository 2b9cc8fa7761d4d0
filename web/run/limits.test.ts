import { expect, it } from 'vitest';
import { FLOW_STATES, SAMPLED_TABLES, type Scenario, SEND_LIMITS } from '../engine/schema';
import { limitAt, limitsWithin, type SendLimit } from './limits';
import { Trace } from './trace';

const scenario = { links: [], flows: [{}] } as unknown as Scenario;

type State = (typeof FLOW_STATES)[number];

function traceOf(
  states: [time_s: number, state: State][],
  limits: [time_s: number, limit: SendLimit][],
): Trace {
  const trace = new Trace(scenario);
  trace.append({
    states: {
      time_s: Float64Array.from(states, ([time_s]) => time_s),
      flow: new Uint16Array(states.length),
      state: Uint8Array.from(states, ([, state]) => FLOW_STATES.indexOf(state)),
    },
    limits: {
      time_s: Float64Array.from(limits, ([time_s]) => time_s),
      flow: new Uint16Array(limits.length),
      limit: Uint8Array.from(limits, ([, limit]) => SEND_LIMITS.indexOf(limit)),
    },
  });
  return trace;
}

const ALL = { from: 0, to: 10 };
const trace = traceOf(
  [
    [1, 'slow_start'],
    [4, 'done'],
  ],
  [
    [2, 'cwnd'],
    [3, 'timer'],
    [3.5, 'application'],
  ],
);

it('before its first reason a connection waits for its application, and after its end there is none', () => {
  expect(limitsWithin(trace, 0, 10, ALL)).toEqual([
    { limit: 'application', from: 1, to: 2 },
    { limit: 'cwnd', from: 2, to: 3 },
    { limit: 'timer', from: 3, to: 3.5 },
    { limit: 'application', from: 3.5, to: 4 },
  ]);
  const at = (moment: number) => limitAt(trace, 0, 10, moment)?.limit ?? null;
  expect([0.5, 1.5, 2, 3.2, 3.9, 5].map(at)).toEqual([
    null,
    'application',
    'cwnd',
    'timer',
    'application',
    null,
  ]);
});

it('a window has the reasons that reach into it', () => {
  const within = (from: number, to: number) =>
    limitsWithin(trace, 0, 10, { from, to }).map(({ limit }) => limit);
  expect(within(2.5, 3.2)).toEqual(['cwnd', 'timer']);
  expect(within(1.2, 1.4)).toEqual(['application']);
  expect(within(0, 1)).toEqual([]);
  expect(within(5, 6)).toEqual([]);
});

it('a connection that nothing limits but its application has that reason until the present', () => {
  const idle = traceOf([[1, 'slow_start']], []);
  expect(limitsWithin(idle, 0, 8, ALL)).toEqual([{ limit: 'application', from: 1, to: 8 }]);
  expect(limitsWithin(traceOf([], []), 0, 8, ALL)).toEqual([]);
});

it('a gap has no reason', () => {
  const thinned = traceOf(
    [[0, 'slow_start']],
    [
      [1, 'cwnd'],
      [6, 'pacing'],
    ],
  );
  thinned.append({
    limits: { time_s: new Float64Array(0), flow: new Uint16Array(0), limit: new Uint8Array(0) },
    gaps: {
      time_s: Float64Array.of(7),
      table: Uint8Array.of(SAMPLED_TABLES.indexOf('limits')),
      key: Uint16Array.of(0),
      row: Uint32Array.of(2),
    },
  });
  expect(limitsWithin(thinned, 0, 10, ALL).map(({ limit, to }) => [limit, to])).toEqual([
    ['application', 1],
    ['cwnd', 6],
    ['pacing', 7],
  ]);
  expect(limitAt(thinned, 0, 10, 8)).toBeNull();
});
