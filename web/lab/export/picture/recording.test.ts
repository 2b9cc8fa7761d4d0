/** Tests that canvas drawing calls become equivalent SVG. */
import { expect, it } from 'vitest';
import { marks } from '../../../plot/ink';
import { laneNamed, layOut } from '../../../plot/layout';
import { steps } from '../../../plot/steps';
import type { Run } from '../../../run/trace';
import { MARKS } from '../../../ui/marks';
import type { Theme } from '../../../ui/theme';
import { drawFixed, draw as drawMarks, drawUnder, lanesOf } from '../../panels/define';
import { Frame, type PlotData } from '../../panels/definition';
import { curve, events, level, theoryLines } from '../../panels/marks';
import { escaped, Recording } from './recording';

const WIDE = () => ({ width: 30 }) as TextMetrics;
const layout = layOut([{ name: 'a', label: '', domain: [0, 10], share: 1 }], { from: 0, to: 10 }, 162, 142);
const lane = laneNamed(layout, 'a');

it('a recording combines the dots of one color into one path', () => {
  const recording = new Recording(WIDE);
  marks(recording, MARKS.send, '#123456', { time_s: [0, 5], value: [0, 10] }, layout.x, lane, 1);
  expect(recording.svg()).toBe('<path d="M-1,99h2v2h-2ZM49,-1h2v2h-2Z" fill="#123456"/>');
});

it('a recording draws rings, dashed lines and clip paths', () => {
  const rings = new Recording(WIDE);
  marks(rings, MARKS.dup_ack, 'red', { time_s: [5], value: [5] }, layout.x, lane, 2);
  expect(rings.svg()).toContain('d="M52,50M52,50A2,2,0,1,1,48,50A2,2,0,1,1,52,50"');
  const lines = new Recording(WIDE);
  const stroke = { color: 'red', width: 1.2, dash: [6, 4] };
  steps(lines, { time_s: [0, 5], value: [1, 2] }, layout.x, lane, stroke, 10);
  const svg = lines.svg();
  expect(svg).toContain('<clipPath id="clip-1"><path d="M0,-2h100v104h-100Z"/></clipPath>');
  expect(svg).toMatch(
    /d="M0,90L50,90L50,80L100,80" fill="none" stroke="red" stroke-width="1.2" stroke-dasharray="6 4"/,
  );
  expect(svg).toContain('clip-path="url(#clip-1)"');
});

it('a recording restores saved state and escapes text', () => {
  const recording = new Recording(WIDE);
  recording.save();
  recording.fillStyle = 'red';
  recording.font = '10px "A"';
  recording.textAlign = 'right';
  recording.fillText('a < "b" & c', 1, 2);
  recording.restore();
  recording.lineJoin = 'round';
  recording.strokeText('c', 5, 6);
  recording.fillText('d', 3, 4);
  expect(recording.svg()).toBe(
    '<text x="1" y="2" font-size="10px" font-family="&quot;A&quot;" text-anchor="end" fill="red">a &lt; &quot;b&quot; &amp; c</text>' +
      '<text x="5" y="6" font-size="10px" font-family="sans-serif" fill="none" stroke="#000" stroke-width="1" stroke-linejoin="round">c</text>' +
      '<text x="3" y="4" font-size="10px" font-family="sans-serif" fill="#000">d</text>',
  );
  expect(escaped('<>&"')).toBe('&lt;&gt;&amp;&quot;');
});

it('a recording records everything that a panel draws', () => {
  const theme: Theme = { color: (token) => `#${token}`, font: (size) => `${size}px sans`, scale: 1 };
  const points = () => ({ time_s: [1, 2, 3], value: [1, 2, Number.NaN] });
  const plot: PlotData = {
    lanes: () => [{ name: 'queue', label: '', domain: [0, 5], share: 1 }],
    unrecorded: () => [{ from: 2, to: 4 }],
    marks: [
      curve({ kind: 'queued', points, token: 'ink', width: 1, fill: 0.14 }),
      events({ shape: MARKS.marked, points }),
      events({ shape: MARKS.drop_full, points }),
      events({ shape: MARKS.drop_error, points }),
      level({ kind: 'limit', label: '', value: () => 4, token: 'mark-drop', width: 1, line: 'dashed' }),
      theoryLines(() => [points()], { token: 'mark-theory' }),
    ],
    rows: [],
    describe: () => '',
  };
  const window = { from: 0, to: 10 };
  const trace = { within: () => trace } as unknown as Run['trace'];
  const frame = new Frame({ now_s: 10, trace } as Run, plot, window, 100, 100).computed();
  const recording = new Recording(WIDE);
  const layout = layOut(lanesOf(frame), window, 162, 142);
  for (const draw of [drawUnder, drawMarks, drawFixed]) draw(recording, frame, layout, theme);
  const svg = recording.svg();
  // The hatching, the area, its line, the limit, three kinds of events, and the theory with its background.
  expect(svg.match(/<path d="[^"]+" /g)).toHaveLength(9);
  expect(svg).not.toContain('NaN');
});
