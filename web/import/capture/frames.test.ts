/** Tests with synthetic captures of every supported format, and the problems of others. */
import { describe, expect, it } from 'vitest';
import { tcpHeaders } from '../../export/pcapng/headers';
import { framesOf, isCapture } from './frames';
import { segmentIn } from './segment';
import { readStreams } from './streams';

const ENDS = { from: 0x0a000001, to: 0x0a000002, fromPort: 50_000, toPort: 9 };

/** A segment of 100 bytes as IPv4, without its payload. */
function ipv4(sack: [number, number][] = []): Uint8Array {
  const fields = { ends: ENDS, id: 1, ecn: 0, flags: 16, seq: 1, ack: 1, window: 65535, header_bytes: 40 };
  return tcpHeaders({ ...fields, sack, payload: 100 }).slice();
}

function ipv6(): Uint8Array {
  const tcp = ipv4().subarray(20);
  const header = new Uint8Array(40 + 8 + tcp.length);
  const view = new DataView(header.buffer);
  view.setUint32(0, 0x60000000);
  view.setUint16(4, 8 + 20 + 100);
  // A hop-by-hop options header before the segment.
  header[6] = 0;
  header[40] = 6;
  header.set([0x20, 1, 0x0d, 0xb8], 8);
  header[23] = 1;
  header.set([0x20, 1, 0x0d, 0xb8], 24);
  header[39] = 2;
  header.set(tcp, 48);
  return header;
}

function pcap(link: number, frames: Uint8Array[], little: boolean, nanos: boolean): ArrayBuffer {
  const size = 24 + frames.reduce((sum, frame) => sum + 16 + frame.length, 0);
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(0, nanos ? 0xa1b23c4d : 0xa1b2c3d4, little);
  view.setUint32(20, link, little);
  let at = 24;
  frames.forEach((frame, i) => {
    view.setUint32(at, 1_700_000_000, little);
    view.setUint32(at + 4, i + 5, little);
    view.setUint32(at + 8, frame.length, little);
    view.setUint32(at + 12, frame.length + 100, little);
    new Uint8Array(view.buffer).set(frame, at + 16);
    at += 16 + frame.length;
  });
  return view.buffer;
}

const withPrefix =
  (...bytes: number[]) =>
  (packet: Uint8Array) =>
    Uint8Array.of(...bytes, ...packet);
const zeros = (count: number) => Array.from({ length: count }, () => 0);

describe('pcap', () => {
  it.each([
    [true, true, 5n],
    [true, false, 5000n],
    [false, true, 5n],
    [false, false, 5000n],
  ])('is read little-endian %s, nanoseconds %s', (little, nanos, fraction) => {
    const file = pcap(101, [ipv4()], little, nanos);
    expect(isCapture(new Uint8Array(file, 0, 16))).toBe(true);
    const [frame] = [...framesOf(file)];
    expect(frame?.time_ns).toBe(1_700_000_000_000_000_000n + fraction);
    expect([frame?.link, frame?.bytes.length, frame?.length]).toEqual([101, 40, 140]);
  });

  it('yields the complete packets of a file that ends inside one', () => {
    const file = pcap(101, [ipv4(), ipv4()], true, false);
    expect([...framesOf(file.slice(0, -1))]).toHaveLength(1);
  });

  it('reports where a file is damaged', () => {
    const file = pcap(101, [ipv4()], true, false);
    new DataView(file).setUint32(32, 0xffffffff, true);
    expect(() => [...framesOf(file)]).toThrow('packet at byte 32');
  });
});

describe('a segment', () => {
  it.each([
    ['Ethernet', 1, withPrefix(...zeros(12), 8, 0)],
    ['Ethernet in a VLAN', 1, withPrefix(...zeros(12), 0x81, 0, 0, 7, 8, 0)],
    ['raw IP', 101, withPrefix()],
    ['loopback', 0, withPrefix(2, 0, 0, 0)],
    ['OpenBSD loopback', 108, withPrefix(0, 0, 0, 2)],
    ['Linux cooked', 113, withPrefix(...zeros(14), 8, 0)],
    ['Linux cooked 2', 276, withPrefix(8, 0, ...zeros(18))],
  ])('is found in %s', (_, link, wrap) => {
    const frame = wrap(ipv4([[301, 401]]));
    const segment = segmentIn(link, frame, frame.length + 100);
    expect(segment).toMatchObject({ from: '10.0.0.1', to: '10.0.0.2', fromPort: 50_000, toPort: 9 });
    expect(segment).toMatchObject({ seq: 1, ack: 1, payload: 100, window: 65535, sack: [[301, 401]] });
  });

  it('is found after IPv6 extension headers', () => {
    const packet = ipv6();
    expect(segmentIn(101, packet, packet.length + 100)).toMatchObject({
      from: '2001:db8::1',
      to: '2001:db8::2',
      payload: 100,
    });
  });

  it('is not found if too little was captured', () => {
    for (let kept = 0; kept < 40; kept += 1) expect(segmentIn(101, ipv4().slice(0, kept), 140)).toBeNull();
  });
});

describe('a file that cannot be shown', () => {
  const messageOf = (file: ArrayBuffer) => {
    try {
      readStreams(file);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('gives a message with what is allowed', () => {
    expect(messageOf(new ArrayBuffer(0))).toContain('Open a pcap or pcapng file');
    expect(messageOf(pcap(101, [], true, false))).toContain('no packets');
    expect(messageOf(pcap(105, [ipv4()], true, false))).toContain('link type 105');
    expect(messageOf(pcap(101, [Uint8Array.of(0x45, 0)], true, false))).toContain(
      'None of the capture’s 1 packets',
    );
  });
});
