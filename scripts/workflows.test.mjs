import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from './child.mjs';

const FOLDER = `${ROOT}.github/workflows/`;

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const text = readFileSync(FOLDER + file, 'utf8');

  it('pins actions by commit and names their version', () => {
    const used = [...text.matchAll(/uses: *(.+)/g)].map(([, what]) => what);
    expect(used.length).toBeGreaterThan(0);
    for (const what of used) expect(what).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may by itself only read', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(text).not.toMatch(/write-all|contents: write|secrets\./);
  });
});
