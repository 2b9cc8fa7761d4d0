// npm run findings: measures every number of the papers and writes what was found to content/findings.json, which the papers page
// shows. The engine gives the same bits everywhere, so npm test proves the file fresh by comparing.
import { readFile, writeFile } from 'node:fs/promises';
import { must, ROOT, run, Stop } from './child.mjs';
import { BUILD_CLI, CLI } from './engine.mjs';
import { markOf, recall, remember } from './measured.mjs';

/** @typedef {{ paper: string, item: string, ours: number | null, ci95: number | null, ci?: { percent: number, half: number }, verdict: string, problem?: string }} Finding */

const FILE = `${ROOT}content/findings.json`;

/** All that decides what is measured, and whether it is as expected and as shown. */
const DECIDES = [
  CLI,
  `${ROOT}content/papers`,
  `${ROOT}content/scenarios`,
  FILE,
  `${ROOT}scripts/findings.mjs`,
];

/** When the numbers were all right last on this machine. */
const LAST = `${ROOT}.cache/findings.json`;

/** A line for each, so that a difference can be read. @param {Finding[]} findings */
function textOf(findings) {
  const lines = findings.map(({ paper, item, ours, ci95, ci, verdict }) => {
    const stated = ci && { ci: { percent: ci.percent, half: rounded(ci.half) } };
    return JSON.stringify({ paper, item, ours: rounded(ours), ci95: rounded(ci95), ...stated, verdict });
  });
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** Quantiles come from the machine's own mathematics, whose last digits differ. @param {number | null} value */
function rounded(value) {
  return value === null ? null : Number(value.toPrecision(6));
}

/** Measures everything: minutes. @returns {Promise<Finding[]>} */
async function measure() {
  await must('The native build', 'cargo', BUILD_CLI);
  const { output } = await run(CLI, ['reproduce', '--json']);
  const answer = output.split('\n').find((line) => line.startsWith('['));
  if (answer === undefined) throw new Stop(`vegaslab reproduce failed: ${output.trim()}`);
  return JSON.parse(answer);
}

export async function writeFindings() {
  const findings = await measure();
  await writeFile(FILE, textOf(findings));
  for (const { paper, item, verdict, problem } of findings)
    if (isFailure(verdict)) console.error(`${paper}/${item}: ${verdict}${problem ? `, ${problem}` : ''}`);
}

/** @param {string} verdict */
function isFailure(verdict) {
  return verdict === 'fails' || verdict === 'stale';
}

/**
 * Each finding is a check: that it is as expected, and what the page shows. The engine gives the same bits for the same program and files,
 * so that what was measured here with these very ones is not measured again.
 * @returns {Promise<import('./test-counts.mjs').Count>}
 */
export async function checkFindings() {
  await must('The native build', 'cargo', BUILD_CLI);
  const mark = markOf(DECIDES);
  const last = recall(LAST, mark);
  if (last)
    return { passed: last.passed, failed: 0, why: `unchanged since they were measured here at ${last.at}` };
  const count = await compareFindings();
  if (count.failed === 0) remember(LAST, { mark, at: new Date().toISOString(), passed: count.passed });
  return count;
}

/** @returns {Promise<import('./test-counts.mjs').Count>} */
async function compareFindings() {
  const findings = await measure();
  const shown = (await readFile(FILE, 'utf8').catch(() => '')).split('\n');
  const now = textOf(findings).split('\n');
  const failures = findings.filter(({ verdict, paper, item, problem }, place) => {
    const fresh = shown[place + 1] === now[place + 1];
    if (isFailure(verdict)) console.log(`${paper}/${item}: ${verdict}${problem ? `, ${problem}` : ''}`);
    else if (!fresh) console.log(`${paper}/${item} is not what content/findings.json says: npm run findings`);
    return isFailure(verdict) || !fresh;
  });
  const left_over = shown.length - now.length;
  if (left_over > 0) console.log(`content/findings.json has ${left_over} lines too many: npm run findings`);
  console.log(`${findings.length} numbers measured, ${failures.length} not as expected or not as shown`);
  return {
    passed: findings.length - failures.length,
    failed: failures.length + (left_over > 0 || findings.length === 0 ? 1 : 0),
  };
}
