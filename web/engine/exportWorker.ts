/** The worker that writes runs as files. It loads the writer's wasm, and ends with the file. */
import { compileWasm } from './files';
import * as module from './pkg/export.js';
import integrity from './pkg/export_bg.wasm?integrity';
import url from './pkg/export_bg.wasm?url';
import { failure, reasonOf } from './protocol';
import type { FromExportWorker } from './runFile';
import { type FileRequest, writeRun } from './writeRun';

// TypeScript has only the DOM's types, where `self` is a window. This is the part of a worker's scope that we use.
const scope = self as unknown as {
  postMessage(message: FromExportWorker): void;
  onmessage: ((event: MessageEvent<FileRequest>) => void) | null;
};

scope.onmessage = async ({ data }) => {
  let version = '';
  try {
    await module.default({ module_or_path: compileWasm(url, integrity) });
    version = module.engine_version();
    const progress = (share: number) => scope.postMessage({ type: 'progress', share });
    const { pieces, ...written } = writeRun(module, data, progress);
    scope.postMessage({ type: 'written', ...written, file: new Blob(pieces) });
  } catch (error) {
    const reason = reasonOf(error);
    const isDefect = error instanceof WebAssembly.RuntimeError;
    scope.postMessage({
      type: 'failed',
      reason: isDefect ? failure('engine-defect', { reason, version }) : reason,
    });
  }
};
