/** For tests: captures whose shape makes careless algorithms quadratic, with as many packets as asked for. */
import { ACK, SYN } from './capture/segment';

/** A packet of 40 bytes as raw IPv4; `total` is the length in its header. */
interface Packet {
  time_ns: number;
  /** True for data, false for an ACK from the other end. */
  data: boolean;
  seq?: number;
  ack?: number;
  payload?: number;
  flags?: number;
  window?: number;
  port?: number;
  total?: number;
  sack?: [from: number, to: number][];
}

/** Packets as a pcap file with nanoseconds. */
export function pcapOf(packets: readonly Packet[]): ArrayBuffer {
  const options = (sack: Packet['sack']) => (sack === undefined ? 0 : 4 + 8 * sack.length);
  const size = packets.reduce((sum, { sack }) => sum + 56 + options(sack), 24);
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(0, 0xa1b23c4d);
  view.setUint32(20, 101);
  let at = 24;
  for (const packet of packets) {
    const {
      time_ns,
      data,
      seq = 0,
      ack = 0,
      payload = 0,
      flags = ACK,
      window = 65_535,
      port = 1000,
    } = packet;
    const { sack } = packet;
    const header = 40 + options(sack);
    const time = 10 ** 18 + time_ns;
    view.setUint32(at, Math.floor(time / 1e9));
    view.setUint32(at + 4, time_ns % 1e9);
    view.setUint32(at + 8, header);
    view.setUint32(at + 12, header + payload);
    at += 16;
    view.setUint8(at, 0x45);
    view.setUint16(at + 2, packet.total ?? header + payload);
    view.setUint8(at + 9, 6);
    view.setUint32(at + 12, data ? 0x0a000001 : 0x0a000002);
    view.setUint32(at + 16, data ? 0x0a000002 : 0x0a000001);
    view.setUint16(at + 20, data ? port : 9);
    view.setUint16(at + 22, data ? 9 : port);
    view.setUint32(at + 24, seq);
    view.setUint32(at + 28, ack);
    view.setUint8(at + 32, ((header - 20) / 4) << 4);
    view.setUint8(at + 33, flags);
    view.setUint16(at + 34, window);
    if (sack !== undefined) {
      view.setUint8(at + 40, 1);
      view.setUint8(at + 41, 1);
      view.setUint8(at + 42, 5);
      view.setUint8(at + 43, 2 + 8 * sack.length);
      sack.forEach(([from, to], block) => {
        view.setUint32(at + 44 + 8 * block, from);
        view.setUint32(at + 48 + 8 * block, to);
      });
    }
    at += header;
  }
  return view.buffer as ArrayBuffer;
}

const US = 1000;

function list(count: number, packet: (place: number) => Packet): Packet[] {
  return Array.from({ length: count }, (_, place) => packet(place));
}

const data = (time_ns: number, seq: number, payload = 100, more: Partial<Packet> = {}): Packet => ({
  time_ns,
  data: true,
  seq: seq >>> 0,
  payload,
  ...more,
});
const ack = (time_ns: number, number: number, more: Partial<Packet> = {}): Packet => ({
  time_ns,
  data: false,
  ack: number >>> 0,
  ...more,
});

/** By kind, the packets of a capture with about `n` of them. */
export const SLOW_CAPTURES: Record<string, (n: number) => Packet[]> = {
  'one segment retransmitted again and again while many wait': (n) => {
    const waiting = Math.floor(0.3 * n);
    return list(n, (i) => data(i * US, i < waiting ? 100 * i : 0));
  },
  'retransmissions of changing segments while many wait': (n) => {
    const waiting = Math.floor(n / 2);
    return list(n, (i) => data(i * US, i < waiting ? 100 * i : 100 * ((7919 * i) % waiting)));
  },
  'retransmissions of 60,000 bytes over segments of one byte': (n) => {
    const waiting = Math.floor(n / 2);
    return list(n, (i) => (i < waiting ? data(i * US, i, 1) : data(i * US, 0, Math.min(60_000, waiting))));
  },
  'all data before all ACKs': (n) => {
    const half = Math.floor(n / 2);
    return list(n, (i) => (i < half ? data(i * US, 100 * i) : ack(i * US, 100 * (i - half + 1))));
  },
  'all losses before all samples': (n) => {
    const lost = Math.floor(0.3 * n);
    return list(n, (i) => {
      if (i < lost) return data(i * US, 0);
      const step = (i - lost) >> 1;
      return i % 2 === lost % 2 ? data(i * US, 100 * (step + 1)) : ack(i * US, 100 * (step + 2));
    });
  },
  'losses after samples on a clock that goes back': (n) => {
    const half = Math.floor(n / 2);
    return list(n, (i) => {
      if (i >= half) return data((n - i) * US, 0);
      return i % 2 === 0 ? data(i * US, 50 * i) : ack(i * US, 50 * (i + 1));
    });
  },
  'lengths that all differ, with a total length of 0': (n) =>
    list(n, (i) => data(i * US, i * i, 1 + i, { total: 0 })),
  'duplicate ACKs after lengths that all differ': (n) => {
    const half = Math.floor(n / 2);
    return list(n, (i) => (i < half ? data(i * US, i * (i % 65_000), 1 + i, { total: 0 }) : ack(i * US, 1)));
  },
  'interleaved streams': (n) => list(n, (i) => data(i * US, 100 * (i >> 6), 100, { port: 1000 + (i & 63) })),
  'a stream per packet': (n) => list(n, (i) => data(i * US, 0, 100, { port: i % 65_536 })),
  'a connection per SYN': (n) =>
    list(n, (i) => (i % 2 === 0 ? data(i * US, 1000 * i, 0, { flags: SYN }) : data(i * US, 1000 * i - 999))),
  'SYNs with numbers that all differ': (n) =>
    list(n, (i) => data(i * US, 7919 * i, 0, { flags: SYN })).concat(data(n * US, 1)),
  'descending sequence numbers': (n) => list(n, (i) => data(i * US, 100 * (n - i))),
  'every segment twice': (n) => list(n, (i) => data(i * US, 100 * (i >> 1))),
  'duplicate ACKs with SACK blocks': (n) =>
    list(n, (i) =>
      i % 2 === 0
        ? data(i * US, 50 * i)
        : ack(i * US, 100, {
            sack: [
              [200, 50 * i + 100],
              [400, 500],
              [600, 700],
            ],
          }),
    ),
  'segments without data': (n) => list(n, (i) => data(i * US, i === 0 ? 0 : i, i === 0 ? 1 : 0)),
  'numbers that wrap around at each segment': (n) =>
    list(n, (i) => (i % 2 === 0 ? data(i * US, 0x7fff_0000 * i) : ack(i * US, 0x7fff_0000 * i))),
  'ACKs of every other segment': (n) =>
    list(n, (i) => (i % 3 === 2 ? ack(i * US, 100 * (i - (i >> 2))) : data(i * US, 100 * (i - (i >> 2))))),
  'packets at one moment': (n) => list(n, (i) => (i % 2 === 0 ? data(0, 50 * i) : ack(0, 50 * (i + 1)))),
};
