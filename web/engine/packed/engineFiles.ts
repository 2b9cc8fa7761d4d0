/**
 * The engine's files, which a bundle contains, so that it never sends a request. They are unpacked once per page, for all elements on it.
 */
import packedCatalogue from '../pkg/catalogue.json?packed';
import packedTheory from '../pkg/theory_bg.wasm?packed';
import packedEngine from '../pkg/vegaslab_bg.wasm?packed';
import { Failure, failure, reasonOf } from '../protocol';
import type { Catalogue } from '../schema';

export interface EngineFiles {
  engine: WebAssembly.Module;
  theory: WebAssembly.Module;
  catalogue: Catalogue;
}

let files: Promise<EngineFiles> | null = null;

export function engineFiles(): Promise<EngineFiles> {
  files ??= unpackAll().catch((error: unknown) => {
    // The next element, or the next try, may have more luck.
    files = null;
    throw error;
  });
  return files;
}

async function unpackAll(): Promise<EngineFiles> {
  if (!('WebAssembly' in globalThis)) throw new Failure(failure('webassembly-off', {}));
  const [engine, theory, catalogue] = await Promise.all([
    unpack(packedEngine).then((bytes) => compile(bytes, 'vegaslab_bg.wasm')),
    unpack(packedTheory).then((bytes) => compile(bytes, 'theory_bg.wasm')),
    unpack(packedCatalogue).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Catalogue),
  ]);
  return { engine, theory, catalogue };
}

/** The host's content security policy, or an old browser, may refuse the file. */
async function compile(bytes: ArrayBuffer, file: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new Failure(failure('file-refused', { file, reason: reasonOf(error) }));
  }
}

function unpack(packed: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
