/** Tests of the theory's predictions for scenarios, and of the sentences and levels that the bench shows for them. */
import { expect, it } from 'vitest';
import { scenarioText } from '../../scripts/engine.mjs';
import { wordsOf } from '../lab/findings/TheoryNote';
import { equilibriaOf, mistakenBaseRtt, ofFlow, ofLink, type Theory, theoryOf } from '../run/equilibria';
import { read, scenarioOf, theory as theoryModule } from './nodeEngine';
import type { Prediction } from './schema';

function predicted(text: string): string {
  return theoryModule.predict(JSON.stringify(read(text)));
}

function theory(name: string): Theory {
  const text = scenarioText(name);
  const scenario = read(text);
  const prediction = JSON.parse(predicted(text)) as Prediction;
  const found = theoryOf({ prediction, scenario, summary: null, now_s: scenario.duration_s });
  if (found === null) throw new Error(`the theory has no prediction for ${name}`);
  return found;
}

const NAMES = ['1a', '2a', '3a', '4a', '5a'];

it('the equilibrium of Vegas has equal rates on one link, and larger windows for longer delays (Low et al. 2000, Tables 1 and 2)', () => {
  const found = theory('low-one-link');
  const levels = (figure: 'wire_rate_bytes_per_s' | 'cwnd_segments') =>
    NAMES.map((name) => equilibriaOf(found, ofFlow(name, figure))).flatMap((equilibria) =>
      equilibria.map(({ high }) => high),
    );
  expect(levels('wire_rate_bytes_per_s').map((rate) => rate / 1e3)).toEqual(
    NAMES.map(() => expect.closeTo(1200, 6)),
  );
  expect(levels('cwnd_segments').map((cwnd) => cwnd.toFixed(1))).toEqual([
    '20.4',
    '20.4',
    '26.4',
    '38.4',
    '50.4',
  ]);
  // Each flow has 2 packets in the queue, and one packet is being sent.
  expect(equilibriaOf(found, ofLink('Router1>Router2', 'held_packets'))).toEqual([
    { from_s: 0, to_s: 60, low: expect.closeTo(11, 6), high: expect.closeTo(11, 6) },
  ]);
});

it('the equilibrium of Vegas changes with each late flow, which takes the queue for propagation delay (Table 6)', () => {
  const found = theory('low-late-comers');
  const starts = (name: string) =>
    equilibriaOf(found, ofFlow(name, 'cwnd_segments')).map(({ from_s }) => from_s);
  expect(starts('1a')).toEqual([0, 20, 40, 60, 80]);
  expect(starts('4a')).toEqual([60, 80]);
  const believed = NAMES.map((name) => equilibriaOf(found, mistakenBaseRtt(name)).map(({ high }) => high));
  expect(believed[0], 'the first flow measures the true delay').toEqual([]);
  expect(believed.slice(1).map(([first]) => first?.toFixed(1))).toEqual(['13.6', '20.4', '31.8', '50.5']);
  expect(
    believed.slice(1).every((levels) => levels.every((level) => level === levels[0])),
    'a wrong estimate persists',
  ).toBe(true);
});

it('the equilibrium of Vegas is a range if alpha is less than beta', () => {
  const [cwnd] = equilibriaOf(theory('ahn-fig1-vr'), ofFlow('transfer', 'cwnd_segments'));
  expect(cwnd?.high, 'half a segment below alpha to half a segment above beta').toBeCloseTo(
    (cwnd?.low ?? 0) + 3,
  );
});

it('the equilibrium of Vegas is not predicted after the timeline changes the path', () => {
  expect(theory('longer-path').until).toBe(15);
});

it('predicts the mean rate of a sender that halves its window at random losses', () => {
  const veno = JSON.parse(scenarioText('veno-fig5'));
  veno.flows[0].sender = { preset: 'reno' };
  veno.topology.loss.rate = 0.01;
  const { descriptions } = wordsOf(JSON.parse(predicted(JSON.stringify(veno))));
  expect(descriptions).toEqual([
    'Predicted averages for flows that halve their windows at losses, assuming that every segment is lost with the same probability and that no queue adds to the RTT (Padhye, Firoiu, Towsley & Kurose 1998, full form).',
  ]);
});

it('gives the reason why a transfer has no prediction', () => {
  const { descriptions, exceptions } = wordsOf(JSON.parse(predicted(scenarioText('ahn-fig1-rr'))));
  expect(descriptions).toEqual([]);
  expect(exceptions).toBe(
    'No theory line for transfer: it backs off after losses; the loss model covers only random loss, and its path has none.',
  );
});

it('is quick for a thousand flows, and rejects too many start times', () => {
  const scenario = scenarioOf('low-one-link');
  const [first] = scenario.flows;
  const many = (apart_s: number) =>
    predicted(
      JSON.stringify({
        ...scenario,
        flows: Array.from({ length: 1000 }, (_, i) => ({ ...first, name: `f${i}`, start_s: i * apart_s })),
      }),
    );
  const together = JSON.parse(many(0)) as Prediction;
  const rate = together.intervals[0]?.at_rest[0]?.flows[999]?.wire_rate_bytes_per_s;
  expect(rate).toBeCloseTo(6000, 3);
  const apart = JSON.parse(many(0.01)) as Prediction;
  expect(apart.intervals).toEqual([]);
  expect(apart.flows[0]?.reason).toContain('1000 flows with 1000 start times are too many');
});
