// The browser's package as one script that needs no modules: scripts/build/pyodide.mjs bundles it, and _engine.py evaluates it.
import { Export, initSync as initExport } from '../../../web/engine/pkg/export.js';
import { assign, initSync as initTheory, predict } from '../../../web/engine/pkg/theory.js';
import { check, engine_version, initSync, open, Run } from '../../../web/engine/pkg/vegaslab.js';

/** Starts the engine and the theory from the bytes of their wasm files. @param {Uint8Array} engine @param {Uint8Array} theory */
export function start(engine, theory) {
  initSync({ module: new WebAssembly.Module(engine) });
  initTheory({ module: new WebAssembly.Module(theory) });
  return {
    assign,
    changed: (/** @type {string} */ text, /** @type {string} */ changes) => open(text).changed(changes).verdict(),
    check,
    engine_version,
    predict,
    open: (/** @type {string} */ text) => new Run(text),
    writer,
    pieces,
  };
}

/**
 * Sets up a run that becomes a file. Starts its module first, which most programs don't need.
 * @param {Uint8Array} wasm
 * @param {string} format
 * @param {string} text
 * @param {boolean | undefined} whole
 */
function writer(wasm, format, text, whole) {
  initExport({ module: new WebAssembly.Module(wasm) });
  return new Export(format, text, whole);
}

/** The pieces of a file. @param {Export} writer @param {string} link */
function pieces(writer, link) {
  /** @type {Uint8Array[]} */
  const all = [];
  writer.write(link, '', (/** @type {Uint8Array} */ piece) => all.push(piece));
  return all;
}
