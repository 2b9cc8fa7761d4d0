/** Parses TCP segments in captured frames: lower layers, header, options. Payloads are skipped. */

export interface Segment {
  from: string;
  to: string;
  fromPort: number;
  toPort: number;
  seq: number;
  ack: number;
  flags: number;
  window: number;
  /** Bytes of payload on the wire, even if fewer were captured. */
  payload: number;
  /** SACK blocks; null if there are none. */
  sack: [from: number, to: number][] | null;
  /** Exponent of the window scale option. */
  scale: number | null;
}

export const FIN = 1;
export const SYN = 2;
export const RST = 4;
export const ACK = 16;

const ETHERNET = 1;
const RAW = [12, 14, 101, 228, 229];
const NULL = 0;
const LOOP = 108;
const LINUX_COOKED = 113;
const LINUX_COOKED_2 = 276;

/** Supported link layers, as listed in messages. */
export const LINKS = 'Ethernet, raw IP, loopback (NULL, LOOP), Linux cooked capture (SLL, SLL2)';

export function isReadable(link: number): boolean {
  return [ETHERNET, ...RAW, NULL, LOOP, LINUX_COOKED, LINUX_COOKED_2].includes(link);
}

/** The TCP segment in a frame; null if there is none or too little of it was captured. */
export function segmentIn(link: number, bytes: Uint8Array, length: number): Segment | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = startOfIp(link, view);
  if (at < 0 || at >= view.byteLength) return null;
  const version = view.getUint8(at) >> 4;
  if (version === 4) return inIpv4(view, at, length);
  return version === 6 ? inIpv6(view, at, length) : null;
}

function startOfIp(link: number, view: DataView): number {
  if (RAW.includes(link)) return 0;
  switch (link) {
    case ETHERNET:
      return pastTags(view, 12);
    case NULL:
    case LOOP:
      return 4;
    case LINUX_COOKED:
      return pastTags(view, 14);
    case LINUX_COOKED_2:
      return 20;
    default:
      return -1;
  }
}

/** Skips the EtherType field and VLAN tags before it. */
function pastTags(view: DataView, type: number): number {
  let at = type;
  while (at + 2 <= view.byteLength && [0x8100, 0x88a8, 0x9100].includes(view.getUint16(at))) at += 4;
  return at + 2;
}

const TCP = 6;

function inIpv4(view: DataView, at: number, length: number): Segment | null {
  if (at + 20 > view.byteLength) return null;
  const header = (view.getUint8(at) & 15) * 4;
  // A later fragment has no TCP header.
  if (view.getUint8(at + 9) !== TCP || (view.getUint16(at + 6) & 0x1fff) !== 0 || header < 20) return null;
  // The length is zero if segmentation is offloaded to the network card.
  const total = view.getUint16(at + 2) || length - at;
  return tcp(
    view,
    at + header,
    total - header,
    nameOf(view.getUint32(at + 12)),
    nameOf(view.getUint32(at + 16)),
  );
}

/** Caches formatted addresses, because a capture has few addresses and many packets. */
const NAMES = new Map<number, string>();

function nameOf(address: number): string {
  let name = NAMES.get(address);
  if (name === undefined) {
    name = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
    if (NAMES.size > 10_000) NAMES.clear();
    NAMES.set(address, name);
  }
  return name;
}

/** IPv6 extension headers: hop-by-hop options, routing, destination options. */
const EXTENSIONS = [0, 43, 60];
const FRAGMENT = 44;

function inIpv6(view: DataView, at: number, length: number): Segment | null {
  if (at + 40 > view.byteLength) return null;
  let next = view.getUint8(at + 6);
  let place = at + 40;
  while (EXTENSIONS.includes(next) || next === FRAGMENT) {
    if (place + 8 > view.byteLength) return null;
    if (next === FRAGMENT && view.getUint16(place + 2) >> 3 !== 0) return null;
    const size = next === FRAGMENT ? 8 : 8 * (view.getUint8(place + 1) + 1);
    next = view.getUint8(place);
    place += size;
  }
  if (next !== TCP) return null;
  const total = view.getUint16(at + 4) || length - at - 40;
  const name = (from: number) =>
    Array.from({ length: 8 }, (_, i) => view.getUint16(from + 2 * i).toString(16))
      .join(':')
      .replace(/\b0(:0)+\b/, '')
      .replace(/^$|^:(?!:)|(?<!:):$/, '$&:');
  return tcp(view, place, total - (place - at - 40), name(at + 8), name(at + 24));
}

function tcp(view: DataView, at: number, length: number, from: string, to: string): Segment | null {
  if (at + 20 > view.byteLength) return null;
  const header = (view.getUint8(at + 12) >> 4) * 4;
  if (header < 20 || length < header) return null;
  const segment: Segment = {
    from,
    to,
    fromPort: view.getUint16(at),
    toPort: view.getUint16(at + 2),
    seq: view.getUint32(at + 4),
    ack: view.getUint32(at + 8),
    flags: view.getUint8(at + 13),
    window: view.getUint16(at + 14),
    payload: length - header,
    sack: null,
    scale: null,
  };
  readOptions(view, at + 20, Math.min(at + header, view.byteLength), segment);
  return segment;
}

function readOptions(view: DataView, from: number, end: number, segment: Segment): void {
  for (let at = from; at < end; ) {
    const kind = view.getUint8(at);
    if (kind === 0) return;
    if (kind === 1) {
      at += 1;
      continue;
    }
    const size = at + 1 < end ? view.getUint8(at + 1) : 0;
    if (size < 2 || at + size > end) return;
    if (kind === 3 && size === 3) segment.scale = view.getUint8(at + 2);
    if (kind === 5)
      segment.sack = Array.from({ length: Math.floor((size - 2) / 8) }, (_, i): [number, number] => [
        view.getUint32(at + 2 + 8 * i),
        view.getUint32(at + 6 + 8 * i),
      ]);
    at += size;
  }
}
