/** Fetches the files that workers need, and compiles wasm. A failure names the file and the cause. */
import { Failure, failure, reasonOf } from './protocol';
import type { Message } from './schema';

/** Compiles a module while it's loaded, or afterwards if the host doesn't serve it as wasm. */
export async function compileWasm(url: string, integrity: string): Promise<WebAssembly.Module> {
  if (!('WebAssembly' in globalThis)) throw new Failure(failure('webassembly-off', {}));
  const response = await fetchFile(url, integrity);
  // The body can be read only once, and a failure must be told from a file that's no wasm.
  const copy = response.clone();
  try {
    return response.headers.get('Content-Type') === 'application/wasm' && 'compileStreaming' in WebAssembly
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Failure(await refusalOf(url, copy, error));
  }
}

/** The beginning of every wasm file. */
const WASM = [0x00, 0x61, 0x73, 0x6d];

/** Why a file that was fetched didn't compile. */
async function refusalOf(url: string, response: Response, error: unknown): Promise<Message> {
  const file = fileOf(url);
  try {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isWasm = WASM.every((byte, at) => bytes[at] === byte);
    return isWasm
      ? failure('file-refused', { file, reason: reasonOf(error) })
      : failure('file-changed', { file });
  } catch {
    return failure('file-changed', { file });
  }
}

/** Fetches a file. A failure names the file and the cause. */
export async function fetchFile(url: string, integrity?: string): Promise<Response> {
  const asked = () => fetch(url, integrity === undefined ? {} : { integrity });
  const file = fileOf(url);
  let response = await asked().catch(() => null);
  if (response === null) {
    // The error doesn't say whether the server answered; a request that accepts any content does.
    const any = await fetch(url, { cache: 'no-store' }).catch(() => null);
    if (any === null) throw new Failure(failure('file-unreachable', { file }));
    response = any.ok ? await asked().catch(() => null) : any;
    if (response === null) throw new Failure(failure('file-changed', { file }));
  }
  if (!response.ok) throw new Failure(failure('file-missing', { file, status: response.status }));
  return response;
}

/** A file's name, from its address. */
export function fileOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
