import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from './child.mjs';

/** @param {string} file @returns {any} */
const json = (file) => JSON.parse(readFileSync(`${ROOT}content/${file}`, 'utf8'));

const ROW = /^\| .* \| (\S+) \| (\S+) ± (\S+) \| ([\w-]+)\/(\S+) \|$/;

/** Half a unit of the last printed digit. @param {string} printed */
const halfDigit = (printed) => 0.5 * 10 ** -(printed.split('.')[1]?.length ?? 0) * 1.0001;

it('docs/agreement.md lists the published numbers and the rounded findings', () => {
  const rows = readFileSync(`${ROOT}docs/agreement.md`, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!\|)/.test(line));
  const papers = new Map(readdirSync(`${ROOT}content/papers`).map((file) => [file, json(`papers/${file}`)]));
  const findings = json('findings.json');
  const checked = rows.filter((row) => !/^\| +\| paper/.test(row));
  expect(checked.length).toBeGreaterThan(20);
  for (const row of checked) {
    const [, paper = '', ours = '', ci = '', name = '', item = ''] = ROW.exec(row) ?? [];
    const found = findings.find((/** @type {any} */ one) => one.paper === name && one.item === item);
    const entry = papers.get(`${name}.json`)?.entries.find((/** @type {any} */ one) => one.item === item);
    expect(Number(paper), row).toBe(entry?.published.value);
    expect(Math.abs(Number(ours) - found?.ours), row).toBeLessThanOrEqual(halfDigit(ours));
    expect(Math.abs(Number(ci) - found?.ci95), row).toBeLessThanOrEqual(halfDigit(ci));
  }
});
