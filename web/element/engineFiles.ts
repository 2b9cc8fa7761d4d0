/**
 * The engine's files, which the bundle contains, so that it never sends a request. They are unpacked once per page, for all elements on it.
 */
import packedCatalogue from '../engine/pkg/catalogue.json?packed';
import packedTheory from '../engine/pkg/theory_bg.wasm?packed';
import packedEngine from '../engine/pkg/vegaslab_bg.wasm?packed';
import type { Catalogue } from '../engine/schema';

export interface EngineFiles {
  engine: WebAssembly.Module;
  theory: WebAssembly.Module;
  catalogue: Catalogue;
}

let files: Promise<EngineFiles> | null = null;

export function engineFiles(): Promise<EngineFiles> {
  files ??= unpackAll();
  return files;
}

async function unpackAll(): Promise<EngineFiles> {
  const [engine, theory, catalogue] = await Promise.all([
    unpack(packedEngine).then((bytes) => WebAssembly.compile(bytes)),
    unpack(packedTheory).then((bytes) => WebAssembly.compile(bytes)),
    unpack(packedCatalogue).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Catalogue),
  ]);
  return { engine, theory, catalogue };
}

function unpack(packed: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
