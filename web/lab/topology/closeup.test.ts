/** Compares the packets shown with the engine's own state at the same moments. */
import { beforeAll, describe, expect, it } from 'vitest';
import { scenarioText } from '../../../scripts/engine.mjs';
import { engine, read } from '../../engine/nodeEngine';
import type { Scenario, Summary } from '../../engine/schema';
import { HOP_EVENTS } from '../../engine/schema';
import { type Run, Trace } from '../../run/trace';
import { rowAt, rowsWithin } from '../../run/window';
import { longestPassage, passagesIn, recorded, recording, windowAround } from './closeup';
import { dropsOf } from './drops';
import { countAt } from './moment';
import { networkOf } from './network';
import { sizesOf, whereabouts } from './passages';
import { waitsOf } from './waits';

function run(text: string): Run {
  const scenario = read(text);
  const trace = new Trace(scenario);
  const running = new engine.Run(text);
  while (!running.step(100_000)) trace.append(running.take_chunk());
  trace.append(running.take_chunk());
  const summary: Summary = JSON.parse(running.summary());
  running.free();
  return { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
}

const named = (name: string) => run(scenarioText(name));

/** The packets around a moment of a run, recorded as for the drawing. */
function closeup(whole: Run, moment: number, seconds: number) {
  const window = windowAround(moment, whole.now_s, seconds);
  const { scenario } = whole;
  const { from, to } = recorded(window, longestPassage(whole));
  const opened = engine.open(JSON.stringify(scenario));
  const again = opened.run(false);
  opened.free();
  if (again === undefined) throw new Error('The scenario is invalid.');
  again.excerpt(from, Math.min(to, whole.now_s + 1), true);
  const near = { scenario, trace: new Trace(scenario) };
  for (let finished = false; !finished; near.trace.append({ hops: again.take_chunk().hops }))
    finished = again.step(100_000);
  again.free();
  const network = networkOf(scenario);
  const sizes = sizesOf(scenario);
  const passages = network.links.map((_, link) => passagesIn(near.trace, network, sizes, link));
  return { window, near, network, passages };
}

const ranges = { first: 0, held: 0, waiting: 0, end: 0 };
const moments = ({ from, to }: { from: number; to: number }) =>
  Array.from({ length: 200 }, (_, i) => from + ((i + 0.37) / 200) * (to - from));

describe.each([
  // Drops at a full queue; clocks at the far ends; two flows.
  ['ahn-fig2', 2.5, 3],
  // A path that becomes longer, then shorter.
  ['longer-path', 20, 4],
  // Packets that are lost on the link.
  ['veno-fig5', 30, 2],
  // Datagrams.
  ['ahn-emulator', 5.5, 2],
  // A slow return path with a queue of ACKs.
  ['veno-reverse-path', 50, 5],
] as const)('%s around %s s', (name, moment, seconds) => {
  let whole: Run;
  let shown: ReturnType<typeof closeup>;
  beforeAll(() => {
    whole = named(name);
    shown = closeup(whole, moment, seconds);
  });

  it('shows every packet that was offered and has neither been dropped nor arrived, exactly once', () => {
    const { near, network, passages, window } = shown;
    let most = 0;
    for (const at of moments(window)) {
      let sum = 0;
      network.links.forEach((_, link) => {
        const { time_s, event } = near.trace.rows('hops', link);
        for (let row = 0; row <= rowAt(time_s, at); row += 1)
          sum += HOP_EVENTS[event[row] ?? -1] === 'offered' ? 1 : -1;
      });
      expect(countAt(passages, at)).toBe(sum);
      most = Math.max(most, sum);
    }
    expect(most).toBeGreaterThan(3);
    for (const { count, offered, starts, leaves, arrives } of passages) {
      let wrong = 0;
      for (let n = 0; n < count; n += 1) {
        const times = [offered[n], starts[n], leaves[n], arrives[n]] as number[];
        if (times.some((time, i) => Number.isNaN(time) || time < (times[i - 1] ?? time))) wrong += 1;
        if (n > 0 && ((starts[n] ?? 0) < (leaves[n - 1] ?? 0) || (arrives[n] ?? 0) < (arrives[n - 1] ?? 0)))
          wrong += 1;
      }
      expect(wrong).toBe(0);
    }
  });

  it("shows the bench run's contents in every queue", () => {
    const { network, passages, window } = shown;
    let compared = 0;
    let wrong = 0;
    network.links.forEach((_, link) => {
      const { time_s, packets } = whole.trace.rows('queues', link);
      for (const at of moments(window)) {
        const own = passages[link];
        if (own === undefined) continue;
        const { held, end } = whereabouts(own, at, ranges);
        compared += 1;
        if (end - held !== (packets[rowAt(time_s, at)] ?? 0)) wrong += 1;
      }
    });
    expect(compared).toBe(200 * network.links.length);
    expect(wrong).toBe(0);
  });

  it("tells a packet's waits as the bench run's queues do: joined behind so many, begun when the one before left", () => {
    const { near, network, passages, window } = shown;
    const known = { run: whole.id, window, passages };
    const flows = near.scenario.flows.length + near.scenario.datagrams.length;
    const links = new Map(network.links.map(({ from, to }, link) => [`${from}>${to}`, link]));
    let compared = 0;
    let wrong = 0;
    for (let flow = 0; flow < flows; flow += 1) {
      const seqs = new Set(
        passages.flatMap((one) => [...one.seq.slice(0, one.count)].filter((_, at) => one.flow[at] === flow)),
      );
      for (const seq of [...seqs].slice(0, 150)) {
        for (const { time_s: joined, wait_s, link, ahead } of waitsOf(known, network, { flow, seq })) {
          const { time_s, packets } = whole.trace.rows('queues', links.get(link) ?? -1);
          const rowsAt = (time: number) => {
            const found: number[] = [];
            for (let row = rowAt(time_s, time + 2e-9); row > 0 && (time_s[row] ?? 0) > time - 2e-9; row -= 1)
              found.push(row);
            return found;
          };
          const isBehind = rowsAt(joined).some((row) => packets[row] === ahead + 1);
          const isNext = rowsAt(joined + wait_s).some((row) => (packets[row] ?? 0) < (packets[row - 1] ?? 0));
          compared += 1;
          if (!isBehind || !isNext) wrong += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(2);
    expect(wrong).toBe(0);
  });

  it('shows the same packets as a run that records them, although it ends sooner', () => {
    const { near, window } = shown;
    const lead = longestPassage(whole);
    // The earlier packets that are still on links when the window begins belong to it.
    const request = recording(whole, { from: window.from - 2 * lead, to: window.to }, lead) as Scenario;
    const unended = run(JSON.stringify({ ...request, duration_s: whole.scenario.duration_s }));
    near.trace.links.forEach((_, link) => {
      const [own, full] = [near, unended].map(({ trace }) => {
        const rows = trace.rows('hops', link);
        const [first, end] = rowsWithin(rows.time_s, window);
        const columns = ['time_s', 'flow', 'event', 'kind', 'seq'] as const;
        return columns.map((column) => rows[column].slice(first, end));
      });
      expect(own).toEqual(full);
    });
  });
});

it('drops are complete, each at the link where it happened', () => {
  const whole = named('ahn-fig2');
  const counts = dropsOf(whole.trace).map(({ time_s }) => time_s.length);
  expect(counts).toEqual(whole.summary?.links.map(({ drops }) => drops));
  expect(Math.max(...counts)).toBeGreaterThan(20);
});

it('the window around a moment looks ahead more than back, within the run', () => {
  expect(windowAround(50, 100, 10)).toEqual({ from: 48, to: 58 });
  expect(windowAround(1, 100, 10)).toEqual({ from: 0, to: 10 });
  expect(windowAround(99, 100, 10)).toEqual({ from: 90, to: 100 });
  expect(windowAround(5, 10, 20)).toEqual({ from: 0, to: 10 });
});
