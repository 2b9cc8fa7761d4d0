import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../child.mjs';
import { filesIn, hashOf, loadPass, savePass } from './passed.mjs';

describe('hashOf', () => {
  const folder = 'scripts/passed-test-files';
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(`${ROOT}${folder}/${name}`, text);
  beforeEach(() => {
    mkdirSync(`${ROOT}${folder}`, { recursive: true });
    write('a', 'one');
  });
  afterEach(() => rmSync(`${ROOT}${folder}`, { recursive: true }));

  it('hashOf changes with every byte and name', async () => {
    const before = await hashOf([folder]);
    expect(await hashOf([folder])).toBe(before);
    write('a', 'onE');
    expect(await hashOf([folder])).not.toBe(before);
    write('a', 'one');
    expect(await hashOf([folder])).toBe(before);
    write('b', '');
    expect(await hashOf([folder])).not.toBe(before);
  });

  it('hashOf leaves out files that git ignores', async () => {
    expect(await filesIn(['engine-wasm/target', 'engine-wasm/Cargo.toml'])).toEqual([
      'engine-wasm/Cargo.toml',
    ]);
  });
});

describe('loadPass', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vegaslab-passed-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('loadPass returns null for another hash, without passed tests, and for an incomplete file', () => {
    const record = join(folder, 'kept', 'step.json');
    expect(loadPass(record, 'x')).toBeNull();
    savePass(record, { hash: 'x', at: '2026-01-01T00:00:00.000Z', passed: 3 });
    expect(loadPass(record, 'x')?.passed).toBe(3);
    expect(loadPass(record, 'y')).toBeNull();
    savePass(record, { hash: 'x', at: '2026-01-01T00:00:00.000Z', passed: 0 });
    expect(loadPass(record, 'x')).toBeNull();
    writeFileSync(record, '{"hash":"x","pas');
    expect(loadPass(record, 'x')).toBeNull();
  });
});
