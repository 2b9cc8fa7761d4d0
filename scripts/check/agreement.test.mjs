import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import checks from '../../content/findings.json?checks';
import { ROOT } from '../child.mjs';

/** @param {string} file @returns {any} */
const json = (file) => JSON.parse(readFileSync(`${ROOT}content/${file}`, 'utf8'));

const ROW = /^\| .* \| (\S+) \| (\S+) ± (\S+) \| ([\w-]+)\/(\S+) \|$/;

/** Half a unit of the last printed digit. @param {string} printed */
const halfDigit = (printed) => 0.5 * 10 ** -(printed.split('.')[1]?.length ?? 0) * 1.0001;

it.each([
  ['docs/agreement.md', 20],
  ['docs/papers/reproduction.md', 10],
])('%s lists the published numbers and the rounded findings', (file, atLeast) => {
  const rows = readFileSync(ROOT + file, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!\|)/.test(line));
  const papers = new Map(readdirSync(`${ROOT}content/papers`).map((file) => [file, json(`papers/${file}`)]));
  const findings = json('findings.json');
  // Other tables have no interval.
  const checked = rows.filter((row) => row.includes(' ± '));
  expect(checked.length).toBeGreaterThan(Number(atLeast));
  for (const row of checked) {
    const [, paper = '', ours = '', ci = '', name = '', item = ''] = ROW.exec(row) ?? [];
    const found = findings.find((/** @type {any} */ one) => one.paper === name && one.item === item);
    const entry = papers.get(`${name}.json`)?.entries.find((/** @type {any} */ one) => one.item === item);
    expect(Number(paper), row).toBe(entry?.published.value);
    expect(Math.abs(Number(ours) - found?.ours), row).toBeLessThanOrEqual(halfDigit(ours));
    expect(Math.abs(Number(ci) - found?.ci95), row).toBeLessThanOrEqual(halfDigit(ci));
  }
});

it('the drafts in docs/papers count the verdicts of today', () => {
  const findings = json('findings.json');
  /** @param {string} verdict @param {string} [paper] */
  const count = (verdict, paper) =>
    findings.filter(
      (/** @type {any} */ one) => one.verdict === verdict && (paper === undefined || one.paper === paper),
    ).length;
  const [agree, deviate, left] = [count('agrees'), count('deviates'), count('not_simulated')];
  const total = agree + deviate + left;
  const words = [`${total} published values`, `${agree} agree, ${deviate} deviate for a stated reason`];
  /** @param {string} file */
  const evidence = (file) => json(`evidence/${file}.json`).rows;
  for (const name of ['reproduction', 'education']) {
    const text = readFileSync(`${ROOT}docs/papers/${name}.md`, 'utf8').replaceAll(/\s+/g, ' ');
    for (const wanted of words) expect(text, name).toContain(wanted);
    expect(text).toMatch(
      new RegExp(`${evidence('ns2').length} scenarios.*\\b${evidence('linux').length}\\b`),
    );
  }
  const text = readFileSync(`${ROOT}docs/papers/reproduction.md`, 'utf8');
  const { directions, claims } = checks;
  expect(text).toContain(`Of ${directions.all} directions, ${directions.good} hold.`);
  expect(text).toContain(`By claim, ${claims.good} of ${claims.all} hold fully`);
  for (const paper of new Set(findings.map((/** @type {any} */ one) => one.paper))) {
    const [a, d, n] = [count('agrees', paper), count('deviates', paper), count('not_simulated', paper)];
    expect(text).toContain(`| ${paper} | ${a + d + n} | ${a} | ${d} | ${n} |`);
  }
  const agreeing = ['ns2', 'linux'].map((file) =>
    evidence(file).filter((/** @type {any} */ row) => row.verdict === 'agrees'),
  );
  expect(text).toContain(`${agreeing[0]?.length} and ${agreeing[1]?.length} agree`);
});
