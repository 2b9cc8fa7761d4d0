/** Reads packets from the engine's `hops`, and their sizes. */
import { HOP_EVENTS, PACKET_KINDS, type Scenario } from '../engine/schema';

export const HOP_CODES = {
  offered: HOP_EVENTS.indexOf('offered'),
  dropped: HOP_EVENTS.indexOf('dropped'),
  arrived: HOP_EVENTS.indexOf('arrived'),
};

export const DATA = PACKET_KINDS.indexOf('data');
export const ACK = PACKET_KINDS.indexOf('ack');

/** Bytes of a full packet with its headers, by flow or source and then by packet kind. */
export type Sizes = readonly number[][];

export function sizesOf(scenario: Scenario): Sizes {
  const { flows, datagrams } = scenario;
  return [
    ...flows.map(({ smss_bytes, header_bytes }) =>
      PACKET_KINDS.map((kind) => (kind === 'ack' ? header_bytes : smss_bytes + header_bytes)),
    ),
    ...datagrams.map(({ header_bytes, traffic }) => {
      // Most fragments of a block have the full size.
      const payload = 'packet_bytes' in traffic ? traffic.packet_bytes : traffic.fragment_bytes;
      return PACKET_KINDS.map(() => payload + header_bytes);
    }),
  ];
}
