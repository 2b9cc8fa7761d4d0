import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarioOf } from './battery.mjs';
import { judge } from './compare.mjs';

const SCENARIOS = `${import.meta.dirname}/../../content/scenarios`;
/** @param {string} file */
const read = (file) =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../../content/evidence/${file}`, 'utf8'));
const battery = read('ns2-battery.json');

it('a row has a named sender, a named sender with changes, or its own sender', () => {
  const senders = { tahoe: { preset: 'tahoe', sack: false } };
  const flows = [
    { sender: 'tahoe' },
    { sender: { use: 'tahoe', sack: true } },
    { sender: { preset: 'reno' } },
  ];
  const row = { id: 'x', title: 'X', window_s: /** @type {[number, number]} */ ([0, 1]), link: 'a>b' };
  const { value } = scenarioOf({ ...row, scenario: { inline: { flows } } }, { senders }, SCENARIOS);
  expect(value).toEqual({
    version: 1,
    name: 'x',
    title: 'X',
    flows: [
      { sender: { preset: 'tahoe', sack: false } },
      { sender: { preset: 'tahoe', sack: true } },
      { sender: { preset: 'reno' } },
    ],
  });
  const unknown = { inline: { flows: [{ sender: 'unknown' }] } };
  expect(() => scenarioOf({ ...row, scenario: unknown }, { senders }, SCENARIOS)).toThrow(
    'no sender unknown',
  );
});

it('changes of a named scenario become assignments', () => {
  const set = { duration_s: 9, 'flows.one.sender': 'reno' };
  const row = { id: 'x', title: 'X', window_s: /** @type {[number, number]} */ ([0, 1]), link: 'a>b' };
  const { sets } = scenarioOf({ ...row, scenario: { base: 'low-buffer', set } }, battery, SCENARIOS);
  expect(sets[0]).toBe('duration_s=9');
  expect(sets[1]).toMatch(/^flows\.one\.sender=\{"preset":"reno"/);
});

it('the battery has at least 40 scenarios with unique ids and valid links', () => {
  const ids = battery.rows.map((/** @type {{ id: string }} */ { id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(40);
  expect(new Set(ids).size).toBe(ids.length);
  for (const row of battery.rows) {
    expect(() => scenarioOf(row, battery, SCENARIOS), row.id).not.toThrow();
    expect(row.link, row.id).toMatch(/^[^>]+>[^>]+$/);
  }
});

it('the results match the battery, and every difference is explained', () => {
  const { rows } = read('ns2.json');
  const ids = (/** @type {{ id: string }[]} */ list) => list.map(({ id }) => id);
  expect(ids(rows)).toEqual(ids(battery.rows));
  for (const [index, { id, title, metrics, verdict, explanation, scenario }] of rows.entries()) {
    const row = battery.rows[index];
    expect(judge(id, metrics, row.explanations)).toEqual({ verdict, explanation, errors: [] });
    expect(verdict, id).not.toBe('out');
    expect({ title, scenario }, id).toEqual({
      title: row.title,
      scenario: scenarioOf(row, battery, SCENARIOS).published,
    });
  }
});
