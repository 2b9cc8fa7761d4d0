// The browser's package as one script that needs no modules: scripts/build/pyodide.mjs bundles it, and _engine.py evaluates it.
import { assign, initSync as initTheory, predict } from '../../../web/engine/pkg/theory.js';
import { check, engine_version, initSync, Run } from '../../../web/engine/pkg/vegaslab.js';

/** Starts the engine and the theory from the bytes of their wasm files. @param {Uint8Array} engine @param {Uint8Array} theory */
export function start(engine, theory) {
  initSync({ module: new WebAssembly.Module(engine) });
  initTheory({ module: new WebAssembly.Module(theory) });
  return { assign, check, engine_version, predict, open: (/** @type {string} */ text) => new Run(text) };
}
