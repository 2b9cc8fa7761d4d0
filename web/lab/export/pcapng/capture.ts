/**
 * Writes a run as a capture: the taps at the senders and at the receivers become two interfaces in one pcapng file. Each tap has its own
 * network, as if addresses were translated in between, because analyzers would take a packet seen twice at one address for a retransmission.
 */
import { mustBeWhole } from '../../../run/thinned';
import type { Run } from '../../../run/trace';
import { wireHeaderBytes } from '../../../scenario/wireHeader';
import { PcapngFile } from './blocks';
import { connectionsOf } from './connections';
import { type Address, packetsOfFlow, packetsOfSource, type SeenPacket, windowShift } from './packets';

/** RFC 863: the discard port. */
const DISCARD = 9;
/** Dynamic ports (RFC 6335). */
const FIRST_PORT = 49_152;
const PORTS = 16_384;

/** Captures with fewer bytes than this keep whole packets. */
export const WHOLE_BELOW = 48 * 2 ** 20;
/** Bytes captured per packet in larger files: the headers. */
const HEADERS = 80;

export interface Capture {
  pieces: Uint8Array<ArrayBuffer>[];
  size: number;
  packets: number;
  /** True if it contains only the headers of packets. */
  cut: boolean;
}

export interface About {
  title: string;
  seed: number;
  engine_version: string;
  link: string;
}

export function capture(run: Run, about: About, wholeBelow = WHOLE_BELOW): Capture {
  mustBeWhole(run);
  const cut = bytesOf(run) > wholeBelow;
  const file = new PcapngFile(`Vegas Lab, engine ${about.engine_version}`, commentOf(run, about, cut));
  const snaplen = cut ? HEADERS : 0;
  file.interface('sender', 'at the sender of each flow, which sees hosts in 10.0.0.0/16', snaplen);
  file.interface(
    'receiver',
    'at the receiver of each flow, which sees the same hosts in 10.1.0.0/16',
    snaplen,
  );
  const hosts = hostsOf(run);
  file.names(
    [0, 1].flatMap((tap) => [...hosts].map(([name, host]): [number, string] => [addressOf(tap, host), name])),
  );
  let packets = 0;
  for (const { tap, time_ns, header, length, direction, comment } of inOrder(sourcesOf(run, hosts))) {
    const captured = cut ? Math.min(HEADERS, length) : length;
    file.packet(tap, time_ns, header, captured, length, direction, comment);
    packets += 1;
  }
  return { pieces: file.take(), size: file.size, packets, cut };
}

function commentOf(run: Run, { title, seed, link }: About, cut: boolean): string {
  const shifts = run.scenario.flows.flatMap(({ name, rwnd_bytes }) => {
    const shift = windowShift(rwnd_bytes);
    return shift > 0 ? [`The window fields of ${name} are to be multiplied by ${2 ** shift}.`] : [];
  });
  return [
    `${title}, seed ${seed}. ${link}`,
    'Simulated by Vegas Lab. The clock begins with the run; payloads are zeros; connections begin without a handshake.',
    ...(cut ? ['Only the headers of packets are kept; checksums are those of the whole packets.'] : []),
    ...shifts.slice(0, 20),
  ].join('\n');
}

function hostsOf(run: Run): Map<string, number> {
  const hosts = new Map<string, number>();
  for (const { from, to } of [...run.scenario.flows, ...run.scenario.datagrams])
    for (const node of [from, to]) if (!hosts.has(node)) hosts.set(node, hosts.size + 1);
  return hosts;
}

function addressOf(tap: number, host: number): number {
  return ((10 << 24) | (tap << 16) | (host & 0xffff)) >>> 0;
}

function sourcesOf(run: Run, hosts: ReadonlyMap<string, number>): Generator<SeenPacket>[] {
  let ports = 0;
  const address = ({ from, to }: { from: string; to: string }, connections: number): Address => {
    const first = ports;
    ports += connections;
    return (tap, connection) => ({
      from: addressOf(tap, hosts.get(from) ?? 0),
      to: addressOf(tap, hosts.get(to) ?? 0),
      fromPort: FIRST_PORT + ((first + connection) % PORTS),
      toPort: DISCARD,
    });
  };
  const flows = run.scenario.flows.map((spec, flow) =>
    packetsOfFlow(run, flow, address(spec, connectionsOf(run, flow).length)),
  );
  const datagrams = run.scenario.datagrams.map((spec, source) =>
    packetsOfSource(run, source, address(spec, 1)),
  );
  return [...flows, ...datagrams];
}

/** Merges the packets of all sources in chronological order; simultaneous packets in the order of the flows. */
function* inOrder(sources: Generator<SeenPacket>[]): Generator<SeenPacket> {
  // All sources write headers into one shared buffer, so copy the headers of waiting packets.
  const next = sources.map((source) => nextOf(source));
  for (;;) {
    let first = -1;
    next.forEach((packet, i) => {
      if (packet !== null && packet.time_ns < (next[first]?.time_ns ?? Number.POSITIVE_INFINITY)) first = i;
    });
    const packet = next[first];
    const source = sources[first];
    if (!packet || source === undefined) return;
    yield packet;
    next[first] = nextOf(source);
  }
}

function nextOf(source: Generator<SeenPacket>): SeenPacket | null {
  const { value, done } = source.next();
  return done || value === undefined ? null : { ...value, header: value.header.slice() };
}

/** Approximate size of all captured packets, in bytes. */
function bytesOf(run: Run): number {
  return run.scenario.flows.reduce((sum, spec, flow) => {
    const { kind } = run.trace.rows('segments', flow);
    // About half of the rows are data segments, the others ACKs.
    return sum + kind.length * (spec.smss_bytes / 2 + wireHeaderBytes(spec));
  }, 0);
}
