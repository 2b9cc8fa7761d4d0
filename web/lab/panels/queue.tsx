/** A link's output buffer: contents, limit, drops, marks and the theory's prediction. */
import { useMemo, useState } from 'react';
import { useObservable } from '../../base/observable';
import { formatBytes, formatCount, formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { SEGMENT_KINDS } from '../../engine/schema';
import type { Points } from '../../plot/ink';
import { busiest, type Limit, limitOf } from '../../run/bottleneck';
import { type Equilibrium, equilibriaOf, ofLink, type Theory } from '../../run/equilibria';
import { useFocus, useView } from '../../run/hooks';
import { formatPackets } from '../../run/metrics';
import { type Curve, curveOf, freePixels, isWhole, unrecorded } from '../../run/series';
import type { Run, Trace } from '../../run/trace';
import type { ViewState } from '../../run/view';
import type { TimeWindow } from '../../run/window';
import { MARKS, type SegmentKind, type Mark as Shape, THEORY } from '../../ui/marks';
import { flowToken } from '../../ui/theme';
import { definePanel } from './define';
import type { Channel, Definition, Frame } from './definition';
import { ALL, ERROR, eventAt, eventTimesAt, FULL, linkEventsInWords, MARKED, markBands } from './linkEvents';
import { curve, events, level, theoryLines } from './marks';
import type { PanelProps } from './Panel';
import { type Field, type Rows, readIn, rowsIn, rowsOf, valuesOf } from './rows';
import { inWords, legendOf, linesOf, widenDomain } from './theory';

/** Compared runs show the link with the same name, in the same unit. */
export interface Common {
  link: string;
  unit: Limit['unit'];
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

/** Events without a recorded queue are drawn at the upper edge, above the limit, where no queue can be. */
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

/** Name of the directed link that the panel shows; null for the one with the longest queue. */
export const QUEUE_AT: ViewState<string | null> = { usual: null, until: 'scenario' };

/** Each panel has its own choice of link, because a page may show the queues of several. */
export function useLink({ run, link: asked }: PanelProps) {
  const { trace } = run;
  const sharedChoice = useView().of(QUEUE_AT);
  const shared = useObservable(sharedChoice);
  const [own, chooseOwn] = useState<string | null>(null);
  const chosen = asked === undefined ? shared : own;
  const choose = (name: string | null) => (asked === undefined ? sharedChoice.set(name) : chooseOwn(name));
  useFocus((focus) => 'link' in focus && choose(trace.links[focus.link] ?? null));
  const fallback = useMemo(() => busiest(run), [run]);
  const named = trace.links.indexOf(chosen ?? asked ?? '');
  const link = named >= 0 ? named : fallback;
  const control = (
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
  );
  return { choice: link, control };
}

/** Marks at these times. Where they are so dense that they overlap, each pixel gets one. */
function atLevels(
  times: readonly number[],
  { window, width, height }: Frame,
  levelOf: (time: number) => number,
  top: number,
): Points {
  const points: Points = { time_s: [], value: [] };
  const perSecond = width / (window.to - window.from);
  const take = freePixels(width, height);
  for (const time of times) {
    const level = levelOf(time);
    const free = take((time - window.from) * perSecond, (1 - level / top) * height);
    if (!free && times.length > MANY) continue;
    points.time_s.push(time);
    points.value.push(level);
  }
  return points;
}

/** The bytes that still fit. */
function room(limit: number, bytes: Curve): Field<number> {
  return {
    value: (row) => limit - bytes.value(row),
    range(moment) {
      const range = bytes.rangeAt(moment);
      return range && [limit - range[1], limit - range[0]];
    },
    reads: t('room'),
    format: formatBytes,
    token: 'mark-drop',
  };
}

function rows(run: Run, link: number, { value: limit, unit }: Limit, compared: boolean): Rows {
  const { trace } = run;
  const bytes = curveOf(trace, 'queues', link, 'bytes');
  return rowsOf(
    run,
    // Until its first row, the queue is empty.
    { ...rowsIn(bytes.time_s), at: (moment) => bytes.rowAt(moment) },
    [
      {
        column: { name: 'queued (bytes)', label: () => t('queued (bytes)') },
        ...valuesOf(bytes),
        reads: compared ? t('queued at {link}', { link: trace.links[link] ?? '' }) : t('queued'),
        format: formatBytes,
        token: 'ink',
      },
      {
        column: { name: 'queued (packets)', label: () => t('queued (packets)') },
        ...valuesOf(curveOf(trace, 'queues', link, 'packets')),
        reads: t('packets'),
        format: formatCount,
        token: 'ink',
      },
      ...(limit !== null && unit === 'bytes' ? [room(limit, bytes)] : []),
    ],
  );
}

export const PLOT: Definition<number, Common> = {
  height: 235,
  useChoice: useLink,
  choiceFor: ({ run }) => busiest(run),
  plot({ run, theory, choice, compared, common, among = false, without }) {
    const { trace } = run;
    const link = common ? trace.links.indexOf(common.link) : choice;
    if (link < 0) return null;
    const limit = common && compared === 'over' ? { value: null, unit: common.unit } : limitOf(run, link);
    const { unit } = limit;
    // Bytes and packets can't share a scale.
    if (common && unit !== common.unit) return null;
    const queue: Channel<Curve> = (frame) => curveOf(frame.trace, 'queues', link, unit);
    const most = longest(trace, link, unit);
    const reachable = isReachable(limit, most);
    const equilibria = equilibriumOf(trace, link, unit, theory);
    const predicted = linesOf(equilibria);
    const top: Channel<number> = ({ window }) => {
      const measured = 1.12 * Math.max(1, most, reachable ? (limit.value ?? 0) : 0);
      return widenDomain([0, measured], predicted, window)[1];
    };
    const levelOf = (time: number, frame: Frame) =>
      levelAt(frame.of(queue).valueAt(time) ?? 0, frame.of(top));
    /** Marks of packets are thinned, other events at links aren't. */
    const bandsOf = (kinds: readonly SegmentKind[], trace: Trace, window: TimeWindow) =>
      kinds === MARKED ? markBands(trace, link, unit, window) : [];
    const packets = (kinds: readonly SegmentKind[], shape: Shape, listed: boolean, radius?: number) =>
      events({
        shape,
        points: (frame) => {
          const bands = bandsOf(kinds, frame.trace, frame.window);
          const times = eventTimesAt(frame.trace, link, kinds, frame.window);
          const at = (drawn: number[]) =>
            atLevels(drawn, frame, (time) => levelOf(time, frame), frame.of(top));
          return bands.length === 0
            ? at(times)
            : { ...at(times.filter((time) => time < frame.trace.whole_until_s)), bands };
        },
        compared: radius,
        listed: () =>
          listed || eventTimesAt(trace, link, kinds, ALL).length > 0 || bandsOf(kinds, trace, ALL).length > 0,
        rare: true,
        event: (time_s) => eventAt(trace, link, kinds, time_s),
        place: ({ flow, table, row, time_s }, frame) => {
          const { kind, place } = trace.rows('segments', flow);
          const name = SEGMENT_KINDS[kind[row] ?? -1];
          const isHere = table === 'segments' && name !== undefined && place[row] === link;
          return isHere && kinds.includes(name) ? levelOf(time_s, frame) : null;
        },
      });
    const name = (trace.links[link] ?? '').replace('>', '→');
    return {
      lanes: (frame) => [
        {
          name: 'queue',
          domain: [0, frame.of(top)],
          share: 1,
          ...(unit === 'bytes'
            ? { label: t('Queue at {link} (KiB)', { link: name }), binary: 1024 }
            : { label: t('Queue at {link} (packets)', { link: name }) }),
        },
      ],
      unrecorded: ({ trace, window, columns }) => unrecorded(trace, 'queues', [link], window, columns),
      marks: [
        curve({
          kind: 'queued',
          label: unit === 'bytes' ? t('bytes queued') : t('packets queued'),
          points: (frame) => frame.of(queue).line(frame.window, frame.columns),
          token: among ? flowToken(0) : 'ink',
          width: 1,
          fill: 0.14,
          compared: 1.4,
        }),
        ...(without.includes('marked') ? [] : [packets(MARKED, MARKS.marked, false)]),
        packets(FULL, MARKS.drop_full, true, 3.5),
        packets(ERROR, MARKS.drop_error, false, 3.5),
        ...(reachable
          ? [
              level({
                kind: 'limit',
                label: t('limit'),
                value: () => limit.value,
                token: 'mark-drop',
                width: 1.2,
                line: 'dashed',
              }),
            ]
          : []),
        theoryLines(() => predicted, {
          token: THEORY.token,
          entry: legendOf(equilibria, t('its mean'), THEORY.token),
        }),
      ],
      legend: ['queued', 'limit', 'dropped', 'lost', 'marked'],
      common: () => ({ link: trace.links[link] ?? '', unit }),
      rows: [readIn(run, (shown) => rows(shown, link, limit, compared !== null))],
      describe: () => describe(run, link, theory),
    };
  },
};

export const QUEUE = definePanel(
  { name: 'queue', figure: 'queue', title: () => t('Queue'), choice: () => t('Queue'), shown: 1 },
  PLOT,
);
