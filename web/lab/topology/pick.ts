/** Picks the packet to follow: the one under the pointer, or with keys one packet of a link after another. */
import type { Packet } from '../../run/event';
import { distanceAlong, type Lane } from './layout';
import type { CanvasInput } from './packetCanvas';
import { packetAt } from './paint';
import { ACK, type Passages, whereabouts } from './passages';

type Known = Pick<CanvasInput, 'contents' | 'sizes'>;

/** The packet at a point of a lane, at a moment; null if none is near. */
export function packetNear(
  lane: Lane,
  { contents, sizes }: Known,
  moment: number,
  point: { x: number; y: number },
): Packet | null {
  const distance = distanceAlong(lane, point);
  for (const link of lane.links) {
    const one = contents[link];
    const at = one ? packetAt(lane, one, moment, distance, sizes) : null;
    const packet = at === null || !one?.passages ? null : packetOf(one.passages, at);
    if (packet !== null) return packet;
  }
  return null;
}

const ranges = { first: 0, held: 0, waiting: 0, end: 0 };

/**
 * The packet on these lanes behind the followed one (1), or ahead of it (-1). Without one, it's the packet that has come farthest. Null if the
 * lanes have no packet, or none is known.
 */
export function nextPacket(
  lanes: readonly Lane[],
  contents: Known['contents'],
  moment: number,
  followed: Packet | null,
  direction: 1 | -1,
): Packet | null {
  const packets = lanes
    .flatMap(({ links }) => links)
    .flatMap((link) => {
      const passages = contents[link]?.passages;
      if (!passages) return [];
      const { first, end } = whereabouts(passages, moment, ranges);
      return Array.from(
        { length: end - first },
        (_, place) => packetOf(passages, first + place) ?? [],
      ).flat();
    });
  // Duplicate ACKs are about one packet.
  const isFollowed = ({ flow, seq }: Packet) => flow === followed?.flow && seq === followed.seq;
  const at = direction > 0 ? packets.findLastIndex(isFollowed) : packets.findIndex(isFollowed);
  return packets[at < 0 ? 0 : (at + direction + packets.length) % packets.length] ?? null;
}

/** The packet of a passage; for an ACK, the segment that it acknowledges. Null for the first ACK of a connection. */
function packetOf({ flow, kind, seq }: Passages, at: number): Packet | null {
  const number = kind[at] === ACK ? (seq[at] as number) - 1 : (seq[at] as number);
  return number < 0 ? null : { flow: flow[at] as number, seq: number };
}
