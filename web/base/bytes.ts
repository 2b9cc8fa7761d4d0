/** Text as few bytes, and bytes as letters that an address takes. */

/** Larger is nothing of ours: a link may come from anyone, and a few letters can unpack to gigabytes. */
const LARGEST = 4 << 20;

/** Returns true if this browser can deflate and inflate. */
export function deflates(): boolean {
  return typeof CompressionStream !== 'undefined';
}

export async function deflated(text: string): Promise<Uint8Array> {
  return await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
}

/** The bytes that were deflated; fails if they are damaged or would be too many. */
export async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return await through(bytes, new DecompressionStream('deflate-raw'));
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    size += piece.value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new RangeError('too large');
    }
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export function letters(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** FNV-1a of the text's bytes, 64 bits. */
export function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
