// Vitest's global setup: builds the engine for the browser if it's missing or older than its sources, so that any test
// file can be run separately in a fresh clone.
import { existsSync, statSync } from 'node:fs';
import { ROOT } from '../child.mjs';
import { buildWasm } from '../engine.mjs';
import { filesIn } from './passed.mjs';

export default async function setup() {
  const built = `${ROOT}web/engine/pkg/vegaslab_bg.wasm`;
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = await filesIn(['engine-wasm', ':(exclude)engine-wasm/python']);
  if (sources.some((file) => existsSync(`${ROOT}${file}`) && statSync(`${ROOT}${file}`).mtimeMs > builtAt))
    await buildWasm();
}
