/** Tables of runs that are too long to record: their files have every row of the shown time, those of a full recording. */
import { expect, it } from 'vitest';
import { scenarioText } from '../../../scripts/engine.mjs';
import { engine } from '../../engine/nodeEngine';
import type { Intervals } from '../../engine/protocol';
import { busiest } from '../../run/bottleneck';
import { type Run, Trace, type WindowRows } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import * as congestionWindow from '../panels/congestionWindow';
import { tableOf } from '../panels/define';
import type { Frame } from '../panels/definition';
import { framed } from '../panels/framed';
import * as queue from '../panels/queue';
import { RECEIVER_SEQUENCE } from '../panels/receiverSequence';
import * as roundTrip from '../panels/roundTrip';
import { SENDER_SEQUENCE } from '../panels/senderSequence';
import { everyRow } from './everyRow';
import type { Provenance } from './origin';
import { textOf, WRITERS } from './table';

const ABOUT: Provenance = {
  scenario: 'x',
  title: 'X',
  seed: 1,
  engine_version: '1',
  link: 'x',
  flows: [],
  differs: () => [],
};

/** A run that records so many rows in full, and can simulate its windows again. */
function simulate(name: string, max_rows: number) {
  const json = JSON.parse(scenarioText(name));
  const text = JSON.stringify({ ...json, duration_s: Math.min(30, json.duration_s), record: { max_rows } });
  const opened = engine.open(text);
  const { scenario } = JSON.parse(opened.verdict());
  const begin = (intervals: boolean) => {
    const run = opened.run(intervals);
    if (run === undefined) throw new Error(`${name} is invalid.`);
    return run;
  };
  const trace = new Trace(scenario);
  const running = begin(true);
  for (let finished = false; !finished; ) {
    finished = running.step(5000);
    trace.append(running.take_chunk(), running.take_intervals() as Intervals | undefined);
  }
  const summary = JSON.parse(running.summary());
  running.free();
  const asked: TimeWindow[] = [];
  const windows = async ({ window, receive, signal }: WindowRows) => {
    asked.push(window);
    const again = begin(false);
    again.excerpt(window.from, Math.min(window.to, summary.ended_at_s + 1), false);
    for (let finished = false; !finished && signal?.aborted !== true; ) {
      finished = again.step(3000);
      receive(again.take_chunk(), again.progress() * scenario.duration_s);
      await Promise.resolve();
    }
    again.free();
    return signal?.aborted !== true;
  };
  const run: Run = { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s, windows };
  return { run, asked };
}

/** The plots whose tables have rows of the trace. */
function plotsOf(run: Run): [name: string, frame: Frame][] {
  const flows = run.scenario.flows.map((_, flow) => flow);
  const all = { from: 0, to: run.now_s };
  return [
    ['queue', framed(queue.PLOT, run, flows, all, { choice: busiest(run) })],
    ['windows', framed(congestionWindow.PLOT, run, flows, all)],
    ['round trips', framed(roundTrip.PLOT, run, flows, all, { choice: true })],
    ['sender’s segments', framed(SENDER_SEQUENCE.definition as typeof queue.PLOT, run, flows, all)],
    ['receiver’s segments', framed(RECEIVER_SEQUENCE.definition as typeof queue.PLOT, run, flows, all)],
  ];
}

const watch = () => ({ signal: new AbortController().signal, progress: () => {} });

const textIn = async (parts: BlobPart[]) => await new Blob(parts).text();

it.each(['ahn-fig1-vr', 'ahn-fig2', 'low-buffer'])(
  'tables of %s have every row of any time when it is too long to record',
  async (name) => {
    const whole = simulate(name, 20_000_000).run;
    const { run, asked } = simulate(name, 700);
    const end = run.now_s;
    const { whole_until_s } = run.trace;
    const windows = [
      { from: 0, to: end },
      { from: 0.3 * end, to: 0.31 * end },
      { from: 0.5 * whole_until_s, to: whole_until_s + 1 },
      { from: 0.9 * end, to: end },
    ];
    const expected = plotsOf(whole);
    for (const [place, [plot, frame]] of plotsOf(run).entries())
      for (const window of windows)
        for (const format of ['csv', 'json'] as const) {
          const writer = WRITERS[format];
          const source = { run, rows: frame.plot.rows };
          const parts = await everyRow(source, window, writer, ABOUT, watch(), { window: 2000 });
          const all = tableOf((expected[place]?.[1] ?? frame).plot, window, Number.POSITIVE_INFINITY);
          expect(await textIn(parts), `${plot} from ${window.from} to ${window.to} s`).toBe(
            textOf(writer, all, ABOUT).join(''),
          );
        }
    expect(asked.length, 'the whole run takes several windows').toBeGreaterThan(50);
  },
);

it('a table that is too large or that nobody wants any more has no file, and says why', async () => {
  const { run, asked } = simulate('ahn-fig2', 700);
  const [[, frame] = []] = plotsOf(run);
  const source = { run, rows: frame?.plot.rows ?? [] };
  const all = { from: 0, to: run.now_s };
  const made = (signal?: AbortSignal, windows = run.windows) =>
    everyRow(
      { ...source, run: { ...run, windows } },
      all,
      WRITERS.csv,
      ABOUT,
      { ...watch(), ...(signal && { signal }) },
      { window: 2000, file: signal ? 1e6 : 100 },
    );
  await expect(made()).rejects.toThrow(
    /^the table has more than 100 rows in the time shown, up to [\d.]+ s alone/,
  );
  const { length } = asked;
  const controller = new AbortController();
  controller.abort();
  await expect(made(controller.signal)).rejects.toThrow('canceled');
  expect(asked.length, 'the first window is the last').toBe(length + 1);
  await expect(made(new AbortController().signal, async () => false)).rejects.toThrow('another run');
});
