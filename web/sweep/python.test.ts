/**
 * The Python package makes the same sweep of a link as the page. `engine-wasm/python/tests/sweeps` has scripts and tables that the
 * package's own tests compare too. WRITE_GOLDENS=1 writes them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/child.mjs';
import { scenarioText } from '../../scripts/engine.mjs';
import { catalogue, read, summaryOf } from '../engine/nodeEngine';
import { csvLine } from '../lab/export/table';
import { measuresOf } from '../run/measures';
import { openingOf } from '../run/share/opening';
import { fieldsOf } from '../scenario/fields';
import { designOf } from './design';
import { scriptOf } from './python';
import { fieldColumns, meansOf, tableOf } from './SweepExport';
import { initialSetup, setupOf } from './setup';

const FOLDER = `${ROOT}engine-wasm/python/tests/sweeps/`;

/** Sweeps by the name of their files. */
const SWEEPS = {
  buffer:
    'scenario=ahn-fig1-vr&seed=5&duration_s=30&sweep.kind=sweep&sweep.field=links.1.queue.limit_bytes~log~4096~32768~6' +
    '&sweep.presets=reno~current~vegas&sweep.seeds=2&sweep.show=flows.0.goodput_bytes_per_s&sweep.show=flows.0.completed_at_s' +
    '&sweep.show=flows.0.time_to_bytes_s.1048576&sweep.show=links.R1>R2.drops&sweep.show=links.R1>R2.mean_queue_packets',
  // Reno has no alpha, so it's left out.
  threshold:
    'scenario=ahn-fig1-vr&duration_s=20&sweep.kind=sweep&sweep.field=flows.0.sender.avoidance.alpha~list~1, 1.5;3' +
    '&sweep.field=links.1.delay_ms~linear~10~33~4&sweep.presets=reno~vegas&sweep.flow=0&sweep.seeds=1' +
    '&sweep.show=flows.0.goodput_bytes_per_s',
  shares:
    'scenario=veno-side-by-side&duration_s=12&sweep.kind=sweep&sweep.field=links.0.rate_bps~log~1000000~7300000~4&sweep.seeds=2' +
    '&sweep.show=flows.0.share&sweep.show=flows.1.mean_rtt_ms&sweep.show=all.fairness&sweep.show=all.goodput_bytes_per_s' +
    '&sweep.show=all.retransmitted_segments',
  factors:
    'scenario=ahn-fig1-vr&duration_s=20&sweep.kind=factorial&sweep.factor=links.1.queue.limit_bytes~8000~16000' +
    '&sweep.factor=flows.0.sender.limited_transmit~false~true&sweep.factor=flows.0.sender.preset~vegas~reno' +
    '&sweep.factor=flows.0.sender.decrease~half~three_quarters&sweep.seeds=2&sweep.show=flows.0.goodput_bytes_per_s' +
    '&sweep.show=flows.0.coarse_timeouts',
};

async function sweepOf(query: string) {
  const parameters = new URLSearchParams(query);
  const { name, text, link } = await openingOf(parameters);
  const base = read(text ?? scenarioText(name), link?.changes);
  const fields = fieldsOf(base, catalogue);
  const setup = setupOf(parameters, initialSetup(fields, base, catalogue));
  const { design, problems } = designOf(setup, base, fields, catalogue);
  expect([...problems]).toEqual([]);
  if (design === null) throw new Error('there is no design');
  const all = measuresOf(base);
  const measures = setup.metrics.flatMap((name) => all.find((one) => one.name === name) ?? []);
  expect(measures).toHaveLength(setup.metrics.length);
  return { design, measures };
}

function expectGolden(name: string, text: string): void {
  if (process.env.WRITE_GOLDENS) writeFileSync(FOLDER + name, text);
  expect(text).toBe(readFileSync(FOLDER + name, 'utf8'));
}

it.each(Object.entries(SWEEPS))(
  'the sweep “%s” has the script and the table that Python knows',
  async (name, query) => {
    const { design, measures } = await sweepOf(query);
    const link = `https://lab.example/#/sweep?${new URLSearchParams(query)}`;
    expectGolden(`${name}.py`, scriptOf(link, design, fieldColumns(design)));
    const outcomes = design.runs.map((run) => ({ summary: summaryOf(run.text()) }));
    const { columns, rows } = tableOf({ key: '', design, outcomes }, measures);
    const lines = [columns.map((column) => column.name), ...rows].map(csvLine);
    expectGolden(`${name}.csv`, lines.join('').replaceAll('\r\n', '\n'));
  },
);

it('the table of means has each point once, with its interval and the runs in it', async () => {
  const { design, measures } = await sweepOf(SWEEPS.shares ?? '');
  const outcomes = design.runs.map((run) => ({ summary: summaryOf(run.text()) }));
  const [measure] = measures;
  if (measure === undefined) throw new Error('there is no measure');
  const { columns, rows } = meansOf({ key: '', design, outcomes }, [measure]);
  expect(columns.map(({ name }) => name)).toEqual([
    'sender',
    'links.pipe.rate_bps',
    'flows.0.share',
    'flows.0.share.ci95',
    'flows.0.share.runs',
  ]);
  expect(rows).toHaveLength(4);
  const [one = Number.NaN, two = Number.NaN] = outcomes
    .slice(0, 2)
    .map(({ summary }) => measure.of(summary) ?? Number.NaN);
  const [first = []] = rows;
  expect(first.at(-3)).toBeCloseTo((one + two) / 2, 12);
  // Student's t for two runs is 12.706.
  expect(first.at(-2)).toBeCloseTo((12.706_2 * Math.abs(one - two)) / 2, 4);
  expect(first.at(-1)).toBe(2);
  const [partial = []] = meansOf({ key: '', design, outcomes: outcomes.slice(0, 1) }, [measure]).rows;
  expect(partial.slice(-2)).toEqual([Number.NaN, 1]);
});
