/** Tells where the followed packet is at a moment. */

import { t } from '../../base/words/words';
import { SEGMENT_KINDS } from '../../engine/schema';
import type { Trace } from '../../run/trace';
import { rowAt } from '../../run/window';
import { ACK, type Passages } from './passages';

interface Packet {
  flow: number;
  seq: number;
}

/** Most rows searched backwards; larger than any window's segments and ACKs. */
const FARTHEST = 200_000;

/** "queued at R1 → R2". `passages` are null while packets on links are unknown. */
export function whereIs(
  trace: Trace,
  passages: readonly Passages[] | null,
  packet: Packet,
  moment: number,
): string {
  return onPath(trace, passages, packet, moment) ?? inTrace(trace, packet, moment);
}

function named(trace: Trace, link: number): string {
  return trace.links[link]?.replace('>', ' → ') ?? t('a link');
}

/** The latest copy of the packet on a link, if there is one. */
function onPath(
  trace: Trace,
  passages: readonly Passages[] | null,
  { flow, seq }: Packet,
  moment: number,
): string | null {
  let latest = Number.NEGATIVE_INFINITY;
  let words: string | null = null;
  passages?.forEach((one, link) => {
    for (let at = rowAt(one.offered.subarray(0, one.count), moment); at >= 0; at -= 1) {
      if ((one.arrives[at] as number) <= moment) break;
      if (one.flow[at] !== flow || one.kind[at] === ACK || one.seq[at] !== seq) continue;
      if ((one.offered[at] as number) <= latest) break;
      latest = one.offered[at] as number;
      words =
        (one.starts[at] as number) > moment
          ? t('queued at {link}', { link: named(trace, link) })
          : t('on its way from {from} to {to}', endsOf(trace, link));
      break;
    }
  });
  return words;
}

function endsOf(trace: Trace, link: number): { from: string; to: string } {
  const [from = '', to = ''] = (trace.links[link] ?? '').split('>');
  return { from, to };
}

/** The latest event of the packet in its flow's rows. */
function inTrace(trace: Trace, { flow, seq }: Packet, moment: number): string {
  const rows = trace.rows('segments', flow);
  const last = rowAt(rows.time_s, moment);
  for (let row = last; row >= 0 && last - row < FARTHEST; row -= 1) {
    const number = rows.seq[row] as number;
    const kind = SEGMENT_KINDS[rows.kind[row] as number];
    if (kind === undefined) return t('not recorded');
    if (kind === 'ack' && number > seq) return t('acknowledged');
    if (kind === 'send' && number < seq) return t('not sent yet');
    if (number !== seq) continue;
    switch (kind) {
      case 'send':
      case 'datagram_sent':
        return t('on its way');
      case 'retransmit_fast':
      case 'retransmit_early':
      case 'retransmit_timeout':
        return t('retransmitted, on its way');
      case 'data_arrived':
        return t('arrived, not acknowledged yet');
      case 'datagram_arrived':
        return t('arrived');
      case 'drop_full':
      case 'datagram_drop_full':
        return t('dropped by the queue at {link}', { link: named(trace, rows.place[row] as number) });
      case 'drop_error':
      case 'datagram_drop_error':
        return t('lost on {link}', { link: named(trace, rows.place[row] as number) });
      default:
    }
  }
  return t('not sent yet');
}
