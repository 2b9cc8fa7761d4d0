/** Tests that the page opens the runs that were measured: running some again gives the stored numbers. */
import { describe, expect, it } from 'vitest';
import { simulateText } from '../../../../scripts/check/simulated.mjs';
import { read } from '../../../engine/nodeEngine';
import { findCell } from '../../../papers/evidence/grid';
import { openingOf, placeOf } from '../../../run/share/opening';
import { type CellName, formatEvidence, PEERS } from '../reference';
import { loadText } from '../scenarios';
import { cellScenario } from './cellScenario';
import { loadBattery, loadEvidence, loadGridScenarios } from './data';
import { loadRun } from './runs';
import { loadRfcs } from './sentences';

const { grid, warmUp_s } = await loadEvidence();

/** Number of segments, without retransmissions, that all flows send until a time. */
async function newSegments(scenario: Record<string, unknown>, until_s: number): Promise<number> {
  const { summary } = await simulateText(
    JSON.stringify({ ...scenario, duration_s: until_s, record: { max_rows: 0 } }),
  );
  return (summary.flows as { segments_sent: number; retransmitted_segments: number }[]).reduce(
    (sum, flow) => sum + flow.segments_sent - flow.retransmitted_segments,
    0,
  );
}

const CELLS: CellName[] = [
  { preset: 'reno', receiver: 'every_packet', path: '1M-100ms-10p', company: 'alone' },
  { preset: 'vegas', receiver: 'bsd_reno per_segment', path: '1.5M-60ms-3p', company: 'twins' },
  { preset: 'cubic', receiver: 'lbl_reno', path: '1.5M-100ms-10p-1%', company: 'with reno' },
  { preset: 'vegas-rem', receiver: 'bsd_reno', path: '0.5M-200ms-3bdp', company: 'with reno' },
  { preset: 'by-hand', receiver: 'tahoe_style', path: '1M-40ms-10p-5%', company: 'twins' },
];

it.each(CELLS)('a cell $preset, $receiver, $path, $company runs as the grid did', async (name) => {
  const scenario = JSON.parse(await loadRun(formatEvidence({ kind: 'cell', cell: name }), loadText));
  expect(scenario.seed).toBe(1);
  const path = grid.paths.find((one) => one.name === name.path);
  const [from, to] = [warmUp_s[name.path] ?? 0, Number(scenario.duration_s)];
  const segments = (await newSegments(scenario, to)) - (await newSegments(scenario, from));
  const packet_bits = 8 * ((path?.smss_bytes ?? 0) + 40);
  const utilization = (segments * packet_bits) / ((path?.rate_bps ?? 1) * (to - from));
  const stored = findCell(grid, name)?.numbers.utilization_of_seed_1 ?? Number.NaN;
  // The grid counts at the first event after the time and this test at the last one before it, so they differ by a segment or two.
  expect(Math.abs(utilization - stored)).toBeLessThan(0.002);
});

it('a cell has a scenario for every name in the grid, with that path', async () => {
  const file = await loadGridScenarios();
  for (const preset of grid.presets)
    for (const receiver of grid.receivers)
      for (const path of grid.paths)
        for (const company of grid.company) {
          const made = cellScenario(file, { preset, receiver, path: path.name, company });
          expect(JSON.stringify(made)).not.toContain('"$');
          expect(made).toMatchObject({ seed: 1, links: [{ rate_bps: path.rate_bps }] });
        }
});

it('a cell has no scenario for unknown names', async () => {
  const file = await loadGridScenarios();
  const name = { preset: 'reno', receiver: 'every_packet', path: '1M-100ms-10p', company: 'alone' };
  expect(cellScenario(file, { ...name, path: 'constructor' })).toBeNull();
  expect(cellScenario(file, { ...name, receiver: 'toString' })).toBeNull();
  await expect(loadRun('evidence/grid/reno/every_packet/nowhere/alone', loadText)).rejects.toThrow(
    'The evidence has no run called evidence/grid/reno/every_packet/nowhere/alone.',
  );
});

it('a cell can be changed by a link, like any scenario', async () => {
  const experiment = formatEvidence({ kind: 'cell', cell: CELLS[0] as CellName });
  const query = new URLSearchParams({ experiment, 'flows.0.sender.preset': 'vegas', seed: '4' });
  const { name, text, link, exact } = await openingOf(query);
  expect([name, exact]).toEqual([experiment, true]);
  expect(placeOf(name)).toEqual({ parameter: 'experiment', base: experiment, mark: null });
  const { seed, flows } = read(text, link?.changes);
  expect([seed, flows[0]?.sender.preset]).toEqual([4, 'vegas']);
});

it('a sentence of an RFC has a scenario that the engine accepts, with and without its switch', async () => {
  for (const { sentences } of await loadRfcs())
    for (const { id, until_ms, ...sentence } of sentences)
      for (const switched of sentence.switch === undefined ? [false] : [false, true]) {
        const text = await loadRun(formatEvidence({ kind: 'sentence', id, switched }), loadText);
        expect(read(text).duration_s, id).toBe(until_ms / 1000);
      }
});

it('a sentence of an RFC has no run under another name, nor with a switch that it lacks', async () => {
  for (const name of ['5681-nothing', 'constructor', '5681-timeout/switched'])
    await expect(loadRun(`evidence/rfc/${name}`, loadText)).rejects.toThrow('The evidence has no run called');
});

describe.each(PEERS)('the rows of %s', (peer) => {
  it('have scenarios that the engine accepts, with seed 1', async () => {
    const { rows } = await loadBattery(peer);
    for (const { id } of rows) {
      const text = await loadRun(formatEvidence({ kind: 'row', peer, id }), loadText);
      expect(JSON.parse(text).seed, id).toBe(1);
      read(text);
    }
  });
});
