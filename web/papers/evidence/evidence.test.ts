import { describe, expect, it } from 'vitest';
import { type Evidence, loadEvidence } from '../../scenario/content/evidence/data';
import { loadRun } from '../../scenario/content/evidence/runs';
import { formatEvidence, PEERS, parseEvidence } from '../../scenario/content/reference';
import { countPaths, differenceMark, differingMetrics } from './battery';
import {
  countVerdicts,
  explain,
  findCell,
  gridCounts,
  groupConsecutive,
  pathGroupOf,
  pictureOf,
} from './grid';
import { destination } from './moveFocus';
import { bySender, identicalPackets, packetCounts, rulesInUse } from './packets';
import { byFamily } from './words';

const evidence: Evidence = await loadEvidence();
const { grid, explanations, batteries } = evidence;

const everyCell = () =>
  grid.presets.flatMap((preset) =>
    grid.receivers.flatMap((receiver) =>
      grid.paths.flatMap((path) =>
        grid.company.map((company) => findCell(grid, { preset, receiver, path: path.name, company })),
      ),
    ),
  );

it('the grid counts each cell once by its verdict', () => {
  const cells = everyCell();
  const counts = countVerdicts(cells.map((cell) => cell?.verdict ?? 'out'));
  expect(gridCounts(grid)).toEqual(counts);
  const size = grid.presets.length * grid.receivers.length * grid.paths.length * grid.company.length;
  expect(cells).not.toContain(null);
  expect(counts.agrees + counts.explained + counts.out).toBe(size);
});

it('the grid finds a cell by its names', () => {
  const at = [1, 2, 3, 1] as const;
  const row = grid.cells[at[0]]?.[at[1]]?.[at[2]]?.[at[3]] ?? [];
  const name = {
    preset: grid.presets[at[0]] ?? '',
    receiver: grid.receivers[at[1]] ?? '',
    path: grid.paths[at[2]]?.name ?? '',
    company: grid.company[at[3]] ?? '',
  };
  const cell = findCell(grid, name);
  expect(cell?.numbers.utilization).toBe((row[grid.columns.indexOf('utilization')] ?? 0) / 1000);
  expect(cell?.numbers.floor).toBe((row[grid.columns.indexOf('floor')] ?? 0) / 1000);
  expect(Object.keys(cell?.numbers ?? {})).toHaveLength(grid.columns.length - 2);
  expect(findCell(grid, { ...name, path: 'nowhere' })).toBeNull();
});

it('the grid has broken rules unless a cell agrees, and explains all of them unless its verdict is out', () => {
  for (const cell of everyCell()) {
    if (cell === null) continue;
    expect(cell.broken.length > 0, JSON.stringify(cell.name)).toBe(cell.verdict !== 'agrees');
    const covered = new Set(explain(explanations, cell).flatMap(({ rules }) => rules));
    const all = cell.broken.every((rule) => covered.has(rule));
    expect(all, JSON.stringify(cell.name)).toBe(cell.verdict !== 'out');
  }
});

it('the grid limits an explanation to the receivers and companies that it names', () => {
  const about = {
    presets: ['reno'],
    paths: ['a'],
    rules: ['floor', 'seeds'],
    reason: 'so',
    source: 'there',
  };
  const cell = {
    name: { preset: 'reno', receiver: 'r', path: 'a', company: 'alone' },
    broken: ['floor', 'cycle'],
  };
  expect(explain([about], cell)).toEqual([{ rules: ['floor'], reason: 'so', source: 'there' }]);
  expect(explain([{ ...about, receivers: ['r'], company: ['alone'] }], cell)).toHaveLength(1);
  expect(explain([{ ...about, receivers: ['s'] }], cell)).toEqual([]);
  expect(explain([{ ...about, company: ['twins'] }], cell)).toEqual([]);
  expect(explain([{ ...about, rules: ['seeds'] }], cell)).toEqual([]);
  expect(explain([about, { ...about, rules: ['cycle'] }], cell)).toEqual([
    { rules: ['floor', 'cycle'], reason: 'so', source: 'there' },
  ]);
});

it('the grid has one picture per receiver and company', () => {
  const [receiver = '', company = ''] = [grid.receivers[0], grid.company[1]];
  const picture = pictureOf(grid, receiver, company);
  expect(picture).toHaveLength(grid.presets.length);
  const first = { preset: grid.presets[0] ?? '', receiver, path: grid.paths[0]?.name ?? '', company };
  const cell = findCell(grid, first);
  expect(picture[0]?.[0]).toEqual({ verdict: cell?.verdict, utilization: cell?.numbers.utilization });
});

it('the grid puts each preset in one family, and keeps the paths of a group together', () => {
  const families = byFamily([...grid.presets, 'new-one']);
  expect(families.flatMap(({ presets }) => presets).toSorted()).toEqual(
    [...grid.presets, 'new-one'].toSorted(),
  );
  expect(families.at(-1)?.presets).toContain('new-one');
  const groups = groupConsecutive(grid.paths, pathGroupOf).map(({ group }) => group);
  expect(groups).toEqual([...new Set(groups)]);
});

describe.each(PEERS)('the comparison with %s', (peer) => {
  it("has verdicts that follow the page's rules", () => {
    for (const row of batteries[peer].rows)
      expect(differingMetrics(peer, row).length > 0, row.id).toBe(row.verdict !== 'agrees');
  });
});

describe('the comparison packet by packet', () => {
  const { packets } = evidence;

  it('the comparison packet by packet lists each run once under its sender, and each difference once under its rule', () => {
    const { agrees, explained, out } = packetCounts(packets);
    expect([agrees + explained, out]).toEqual([packets.rows.length, 0]);
    const senders = bySender(packets);
    expect(senders.flatMap(({ rows }) => rows)).toHaveLength(packets.rows.length);
    expect(senders.reduce((sum, { identical }) => sum + identical, 0)).toBe(agrees);
    const byRule = rulesInUse(packets).flatMap(({ rows }) => rows);
    expect(byRule.map(({ id }) => id).toSorted()).toEqual(
      packets.rows.flatMap(({ id, verdict }) => (verdict === 'rule' ? [id] : [])).toSorted(),
    );
    expect(identicalPackets(packets)).toBeGreaterThan(100_000);
  });

  it('the comparison packet by packet has a run for each row, by its address', async () => {
    const [row] = packets.rows;
    const text = await loadRun(`evidence/packets/${row?.id}`, () => Promise.resolve(null));
    expect(JSON.parse(text)).toEqual(row?.scenario);
    await expect(loadRun('evidence/packets/reno/no/such', () => Promise.resolve(null))).rejects.toThrow();
  });
});

it('counts the Linux paths that have run', () => {
  const ran = countPaths(batteries.linux);
  expect(ran).toBeGreaterThan(0);
  expect(ran).toBeLessThanOrEqual(evidence.linuxPaths);
});

const unit = 'bit/s';
const compare = (ours: number, theirs: number, half_width = 0) => ({
  unit,
  ours: { mean: ours, half_width },
  theirs: { mean: theirs, half_width: 0 },
  difference: null,
});

it('a difference is drawn on the scale of its tolerance, with the reference in the middle', () => {
  const mark = differenceMark(compare(105, 100, 5), 0.05);
  expect(mark?.tolerance.map((share) => share.toFixed(3))).toEqual(['0.375', '0.625']);
  expect(mark?.ours).toBeCloseTo(0.625);
  expect(mark?.ourInterval.map((share) => share.toFixed(3))).toEqual(['0.500', '0.750']);
  expect(mark?.theirInterval).toEqual([0.5, 0.5]);
  expect(mark?.outside).toBeNull();
});

it('a difference reports the side on which it is outside the picture', () => {
  expect(differenceMark(compare(200, 100), 0.05)?.outside).toBe('above');
  expect(differenceMark(compare(50, 100), 0.05)?.outside).toBe('below');
  expect(differenceMark(compare(50, 0), 0.05)).toBeNull();
});

it('the name of a run refers to a row, a cell, a run with packets or a sentence, or is invalid', () => {
  const row = { kind: 'row', peer: 'ns2', id: 'alone-reno' } as const;
  const cell = {
    preset: 'reno',
    receiver: 'bsd_reno per_segment',
    path: '1M-40ms-10p-5%',
    company: 'with reno',
  };
  expect(parseEvidence(formatEvidence(row))).toEqual(row);
  expect(parseEvidence(formatEvidence({ kind: 'cell', cell }))).toEqual({ kind: 'cell', cell });
  const packets = { kind: 'packets', id: 'sack/two/plain' } as const;
  expect(parseEvidence(formatEvidence(packets))).toEqual(packets);
  for (const switched of [false, true]) {
    const sentence = { kind: 'sentence', id: '5681-timeout', switched } as const;
    expect(parseEvidence(formatEvidence(sentence))).toEqual(sentence);
  }
  for (const invalid of [
    'evidence',
    'evidence/ns2',
    'evidence/ns3/x',
    'evidence/packets/reno',
    'evidence/grid/reno',
    'evidence/ns2/',
    'x/ns2/a',
    'evidence/rfc/a/b',
    'evidence/rfc',
  ])
    expect(parseEvidence(invalid), invalid).toBeNull();
});

it('keys in the grid move from cell to cell and stop at the edges', () => {
  expect(destination('ArrowRight', false, [0, 0], [3, 2])).toEqual([1, 0]);
  expect(destination('ArrowLeft', false, [0, 0], [3, 2])).toEqual([0, 0]);
  expect(destination('ArrowDown', false, [1, 1], [3, 2])).toEqual([1, 1]);
  expect(destination('End', false, [0, 1], [3, 2])).toEqual([2, 1]);
  expect(destination('End', true, [0, 0], [3, 2])).toEqual([2, 1]);
  expect(destination('Home', true, [2, 1], [3, 2])).toEqual([0, 0]);
  expect(destination('a', false, [0, 0], [3, 2])).toBeNull();
});
