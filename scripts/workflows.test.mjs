import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from './child.mjs';

const FOLDER = `${ROOT}.github/workflows/`;

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const text = readFileSync(FOLDER + file, 'utf8');

  it('pins actions to commits and names their versions', () => {
    const actions = [...text.matchAll(/uses: *(.+)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('has read-only permissions by default', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(text).not.toMatch(/write-all|contents: write|secrets\./);
  });
});
