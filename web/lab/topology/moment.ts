/** Describes a moment: a link, a flow, and the network in a sentence and in a table. */

import {
  formatBytes,
  formatCount,
  formatPlain,
  formatRate,
  formatShare,
  formatTime,
} from '../../base/words/format';
import { formatSegments } from '../../base/words/segments';
import { capital, plural, t } from '../../base/words/words';
import { FLOW_STATES } from '../../engine/schema';
import { curveOf } from '../../run/series';
import type { Run } from '../../run/trace';
import { rowAt } from '../../run/window';
import type { Column, Table } from '../../ui/TableView';
import { valueInWords } from '../panels/rows';
import { STATES } from '../panels/states';
import type { Drops } from './drops';
import { type LinkStep, type Network, queueInWords, stepAt } from './network';
import { type Passages, type Sizes, whereabouts } from './passages';

/** A run, and what is known about its packets. */
export interface Scene {
  run: Run;
  network: Network;
  /** By directed link; null if not known at this moment. */
  passages: readonly Passages[] | null;
  /** By directed link; null if not counted yet. */
  drops: readonly Drops[] | null;
  sizes: Sizes;
}

interface LinkNow {
  /** NaN if not known. */
  packets: number;
  /** The least and the largest number of packets, where it isn't known better. */
  range: readonly [number, number] | null;
  bytes: number;
  /** In transit past the buffer; null if not known. */
  data: number | null;
  acks: number | null;
  datagrams: number | null;
  /** Packets lost up to this moment; null if not counted yet. */
  drops: number | null;
  step: LinkStep;
}

const ranges = { first: 0, held: 0, waiting: 0, end: 0 };

function linkNow({ run, network, passages, drops, sizes }: Scene, link: number, moment: number): LinkNow {
  const step = stepAt(network.links[link]?.steps ?? [], moment);
  const trace = run.trace.within({ from: moment, to: moment });
  const [bytes, packets] = [
    curveOf(trace, 'queues', link, 'bytes'),
    curveOf(trace, 'queues', link, 'packets'),
  ];
  const kinds = [0, 0, 0];
  let held_bytes = 0;
  const known = passages?.[link];
  if (known !== undefined) {
    const { first, held } = whereabouts(known, moment, ranges);
    for (let at = first; at < held; at += 1) {
      const kind = known.kind[at] as number;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    for (let at = held; at < ranges.end; at += 1)
      held_bytes += sizes[known.flow[at] as number]?.[known.kind[at] as number] ?? 0;
  }
  const [data = 0, acks = 0, datagrams = 0] = kinds;
  const lost = drops?.[link];
  return {
    packets: known === undefined ? (packets.valueAt(moment) ?? 0) : ranges.end - ranges.held,
    range: known === undefined ? packets.rangeAt(moment) : null,
    bytes: known === undefined ? (bytes.valueAt(moment) ?? 0) : held_bytes,
    data: known === undefined ? null : data,
    acks: known === undefined ? null : acks,
    datagrams: known === undefined ? null : datagrams,
    drops: lost === undefined ? null : rowAt(lost.time_s, moment) + 1,
    step,
  };
}

function stepInWords({ rate_bps, delay_s, queue }: LinkStep): [rate: string, delay: string, queue: string] {
  return [formatRate(rate_bps), `${formatPlain(delay_s * 1e3)} ms`, queueInWords(queue)];
}

/** Lines of a link's card. */
export function linkLines(scene: Scene, link: number, moment: number): [label: string, value: string][] {
  const now = linkNow(scene, link, moment);
  const [rate, delay, queue] = stepInWords(now.step);
  const utilization = scene.run.summary?.links[link]?.utilization;
  return [
    [t('rate'), rate],
    [t('delay'), delay],
    [t('queue'), queue],
    [t('queued now'), queuedNow(now)],
    [t('on the way'), now.data === null ? t('not known yet') : onTheWay(now)],
    [t('lost so far'), now.drops === null ? t('not counted yet') : formatCount(now.drops)],
    [t('busy over the whole run'), utilization === undefined ? t('not known yet') : formatShare(utilization)],
  ];
}

function queuedNow({ packets, bytes, range }: LinkNow): string {
  if (Number.isNaN(packets) && range !== null)
    return plural(range[1], 'between {least} and {n} packet', 'between {least} and {n} packets', {
      least: formatCount(range[0]),
    });
  return `${plural(packets, '{n} packet', '{n} packets')}, ${formatBytes(bytes)}`;
}

function onTheWay({ data, acks, datagrams }: LinkNow): string {
  const parts = [
    data ? plural(data, '{n} segment', '{n} segments') : '',
    acks ? plural(acks, '{n} ACK', '{n} ACKs') : '',
    datagrams ? plural(datagrams, '{n} datagram', '{n} datagrams') : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? t('nothing') : parts.join(', ');
}

/** Lines of a host's card about one of its flows. */
export function flowLines({ run }: Scene, flow: number, moment: number): [label: string, value: string][] {
  const trace = run.trace.within({ from: moment, to: moment });
  const [cwnd, flight] = [curveOf(trace, 'windows', flow, 'cwnd'), curveOf(trace, 'windows', flow, 'flight')];
  const states = run.trace.rows('states', flow);
  const state = FLOW_STATES[states.state[rowAt(states.time_s, moment)] ?? -1];
  return [
    ['cwnd', valueInWords(cwnd, moment, formatSegments) ?? t('not open yet')],
    [
      t('in flight'),
      valueInWords(flight, moment, (count) => t('{count} seg', { count: formatCount(count) })) ??
        t('nothing'),
    ],
    ...(state === undefined ? [] : [[t('state'), STATES[state].label()] as [string, string]]),
  ];
}

/** Most links in the sentence. */
const MAX_LINKS_DESCRIBED = 3;

export function describe(scene: Scene, moment: number): string {
  const { run, passages } = scene;
  const name = (link: number) => (run.trace.links[link] ?? '').replace('>', ' → ');
  const all = run.trace.links.map((_, link) => ({ link, ...linkNow(scene, link, moment) }));
  const time = formatTime(moment);
  const waiting = all.filter(({ packets }) => packets > 0).sort((a, b) => b.packets - a.packets);
  const held = waiting.slice(0, MAX_LINKS_DESCRIBED).map(({ link, packets, bytes }, place) => {
    const values = {
      link: name(link),
      packets: plural(packets, '{n} packet', '{n} packets'),
      bytes: formatBytes(bytes),
    };
    return place === 0
      ? t('the queue at {link} holds {packets} ({bytes})', values)
      : t('{link} holds {packets} ({bytes})', values);
  });
  const unknown = all.filter(({ packets }) => Number.isNaN(packets)).length;
  const unrecorded =
    unknown === 0
      ? []
      : [plural(unknown, '{n} queue isn’t recorded here', '{n} queues aren’t recorded here')];
  const queues =
    waiting.length + unknown === 0
      ? t('every queue is empty')
      : [...held, ...andMore(waiting.length), ...unrecorded].join(', ');
  const losses = lossesInWords(scene, all);
  if (passages === null) return t('At {time}, {queues}.', { time, queues }) + losses;
  const underway = all
    .map((one) => ({ ...one, sum: (one.data ?? 0) + (one.acks ?? 0) + (one.datagrams ?? 0) }))
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum);
  const total = underway.reduce((sum, one) => sum + one.sum, 0);
  if (total === 0) return t('At {time}, no packet is on a link, and {queues}.', { time, queues }) + losses;
  const where = underway
    .slice(0, MAX_LINKS_DESCRIBED)
    .map((one) => t('{packets} on {link}', { packets: onTheWay(one), link: name(one.link) }))
    .join('; ');
  const moving = plural(
    total,
    'At {time}, {n} packet is on its way: {where}.',
    'At {time}, {n} packets are on their way: {where}.',
    { time, where: [where, ...andMore(underway.length)].join(', ') },
  );
  return `${moving} ${capital(queues)}.${losses}`;
}

/** " 3 packets have been lost so far." Empty until they are counted. */
function lossesInWords(scene: Scene, links: readonly LinkNow[]): string {
  if (scene.drops === null) return '';
  const lost = links.reduce((sum, { drops }) => sum + (drops ?? 0), 0);
  if (lost === 0) return ` ${t('Nothing has been lost so far.')}`;
  return ` ${plural(lost, '{n} packet has been lost so far.', '{n} packets have been lost so far.')}`;
}

function andMore(count: number): string[] {
  const more = count - MAX_LINKS_DESCRIBED;
  return more > 0 ? [plural(more, 'and so on at {n} more link', 'and so on at {n} more links')] : [];
}

const COLUMNS: Column[] = [
  { name: 'link', label: () => t('link') },
  { name: 'rate', label: () => t('rate') },
  { name: 'delay', label: () => t('delay') },
  { name: 'queue', label: () => t('queue') },
  { name: 'queued (packets)', label: () => t('queued (packets)') },
  { name: 'queued (bytes)', label: () => t('queued (bytes)') },
  { name: 'segments on the way', label: () => t('segments on the way') },
  { name: 'ACKs', label: () => t('ACKs') },
  { name: 'datagrams', label: () => t('datagrams') },
  { name: 'lost so far', label: () => t('lost so far') },
];

export function tableAt(scene: Scene, moment: number): Table {
  const rows = scene.run.trace.links.map((name, link) => {
    const now = linkNow(scene, link, moment);
    const known = (count: number | null) => (count === null ? '–' : formatCount(count));
    return [
      name.replace('>', ' → '),
      ...stepInWords(now.step),
      formatCount(now.packets),
      formatCount(now.bytes),
      known(now.data),
      known(now.acks),
      known(now.datagrams),
      known(now.drops),
    ];
  });
  return { columns: COLUMNS, rows: rows.slice(0, MOST_LINKS), total: rows.length };
}

const MOST_LINKS = 200;

/** Counts the packets on all links, for tests. */
export function countAt(passages: readonly Passages[], moment: number): number {
  return passages.reduce((sum, one) => {
    const { first, end } = whereabouts(one, moment, ranges);
    return sum + end - first;
  }, 0);
}
