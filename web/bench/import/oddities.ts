/** Sentences for a capture's peculiarities, and for packets that aren't shown. */

import { formatCount } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Oddity, Overview, Skipped } from '../../engine/schema';

/** A peculiarity, and what follows from it. */
export function oddityInWords(oddity: Oddity): string {
  switch (oddity.code) {
    case 'file-cut':
      return t('The file ends inside a packet, which is left out.');
    case 'headers-cut':
      return plural(
        oddity.values.packets,
        'The snap length cut off headers of {n} packet, which is left out. Capture at least 128 bytes of each.',
        'The snap length cut off headers of {n} packets, which are left out. Capture at least 128 bytes of each.',
      );
    case 'fragments':
      return plural(
        oddity.values.packets,
        '{n} packet is a later fragment of an IP packet. Its bytes aren’t counted, because only the first fragment has a TCP header.',
        '{n} packets are later fragments of IP packets. Their bytes aren’t counted, because only the first fragment has a TCP header.',
      );
    case 'every-packet-twice':
      return plural(
        oddity.values.copies,
        'The capture contains every packet twice, as from a mirror port. {n} copy is left out.',
        'The capture contains every packet twice, as from a mirror port. {n} copies are left out.',
      );
    case 'one-direction':
      return t(
        'The capture contains no packets from {missing}. RTT and causes of retransmissions aren’t known without them.',
        oddity.values,
      );
    case 'out-of-order':
      return oddity.values.interfaces > 1
        ? plural(
            oddity.values.packets,
            '{n} packet of {interfaces} interfaces is earlier than the one before. They’re sorted by time.',
            '{n} packets of {interfaces} interfaces are earlier than the one before. They’re sorted by time.',
            { interfaces: oddity.values.interfaces },
          )
        : plural(
            oddity.values.packets,
            '{n} packet is earlier than the one before. They’re sorted by time.',
            '{n} packets are earlier than the one before. They’re sorted by time.',
          );
    case 'clock-jumps':
      return plural(
        oddity.values.times,
        'The capture’s clock jumps once. Nothing is measured across the jump.',
        'The capture’s clock jumps {n} times. Nothing is measured across a jump.',
      );
    case 'no-handshake':
      return t(
        'The capture begins after the handshake. The window scale isn’t known, so windows are lower bounds.',
      );
    case 'options-cut':
      return t('The snap length cut off options of the handshake. What they’d say isn’t known.');
    case 'missing-bytes':
      return plural(
        oddity.values.bytes,
        'The capture misses {n} byte from {from} that was acknowledged.',
        'The capture misses {n} bytes from {from} that were acknowledged.',
        { from: oddity.values.from },
      );
    case 'offloaded':
      return t(
        'The network card splits or merges segments from {from}: the largest has {largest} bytes. Each counts as the segments it stands for.',
        { from: oddity.values.from, largest: formatCount(oddity.values.largest) },
      );
  }
}

/** Reasons, after a number of packets. */
const REASONS: Record<Skipped, () => string> = {
  unknown_link: () => t('on a link of a type that isn’t supported'),
  not_ip: () => t('not IP'),
  not_tcp: () => t('IP, but not TCP'),
  later_fragment: () => t('later fragments of IP packets'),
  cut_header: () => t('with headers cut off by the snap length'),
  encrypted: () => t('encrypted by 802.11'),
  aggregated: () => t('aggregated by 802.11'),
  malformed: () => t('with malformed headers'),
};

/** The packets that aren't shown, by reason; '' if there are none. */
export function skippedInWords({ packets, skipped }: Overview): string {
  if (skipped.length === 0) return '';
  const reasons = skipped.map((one) => `${formatCount(one.packets)} ${REASONS[one.reason]()}`);
  return t('Not shown of {packets} packets: {reasons}.', {
    packets: formatCount(packets),
    reasons: reasons.join('; '),
  });
}
