import { expect, it } from 'vitest';
import { scenarioNames, scenarioText } from '../../scripts/engine.mjs';
import { withCopies } from '../engine/copies';
import { engine, read, scenarioOf } from '../engine/nodeEngine';
import type { Scenario } from '../engine/schema';
import { withoutCopies } from './copies';
import { at, withValue } from './path';

/** The engine's answer as it crosses the border. */
function answerOf(text: string): Scenario {
  const opened = engine.open(text);
  const { scenario } = JSON.parse(opened.verdict());
  opened.free();
  return scenario;
}

it.each(scenarioNames())(
  "the copies of a flow, which the engine's answer has as one entry, are all there on the page, as the engine numbers them: %s",
  (name) => {
    expect(withCopies(answerOf(scenarioText(name)))).toEqual(read(scenarioText(name)));
  },
);

it("the copies of a flow, which the engine's answer has as one entry, are numbered in the nodes and routes of their names too", () => {
  const { links, flows, ...rest } = scenarioOf('ahn-fig2');
  const [flow] = flows;
  const [like] = links;
  const added = [1, 2].flatMap((number) => [
    { ...like, name: `up ${number}`, from: `a${number}`, to: `b${number}`, both_ways: true, back: null },
    { ...like, name: `down ${number}`, from: `b${number}`, to: flow?.to, both_ways: true, back: null },
  ]);
  const copied = { ...flow, name: 'x{n}y', copies: 2, from: 'a{n}', route: ['b{n}'], route_back: ['b{n}'] };
  const text = JSON.stringify({ ...rest, links: [...links, ...added], flows: [copied] });
  const { flows: both } = withCopies(answerOf(text));
  expect(both.map(({ name, from, route }) => [name, from, ...route])).toEqual([
    ['x1y', 'a1', 'b1'],
    ['x2y', 'a2', 'b2'],
  ]);
  expect(withCopies(answerOf(text))).toEqual(read(text));
});

it("the copies of a flow, which the engine's answer has as one entry, are one entry again in the text, unless one of them was changed", () => {
  const whole = withCopies(answerOf(scenarioText('martin-asu')));
  expect(withoutCopies(whole).flows).toHaveLength(6);
  expect(read(withoutCopies(whole))).toEqual(whole);
  const single = withValue(whole, 'flows.0.rwnd_bytes', 20_000);
  expect(withoutCopies(single).flows).toHaveLength(6);
  const one = withValue(whole, 'flows.50.rwnd_bytes', 20_000);
  expect(withoutCopies(one).flows).toHaveLength(6 - 1 + 90);
  for (const changed of [single, one, { ...whole, flows: whole.flows.slice(0, 300) }, reversed(whole)])
    expect(read(withoutCopies(changed))).toEqual(changed);
  expect(at(withoutCopies(whole), 'flows.3.copies')).toBe(90);
});

function reversed(scenario: Scenario): Scenario {
  return { ...scenario, flows: scenario.flows.toReversed() };
}
