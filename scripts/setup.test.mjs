import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkNode, installedAsLocked } from './setup.mjs';

it.each(['20.19.0', '20.20.2', '22.0.0'])('checkNode accepts %s', (version) => {
  expect(() => checkNode(version)).not.toThrow();
});

it.each(['18.20.4', '20.18.3'])('checkNode rejects %s and names the required version', (version) => {
  expect(() => checkNode(version)).toThrow(/Node 20\.19 or later is needed.*https:/);
});

const lock = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-system': { version: '1.0.0', optional: true },
  },
};

it('installedAsLocked ignores missing packages for other systems', () => {
  expect(installedAsLocked(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true);
});

it('installedAsLocked detects a missing record, a missing package and another version', () => {
  expect(installedAsLocked(lock, null)).toBe(false);
  expect(installedAsLocked(lock, { packages: {} })).toBe(false);
  expect(installedAsLocked(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false);
});

it.each(['start', 'build/build', 'check/test', 'bench/bench', 'vegaslab', 'python'])(
  'a fresh clone starts %s.mjs without packages',
  (name) => {
    const seen = /** @type {Set<string>} */ (new Set());
    const packages = /** @type {string[]} */ ([]);
    const visit = (/** @type {URL} */ file) => {
      if (seen.has(file.href)) return;
      seen.add(file.href);
      const imports = /^(?:import|export)\s(?:[^;]*?\sfrom\s+)?'([^']+)'/gm;
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imports))
        if (name.startsWith('.')) visit(new URL(name, file));
        else if (!name.startsWith('node:')) packages.push(`${file.pathname}: ${name}`);
    };
    visit(new URL(`${name}.mjs`, import.meta.url));
    expect(packages).toEqual([]);
    expect(seen.size).toBeGreaterThan(3);
  },
);
