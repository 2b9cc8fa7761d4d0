// Draws small pictures of scenarios from their real runs: `import thumbnail from './scenario.json?thumbnail'`. A picture
// is a list of numbers, about a kilobyte; the same engine always gives the same one.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ROOT } from './child.mjs';

const QUERY = '?thumbnail';
const PAINTER = `${ROOT}web/run/drawThumbnail.ts`;
const ENGINE = `${ROOT}web/engine/pkg/vegaslab_bg.wasm`;
/** Pictures by the hash of everything that they depend on, because the longest runs take half a second. */
const CACHE = `${ROOT}.cache/thumbnails/`;

/** @returns {import('vite').Plugin} */
export function thumbnails() {
  return {
    name: 'thumbnails',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      this.addWatchFile(file);
      return { code: `export default ${await thumbnailText(readFileSync(file, 'utf8'))};`, map: null };
    },
  };
}

/** The picture of a scenario as JSON text. @param {string} scenario */
async function thumbnailText(scenario) {
  painter ??= loadPainter();
  const { draw, sources } = await painter;
  const hash = createHash('sha256');
  for (const part of [...sources, scenario]) hash.update(part);
  const file = `${CACHE}${hash.digest('hex').slice(0, 24)}.json`;
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = JSON.stringify(await draw(scenario));
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, text);
  return text;
}

/** @type {ReturnType<typeof loadPainter> | undefined} */
let painter;

/** Loads the code that draws, and everything that its pictures depend on except the scenario. */
async function loadPainter() {
  const { runnerImport } = await import('vite');
  /** @type {{ module: typeof import('../web/run/drawThumbnail'), dependencies: string[] }} */
  const { module, dependencies } = await runnerImport(PAINTER, { configFile: false, root: ROOT });
  const sources = [ENGINE, PAINTER, ...dependencies.sort()].map((file) => readFileSync(file));
  /** @param {string} scenario */
  const draw = async (scenario) => {
    // The address is computed, so that this module stays out of the bundled configuration: it needs the built engine.
    const address = new URL('scripts/simulated.mjs', pathToFileURL(ROOT)).href;
    /** @type {typeof import('./simulated.mjs')} */
    const { simulateText } = await import(address);
    return module.drawSimulated(await simulateText(scenario));
  };
  return { draw, sources };
}
