import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stop } from '../child.mjs';
import { htsimSources } from './others.mjs';

describe('htsimSources', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'htsim-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const missing = () => {
    try {
      htsimSources(folder);
    } catch (error) {
      if (error instanceof Stop) return /\/sim\/(\w+\.cpp) is missing/.exec(error.message)?.[1];
      throw error;
    }
    return undefined;
  };

  it('htsimSources names each missing file until the checkout is complete', () => {
    mkdirSync(join(folder, 'sim'));
    const created = [];
    for (let name = missing(); name !== undefined; name = missing()) {
      created.push(name);
      writeFileSync(join(folder, 'sim', name), '');
    }
    expect(created).toContain('tcp.cpp');
    expect(htsimSources(folder).map((path) => basename(path))).toEqual(created);
  });

  it('htsimSources explains which folder it needs, and where it comes from', () => {
    expect(() => htsimSources(join(folder, 'none'))).toThrow(
      /--htsim needs .*github\.com\/Broadcom\/csg-htsim.*none\/sim\/config\.cpp is missing/,
    );
  });
});
