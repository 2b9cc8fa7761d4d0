import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inversions } from '../compare.mjs';
import { explanationsOf, guestLines, rowsOf, scenarioOf } from './battery.mjs';
import { cpio } from './cpio.mjs';
import { results } from './vm.mjs';

const battery = JSON.parse(
  readFileSync(new URL('../../../content/evidence/linux-battery.json', import.meta.url), 'utf8'),
);

test('the battery has at least ten paths, six algorithms, and runs without SACK', () => {
  const rows = rowsOf(battery);
  expect(battery.paths.length).toBeGreaterThanOrEqual(10);
  for (const path of battery.paths) {
    const own = rows.filter((row) => row.path === path);
    expect(own.filter(({ sack }) => sack).map(({ algorithm }) => algorithm)).toEqual(battery.algorithms);
    expect(own.length).toBe(battery.algorithms.length * (path.without_sack ? 2 : 1));
    expect(path.runs).toBeGreaterThanOrEqual(2);
  }
  expect(rows.some(({ sack }) => !sack)).toBe(true);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test('the kernel and our engine get the same path', () => {
  const row = rowsOf(battery).find(({ id }) => id === 'loss-1-reno-nosack');
  if (!row) throw new Error('the battery has no row loss-1-reno-nosack');
  expect(guestLines(row)[0]).toBe(
    'loss-1-reno-nosack/1 reno 0 1600000 50 20 1 1 32000000 10000 90000 1 1000',
  );
  const scenario = scenarioOf(row, battery);
  expect(scenario.topology).toMatchObject({
    rate_bps: 1_600_000,
    delay_ms: 50,
    queue: { limit_packets: 20 },
    loss: { kind: 'bernoulli', rate: 0.01 },
  });
  expect(scenario.flows[0]?.sender).toMatchObject({ preset: 'linux-reno', sack: false });
});

test('an explanation of an unknown row is an error', () => {
  const explanations = [{ rows: ['loss-1-tahoe'], why: { throughput_bps: 'unknown algorithm' } }];
  expect(() => explanationsOf({ ...battery, explanations })).toThrow('loss-1-tahoe');
  expect(() => explanationsOf(battery)).not.toThrow();
});

test('an archive unpacks to its original files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cpio-'));
  try {
    const archive = cpio([
      { path: 'a', directory: true },
      { path: 'a/text', content: Buffer.from('hello') },
      { path: 'a/link', link: 'text' },
    ]);
    expect(archive.length % 4).toBe(0);
    // A magic number and thirteen fields of eight hexadecimal digits; the second is the mode, the seventh the size.
    const text = archive.indexOf('a/text') - 110;
    expect(archive.toString('latin1', text, text + 6)).toBe('070701');
    expect(archive.toString('latin1', text + 14, text + 22)).toBe('000081ed');
    expect(archive.toString('latin1', text + 54, text + 62)).toBe('00000005');
    expect(archive.includes('TRAILER!!!')).toBe(true);
    writeFileSync(join(folder, 'archive'), archive);
    if (hasCpio()) {
      execFileSync('cpio', ['-i', '--quiet', '-F', 'archive'], { cwd: folder });
      expect(readFileSync(join(folder, 'a/link'), 'utf8')).toBe('hello');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function hasCpio() {
  try {
    execFileSync('cpio', ['--version']);
    return true;
  } catch {
    return false;
  }
}

test('the flows and drops of each run are read from the console', () => {
  const queue = (/** @type {string} */ when, /** @type {number} */ drops) =>
    `@ {"queue":"${when}","counters":[{"drops":${drops}}]}\r\n`;
  const output = `@ {"kernel":"6.1.0"}\r\n@ {"run":"a/1"}\r\n${queue('before', 3)}@ {"flow":"s1","acked_bytes":10}\r\n${queue('after', 8)}`;
  expect(results(output, ['a/1 reno'])).toEqual({
    kernel: '6.1.0',
    runs: { 'a/1': { flows: [{ flow: 's1', acked_bytes: 10 }], drops: 5 } },
  });
});

test('a run without a result is reported with the console output', () => {
  const output = '@ {"kernel":"6.1.0"}\n@ {"run":"a/1"}\nstream: connect: Network is unreachable\n';
  expect(() => results(output, ['a/1 reno'])).toThrow(/a\/1[\s\S]*Network is unreachable/);
});

test('an inversion needs a clear difference on both sides', () => {
  const row = (
    /** @type {string} */ algorithm,
    /** @type {number} */ ours,
    /** @type {number} */ theirs,
  ) => ({
    path: 'p',
    sack: true,
    algorithm,
    metrics: {
      throughput_bps: {
        unit: 'bit/s',
        ours: { mean: ours, half_width: 0 },
        theirs: { mean: theirs, half_width: 0 },
        difference: 0,
      },
    },
  });
  expect(inversions([row('reno', 8, 12), row('bbr', 10, 10)], 0.1)).toMatchObject([
    { faster: 'reno', slower: 'bbr' },
  ]);
  expect(inversions([row('reno', 9.5, 12), row('bbr', 10, 10)], 0.1)).toEqual([]);
  expect(inversions([row('reno', 8, 10.5), row('bbr', 10, 10)], 0.1)).toEqual([]);
});
