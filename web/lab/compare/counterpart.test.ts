import { expect, it } from 'vitest';
import { catalogue, scenarioOf } from '../../engine/nodeEngine';
import { withValue } from '../../scenario/path';
import { candidateWith, counterpartOf, flowsLike, withAllParts } from './counterpart';

it('the suggested comparison is Vegas for Reno, and a Reno of the same kind for the others', () => {
  expect(['reno', 'vegas', 'cubic', 'linux-6-vegas', 'linux-reno', null].map(counterpartOf)).toEqual([
    'vegas',
    'reno',
    'reno',
    'linux-reno',
    'linux-6-vegas',
    'reno',
  ]);
});

it('the suggested comparison exists in the catalogue for every preset', () => {
  const names = catalogue.presets.map(({ name }) => name);
  for (const name of names) {
    expect(names).toContain(counterpartOf(name));
    expect(counterpartOf(name)).not.toBe(name);
  }
});

it('the flows that get another sender are all that do the same thing with the same sender', () => {
  expect(flowsLike(scenarioOf('low-buffer'), 0)).toEqual([0, 1, 2]);
  expect(flowsLike(scenarioOf('ahn-fig2'), 0), 'a transfer next to a bulk flow').toEqual([0]);
  expect(flowsLike(scenarioOf('veno-side-by-side'), 0), 'two of one sender, one of another').toEqual([0, 1]);
});

it('the flows that get another sender get the whole preset, and the others stay', () => {
  const fig2 = scenarioOf('ahn-fig2');
  const made = candidateWith(fig2, [0], 'vegas', catalogue);
  expect(made?.sender).toBe('Vegas');
  expect(made?.scenario.flows[0]?.sender).toEqual(scenarioOf('ahn-fig1-vr').flows[0]?.sender);
  expect(made?.scenario.flows[1]).toEqual(fig2.flows[1]);
  expect(JSON.parse(made?.text ?? '')).toEqual(made?.scenario);
  expect(candidateWith(fig2, [0], 'nobody', catalogue)).toBeNull();
});

it('a sender with a part off is compared with all of its parts, in every flow that does the same', () => {
  const one = scenarioOf('ahn-fig1-vr');
  const off = (path: string) => withValue(one, `flows.0.sender.${path}`, { kind: 'aimd' });
  const whole = withAllParts(off('avoidance'), catalogue);
  expect(whole?.sender).toBe('Vegas (all parts)');
  expect(whole?.scenario).toEqual(one);
  expect(JSON.parse(whole?.text ?? '')).toEqual(one);
  expect(withAllParts(one, catalogue), 'nothing is off').toBeNull();
  const values = withValue(one, 'flows.0.sender.avoidance.alpha', 2);
  expect(withAllParts(values, catalogue), 'a value is not a part').toBeNull();
  const custom = withValue(off('avoidance'), 'flows.0.sender.preset', null);
  expect(withAllParts(custom, catalogue), 'no preset to return to').toBeNull();
});
