/** Compression, base64url encoding and hashing of text, for addresses. */

/** Maximum inflated size, larger than any scenario. Links are untrusted, and a short one can inflate to gigabytes. */
const MOST_BYTES = 4 << 20;

/** True if this browser can deflate and inflate. */
export function deflates(): boolean {
  return typeof CompressionStream !== 'undefined';
}

export async function deflated(text: string): Promise<Uint8Array> {
  return await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
}

/** Inflates bytes; fails if they are damaged or the result is too large. */
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
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError(`inflates to more than ${MOST_BYTES} bytes`);
    }
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** 64-bit FNV-1a hash of a text's UTF-8 bytes. */
export function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
