// npm run findings: measures every number of the papers. Writes the results to content/findings.json, which the papers
// page shows, and a hash of their sources to content/findings.key.
// npm run findings -- --stored: compares the stored measurements again, after a change of tolerances or directions. It
// takes seconds and leaves the key, so that the next npm test still measures.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { filesIn } from '../check/passed.mjs';
import { withoutComments } from '../check/rust-files.mjs';
import { main, must, ROOT, run, Stop } from '../child.mjs';
import { BUILD_CLI, CLI } from '../engine.mjs';
import { checkRust } from '../setup.mjs';

/** @typedef {import('../check/test-counts.mjs').Count} Count */
/** @typedef {{ paper: string, item: string, ours: number | null, ci95: number | null, ci?: { percent: number, half: number }, tolerance?: number, allowed?: number, verdict: string, problem?: string }} Finding */

const FILE = `${ROOT}content/findings.json`;
const KEY = `${ROOT}content/findings.key`;

/** Everything that the numbers depend on. The command line isn't included, because it only prints them. */
const SOURCES = [
  ...['json', 'sim', 'theory', 'papers'].flatMap((name) => [
    `engine-wasm/${name}/src`,
    `engine-wasm/${name}/Cargo.toml`,
  ]),
  ...[
    'engine-wasm/sim/presets',
    'engine-wasm/sim/build.rs',
    'engine-wasm/Cargo.toml',
    'engine-wasm/Cargo.lock',
  ],
  ...['content/papers', 'content/scenarios', 'content/findings.json'],
];

/**
 * The texts that no measurement depends on, by folder and place: settings of a scenario may have the same names.
 * Which rows have causes is compared with the findings by a test of the Rust package `papers`.
 * @type {Record<string, string[]>}
 */
const TEXTS = {
  'content/papers/': [
    ...['about', 'authors', 'title', 'published_in', 'causes', 'coverage', 'figures'],
    ...['experiments/*/about', 'experiments/*/title', 'tolerances/*/because'],
    ...['place', 'quantity', 'cause', 'note', 'expect/because', 'published/words'].map(
      (place) => `entries/*/${place}`,
    ),
  ],
  'content/scenarios/': ['about', 'title'],
  'engine-wasm/sim/presets/': ['title'],
};

/** Fields that say how the papers' figures are drawn; no measurement depends on them. */
const DRAWINGS = 'engine-wasm/papers/src/figure.rs';

/** The part of a file that measurements depend on. @param {string} file @param {string} text */
export function relevantPart(file, text) {
  if (file.endsWith('.rs')) return withoutComments(text);
  if (!file.endsWith('.json')) return text;
  const texts = Object.entries(TEXTS).find(([folder]) => file.startsWith(folder))?.[1] ?? [];
  return JSON.stringify(withoutTexts(JSON.parse(text), new Set(texts)));
}

/** @param {any} value @param {Set<string>} texts @param {string} [path] @returns {any} */
function withoutTexts(value, texts, path = '') {
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, texts, `${path}*/`));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => !texts.has(path + name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutTexts(one, texts, `${path}${name}/`)]));
}

/**
 * A hash of the findings and of everything that they depend on, without texts, drawings, comments, white space and
 * separate files of unit tests.
 */
export async function keyOfFindings() {
  const hash = createHash('sha256');
  for (const file of await filesIn(SOURCES)) {
    if (file.endsWith('/tests.rs') || file.includes('/tests/') || file === DRAWINGS) continue;
    hash.update(`${file}\0${relevantPart(file, readFileSync(ROOT + file, 'utf8'))}\0`);
  }
  return hash.digest('hex');
}

/** Formats one finding per line, so that diffs are readable. @param {Finding[]} findings */
function textOf(findings) {
  const lines = findings.map(({ paper, item, ours, ci95, ci, tolerance, allowed, verdict }) => {
    const stated = ci && { ci: { percent: ci.percent, half: rounded(ci.half) } };
    const limits = {
      ...(tolerance !== undefined && { tolerance: rounded(tolerance) }),
      ...(allowed !== undefined && { allowed: rounded(allowed) }),
    };
    return JSON.stringify({
      paper,
      item,
      ours: rounded(ours),
      ci95: rounded(ci95),
      ...stated,
      ...limits,
      verdict,
    });
  });
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** Rounds a value, because quantiles depend on the platform's math library in their last digits. @param {number | null} value */
function rounded(value) {
  return value === null ? null : Number(value.toPrecision(6));
}

/** Measures all numbers, which takes minutes, or compares the stored measurements. @returns {Promise<Finding[]>} */
async function measure(stored = false) {
  await must('The native build', 'cargo', BUILD_CLI);
  const { output } = await run(CLI, ['reproduce', '--json', ...(stored ? ['--stored', FILE] : [])]);
  const json = output.split('\n').find((line) => line.startsWith('['));
  if (json === undefined) throw new Stop(`vegaslab reproduce failed: ${output.trim()}`);
  return JSON.parse(json);
}

async function writeFindings() {
  const stored = process.argv.includes('--stored');
  const findings = await measure(stored);
  await writeFile(FILE, textOf(findings));
  if (!stored) await writeKey();
  for (const { paper, item, verdict, problem } of findings)
    if (problem) console.error(`${paper}/${item}: ${verdict}, ${problem}`);
}

async function writeKey() {
  await writeFile(KEY, `${await keyOfFindings()}\n`);
}

/**
 * Measures the numbers again and checks that each is as the page shows it and that each deviation has a cause. If the
 * key matches, nothing has changed since they were written, and only `npm run check` measures.
 * @param {import('../check/test-steps.mjs').Options} options
 * @returns {Promise<Count>}
 */
export async function checkFindings({ everything, write }) {
  const written = await readFile(KEY, 'utf8').catch(() => '');
  if (!everything && written.trim() === (await keyOfFindings())) {
    return {
      passed: 1,
      failed: 0,
      why: 'unchanged since they were measured; npm run check measures them again',
    };
  }
  const count = await compareFindings(write);
  if (count.failed > 0) return count;
  await writeKey();
  return { ...count, why: 'content/findings.key was updated; commit it' };
}

/** @param {(text: string) => void} write @returns {Promise<Count>} */
async function compareFindings(write) {
  const findings = await measure();
  const shown = (await readFile(FILE, 'utf8').catch(() => '')).split('\n');
  const now = textOf(findings).split('\n');
  const failures = findings.filter(({ verdict, paper, item, problem }, index) => {
    const fresh = shown[index + 1] === now[index + 1];
    if (problem) write(`${paper}/${item}: ${verdict}, ${problem}\n`);
    else if (!fresh) write(`${paper}/${item} differs from content/findings.json; type: npm run findings\n`);
    return problem || !fresh;
  });
  const extra = shown.length - now.length;
  if (extra > 0) write(`content/findings.json has ${extra} extra lines; type: npm run findings\n`);
  write(`${findings.length} numbers measured, ${failures.length} unexplained or not as shown\n`);
  return {
    passed: findings.length - failures.length,
    failed: failures.length + (extra > 0 || findings.length === 0 ? 1 : 0),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    await checkRust();
    await writeFindings();
  });
}
