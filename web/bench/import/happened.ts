/** What happened in a captured transfer: its numbers, each with how it's known. Unknown numbers are dashes with a reason. */

import { formatCount, formatMeasuredRate, formatMs, formatTime, UNKNOWN } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { CaptureView } from '../../engine/captureView';
import type { Hello, Source, Transfer } from '../../engine/schema';
import type { Row } from './Numbers';
import { retransmitted } from './transfer';

const SOURCES: Record<Source, () => string> = {
  acks: () => t('the shortest time from data to their ACK'),
  handshake: () => t('from the handshake'),
  timestamps: () => t('the shortest time from a timestamp to its echo'),
  both_sides: () => t('the shortest times on both sides of the capture point'),
};

/** Exact, because windows and sizes are compared with those in other programs. */
const bytes = (count: number) => `${formatCount(count)} B`;

export function windowInWords(window: Transfer['data']['window']): string {
  if (window === null) return UNKNOWN;
  return window.exact ? bytes(window.bytes) : t('at least {size}', { size: bytes(window.bytes) });
}

export function happened(view: CaptureView): Row[] {
  const { transfer } = view;
  const { data, duration_s } = transfer;
  const again = retransmitted(view);
  const others: [name: string, count: number, how: string][] = [
    [t('Overtaken'), data.reordered, t('segments that later ones overtook on the way')],
    [t('Keep-alives'), data.keep_alives, t('they carry nothing')],
    [t('Window probes'), data.window_probes, t('sent against a closed window')],
  ];
  return [
    [
      t('Data'),
      duration_s === null
        ? bytes(data.transfer_bytes)
        : t('{size} in {time}', { size: bytes(data.transfer_bytes), time: formatTime(duration_s) }),
      duration_s === null
        ? t('the clock was set meanwhile, so the time isn’t known')
        : duration_s > 0
          ? t('{rate} on average', { rate: formatMeasuredRate((8 * data.transfer_bytes) / duration_s) })
          : '',
    ],
    [
      t('RTT'),
      data.base_rtt_ms === null ? UNKNOWN : formatMs(data.base_rtt_ms),
      data.rtt_from === null ? t('it isn’t visible where the capture was taken') : SOURCES[data.rtt_from](),
    ],
    [
      t('Retransmissions'),
      t('{again} of {segments}', {
        again: formatCount(again),
        segments: plural(data.segments, '{n} segment', '{n} segments'),
      }),
      again === 0 ? '' : causes(transfer),
    ],
    [
      t('Segment size'),
      data.segment_size === null ? UNKNOWN : bytes(data.segment_size.bytes),
      data.segment_size === null
        ? ''
        : data.segment_size.from === 'handshake'
          ? t('the handshake’s MSS without options')
          : t('the size of most segments'),
    ],
    [
      t('Receive window'),
      windowInWords(data.window),
      data.window === null
        ? t('no ACK was captured')
        : data.window.exact
          ? t('the largest that the receiver advertised')
          : t('the handshake, which says how windows are scaled, is missing'),
    ],
    ...others
      .filter(([, count]) => count > 0)
      .map(([name, count, how]): Row => [name, formatCount(count), how]),
    [t('Handshake'), ...handshake(transfer)],
  ];
}

/** Causes of retransmissions. They're inferred from ACKs, so without these nothing is known. */
function causes({ data, oddities }: Transfer): string {
  if (oddities.some(({ code }) => code === 'one-direction')) return t('the causes aren’t known without ACKs');
  const parts = [
    ...(data.fast > 0 ? [t('{count} after duplicate ACKs', { count: formatCount(data.fast) })] : []),
    ...(data.timeout > 0 ? [t('{count} by a timer', { count: formatCount(data.timeout) })] : []),
    ...(data.spurious > 0 ? [t('{count} unneeded', { count: formatCount(data.spurious) })] : []),
  ];
  return t('{parts}, as far as the ACKs show', { parts: parts.join(', ') });
}

function handshake({ handshake, direction }: Transfer): [value: string, how: string] {
  const [sender = null, receiver = null] = [handshake[direction], handshake[1 - direction]];
  if (sender === null && receiver === null) return [UNKNOWN, t('not in the capture')];
  return [
    helloInWords(sender),
    t('the data’s sender; its receiver: {options}', { options: helloInWords(receiver) }),
  ];
}

function helloInWords(hello: Hello | null): string {
  if (hello === null) return UNKNOWN;
  const options = [
    ...(hello.mss === null ? [] : [t('MSS {size}', { size: formatCount(hello.mss) })]),
    ...(hello.window_scale === null ? [] : [t('window scale {scale}', { scale: hello.window_scale })]),
    ...(hello.sack_permitted ? ['SACK'] : []),
    ...(hello.timestamps ? [t('timestamps')] : []),
    ...(hello.fast_open ? [t('Fast Open')] : []),
  ];
  return options.length === 0 ? t('no options') : options.join(', ');
}
