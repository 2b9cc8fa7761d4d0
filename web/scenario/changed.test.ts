/** Tests that changes are listed and that each can be undone individually. */
import { expect, it } from 'vitest';
import { catalogue, read, scenarioOf } from '../engine/nodeEngine';
import type { Scenario } from '../engine/schema';
import { type Changed, changedOf } from './changed';
import { newPart, senderOf, withCopyOf, withoutFlow } from './edit';
import { withValue } from './path';

function changed(origin: Scenario, scenario: Scenario): Changed[] {
  const found = changedOf(origin, scenario, catalogue);
  if (found === null) throw new Error('the differences cannot be listed one by one');
  return found;
}

const linesOf = (list: Changed[]) => list.map(({ label, from, to }) => `${label} ${from ?? '-'} → ${to}`);

it('changes to the scenario list each changed value with its original, and are empty for an unchanged scenario', () => {
  const origin = scenarioOf('ahn-fig1-vr');
  expect(changed(origin, origin)).toEqual([]);
  let now = withValue(origin, 'seed', 4);
  now = withValue(now, 'links.1.delay_ms', 20);
  now = withValue(now, 'flows.0.rwnd_bytes', 60_000);
  now = withValue(now, 'flows.0.sender.avoidance.alpha', 2.5);
  const found = changed(origin, now);
  expect(linesOf(found).sort()).toEqual([
    'R1–R2: delay_ms 50 → 20',
    'avoidance.alpha 1 → 2.5',
    `rwnd_bytes ${origin.flows[0]?.rwnd_bytes.toLocaleString('en')} → 60,000`,
    'seed 8 → 4',
  ]);
  for (const one of found) {
    const less = one.undone(now);
    expect(read(less), one.label).toEqual(less);
    expect(changed(origin, less)).toHaveLength(3);
  }
  expect(found.reduce((left, { undone }) => undone(left), now)).toEqual(origin);
});

it('changes to the scenario list a new part or preset as one change, and changes within it separately', () => {
  const origin = scenarioOf('ahn-fig1-vr');
  const part = withValue(origin, 'flows.0.sender.avoidance', newPart(catalogue, 'avoidance', 'aimd', null));
  const [kind] = changed(origin, part);
  expect(kind).toMatchObject({ label: 'avoidance.kind', from: 'cam', to: 'aimd' });
  expect(kind?.undone(part)).toEqual(origin);

  const reno = senderOf(catalogue, 'reno');
  const preset = withValue(withValue(origin, 'flows.0.sender', reno), 'flows.0.sender.initial_cwnd', 3);
  const found = changed(origin, preset);
  expect(linesOf(found)).toEqual(['preset vegas → reno', 'initial_cwnd 1 → 3']);
  expect(found[1]?.undone(preset)).toEqual(withValue(origin, 'flows.0.sender', reno));
});

it('changes to the scenario list added and removed flows next to other changes', () => {
  const origin = scenarioOf('ahn-fig2');
  const more = withValue(withCopyOf(origin, 0), 'flows.1.start_s', 0.5);
  expect(more.flows.map(({ name }) => name)).toEqual(['transfer', 'competitor', 'transfer 2']);
  expect(withCopyOf(more, 2).flows.at(-1)?.name).toBe('transfer 3');
  const found = changed(origin, more);
  expect(linesOf(found)).toEqual([
    'flow transfer 2 - → added',
    expect.stringMatching(/^competitor: start_s .* → 0\.5$/),
  ]);
  expect(found[0]?.undone(more)).toEqual(withValue(origin, 'flows.1.start_s', 0.5));

  const less = withValue(withoutFlow(origin, 0), 'flows.0.start_s', 0.5);
  const [removed, start] = changed(origin, less);
  expect(removed).toMatchObject({ label: 'flow transfer', to: 'removed' });
  expect(start?.undone(less).flows[0]?.start_s).toBe(origin.flows[1]?.start_s);
  expect(read(JSON.stringify(removed?.undone(less))).flows).toHaveLength(2);
});

it('changes to the scenario cannot be listed if entries of other lists are added or removed', () => {
  const origin = scenarioOf('fall-floyd-1');
  expect(changedOf(origin, { ...origin, drops: [] }, catalogue)).toBeNull();
});

it('a removed flow leaves no references to it', () => {
  const origin = scenarioOf('fall-floyd-1');
  const name = origin.drops[0]?.flow;
  const flow = origin.flows.findIndex((one) => one.name === name);
  const less = withoutFlow(origin, flow);
  expect(less.drops.length).toBeLessThan(origin.drops.length);
  expect(read(less).flows).toHaveLength(origin.flows.length - 1);
  const turns = scenarioOf('ahn-live');
  const alone = withoutFlow(
    turns,
    turns.flows.findIndex(({ turns_with }) => turns_with !== null),
  );
  expect(alone.flows.every(({ turns_with }) => turns_with === null)).toBe(true);
  expect(() => read(alone)).not.toThrow();
});
