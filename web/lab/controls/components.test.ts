/** Tests that the components follow from the catalogue, for any sender. */
import { expect, it } from 'vitest';
import { catalogue, read, scenarioOf } from '../../engine/nodeEngine';
import type { Scenario } from '../../engine/schema';
import { presetOf, senderOf } from '../../scenario/edit';
import { kindOf, withValue } from '../../scenario/path';
import { type Component, componentsOf } from './components';

function withSender(preset: string): Scenario {
  return withValue(scenarioOf('ahn-fig1-rr'), 'flows.0.sender', senderOf(catalogue, preset)) as Scenario;
}

function switchesOf(scenario: Scenario): Component[] {
  const sender = scenario.flows[0]?.sender;
  if (sender === undefined) throw new Error('the scenario has no flow');
  return componentsOf(sender, presetOf(scenario, 0, catalogue), catalogue).flatMap(
    ({ switches }) => switches,
  );
}

const onOf = (preset: string) => switchesOf(withSender(preset)).flatMap(({ set, on }) => (on ? [set] : []));

it('components are on where the sender has a part of their family', () => {
  expect(onOf('vegas')).toEqual(['avoidance', 'detection', 'slow_start']);
  expect(onOf('vegas-cam')).toEqual(['avoidance', 'slow_start']);
  expect(onOf('vegas-reno')).toEqual(['detection']);
  expect(onOf('linux-vegas')).toEqual(['avoidance', 'slow_start']);
  for (const preset of ['reno', 'newreno', 'veno', 'cubic', 'bbr']) expect(onOf(preset), preset).toEqual([]);
});

it('components can be switched in every preset, twice for the same sender, and the engine accepts each', () => {
  for (const { name } of catalogue.presets)
    for (const { set, on, other } of switchesOf(withSender(name))) {
      const switched = withValue(withSender(name), `flows.0.sender.${set}`, other) as Scenario;
      const now = switchesOf(switched).find((one) => one.set === set);
      expect(now?.on, `${name} ${set}`).toBe(!on);
      const needsSack = catalogue.parts[set]?.members.find(({ kind }) => kind === kindOf(other))?.needs_sack;
      if (!needsSack) expect(() => read(switched), `${name} ${set}`).not.toThrow();
      if (on) continue;
      const back = withValue(switched, `flows.0.sender.${set}`, now?.other) as Scenario;
      expect(back.flows[0]?.sender, `${name} ${set}`).toEqual(withSender(name).flows[0]?.sender);
    }
});

it('components say what replaces them', () => {
  const [avoidance] = switchesOf(withSender('vegas'));
  expect(avoidance?.instead).toBe("Reno's additive increase");
  const own = switchesOf(withSender('veno'))[0];
  expect(own?.instead).toBe("Veno's slower increase");
});
