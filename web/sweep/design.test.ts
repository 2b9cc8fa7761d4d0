/** Plans designs with the real catalogue, and checks their scenarios with the real engine. */
import { describe, expect, it } from 'vitest';
import { catalogue, engine, scenarioOf } from '../engine/nodeEngine';
import type { Problem, Scenario } from '../engine/schema';
import { fieldsOf } from '../scenario/fields';
import { withValue } from '../scenario/path';
import { designOf } from './design';
import { CURRENT, initialSetup, putSetup, readAxis, type Setup, setupOf } from './setup';

const base = scenarioOf('ahn-fig1-vr');
const fields = fieldsOf(base, catalogue);

function verdictOn(text: string): { scenario: Scenario | null; problems: Problem[] } {
  return JSON.parse(engine.check(text));
}

const ALPHA = 'flows.0.sender.avoidance.alpha';
const PRESET = 'flows.0.sender.preset';
const blank = { from: '', to: '', steps: '', list: '' };
const listOf = (path: string, list: string) => ({ ...blank, path, spacing: 'list' as const, list });
const range = (path: string, from: string, to: string, steps: string) => ({
  ...blank,
  path,
  spacing: 'linear' as const,
  from,
  to,
  steps,
});
const SETUP: Setup = {
  kind: 'sweep',
  axes: [listOf(ALPHA, '1, 2')],
  factors: [],
  presets: [],
  flow: 'all',
  seeds: '3',
  metrics: [],
};
const planned = (setup: Partial<Setup>) => designOf({ ...SETUP, ...setup }, base, fields, catalogue);

it('the fields are those of the scenario, each with its current value, its range and its path in words', () => {
  const alpha = fields.find(({ path }) => path === ALPHA);
  expect(alpha).toMatchObject({
    pathInWords: 'transfer: sender avoidance alpha',
    value: 1,
    shape: { min: 0 },
  });
  for (const { path, shape, words, value } of fields) {
    if (shape !== null) expect(value, path).toBeGreaterThanOrEqual(shape.min);
    else if (!path.endsWith('.preset')) expect(words, path).toContain(String(value));
  }
  expect(new Set(fields.map(({ pathInWords }) => pathInWords)).size).toBe(fields.length);
});

it('the fields leave out names and the seed', () => {
  const roots = new Set(fields.map(({ path }) => path.split('.')[0]));
  for (const name of ['name', 'title', 'about', 'seed', 'record', 'version'])
    expect(roots).not.toContain(name);
});

describe('an axis', () => {
  const shape = { type: 'number', unit: 'segments', min: 1, max: 100, integer: false } as const;

  it('an axis has even steps, even ratios or a list, in order, each value once', () => {
    expect(readAxis(range('', '1', '4', '4'), shape).value).toEqual([1, 2, 3, 4]);
    expect(readAxis({ ...range('', '1', '100', '3'), spacing: 'log' }, shape).value).toEqual([1, 10, 100]);
    expect(readAxis(listOf('', '5 2,2;3'), shape).value).toEqual([2, 3, 5]);
    expect(readAxis(range('', '1', '3', '9'), { ...shape, integer: true }).value).toEqual([1, 2, 3]);
  });

  it('an axis reports the allowed values for a wrong one', () => {
    const problemOf = (axis: Parameters<typeof readAxis>[0]) => readAxis(axis, shape).problem;
    expect(problemOf(range('', '0', '4', '4'))).toBe('“0” isn’t allowed here: 1 to 100 segments');
    expect(problemOf(listOf('', '1, x'))).toContain('“x” isn’t allowed');
    expect(problemOf(range('', '1', '4', '0'))).toContain('a whole number from 1 to 200');
  });
});

it('a sweep runs every value of every field with every sender at every seed, all valid for the engine', () => {
  const { design, problems } = planned({
    axes: [listOf('links.1.queue.limit_bytes', '8000, 16000'), range('links.1.delay_ms', '10', '30', '3')],
    presets: ['vegas', 'reno'],
  });
  expect([...problems]).toEqual([]);
  expect(design?.runs).toHaveLength(2 * 3 * 2 * 3);
  const distinct = new Set<string>();
  for (const run of design?.runs ?? []) {
    const { scenario, problems } = verdictOn(run.text());
    expect(problems).toEqual([]);
    const { rate_bps, queue, delay_ms } = scenario?.links[1] ?? {};
    distinct.add(
      JSON.stringify([rate_bps, queue, delay_ms, scenario?.flows[0]?.sender.preset, scenario?.seed]),
    );
    expect(scenario?.record.max_rows).toBe(0);
  }
  expect(distinct.size).toBe(36);
  expect(design?.seeds).toEqual([base.seed, base.seed + 1, base.seed + 2]);
});

it('a sweep leaves out a sender that lacks the field, with a note', () => {
  const { design } = planned({ presets: ['vegas', 'reno'] });
  expect(design?.series).toEqual(['vegas']);
  expect(design?.notes).toEqual(['reno is left out because it has no Lower threshold alpha of transfer.']);
});

it('a sweep reports problems at their place', () => {
  const problem = (setup: Partial<Setup>, place: string) => planned(setup).problems.get(place);
  expect(problem({ axes: [listOf(ALPHA, '1'), listOf(ALPHA, '2')] }, 'field 1')).toContain('chosen already');
  expect(problem({ axes: [listOf(ALPHA, '-1')] }, 'field 0')).toContain('“-1” isn’t allowed here: 0 to');
  expect(problem({ axes: [listOf('flows.9.nothing', '1')] }, 'field 0')).toContain('no field');
  expect(problem({ axes: [listOf('flows.0.sender.avoidance', '1')] }, 'field 0')).toContain('isn’t a number');
  expect(problem({ seeds: '0' }, 'seeds')).toContain('1 to 100');
  expect(problem({ presets: ['rhino'] }, 'presets')).toContain('rhino');
  const many = [range(ALPHA, '1', '3', '80'), range('links.1.delay_ms', '1', '90', '80')];
  expect(problem({ axes: many }, 'runs')).toContain('19,200 runs; at most 5,000');
  expect(planned({ axes: many }).design).toBeNull();
});

it('a factorial design runs every combination, all valid for the engine, and sets presets before parts before their fields', () => {
  const { design, problems } = planned({
    kind: 'factorial',
    factors: [
      { path: 'links.1.queue.limit_bytes', low: '8000', high: '16000' },
      { path: 'flows.0.sender.limited_transmit', low: 'false', high: 'true' },
      { path: PRESET, low: 'vegas', high: 'reno' },
      { path: 'flows.0.sender.decrease', low: 'half', high: 'three_quarters' },
    ],
    seeds: '2',
  });
  expect([...problems]).toEqual([]);
  expect(design?.runs).toHaveLength(32);
  for (const run of design?.runs ?? []) {
    const [cell = 0] = run.at;
    const { scenario, problems } = verdictOn(run.text());
    expect(problems).toEqual([]);
    const { sender } = scenario?.flows[0] ?? {};
    expect(scenario?.links[1]?.queue).toMatchObject({ limit_bytes: cell & 1 ? 16_000 : 8000 });
    expect(sender?.limited_transmit).toBe((cell & 2) !== 0);
    expect(sender?.preset).toBe(cell & 4 ? 'reno' : 'vegas');
    expect(sender?.decrease.kind).toBe(cell & 8 ? 'three_quarters' : 'half');
  }
});

it('a factorial design requires two to six factors with two different levels each', () => {
  const one = { path: ALPHA, low: '1', high: '1' };
  const { problems } = planned({ kind: 'factorial', factors: [one] });
  expect(problems.get('factors')).toBe('Choose 2 to 6 factors.');
  expect(problems.get('factor 0')).toBe('The two levels are the same. Choose different ones.');
  const wrong = { path: PRESET, low: 'vegas', high: 'rhino' };
  expect(planned({ kind: 'factorial', factors: [wrong] }).problems.get('factor 0')).toContain(
    '“rhino” isn’t allowed',
  );
});

const shared = { seeds: '12', metrics: ['links.R1>R2.drops', 'all.fairness'] };
const setups: Setup[] = [
  {
    ...SETUP,
    ...shared,
    axes: [listOf(ALPHA, '1, 2'), { ...range('links.1.rate_bps', '1e5', '', '7'), spacing: 'log' }],
    presets: ['vegas', 'reno'],
    flow: 0,
  },
  { ...SETUP, ...shared, kind: 'factorial', factors: [{ path: PRESET, low: 'vegas', high: 'reno' }] },
];

it.each(setups)(
  "a setup in an address survives the address next to the scenario's own parameters: $kind",
  (setup) => {
    const query = new URLSearchParams('scenario=ahn-fig1-vr&seed=9&sweep.seeds=99');
    putSetup(query, setup);
    const back = new URLSearchParams(query.toString());
    expect(setupOf(back, SETUP)).toEqual(setup);
    expect([back.get('scenario'), back.get('seed')]).toEqual(['ahn-fig1-vr', '9']);
  },
);

it('a setup in an address starts with the buffer of the bottleneck, a quarter to four times as large, for Reno and the bench’s sender', () => {
  const { axes, presets, seeds, metrics } = initialSetup(fields, base, catalogue);
  expect(axes).toEqual([
    { path: 'links.1.queue.limit_bytes', spacing: 'log', from: '4096', to: '65536', steps: '9', list: '' },
  ]);
  expect([presets, seeds, metrics]).toEqual([['reno', 'vegas'], '5', ['flows.0.goodput_bytes_per_s']]);
  const changed = withValue(base, 'flows.0.sender.avoidance.alpha', 2);
  const ofChanged = initialSetup(fieldsOf(changed, catalogue), changed, catalogue);
  expect(ofChanged.presets).toEqual(['reno', CURRENT]);
  const { design } = designOf(ofChanged, changed, fields, catalogue);
  expect(design?.series).toEqual(['reno', 'as on the bench']);
  expect(design?.labels).toEqual(['Reno (BSD)', 'as on the bench']);
  expect(design?.runs.at(-1)?.scenario().flows[0]?.sender).toEqual(changed.flows[0]?.sender);
});

it('a setup in an address starts with the field that the address names, by name or number', () => {
  const axisOf = (name: string) => initialSetup(fields, base, catalogue, name).axes[0];
  expect(axisOf('links.R1-R2.rate_bps')).toMatchObject({
    path: 'links.1.rate_bps',
    from: '200000',
    to: '3200000',
  });
  expect(axisOf('links.1.rate_bps')).toEqual(axisOf('links.R1-R2.rate_bps'));
  expect(initialSetup(fields, base, catalogue, 'flows.transfer.sender.avoidance.alpha')).toMatchObject({
    axes: [{ path: ALPHA }],
    presets: [],
  });
  expect(initialSetup(fields, base, catalogue, 'flows.0.sender.limited_transmit')).toMatchObject({
    kind: 'factorial',
    factors: [{ path: 'flows.0.sender.limited_transmit', low: 'false', high: 'true' }, { path: PRESET }],
  });
  const unknown = initialSetup(fields, base, catalogue, 'links.R1-R9.rate_bps');
  expect(designOf(unknown, base, fields, catalogue).problems.get('field 0')).toContain(
    '“links.R1-R9.rate_bps”',
  );
});

it('a setup in an address starts with a valid setup', () => {
  const initial = initialSetup(fields, base, catalogue);
  expect(setupOf(new URLSearchParams('scenario=x'), initial)).toBe(initial);
  for (const kind of ['sweep', 'factorial'] as const)
    expect([...designOf({ ...initial, kind }, base, fields, catalogue).problems]).toEqual([]);
});
