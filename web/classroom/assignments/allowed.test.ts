/** Settings that a task's controls can make: no others than the page itself makes. */
import { expect, it } from 'vitest';
import { withKind } from '../../lessons/experiment/choices';
import type { Control } from '../../lessons/lesson';
import { type Change, withChanges } from '../../scenario/changes';
import { settingsFinding } from './allowed';
import { catalogue, read, scenarioOf } from './sampleTask';

const GIVEN = read(withChanges(scenarioOf('ahn-fig1-rr'), [['flows.0.sender.initial_cwnd', 2]]));

const SENDER = 'flows.0.sender';
const PRESET: Control = { path: `${SENDER}.preset`, choices: ['reno', 'vegas', 'bbr'] };
const AVOIDANCE: Control = { path: `${SENDER}.avoidance`, choices: ['aimd', 'cam'] };
const ALPHA: Control = { path: `${SENDER}.avoidance.alpha`, range: [3, 6] };

function verdict(controls: readonly Control[], changes: readonly Change[]): string {
  const mine = read(withChanges(GIVEN, changes));
  const finding = settingsFinding(mine, GIVEN, controls, catalogue);
  return finding === null ? '' : `${finding.reason}: ${finding.words()}`;
}

it('a free preset brings its own sender, or leaves the given one', () => {
  for (const preset of ['reno', 'vegas', 'bbr']) expect(verdict([PRESET], [[PRESET.path, preset]])).toBe('');
  expect(verdict([PRESET], [])).toBe('');
});

it('a free preset lets no field below it through', () => {
  const others: Change[] = [
    [`${SENDER}.initial_cwnd`, 1000],
    [`${SENDER}.sack`, true],
    [`${SENDER}.timer.tick_ms`, 10],
  ];
  for (const other of others)
    for (const preset of ['reno', 'vegas'])
      expect(verdict([PRESET], [[PRESET.path, preset], other]), `${preset} ${other}`).toMatch(/^fixed: ./);
});

it('a free preset may have values of its own outside the range of a free field, but the student can’t set them', () => {
  const controls = [PRESET, ALPHA];
  const own = read(withChanges(GIVEN, [[PRESET.path, 'vegas']])).flows[0]?.sender.avoidance;
  expect(own).toMatchObject({ alpha: 1 });
  expect(verdict(controls, [[PRESET.path, 'vegas']])).toBe('');
  expect(
    verdict(controls, [
      [PRESET.path, 'vegas'],
      [ALPHA.path, 5],
    ]),
  ).toBe('');
  expect(
    verdict(controls, [
      [PRESET.path, 'vegas'],
      [ALPHA.path, 2],
    ]),
  ).toMatch(/^range: .* is 2; allowed: 3 to 6/);
  expect(
    verdict(controls, [
      [PRESET.path, 'vegas'],
      [ALPHA.path, 7],
    ]),
  ).toMatch(/^range: /);
  expect(
    verdict(
      [ALPHA],
      [
        [PRESET.path, 'vegas'],
        [ALPHA.path, 5],
      ],
    ),
  ).toMatch(/^fixed: /);
});

it('a choice of kinds brings the kind’s own values only', () => {
  expect(verdict([AVOIDANCE], [[`${AVOIDANCE.path}.kind`, 'cam']])).toBe('');
  const tuned: Change[] = [
    [`${AVOIDANCE.path}.kind`, 'cam'],
    [ALPHA.path, 5],
  ];
  expect(verdict([AVOIDANCE], tuned)).toMatch(/^fixed: /);
  expect(verdict([AVOIDANCE, ALPHA], tuned)).toBe('');
  expect(verdict([AVOIDANCE], [[`${AVOIDANCE.path}.kind`, 'linux_vegas']])).toMatch(/^range: /);
});

it('a choice of kinds may follow a choice of a preset, and keep its part', () => {
  const controls = [AVOIDANCE, PRESET];
  expect(verdict(controls, [[PRESET.path, 'vegas']])).toBe('');
  expect(
    verdict(controls, [
      [PRESET.path, 'vegas'],
      [`${AVOIDANCE.path}.kind`, 'aimd'],
    ]),
  ).toBe('');
});

it('a choice of kinds brings other parts along', () => {
  const detection: Control = {
    path: `${SENDER}.detection`,
    choices: ['dup_acks', 'fine_timer'],
    along: {
      fine_timer: { [`${SENDER}.recovery.kind`]: 'vegas', [`${SENDER}.decrease.kind`]: 'three_quarters' },
    },
  };
  for (const controls of [[detection], [detection, AVOIDANCE]]) {
    const mine = read(withKind(GIVEN, GIVEN, detection, 'fine_timer', catalogue));
    expect(settingsFinding(mine, GIVEN, controls, catalogue)).toBeNull();
    expect(verdict(controls, [[`${SENDER}.detection.kind`, 'fine_timer']])).toMatch(/^fixed: /);
    expect(verdict(controls, [[`${SENDER}.recovery.kind`, 'vegas']])).toMatch(/^fixed: /);
  }
});

const limit: Control = { path: 'links.1.queue.limit_bytes', range: [4000, 40_000] };

it('a free number stays in its range, ends included', () => {
  for (const value of [4000, 12_345, 40_000]) expect(verdict([limit], [[limit.path, value]])).toBe('');
  for (const value of [3999, 40_001, 1e9])
    expect(verdict([limit], [[limit.path, value]])).toMatch(/^range: /);
});

it('a free number is in the range of at least one control of its path', () => {
  const wider: Control = { ...limit, range: [30_000, 50_000] };
  expect(verdict([limit, wider], [[limit.path, 45_000]])).toBe('');
  expect(verdict([limit, wider], [[limit.path, 60_000]])).toContain('4,000 to 40,000; 30,000 to 50,000');
});

it('a free number with a range doesn’t become a word, and a word with choices no number', () => {
  const path = `${SENDER}.initial_ssthresh`;
  const given = read(withChanges(GIVEN, [[path, 16]]));
  const word = GIVEN.flows[0]?.sender.initial_ssthresh ?? '';
  expect(typeof word).toBe('string');
  const back = settingsFinding(GIVEN, given, [{ path, range: [2, 64] }], catalogue);
  expect(back?.reason).toBe('range');
  expect(settingsFinding(given, GIVEN, [{ path, choices: [String(word)] }], catalogue)?.reason).toBe('range');
});

it('fields without a control are fixed', () => {
  for (const change of [
    ['duration_s', 5],
    ['record.max_rows', 5],
    ['seed', 7],
  ] satisfies Change[])
    expect(verdict([PRESET, AVOIDANCE, ALPHA], [change])).toMatch(/^fixed: /);
});

it('numbers that move together keep their distance', () => {
  const given: Change = [PRESET.path, 'vegas'];
  const [alpha, beta] = [ALPHA.path, `${SENDER}.avoidance.beta`];
  const base = read(withChanges(GIVEN, [given]));
  const control: Control = { path: beta, together: [alpha], range: [1, 8] };
  const judged = (changes: readonly Change[]) =>
    settingsFinding(read(withChanges(base, changes)), base, [control], catalogue)?.reason ?? '';
  const moved = (a: number, b: number) =>
    judged([
      [alpha, a],
      [beta, b],
    ]);
  expect(moved(1, 3)).toBe('');
  expect(moved(4, 6)).toBe('');
  expect(moved(7, 9)).toBe('range');
  expect(moved(4, 4)).toBe('fixed');
  expect(judged([[beta, 6]])).toBe('fixed');
});
