/** A link's output buffer: contents, limit, drops, marks and the theory's prediction. */
import { memo, useCallback, useMemo, useState } from 'react';
import { useObservable } from '../../base/observable';
import { formatBytes, formatCount, formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { SEGMENT_KINDS } from '../../engine/schema';
import type { Reading } from '../../plot/CursorLayer';
import { hatch, nameHatched } from '../../plot/hatch';
import { marks as drawMarks, type Ink, level, type Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, laneNamed } from '../../plot/layout';
import type { EventMarks } from '../../plot/snap';
import { filledSteps, steps } from '../../plot/steps';
import { busiest, type Limit, limitOf } from '../../run/bottleneck';
import { type Equilibrium, equilibriaOf, ofLink, type Theory } from '../../run/equilibria';
import { formatPackets } from '../../run/figures';
import { useFocus, useView } from '../../run/hooks';
import { curveOf, freePixels, isWhole, unrecorded } from '../../run/series';
import type { Run, Trace } from '../../run/trace';
import { rowAt, type TimeWindow } from '../../run/window';
import { MARKS, THEORY } from '../../ui/marks';
import { type Column, TIME, tableOf } from '../../ui/TableView';
import type { Theme } from '../../ui/theme';
import { ALL, ERROR, eventAt, eventTimesAt, FULL, linkEventsInWords, MARKED } from './linkEvents';
import type { Overlay } from './over';
import { endOf } from './overlays';
import { describeFinished, Panel, type PanelProps } from './Panel';
import type { PanelRecord } from './record';
import { drawTheory, inWords, legendOf, linesOf, useTheory, widenDomain } from './theory';

export { busiest, limitOf };

export interface QueueMarks {
  /** Name of the directed link. */
  link: string;
  limit: Limit;
  /** True if the limit is drawn. */
  reachable: boolean;
  top: number;
  queued: Points;
  drops: Points;
  errors: Points;
  marked: Points;
  theory: Points[];
  unrecorded: TimeWindow[];
}

/** A limit more than this many times the longest queue isn't drawn: it would flatten the queue's line. */
const REACH = 20;

function longest(trace: Trace, link: number, unit: Limit['unit']): number {
  const queue = curveOf(trace, 'queues', link, unit);
  return queue.length === 0 ? 0 : queue.extent()[1];
}

function isReachable(limit: Limit, most: number): boolean {
  return limit.value !== null && (most === 0 || limit.value <= REACH * most);
}

/** The upper edge, with room for a mark, as a share of the scale. */
const EDGE = 0.965;

/** Above this many, marks that share a pixel are drawn once. */
const MANY = 2000;

export function select(
  trace: Trace,
  link: number,
  limit: Limit,
  window: TimeWindow,
  width: number,
  theory: Theory | null = null,
  height = width,
): QueueMarks {
  const queue = curveOf(trace, 'queues', link, limit.unit);
  const most = longest(trace, link, limit.unit);
  const reachable = isReachable(limit, most);
  const predicted = linesOf(equilibriumOf(trace, link, limit.unit, theory));
  const measured = 1.12 * Math.max(1, most, reachable ? (limit.value ?? 0) : 0);
  const top = widenDomain([0, measured], predicted, window)[1];
  // If drops are so dense that their marks overlap, each pixel gets one mark.
  const atQueueLevel = (times: number[]): Points => {
    const points: Points = { time_s: [], value: [] };
    const perSecond = width / (window.to - window.from);
    const take = freePixels(width, height);
    for (const time of times) {
      const level = levelAt(queue.valueAt(time) ?? 0, top);
      const free = take((time - window.from) * perSecond, (1 - level / top) * height);
      if (!free && times.length > MANY) continue;
      points.time_s.push(time);
      points.value.push(level);
    }
    return points;
  };
  return {
    link: trace.links[link] ?? '',
    limit,
    reachable,
    top,
    queued: queue.line(window, Math.max(1, Math.round(width))),
    drops: atQueueLevel(eventTimesAt(trace, link, FULL, window)),
    errors: atQueueLevel(eventTimesAt(trace, link, ERROR, window)),
    marked: atQueueLevel(eventTimesAt(trace, link, MARKED, window)),
    theory: predicted,
    unrecorded: unrecorded(trace, 'queues', [link], window, Math.max(1, Math.round(width))),
  };
}

/** Where the queue wasn't recorded, its events are drawn at the upper edge, above the limit, where no queue can be. */
function levelAt(value: number, top: number): number {
  return Number.isNaN(value) ? EDGE * top : value;
}

/** The theory's mean buffer contents of a link, including the packet in transmission. */
function equilibriumOf(
  trace: Trace,
  link: number,
  unit: Limit['unit'],
  theory: Theory | null,
): Equilibrium[] {
  const figure = unit === 'bytes' ? 'held_bytes' : 'held_packets';
  return equilibriaOf(theory, ofLink(trace.links[link] ?? '', figure));
}

export function lanes({ link, limit, top }: QueueMarks): Lane[] {
  const name = link.replace('>', '→');
  return limit.unit === 'bytes'
    ? [
        {
          name: 'queue',
          label: t('Queue at {link} (KiB)', { link: name }),
          domain: [0, top],
          binary: 1024,
          share: 1,
        },
      ]
    : [{ name: 'queue', label: t('Queue at {link} (packets)', { link: name }), domain: [0, top], share: 1 }];
}

export function drawUnder(
  context: Ink,
  { unrecorded }: QueueMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  hatch(context, unrecorded, layout, laneNamed(layout, 'queue'), theme, until);
}

export function draw(
  context: Ink,
  { queued, drops, errors, marked }: QueueMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  const lane = laneNamed(layout, 'queue');
  const end = Math.min(until, layout.window.to);
  const color = theme.color('ink');
  filledSteps(context, queued, layout.x, lane, { color, alpha: 0.14, kind: 'queued' }, end);
  steps(context, queued, layout.x, lane, { color, width: 1, kind: 'queued' }, end);
  const red = theme.color('mark-drop');
  drawMarks(context, MARKS.marked, red, marked, layout.x, lane);
  drawMarks(context, MARKS.drop_full, red, drops, layout.x, lane);
  drawMarks(context, MARKS.drop_error, red, errors, layout.x, lane);
}

export function drawFixed(
  context: Ink,
  { limit, reachable, theory, unrecorded }: QueueMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  const lane = laneNamed(layout, 'queue');
  const color = theme.color('mark-drop');
  if (reachable && limit.value !== null)
    level(context, limit.value, layout.x, lane, { color, width: 1.2, dash: [6, 4], kind: 'limit' });
  drawTheory(context, theory, THEORY.token, layout, lane, theme);
  nameHatched(context, unrecorded, layout, lane, theme, until);
}

/** The events among the marks of a link's queue: drops, losses and ECN marks. */
export function eventsIn(trace: Trace, link: number, marks: QueueMarks): EventMarks {
  const layers = [
    { kinds: MARKED, points: marks.marked },
    { kinds: FULL, points: marks.drops },
    { kinds: ERROR, points: marks.errors },
  ];
  return {
    trace,
    layers: layers.map(({ kinds, points }) => ({
      lane: 'queue',
      points,
      rare: true,
      event: (index) => eventAt(trace, link, kinds, points.time_s[index] ?? 0),
    })),
    place: ({ flow, table, row, time_s }) => {
      const { kind, place } = trace.rows('segments', flow);
      const name = SEGMENT_KINDS[kind[row] ?? -1];
      const isHere = name !== undefined && [...FULL, ...ERROR, ...MARKED].includes(name);
      if (table !== 'segments' || !isHere || place[row] !== link) return null;
      const level = curveOf(trace, 'queues', link, marks.limit.unit).valueAt(time_s) ?? 0;
      return { lane: 'queue', value: levelAt(level, marks.top) };
    },
  };
}

export function describe(run: Run, link: number, theory: Theory | null = null): string {
  const { trace, summary } = run;
  const { time_s, bytes, packets } = trace.rows('queues', link);
  const name = trace.links[link] ?? t('this link');
  if (bytes.length === 0) return t('Nothing ever waited at {name}.', { name });
  const mean = summary?.links[link]?.mean_queue_bytes;
  const predicted = inWords(t('its mean'), equilibriumOf(trace, link, 'packets', theory), formatPackets);
  if (!isWhole(trace, 'queues', link)) {
    const whole = t('The queue at {name} held at most {most}, {mean} on average', {
      name,
      most: formatBytes(summary?.links[link]?.max_queue_bytes ?? Number.NaN),
      mean: formatBytes(mean ?? Number.NaN),
    });
    return `${[whole, ...linkEventsInWords(trace, link)].join('; ')}.${predicted}`;
  }
  let fullest = 0;
  bytes.forEach((value, row) => {
    if (value > (bytes[fullest] ?? 0)) fullest = row;
  });
  const longest = {
    name,
    time: formatTime(time_s[fullest] ?? 0),
    bytes: formatBytes(bytes[fullest] ?? 0),
    packets: plural(packets[fullest] ?? 0, '{n} packet', '{n} packets'),
  };
  const most =
    mean === undefined
      ? t('The queue at {name} was longest at {time}: {bytes}, {packets}', longest)
      : t('The queue at {name} was longest at {time}: {bytes}, {packets}, {mean} on average', {
          ...longest,
          mean: formatBytes(mean),
        });
  return `${[most, ...linkEventsInWords(trace, link)].join('; ')}.${predicted}`;
}

function read(run: Run, link: number, limit: Limit, moment: number): Reading[] {
  const { time_s, bytes, packets } = run.trace.rows('queues', link);
  const row = rowAt(time_s, moment);
  const token = 'ink';
  return [
    { label: t('queued'), value: formatBytes(bytes[row] ?? 0), token },
    { label: t('packets'), value: formatCount(packets[row] ?? 0), token },
    ...(limit.value !== null && limit.unit === 'bytes'
      ? [{ label: t('room'), value: formatBytes(limit.value - (bytes[row] ?? 0)), token: 'mark-drop' }]
      : []),
  ];
}

function limitEntry(limit: Limit, most: number): LegendEntry[] {
  if (!isReachable(limit, most)) return [];
  return [{ label: t('limit'), line: 'dashed', token: 'mark-drop', explains: 'limit' }];
}

const COLUMNS: Column[] = [
  TIME,
  { name: 'queued (bytes)', label: () => t('queued (bytes)') },
  { name: 'queued (packets)', label: () => t('queued (packets)') },
];

const OVERLAY: Overlay<QueueMarks, QueueMarks> = {
  select(own, { run, sideBySide, theory }, window, width) {
    const link = run.trace.links.indexOf(own.link);
    if (link < 0) return null;
    const limit = sideBySide ? limitOf(run, link) : { value: null, unit: own.limit.unit };
    // Bytes and packets can't share a scale.
    if (limit.unit !== own.limit.unit) return null;
    return select(run.trace, link, limit, window, width, theory);
  },
  depends: ({ link, limit }) => `${link} ${limit.unit}`,
  lanes,
  draw(context, { queued, drops, errors, unrecorded }, { style, run }, layout, theme) {
    const lane = laneNamed(layout, 'queue');
    const color = theme.color(style.token);
    const end = Math.min(run.now_s, layout.window.to);
    hatch(context, unrecorded, layout, lane, theme, end, color);
    steps(context, queued, layout.x, lane, { color, width: 1.4, dash: style.dash, kind: 'queued' }, end);
    drawMarks(context, MARKS.drop_full, color, drops, layout.x, lane, 3.5);
    drawMarks(context, MARKS.drop_error, color, errors, layout.x, lane, 3.5);
    return endOf(queued, layout, 'queue', run.now_s);
  },
  place: ({ queued }, layout) => endOf(queued, layout, 'queue', queued.time_s.at(-1) ?? layout.window.to),
  read: ({ run }, moment) => {
    const link = busiest(run.trace);
    const { time_s, bytes } = run.trace.rows('queues', link);
    const held = bytes[rowAt(time_s, moment)] ?? 0;
    return [
      { label: t('queued at {link}', { link: run.trace.links[link] ?? '' }), value: formatBytes(held) },
    ];
  },
  describe: ({ run }) => describe(run, busiest(run.trace)),
};

function Queue({ run, title = QUEUE.title(), link: asked }: PanelProps) {
  const view = useView();
  const shared = useObservable(view.queueAt);
  const [own, chooseOwn] = useState<string | null>(null);
  // Where a page shows the queues of several links, each panel has its own choice.
  const chosen = asked === undefined ? shared : own;
  const choose = (name: string | null) => (asked === undefined ? view.queueAt.set(name) : chooseOwn(name));
  const { trace, now_s: until } = run;
  useFocus((focus) => 'link' in focus && choose(trace.links[focus.link] ?? null));
  const theory = useTheory(run);
  const fallback = useMemo(() => busiest(run.trace), [run]);
  const named = trace.links.indexOf(chosen ?? asked ?? '');
  const link = named >= 0 ? named : fallback;
  const limit = useMemo(() => limitOf(run, link), [run, link]);
  const [hasErrors, hasMarks] = useMemo(
    () => [ERROR, MARKED].map((kinds) => eventTimesAt(run.trace, link, kinds, ALL).length > 0),
    [run, link],
  );
  const legend: LegendEntry[] = [
    {
      label: limit.unit === 'bytes' ? t('bytes queued') : t('packets queued'),
      line: 'area',
      token: 'ink',
      explains: 'queued',
    },
    ...limitEntry(limit, longest(trace, link, limit.unit)),
    { label: MARKS.drop_full.label, mark: MARKS.drop_full, token: 'mark-drop' },
  ];
  if (hasErrors) legend.push({ label: MARKS.drop_error.label, mark: MARKS.drop_error, token: 'mark-drop' });
  if (hasMarks) legend.push({ label: MARKS.marked.label, mark: MARKS.marked, token: 'mark-drop' });
  legend.push(...legendOf(equilibriumOf(trace, link, limit.unit, theory), t('its mean'), THEORY.token));
  return (
    <Panel
      name={QUEUE.name}
      title={title}
      height={235}
      legend={legend}
      select={useCallback(
        (window: TimeWindow, width: number, height: number) =>
          select(run.trace, link, limit, window, width, theory, height),
        [run, link, limit, theory],
      )}
      lanes={lanes}
      drawUnder={useCallback(
        (context: Ink, marks: QueueMarks, layout: Layout, theme: Theme) =>
          drawUnder(context, marks, layout, theme, until),
        [until],
      )}
      draw={useCallback(
        (context: Ink, marks: QueueMarks, layout: Layout, theme: Theme) =>
          draw(context, marks, layout, theme, until),
        [until],
      )}
      drawFixed={useCallback(
        (context: Ink, marks: QueueMarks, layout: Layout, theme: Theme) =>
          drawFixed(context, marks, layout, theme, until),
        [until],
      )}
      events={useCallback((marks: QueueMarks) => eventsIn(run.trace, link, marks), [run, link])}
      read={(moment) => read(run, link, limit, moment)}
      words={useCallback(() => describeFinished(run, () => describe(run, link, theory)), [run, link, theory])}
      table={(window, limit) => {
        const { time_s, bytes, packets } = trace.rows('queues', link);
        return tableOf(COLUMNS, time_s, window, limit, (row) => [
          time_s[row] ?? 0,
          bytes[row] ?? 0,
          packets[row] ?? 0,
        ]);
      }}
    >
      <label className="choice" data-kind="list">
        <span className="visually-hidden">{t('Link whose queue is shown')}</span>
        <select value={link} onChange={(event) => choose(trace.links[Number(event.target.value)] ?? null)}>
          {trace.links.map((name, index) => (
            <option key={name} value={index}>
              {index === fallback
                ? t('{link} (longest queue)', { link: name.replace('>', ' → ') })
                : name.replace('>', ' → ')}
            </option>
          ))}
        </select>
      </label>
    </Panel>
  );
}

export const QUEUE = {
  name: 'queue',
  figure: 'queue',
  title: () => t('Queue'),
  choice: () => t('Queue'),
  shown: 1,
  Component: memo(Queue),
  overlay: OVERLAY,
} as const satisfies PanelRecord;
