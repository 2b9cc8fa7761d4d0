import { expect, it } from 'vitest';
import { catalogue, scenarioOf } from '../engine/nodeEngine';
import type { Scenario } from '../engine/schema';
import { newPart, senderOf } from './edit';
import { nameOfRun, senderName } from './names';
import { withValue } from './path';

const [reno, vegas, three] = [scenarioOf('ahn-fig1-rr'), scenarioOf('ahn-fig1-vr'), scenarioOf('low-buffer')];

/** The name of a scenario after changes by path. */
function changed(origin: Scenario, ...changes: [path: string, value: unknown][]): string {
  const scenario = changes.reduce((now, [path, value]) => withValue(now, path, value), origin);
  return nameOfRun(scenario, catalogue, origin);
}

const part = (set: string, kind: string) => newPart(catalogue, set, kind, null);

it('the name of a run is the sender of an unchanged scenario, without version or source', () => {
  expect(nameOfRun(reno, catalogue, reno)).toBe('Reno');
  expect(nameOfRun(vegas, catalogue, vegas)).toBe('Vegas');
  expect(senderName('linux-6-vegas', catalogue)).toBe('Vegas in Linux 6');
  expect(nameOfRun(vegas, null, null), 'before the catalogue is loaded').toBe('vegas');
});

it('the name of a run leaves out settings that the file has too', () => {
  // The senders of this file have a timer of their own.
  expect(nameOfRun(three, catalogue, three)).toBe('Vegas');
  expect(changed(three, ['flows.0.sender', senderOf(catalogue, 'reno')])).toBe('Reno + Vegas');
});

it('the name of a run is the title of a scenario that has one of its own', () => {
  expect(changed(reno, ['title', 'Like short.pcap'], ['flows.0.sender', senderOf(catalogue, 'vegas')])).toBe(
    'Like short.pcap',
  );
  expect(changed(reno, ['title', '']), 'no title').toBe('Reno');
});

it('the name of a run adds what differs from the file', () => {
  const sender = 'flows.0.sender';
  expect(changed(vegas, [`${sender}.slow_start`, part('slow_start', 'every_rtt')])).toBe(
    'Vegas, slow start every RTT',
  );
  expect(changed(vegas, [`${sender}.avoidance`, part('avoidance', 'aimd')])).toBe(
    'Vegas, congestion avoidance AIMD',
  );
  expect(changed(vegas, [`${sender}.detection.early_retransmit`, false])).toBe(
    'Vegas, without early retransmit',
  );
  expect(changed(vegas, [`${sender}.detection`, part('detection', 'dup_acks')])).toBe(
    'Vegas, without early retransmit',
  );
  expect(changed(reno, [`${sender}.detection`, part('detection', 'sacked')])).toBe(
    'Reno, loss detection sacked',
  );
  expect(changed(vegas, [`${sender}.avoidance.alpha`, 2])).toBe('Vegas, alpha 2');
  expect(changed(reno, ['links.1.queue.limit_bytes', 32768])).toBe('Reno, 32 KiB buffer');
  expect(changed(reno, ['links.1.rate_bps', 400_000])).toBe('Reno, 400 kbit/s');
  expect(changed(reno, ['links.0.delay_ms', 20])).toBe('Reno, 20 ms delay at sender → R1');
  expect(changed(reno, ['flows.0.receiver', part('receiver', 'tahoe_style')])).toBe(
    'Reno, Tahoe style receiver',
  );
  expect(changed(reno, ['seed', 9]), 'compared runs share the seed').toBe('Reno');
});

it('the name of a run starts from the preset after another one was chosen', () => {
  const other = withValue(vegas, 'flows.0.sender', senderOf(catalogue, 'reno'));
  expect(nameOfRun(other, catalogue, vegas)).toBe('Reno');
  const more = withValue(other, 'flows.0.sender.initial_cwnd', 4);
  expect(nameOfRun(more, catalogue, vegas)).toBe('Reno, initial cwnd 4');
});

it('the name of a run says which flows a change belongs to, unless it is all of them', () => {
  const alpha = (flow: number): [string, number] => [`flows.${flow}.sender.avoidance.alpha`, 2];
  expect(changed(three, alpha(0))).toBe('Vegas, one: alpha 2');
  expect(changed(three, alpha(0), alpha(1), alpha(2))).toBe('Vegas, alpha 2');
  const fewer = { ...three, flows: three.flows.slice(0, 2) };
  expect(nameOfRun(fewer, catalogue, three)).toBe('Vegas, 2 flows');
});

it('the name of a run counts the changes beyond two', () => {
  expect(
    changed(vegas, ['flows.0.sender.avoidance.alpha', 2], ['links.1.rate_bps', 400_000], ['duration_s', 9]),
  ).toMatch(/, 1 more change$/);
});
