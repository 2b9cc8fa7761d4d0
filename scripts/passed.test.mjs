import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './child.mjs';
import { filesIn, markOf, recall, remember } from './passed.mjs';

describe('markOf', () => {
  const folder = 'scripts/passed-test-files';
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(`${ROOT}${folder}/${name}`, text);
  beforeEach(() => {
    mkdirSync(`${ROOT}${folder}`, { recursive: true });
    write('a', 'one');
  });
  afterEach(() => rmSync(`${ROOT}${folder}`, { recursive: true }));

  it('changes with every byte and name', async () => {
    const before = await markOf([folder]);
    expect(await markOf([folder])).toBe(before);
    write('a', 'onE');
    expect(await markOf([folder])).not.toBe(before);
    write('a', 'one');
    expect(await markOf([folder])).toBe(before);
    write('b', '');
    expect(await markOf([folder])).not.toBe(before);
  });

  it('leaves out files that git ignores', async () => {
    expect(await filesIn(['engine-wasm/target', 'engine-wasm/Cargo.toml'])).toEqual([
      'engine-wasm/Cargo.toml',
    ]);
  });
});

describe('recall', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vegaslab-passed-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('returns null for another mark, for no passes, and for half a file', () => {
    const record = join(folder, 'kept', 'step.json');
    expect(recall(record, 'x')).toBeNull();
    remember(record, { mark: 'x', at: '2026-01-01T00:00:00.000Z', passed: 3 });
    expect(recall(record, 'x')?.passed).toBe(3);
    expect(recall(record, 'y')).toBeNull();
    remember(record, { mark: 'x', at: '2026-01-01T00:00:00.000Z', passed: 0 });
    expect(recall(record, 'x')).toBeNull();
    writeFileSync(record, '{"mark":"x","pas');
    expect(recall(record, 'x')).toBeNull();
  });
});
