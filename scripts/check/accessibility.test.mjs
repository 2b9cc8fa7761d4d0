/** docs/accessibility.md: answers every criterion of WCAG 2.2 A and AA, and names tests that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../child.mjs';

const REPORT = readFileSync(`${ROOT}docs/accessibility.md`, 'utf8');

/** The criteria of WCAG 2.2 by guideline. 4.1.1 is obsolete. @type {Record<string, Record<string, readonly number[]>>} */
const CRITERIA = {
  A: {
    ...{ 1.1: [1], 1.2: [1, 2, 3], 1.3: [1, 2, 3], 1.4: [1, 2], 2.1: [1, 2, 4], 2.2: [1, 2], 2.3: [1] },
    ...{ 2.4: [1, 2, 3, 4], 2.5: [1, 2, 3, 4], 3.1: [1], 3.2: [1, 2, 6], 3.3: [1, 2, 7], 4.1: [2] },
  },
  AA: {
    ...{ 1.2: [4, 5], 1.3: [4, 5], 1.4: [3, 4, 5, 10, 11, 12, 13], 2.4: [5, 6, 7, 11], 2.5: [7, 8] },
    ...{ 3.1: [2], 3.2: [3, 4], 3.3: [3, 4, 8], 4.1: [3] },
  },
};

const LEVELS = ['Supports', 'Partially supports', 'Does not support', 'Not applicable', 'Not evaluated'];

/** The rows of a level's table. @param {string} level */
function rowsOf(level) {
  const [, section = ''] = REPORT.split(`\n## Level ${level}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| (\d\.\d\.\d+) [^|]+ \| ([^|]+) \|/gm)].map(([, name = '', says = '']) => [
    name,
    says,
  ]);
}

describe.each(Object.keys(CRITERIA))('level %s', (level) => {
  const rows = rowsOf(level);

  it('has each criterion once, in order', () => {
    const guidelines = Object.entries(CRITERIA[level] ?? {}).sort();
    expect(rows.map(([name]) => name)).toEqual(
      guidelines.flatMap(([guideline, ends]) => ends.map((end) => `${guideline}.${end}`)),
    );
  });

  it('answers each in the terms of the VPAT', () => {
    for (const [name, says] of rows) expect(LEVELS, name).toContain(says);
  });
});

it('the tests that it names exist, and as many as it says run axe', () => {
  const named = [...REPORT.matchAll(/`([\w-]+\.spec\.ts)`/g)].map(([, file]) => file);
  expect(named.length).toBeGreaterThan(10);
  for (const file of named) expect(existsSync(`${ROOT}e2e/${file}`), file).toBe(true);
  const files = readdirSync(`${ROOT}e2e`).filter((file) => file.endsWith('.spec.ts'));
  const withAxe = files.filter((file) => readFileSync(`${ROOT}e2e/${file}`, 'utf8').includes("from './axe'"));
  expect(REPORT).toContain(`in ${withAxe.length} files of \`e2e/\``);
});
