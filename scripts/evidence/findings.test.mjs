import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../child.mjs';
import { relevantPart } from './findings.mjs';

const paper = {
  name: 'p',
  title: '',
  about: '',
  causes: [{ name: 'c', title: '', because: '' }],
  coverage: [{ place: '', claim: '', because: '' }],
  figures: [{ name: 'f', title: '' }],
  tolerances: [{ name: 'r', percent: 5, because: '' }],
  experiments: [
    {
      name: 'e',
      title: '',
      about: '',
      seeds: 2,
      arms: [{ name: 'a', set: { about: 1, title: { note: 1 } } }],
    },
  ],
  entries: [
    {
      item: 'x',
      place: '',
      quantity: '',
      unit: 's',
      note: '',
      cause: 'c',
      published: { value: 1, runs: [1, 1], words: '' },
      measure: { kind: 'flow', arm: 'a', window_s: [0, 1] },
      expect: { kind: 'number', tolerance: 'r', because: '' },
    },
  ],
};

const scenario = {
  title: '',
  about: '',
  seed: 1,
  flows: [{ name: 'f', traffic: { kind: 'bulk', title: 1, about: 1, because: 1, cause: 1 } }],
};

/** The paths of all values except objects and lists. @param {any} value @param {string} [path] @returns {string[]} */
function leaves(value, path = '') {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([name, one]) => leaves(one, path === '' ? name : `${path}/${name}`));
}

/** The paths whose changes alter the part that measurements depend on. @param {string} file @param {any} whole */
function relevantPaths(file, whole) {
  const before = relevantPart(file, JSON.stringify(whole));
  return leaves(whole).filter((path) => {
    const changed = structuredClone(whole);
    const names = path.split('/');
    const last = names.pop() ?? '';
    const parent = names.reduce((value, name) => value[name], changed);
    parent[last] = 'changed';
    return relevantPart(file, JSON.stringify(changed)) !== before;
  });
}

it("the key of the findings depends on a paper's numbers, runs and tests, but not on its texts", () => {
  expect(relevantPaths('content/papers/p.json', paper)).toEqual([
    'name',
    'tolerances/0/name',
    'tolerances/0/percent',
    'experiments/0/name',
    'experiments/0/seeds',
    'experiments/0/arms/0/name',
    'experiments/0/arms/0/set/about',
    'experiments/0/arms/0/set/title/note',
    'entries/0/item',
    'entries/0/unit',
    'entries/0/published/value',
    'entries/0/published/runs/0',
    'entries/0/published/runs/1',
    'entries/0/measure/kind',
    'entries/0/measure/arm',
    'entries/0/measure/window_s/0',
    'entries/0/measure/window_s/1',
    'entries/0/expect/kind',
    'entries/0/expect/tolerance',
  ]);
});

it("the key of the findings depends on all of a scenario's settings, whatever their names", () => {
  const all = leaves(scenario).filter((path) => !['title', 'about'].includes(path));
  expect(relevantPaths('content/scenarios/s.json', scenario)).toEqual(all);
});

it('the key of the findings depends on all of every other JSON file', () => {
  expect(relevantPaths('content/findings.json', scenario)).toEqual(leaves(scenario));
});

it('the key of the findings depends on code, but not on comments', () => {
  expect(relevantPart('a.rs', 'let x = 1; // one')).toBe(relevantPart('a.rs', 'let x = 1;'));
  expect(relevantPart('a.rs', 'let x = 2;')).not.toBe(relevantPart('a.rs', 'let x = 1;'));
  expect(relevantPart('build.rs', '"// text"')).not.toBe(relevantPart('build.rs', '"// other"'));
});

it('the key of the findings leaves nothing but texts out of the real files', () => {
  for (const folder of ['content/papers', 'content/scenarios', 'engine-wasm/sim/presets']) {
    for (const name of readdirSync(ROOT + folder).filter((file) => file.endsWith('.json'))) {
      const whole = JSON.parse(readFileSync(`${ROOT}${folder}/${name}`, 'utf8'));
      const kept = JSON.parse(relevantPart(`${folder}/${name}`, JSON.stringify(whole)));
      const numbers = (/** @type {any} */ value) => {
        const { figures: _, ...rest } = value;
        return leaves(rest).filter((path) => typeof at(rest, path) !== 'string');
      };
      expect(numbers(kept), name).toEqual(numbers(whole));
    }
  }
});

/** @param {any} value @param {string} path */
function at(value, path) {
  return path.split('/').reduce((part, name) => part[name], value);
}
