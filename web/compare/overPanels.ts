/** How each panel of the bench shows another run than its own: its main line with dashes, and its losses. */
import * as windows from '../panels/congestionWindow';
import type { Over } from '../panels/over';
import * as queue from '../panels/queue';
import * as receiver from '../panels/receiverSequence';
import * as rtt from '../panels/roundTrip';
import { srttFits } from '../panels/rttScale';
import * as sender from '../panels/senderSequence';
import * as sequence from '../panels/sequence';
import { marks as drawMarks, type Points } from '../plot/ink';
import { type Layout, laneNamed } from '../plot/layout';
import { steps } from '../plot/steps';
import { rowAt } from '../run/window';
import { MARKS } from '../ui/marks';
import { formatBytes, formatMs, formatSegments } from '../words/format';
import { t } from '../words/words';
import type { Place } from './letters';
import { type Other, type OverPanel, overlayOf, type Scope } from './overlay';

/** The last point of a line that is in the picture. */
function endOf(points: Points | undefined, layout: Layout, lane: string, until: number): Place | null {
  if (points === undefined) return null;
  const last = points.time_s.findLastIndex((time) => time <= layout.window.to);
  const value = points.value[last];
  if (value === undefined || Number.isNaN(value)) return null;
  return { x: layout.x(Math.min(until, layout.window.to)), y: laneNamed(layout, lane).y(value) };
}

/** The point of a cloud that is furthest to the right. */
function lastOf(points: Points | undefined, layout: Layout, lane: string): Place | null {
  const last = (points?.time_s.length ?? 0) - 1;
  if (points === undefined || last < 0) return null;
  return { x: layout.x(points.time_s[last] ?? 0), y: laneNamed(layout, lane).y(points.value[last] ?? 0) };
}

const WINDOW: OverPanel<windows.WindowMarks, windows.WindowMarks> = {
  select: (_, { run, flows, theory }, window, width) =>
    windows.select(run.trace, flows, run.now_s, window, width, theory),
  depends: () => '',
  lanes: (marks, letter) =>
    windows
      .lanes(marks)
      .map((lane) => (lane.pixels === undefined ? lane : { ...lane, name: `${lane.name}-${letter}` })),
  draw(context, marks, { style, run }, layout, theme) {
    const lane = laneNamed(layout, 'segments');
    const colour = theme.colour(style.token);
    const end = Math.min(run.now_s, layout.window.to);
    for (const { flow, cwnd, spans } of marks.flows) {
      steps(context, cwnd, layout.x, lane, { colour, width: 1.6, dash: style.dash }, end);
      const band = `state-${flow}-${style.letter}`;
      windows.drawBand(context, spans, layout, band, theme);
      windows.nameBand(context, spans, layout, band, theme);
      const { top, bottom } = laneNamed(layout, band);
      context.save();
      context.font = `700 ${theme.font(10.5)}`;
      context.textAlign = 'right';
      context.textBaseline = 'middle';
      context.fillStyle = colour;
      if (bottom - top > 9) context.fillText(style.letter, -5, (top + bottom) / 2);
      else context.fillRect(-6, top, 4, bottom - top);
      context.restore();
    }
    return endOf(marks.flows[0]?.cwnd, layout, 'segments', run.now_s);
  },
  place: (own, layout) => {
    const { cwnd, spans } = own.flows[0] ?? {};
    return endOf(cwnd, layout, 'segments', spans?.at(-1)?.to ?? layout.window.to);
  },
  read: (other, moment) =>
    readings(other, 'cwnd', (flow) => {
      const { time_s, cwnd } = other.run.trace.rows('windows', flow);
      const row = rowAt(time_s, moment);
      return row < 0 ? null : formatSegments(cwnd[row] ?? 0);
    }),
  describe: ({ run, flows }) => windows.describe(run, flows),
};

const QUEUE: OverPanel<queue.QueueMarks, queue.QueueMarks> = {
  select(own, { run, beside, theory }, window, width) {
    const link = run.trace.links.indexOf(own.link);
    if (link < 0) return null;
    const limit = beside ? queue.limitOf(run, link) : { value: null, unit: own.limit.unit };
    // Bytes and packets have no scale together.
    if (limit.unit !== own.limit.unit) return null;
    return queue.select(run.trace, link, limit, window, width, theory);
  },
  depends: ({ link, limit }) => `${link} ${limit.unit}`,
  lanes: queue.lanes,
  draw(context, { queued, drops, errors }, { style, run }, layout, theme) {
    const lane = laneNamed(layout, 'queue');
    const colour = theme.colour(style.token);
    const end = Math.min(run.now_s, layout.window.to);
    steps(context, queued, layout.x, lane, { colour, width: 1.4, dash: style.dash }, end);
    drawMarks(context, MARKS.drop_full, colour, drops, layout.x, lane, 3.5);
    drawMarks(context, MARKS.drop_error, colour, errors, layout.x, lane, 3.5);
    return endOf(queued, layout, 'queue', run.now_s);
  },
  place: ({ queued }, layout) => endOf(queued, layout, 'queue', queued.time_s.at(-1) ?? layout.window.to),
  read: ({ run }, moment) => {
    const link = queue.busiest(run.trace);
    const { time_s, bytes } = run.trace.rows('queues', link);
    const held = bytes[rowAt(time_s, moment)] ?? 0;
    return [
      { label: t('queued at {link}', { link: run.trace.links[link] ?? '' }), value: formatBytes(held) },
    ];
  },
  describe: ({ run }) => queue.describe(run, queue.busiest(run.trace)),
};

const RTT: OverPanel<rtt.RttMarks, rtt.RttMarks> = {
  select: (_, { run, flows, beside, theory }, window, width, height) =>
    rtt.select(run.trace, flows, window, width, height, beside && srttFits(run.trace, flows), theory),
  depends: () => '',
  lanes: rtt.lanes,
  draw(context, marks, { style, run }, layout, theme) {
    const lane = laneNamed(layout, 'rtt');
    const colour = theme.colour(style.token);
    const end = Math.min(run.now_s, layout.window.to);
    for (const { samples, base, diff } of marks.flows) {
      context.save();
      context.globalAlpha = 0.5;
      drawMarks(context, { ...MARKS.send, radius: 0.9 }, colour, samples, layout.x, lane);
      context.restore();
      steps(context, base, layout.x, lane, { colour, width: 1.2, dash: style.dash }, end);
      if (marks.diffDomain === null) continue;
      const below = laneNamed(layout, 'diff');
      steps(context, diff, layout.x, below, { colour, width: 1.4, dash: style.dash }, end);
    }
    return lastOf(marks.flows[0]?.samples, layout, 'rtt');
  },
  place: (own, layout) => lastOf(own.flows[0]?.samples, layout, 'rtt'),
  read: (other, moment) =>
    readings(other, 'RTT', (flow) => {
      const { time_s, rtt_ms } = other.run.trace.rows('rtts', flow);
      const row = rowAt(time_s, moment);
      return row < 0 ? null : formatMs(rtt_ms[row] ?? 0);
    }),
  describe: ({ run, flows }) => rtt.describe(run, flows, false),
};

function ofSequence(
  tap: sequence.Tap,
  describe: (run: Other['run'], flows: readonly number[]) => string,
): OverPanel<sequence.SequenceMarks, sequence.SequenceMarks> {
  return {
    select(own, { run, flows }, window, width, height) {
      const marks = sequence.select(run.trace, flows, tap, window, width, height);
      const factor = marks.unit.bytes / own.unit.bytes;
      const [low, high] = marks.domain;
      const layers = marks.layers.map((layer) => ({
        ...layer,
        points: { ...layer.points, value: layer.points.value.map((value) => value * factor) },
      }));
      return { ...marks, unit: own.unit, domain: [low * factor, high * factor], layers };
    },
    depends: ({ unit }) => unit.name,
    lanes: sequence.lanes,
    draw(context, { layers }, { style }, layout, theme) {
      const lane = laneNamed(layout, 'sequence');
      const colour = theme.colour(style.token);
      for (const { kind, points } of layers) {
        // Over each other ACKs would cover the data.
        if (tap.acks.includes(kind)) continue;
        const mark = MARKS[kind];
        const radius = mark.shape === 'dot' ? 0.9 : mark.radius * 0.8;
        drawMarks(context, mark, colour, points, layout.x, lane, radius);
      }
      return highestOf(layers, layout);
    },
    place: ({ layers }, layout) => highestOf(layers, layout),
    read: (other, moment) =>
      readings(other, t('data'), (flow) => {
        const [data] = sequence.read(other.run, [flow], { ...tap, acks: [] }, moment);
        return data?.value ?? null;
      }),
    describe: ({ run, flows }) => describe(run, flows),
  };
}

/** Where the line of sequence numbers leaves the picture. */
function highestOf(layers: sequence.SequenceMarks['layers'], layout: Layout): Place | null {
  let points: Points | undefined;
  for (const layer of layers) {
    if (MARKS[layer.kind].shape !== 'dot' || layer.points.value.length === 0) continue;
    points ??= layer.points;
  }
  return lastOf(points, layout, 'sequence');
}

/** One value of each flow at the cursor. */
function readings({ run, flows }: Other, label: string, tell: (flow: number) => string | null) {
  return flows.flatMap((flow) => {
    const value = tell(flow);
    if (value === null) return [];
    const name = flows.length > 1 ? `${run.scenario.flows[flow]?.name ?? flow}: ` : '';
    return [{ label: name + label, value }];
  });
}

const SENDER = ofSequence(sender.TAP, sender.describe);
const RECEIVER = ofSequence(receiver.TAP, receiver.describe);

/** What lies over the panel of a name. */
export function overlayNamed(panel: string, scope: Scope): Over<unknown> | null {
  // The one place where the marks of a panel meet its name: the panel called so has those marks.
  switch (panel) {
    case 'sender-sequence':
      return overlayOf(SENDER, scope) as Over<unknown>;
    case 'window':
      return overlayOf(WINDOW, scope) as Over<unknown>;
    case 'queue':
      return overlayOf(QUEUE, scope) as Over<unknown>;
    case 'rtt':
      return overlayOf(RTT, scope) as Over<unknown>;
    case 'receiver-sequence':
      return overlayOf(RECEIVER, scope) as Over<unknown>;
    default:
      return null;
  }
}
