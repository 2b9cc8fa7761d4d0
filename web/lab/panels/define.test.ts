/** Tests that what a panel's plot says once is drawn, listed and read alike. */
import { expect, it } from 'vitest';
import { layOut } from '../../plot/layout';
import { styleOf } from '../../plot/runStyle';
import { simulated } from '../../run/simulated';
import { MARKS } from '../../ui/marks';
import type { Theme } from '../../ui/theme';
import { commonOf, overlayNamed } from '../compare/overlay';
import { Recording } from '../export/picture/recording';
import { described, draw, drawFixed, lanesOf, legendOf, mainMarks, tableOf } from './define';
import { Frame, type PlotData } from './definition';
import { framed } from './framed';
import { curve, events, level } from './marks';
import { PLOT as QUEUE_PLOT } from './queue';
import { rowsIn, rowsOf } from './rows';

const run = await simulated('ahn-fig2', (scenario) => {
  scenario.duration_s = 4;
});
const window = { from: 0, to: 4 };
const theme: Theme = { color: (token) => token, font: (size) => `${size}px sans`, scale: 1 };

const MEASURE = (text: string) => ({ width: 6 * text.length }) as TextMetrics;

const points = () => ({ time_s: [0, 2], value: [1, 3] });

function frameOf(plot: Partial<PlotData>): Frame {
  const lanes: PlotData['lanes'] = () => [{ name: 'one', label: 'One', domain: [0, 4], share: 1 }];
  const whole: PlotData = { lanes, unrecorded: () => [], marks: [], rows: [], describe: () => '', ...plot };
  return new Frame(run, whole, window, 300, 100).computed();
}

it('a plot computes a channel once, whoever asks for it', () => {
  let computed = 0;
  const counted = () => {
    computed += 1;
    return points();
  };
  const frame = frameOf({
    marks: [
      curve({ kind: 'cwnd', points: counted, width: 1 }),
      curve({ kind: 'flight', points: counted, width: 0, fill: 0.2 }),
    ],
  });
  draw(new Recording(MEASURE), frame, layOut(lanesOf(frame), window, 362, 142), theme);
  expect(computed).toBe(1);
});

it('a plot lists each kind once, in the color of the first flow, and in the given order', () => {
  const { plot } = frameOf({
    marks: [
      curve({ kind: 'flight', label: 'flight', flow: 0, points, width: 0, fill: 0.2 }),
      curve({ kind: 'cwnd', label: 'cwnd', flow: 0, points, width: 1 }),
      curve({ kind: 'cwnd', label: 'cwnd', flow: 1, points, width: 1 }),
      events({ shape: MARKS.drop_error, points, listed: () => false }),
      level({ kind: 'limit', label: 'limit', value: () => 2, token: 'muted', width: 1, line: 'dashed' }),
    ],
    legend: ['cwnd'],
  });
  expect(legendOf(plot)).toMatchObject([
    { label: 'cwnd', line: 'solid', token: 'flow-1' },
    { label: 'flight', line: 'area' },
    { label: 'limit', line: 'dashed' },
  ]);
});

it('a plot draws dashed lines in place, because their dashes start at the edge', () => {
  const svg = (paint: typeof draw, line: 'solid' | 'dashed') => {
    const frame = frameOf({ marks: [curve({ kind: 'cwnd', points, width: 1, line })] });
    const ink = new Recording(MEASURE);
    paint(ink, frame, layOut(lanesOf(frame), window, 362, 142), theme);
    return ink.svg();
  };
  expect(svg(draw, 'solid')).toContain('<path');
  expect(svg(drawFixed, 'solid')).toBe('');
  expect(svg(draw, 'dashed')).toBe('');
  expect(svg(drawFixed, 'dashed')).toContain('stroke-dasharray');
});

it('a plot’s description names its seconds, whichever the window shows', () => {
  const choice = run.trace.links.indexOf('R1>R2');
  const of = (from: number) => described(framed(QUEUE_PLOT, run, [0], { from, to: 4 }, { choice }).plot);
  expect(of(3)).toMatch(/^Over the whole run: The queue at R1>R2 was longest at /);
  expect(of(0)).toBe(of(3));
});

it('a plot names the first compared line of each flow', () => {
  const { plot } = frameOf({
    marks: [0, 1].flatMap((flow) => [
      curve({ kind: 'flight', flow, points, width: 1 }),
      curve({ kind: 'cwnd', flow, points, width: 1, compared: 1 }),
      curve({ kind: 'ssthresh', flow, points, width: 1, compared: 1 }),
    ]),
  });
  expect(mainMarks(plot).map(({ kind, flow }) => [kind, flow])).toEqual([
    ['cwnd', 0],
    ['cwnd', 1],
  ]);
});

it('a plot has the same values in its table and at the cursor', () => {
  const { time_s, cwnd } = run.trace.rows('windows', 1);
  const field = {
    column: { name: 'cwnd' },
    value: (row: number) => cwnd[row] ?? 0,
    reads: 'cwnd',
    format: String,
  };
  const { plot } = frameOf({ rows: [rowsOf(run, rowsIn(time_s), [field], 1)] });
  const { columns, rows, total } = tableOf(plot, window, 5);
  expect(columns.map(({ name }) => name)).toEqual(['time (s)', 'flow', 'cwnd']);
  expect(total).toBe(time_s.length);
  const [time = 0, name, value] = rows[4] ?? [];
  expect(name).toBe(run.scenario.flows[1]?.name);
  const readings = plot.rows.flatMap(({ read }) => read(Number(time) + 1e-9, window));
  expect(readings).toEqual([{ label: 'cwnd', value: String(value), token: 'flow-2' }]);
  expect(
    plot.rows.flatMap(({ read }) => read(-1, window)),
    'before the first row',
  ).toEqual([]);
});

it('a compared run shows the same link, or nothing if it lacks it', async () => {
  const other = await simulated('ahn-fig1-rr', (scenario) => {
    scenario.duration_s = 4;
  });
  const scope = {
    own: { letter: 'A', label: 'own' },
    others: [{ style: styleOf('B'), label: 'other', run: other }],
    flows: [0],
    drawn: true,
    theory: false,
  };
  const overlay = overlayNamed('queue', scope);
  const framesFor = (link: string) => {
    const own = framed(QUEUE_PLOT, run, [0], window, { choice: run.trace.links.indexOf(link) });
    expect(commonOf(own)).toMatchObject({ link });
    return overlay?.select(own, window, 300, 100).map(({ frame }) => lanesOf(frame)[0]?.label);
  };
  const readingsFor = (link: string) => {
    const own = framed(QUEUE_PLOT, run, [0], window, { choice: run.trace.links.indexOf(link) });
    return overlay?.read(1, overlay.select(own, window, 300, 100)).map(({ label }) => label);
  };
  const shared = run.trace.links.find((link) => other.trace.links.includes(link)) ?? '';
  const lacking = run.trace.links.find((link) => !other.trace.links.includes(link)) ?? '';
  expect(shared).not.toBe('');
  expect(lacking).not.toBe('');
  expect(framesFor(shared)).toEqual([expect.stringContaining(shared.replace('>', '→'))]);
  expect(framesFor(lacking)).toEqual([]);
  for (const link of run.trace.links.filter((one) => other.trace.links.includes(one)))
    expect(readingsFor(link), 'whichever link of the other run is busiest').toEqual([`B queued at ${link}`]);
  expect(readingsFor(lacking)).toEqual([]);
});
