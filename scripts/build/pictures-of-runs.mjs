// Draws pictures of real runs as data when the lab is built. Imports ask for them with a query:
//
//   scenario.json?thumbnail    the small picture of a scenario, about a kilobyte
//   home.json?thumbnails       small pictures by name; each entry has a scenario and perhaps changes
//   scenario.json?frames       the first frame of the home page, by sender
//   findings.json?verdicts     the verdicts on the papers' numbers, a letter each
//   scenario.json?run          the address of a file with the whole run, 15 kB of it for the bench's default scenario
//   paper.json?experiments     a paper's experiments without its numbers, which are most of its file
//   findings.json?checks       how many results of each check agree: papers, ns-2, Linux, the grid
//
// The same engine always gives the same pictures.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { ROOT } from '../child.mjs';

const ENGINE = `${ROOT}web/engine/pkg/vegaslab_bg.wasm`;

/** Pictures by the hash of everything that they depend on, because the longest runs take half a second. */
const CACHE = `${ROOT}.cache/pictures/`;

/** Functions that return a module for a file, by query. @type {Record<string, (file: string) => Promise<string>>} */
const MODULES = {
  '?run': async (file) => `export { default } from ${JSON.stringify(`${await runFile(file)}?url`)};`,
};

/** Functions that return the JSON text for a file, by query. @type {Record<string, (file: string) => Promise<string>>} */
const QUERIES = {
  '?thumbnail': (file) => thumbnailText(readFileSync(file, 'utf8')),
  '?thumbnails': thumbnailsText,
  '?frames': framesText,
  '?experiments': async (file) => JSON.stringify(JSON.parse(readFileSync(file, 'utf8')).experiments),
  '?verdicts': async (file) => verdictsText(readFileSync(file, 'utf8')),
  '?checks': (file) => checksText(readFileSync(file, 'utf8')),
};

/** Modules of the page that this build runs. */
const PAINTERS = [
  'web/site/home/firstFrame.ts',
  'web/site/home/drawThumbnail.ts',
  'web/run/storedRun.ts',
  'web/scenario/changes.ts',
  'web/papers/claims.ts',
];

/** @returns {import('vite').Plugin} */
export function picturesOfRuns() {
  return {
    name: 'pictures-of-runs',
    enforce: 'pre',
    // Importing them has a time limit, which a busy machine exceeds while all other modules are being transformed. Only what belongs to the
    // configuration ends before that.
    async configResolved({ command }) {
      if (command === 'build') await Promise.all(PAINTERS.map(painterOf));
    },
    async load(id) {
      const query = id.slice(id.lastIndexOf('?'));
      const file = id.slice(0, -query.length);
      const codeOf = MODULES[query];
      const textOf = QUERIES[query];
      if (codeOf === undefined && textOf === undefined) return null;
      this.addWatchFile(file);
      const code = codeOf ? await codeOf(file) : `export default ${await textOf?.(file)};`;
      return { code, map: null };
    },
  };
}

/** The small picture of a scenario. @param {string} scenario its text @param {boolean} [few] draws fewer points */
async function thumbnailText(scenario, few = false) {
  const painter = await painterOf('web/site/home/drawThumbnail.ts');
  const max_points = few ? painter.module.FEW_POINTS : undefined;
  return cached(
    painter,
    painter.module.recordedInFull(scenario),
    (module, run) => module.drawSimulated(run, max_points),
    few ? 'few' : '',
  );
}

/** @param {string} file */
async function thumbnailsText(file) {
  const { module } = await painterOf('web/scenario/changes.ts');
  /** @type {Record<string, { scenario: string, set?: Record<string, import('../../web/scenario/changes').Atom> }>} */
  const entries = JSON.parse(readFileSync(file, 'utf8'));
  const texts = [];
  for (const [name, { scenario, set = {} }] of Object.entries(entries)) {
    const base = JSON.parse(readFileSync(scenarioFile(scenario), 'utf8'));
    const text = JSON.stringify(module.withChanges(base, Object.entries(set)));
    texts.push(`${JSON.stringify(name)}:${await thumbnailText(text, true)}`);
  }
  return `{${texts.join(',\n')}}`;
}

/** The file of a scenario by its name, which may begin with a lesson's. @param {string} name */
function scenarioFile(name) {
  const [lesson, own] = name.split('.');
  return own === undefined
    ? `${ROOT}content/scenarios/${name}.json`
    : `${ROOT}content/lessons/${lesson}/${own}.scenario.json`;
}

/** The file of a scenario's run. @param {string} file */
async function runFile(file) {
  const scenario = readFileSync(file, 'utf8');
  const painter = await painterOf('web/run/storedRun.ts');
  const encode = (/** @type {any} */ module, /** @type {unknown} */ run) =>
    deflateRawSync(module.encodeRun(scenario, run), { level: 9 });
  return cachedFile(painter, scenario, encode, `/${basename(file, '.json')}.bin`);
}

async function framesText() {
  const painter = await painterOf('web/site/home/firstFrame.ts');
  const texts = [];
  for (const [sender, scenario] of Object.entries(painter.module.scenarios()))
    texts.push(`${sender}:${await cached(painter, scenario, (module, run) => module.frameOfSimulated(run))}`);
  return `{${texts.join(',\n')}}`;
}

/** @param {string} text of the findings */
function verdictsText(text) {
  /** @type {Record<string, string>} */
  const verdicts = {};
  /** @type {import('../../web/scenario/content/papers').Finding[]} */
  const findings = JSON.parse(text);
  for (const { paper, verdict } of findings) verdicts[paper] = (verdicts[paper] ?? '') + verdict[0];
  return JSON.stringify(verdicts);
}

/** The counts of all checks. @param {string} text of the findings */
async function checksText(text) {
  /** @type {import('../../web/scenario/content/papers').Finding[]} */
  const findings = JSON.parse(text);
  const evidence = (/** @type {string} */ name) =>
    JSON.parse(readFileSync(`${ROOT}content/evidence/${name}.json`, 'utf8'));
  const count = (
    /** @type {string[]} */ verdicts,
    /** @type {string} */ good,
    /** @type {string[]} */ others,
  ) => ({
    good: verdicts.filter((verdict) => verdict === good).length,
    all: verdicts.filter((verdict) => verdict === good || others.includes(verdict)).length,
  });
  const judged = findings.map(({ verdict }) => verdict);
  const battery = (/** @type {string} */ name) => {
    /** @type {import('../../web/scenario/content/evidence/data').Battery} */
    const { rows } = evidence(name);
    return count(
      rows.map(({ verdict }) => verdict),
      'agrees',
      ['explained', 'out'],
    );
  };
  /** @type {import('../../web/scenario/content/evidence/data').GridFile} */
  const grid = evidence('grid');
  const column = grid.columns.indexOf('verdict');
  const cells = grid.cells.flat(3).map((cell) => grid.verdicts[cell[column] ?? -1] ?? '');
  return JSON.stringify({
    claims: await claimsCount(findings),
    numbers: count(judged, 'agrees', ['deviates']),
    directions: count(judged, 'holds', ['fails']),
    ns2: battery('ns2'),
    linux: battery('linux'),
    grid: count(
      cells,
      'in',
      grid.verdicts.filter((verdict) => verdict !== 'in'),
    ),
  });
}

/** The claims that hold fully, by the page's own rule. @param {import('../../web/scenario/content/papers').Finding[]} findings */
async function claimsCount(findings) {
  const { module } = await painterOf('web/papers/claims.ts');
  const names = [...new Set(findings.map(({ paper }) => paper))];
  const { fully, all } = module.countOfPapers(
    names.map((name) => JSON.parse(readFileSync(`${ROOT}content/papers/${name}.json`, 'utf8'))),
    findings,
  );
  return { good: fully, all };
}

/** @typedef {{ module: any, sources: Buffer[] }} Painter */

/** @type {Map<string, Promise<Painter>>} */
const painters = new Map();

/** One of the PAINTERS, and the sources that its pictures depend on. @param {string} path */
function painterOf(path) {
  const known = painters.get(path) ?? importedTs(path);
  painters.set(path, known);
  return known;
}

/** @param {string} path of a TypeScript module @returns {Promise<Painter>} */
async function importedTs(path) {
  const { runnerImport } = await import('vite');
  const { module, dependencies } = await runnerImport(ROOT + path, { configFile: false, root: ROOT });
  const files = [ENGINE, ROOT + path, ...dependencies.sort()].map((file) => file.replace(/\?.*$/, ''));
  return { module, sources: files.map((file) => readFileSync(file)) };
}

/**
 * Draws the run of a scenario, or returns the picture of an earlier build.
 * @param {Painter} painter
 * @param {string} scenario
 * @param {(module: any, run: unknown) => unknown} draw
 * @param {string} [variant] tells apart pictures of the same run
 */
async function cached(painter, scenario, draw, variant = '') {
  const text = (/** @type {any} */ module, /** @type {unknown} */ run) => JSON.stringify(draw(module, run));
  return readFileSync(await cachedFile(painter, scenario, text, '.json', variant), 'utf8');
}

/**
 * Returns the path of a file that depends on the run of a scenario, which an earlier build may have written.
 * @param {Painter} painter
 * @param {string} scenario
 * @param {(module: any, run: unknown) => string | Uint8Array} contentOf
 * @param {string} ending of the file's path
 * @param {string} [variant]
 */
async function cachedFile({ module, sources }, scenario, contentOf, ending, variant = '') {
  const hash = createHash('sha256');
  for (const part of [...sources, scenario, variant]) hash.update(part);
  const file = `${CACHE}${hash.digest('hex').slice(0, 24)}${ending}`;
  if (existsSync(file)) return file;
  // The address is computed, so that this module stays out of the bundled configuration: it needs the built engine.
  const address = new URL('scripts/check/simulated.mjs', pathToFileURL(ROOT)).href;
  /** @type {typeof import('../check/simulated.mjs')} */
  const { simulateText } = await import(address);
  const content = contentOf(module, await simulateText(scenario));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}
