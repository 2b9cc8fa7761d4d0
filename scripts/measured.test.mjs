import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markOf, recall, remember } from './measured.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vegaslab-measured-'));
  writeFileSync(join(folder, 'a'), 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('what was measured', () => {
  it('is known as long as every byte and name stays', () => {
    const before = markOf([folder]);
    expect(markOf([folder])).toBe(before);
    writeFileSync(join(folder, 'a'), 'onE');
    expect(markOf([folder])).not.toBe(before);
    writeFileSync(join(folder, 'a'), 'one');
    expect(markOf([folder])).toBe(before);
    writeFileSync(join(folder, 'b'), '');
    expect(markOf([folder])).not.toBe(before);
  });

  it('is not known of another mark, of nothing measured, or of half a file', () => {
    const file = join(folder, 'kept', 'measured.json');
    expect(recall(file, 'x')).toBeNull();
    remember(file, { mark: 'x', at: '2026-01-01T00:00:00.000Z', passed: 3 });
    expect(recall(file, 'x')?.passed).toBe(3);
    expect(recall(file, 'y')).toBeNull();
    remember(file, { mark: 'x', at: '2026-01-01T00:00:00.000Z', passed: 0 });
    expect(recall(file, 'x')).toBeNull();
    writeFileSync(file, '{"mark":"x","pas');
    expect(recall(file, 'x')).toBeNull();
  });
});
