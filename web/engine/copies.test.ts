import { describe, expect, it } from 'vitest';
import { scenarioNames, scenarioText } from '../../scripts/engine.mjs';
import { at, withValue } from '../scenario/path';
import { withCopies, withoutCopies } from './copies';
import { engine, read } from './nodeEngine';
import type { Scenario } from './schema';

/** The engine's answer as it crosses the border. */
function answerOf(text: string): Scenario {
  const opened = engine.open(text);
  const { scenario } = JSON.parse(opened.verdict());
  opened.free();
  return scenario;
}

describe("the copies of a flow, which the engine's answer has as one entry,", () => {
  it.each(scenarioNames())('are all there on the page, as the engine numbers them: %s', (name) => {
    expect(withCopies(answerOf(scenarioText(name)))).toEqual(read(scenarioText(name)));
  });

  it('are numbered in the nodes and routes of their names too', () => {
    const value = JSON.parse(scenarioText('ahn-fig2'));
    const [flow] = value.flows;
    const links = [1, 2].map((number) => ({ ...link(`L${number}`), from: `a${number}`, to: flow.from }));
    value.links = [...(value.links ?? []), ...links];
    value.flows = [{ ...flow, name: 'x{n}y', copies: 2, from: 'a{n}', route: [] }];
    expect(withCopies(answerOf(JSON.stringify(value))).flows.map(({ name, from }) => [name, from])).toEqual([
      ['x1y', 'a1'],
      ['x2y', 'a2'],
    ]);
    expect(withCopies(answerOf(JSON.stringify(value)))).toEqual(read(JSON.stringify(value)));
  });

  it('are one entry again in the text, unless one of them was changed', () => {
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
});

function link(name: string) {
  return { name, rate_bps: 10_000_000, delay_ms: 1, queue: { kind: 'drop_tail', limit_bytes: 100_000 } };
}

function reversed(scenario: Scenario): Scenario {
  return { ...scenario, flows: scenario.flows.toReversed() };
}
