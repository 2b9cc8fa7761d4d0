/** Tests that an address restores the bench's scenario as the engine parsed it. */
import { describe, expect, it } from 'vitest';
import { scenarioNames, scenarioText } from '../../../scripts/engine.mjs';
import { catalogue, read, scenarioOf } from '../../engine/nodeEngine';
import type { Scenario } from '../../engine/schema';
import { changeProblems, changesBetween, withChanges } from '../../scenario/changes';
import {
  differences,
  newPart,
  senderOf,
  withCopyOf,
  withOwnPresets,
  withRequirements,
} from '../../scenario/edit';
import { withValue } from '../../scenario/path';
import { changesOf, markOf, packed, putChanges, unpacked } from './address';
import { pinnedOf, pinnedParameter } from './pinned';

/** Sends an edited scenario through an address. Returns the address and the scenario that it opens. */
function carried(base: Scenario, edited: Scenario): { address: string; scenario: Scenario } {
  const changes = changesBetween(base, edited, catalogue);
  if (changes === null) throw new Error('plain values cannot express the change');
  const query = new URLSearchParams();
  putChanges(query, changes);
  const address = query.toString();
  const { changes: arrived, unread } = changesOf(new URLSearchParams(address));
  expect(unread).toEqual([]);
  const scenario = read(base, arrived);
  // With the catalogue, the engine has nothing left to fill in.
  expect(withChanges(base, arrived, catalogue)).toEqual(scenario);
  return { address, scenario };
}

it.each(scenarioNames())('a link carries every preset and some values of %s', (name) => {
  const base = scenarioOf(name);
  for (const preset of catalogue.presets) {
    const sender = senderOf(catalogue, preset.name);
    const other = withValue(withValue(base, 'flows.0.sender', sender), 'seed', 77);
    const edited = read(withValue(other, 'flows.0.sender.initial_cwnd', 3));
    const { scenario, address } = carried(base, edited);
    expect(scenario).toEqual(edited);
    expect(address.length).toBeLessThan(300);
  }
});

it('a link carries every kind of every part of a sender', () => {
  const base = scenarioOf('ahn-fig1-vr');
  for (const set of Object.keys(base.flows[0]?.sender ?? {})) {
    for (const { kind } of catalogue.parts[set]?.members ?? []) {
      const part = newPart(catalogue, set, kind, null);
      const [path, value] = withRequirements(base, `flows.0.sender.${set}`, part, catalogue);
      const edited = read(withValue(base, path, value));
      expect(edited.flows[0]?.sender).toHaveProperty([set, 'kind'], kind);
      expect(carried(base, edited).scenario).toEqual(edited);
    }
  }
});

it('a link turns SACK on along with a part that needs it', () => {
  const base = scenarioOf('ahn-fig1-vr');
  const part = newPart(catalogue, 'recovery', 'sack', null);
  const path = 'flows.0.sender.recovery';
  expect(() => read(withValue(base, path, part))).toThrow('needs SACK blocks');
  const [changed, sender] = withRequirements(base, path, part, catalogue);
  expect(changed).toBe('flows.0.sender');
  const edited = withValue(base, changed, sender);
  expect(edited.flows[0]?.sender).toMatchObject({ sack: true, recovery: { kind: 'sack' } });
  // A change whose requirements are met is unchanged.
  expect(withRequirements(edited, path, part, catalogue)).toEqual([path, part]);
  const half = newPart(catalogue, 'decrease', 'half', null);
  expect(withRequirements(base, 'flows.0.sender.decrease', half, catalogue)[0]).toBe(
    'flows.0.sender.decrease',
  );
});

describe('to a scenario that defines presets', () => {
  const presets = [
    { name: 'mine', about: 'more room', sender: { preset: 'vegas', avoidance: { alpha: 2 } } },
    { name: 'wide', sender: { preset: 'mine', initial_cwnd: 4 } },
  ];
  const short = () => {
    const file = JSON.parse(scenarioText('ahn-fig1-vr'));
    return { ...file, presets, flows: [{ ...file.flows[0], sender: { preset: 'mine' } }] };
  };

  it('a link to a scenario that defines presets carries another preset as its name', () => {
    const base = read(short());
    expect(base.flows[0]?.sender).toMatchObject({ preset: 'mine', avoidance: { alpha: 2 } });
    const chosen = senderOf(withOwnPresets(catalogue, base), 'wide');
    const edited = read(withValue(base, 'flows.0.sender', chosen));
    const { address, scenario } = carried(base, edited);
    expect(address).toBe('flows.0.sender.preset=wide');
    expect(scenario).toEqual(edited);
    expect(scenario.flows[0]?.sender).toMatchObject({ initial_cwnd: 4, avoidance: { alpha: 2 } });
    expect(differences(scenario, 0, withOwnPresets(catalogue, scenario))).toEqual([]);
    const changed = withValue(scenario, 'flows.0.sender.avoidance.alpha', 3);
    expect(differences(changed, 0, withOwnPresets(catalogue, changed))).toEqual(['avoidance.alpha']);
  });

  it('a link to a scenario that defines presets carries the definitions of presets in a whole scenario', async () => {
    const text = JSON.stringify(short());
    const base = scenarioOf('ahn-fig1-vr');
    expect(changesBetween(base, read(text), catalogue), 'plain values cannot express presets').toBeNull();
    const query = new URLSearchParams([await packed(text)]);
    const arrived = await unpacked(new URLSearchParams(query.toString()));
    expect(arrived).toBe(text);
    expect(read(arrived ?? '')).toEqual(read(text));
    // The expanded scenario, which the controls edit, is equivalent.
    expect(read(read(text))).toEqual(read(text));
  });
});

it('a link is empty for an unchanged scenario, and has each changed value', () => {
  const base = scenarioOf('ahn-fig1-vr');
  expect(changesBetween(base, base, catalogue)).toEqual([]);
  const edited = withValue(base, 'flows.0.sender.avoidance.alpha', 2.5);
  expect(carried(base, edited).address).toBe('flows.0.sender.avoidance.alpha=2.5');
});

it('a link carries strings that look like other values', () => {
  const base = scenarioOf('ahn-fig1-vr');
  for (const title of ['true', '12', 'null', 'a b', '"', '{}', 'ä&=#%', '']) {
    const edited = withValue(base, 'title', title);
    expect(carried(base, edited).scenario.title).toBe(title);
  }
});

it('a link carries added flows as copies of others, with their differences', () => {
  const base = scenarioOf('ahn-fig2');
  const second = withValue(withCopyOf(base, 1), 'flows.2.sender', senderOf(catalogue, 'vegas'));
  const edited = read(withValue(withCopyOf(second, 0), 'flows.3.start_s', 2));
  const { scenario, address } = carried(base, edited);
  expect(scenario).toEqual(edited);
  expect(decodeURIComponent(address).replaceAll('+', ' ')).toBe(
    'flows.2=flows.1&flows.2.name="competitor 2"&flows.2.sender.preset=vegas&' +
      'flows.3=flows.0&flows.3.name="transfer 2"&flows.3.start_s=2',
  );
  expect(changeProblems(base, changesOf(new URLSearchParams(address)).changes)).toEqual([]);
  const wrong = 'flows.2=flows.9&flows.4=flows.0&flows.3=flows.0&flows.2=nothing';
  expect(changeProblems(base, changesOf(new URLSearchParams(wrong)).changes).map(({ path }) => path)).toEqual(
    ['flows.2', 'flows.4', 'flows.3', 'flows.2'],
  );
});

it('a link carries a scenario with removed flows as a whole', async () => {
  const base = scenarioOf('fall-floyd-4');
  const edited = withValue(base, 'flows', base.flows.slice(1));
  expect(changesBetween(base, edited, catalogue)).toBeNull();
  const text = JSON.stringify(edited);
  const query = new URLSearchParams([await packed(text)]);
  expect(await unpacked(new URLSearchParams(query.toString()))).toBe(text);
  expect(query.toString().length).toBeLessThan(text.length / 2);
});

it('a link cannot point past the end of a list or lengthen it', () => {
  const base = scenarioOf('ahn-fig1-vr');
  expect(changeProblems(base, [['flows.0.sender.avoidance.alpha', 2]])).toEqual([]);
  const last = `0 to ${base.links.length - 1}`;
  for (const step of ['length', '4000000000', '-1', '1e3', ''])
    expect(changeProblems(base, [[`links.${step}`, 4_000_000_000]])).toEqual([
      { path: `links.${step}`, problem: `the list has no entry ${step}`, allowed: last },
    ]);
  expect(changeProblems(base, [['drops.0.link', 'a']])[0]?.allowed).toBe('nothing: the list is empty');
});

it('a link lists its unreadable parameters', () => {
  const { changes, unread } = changesOf(
    new URLSearchParams(String.raw`seed=4&flows.0.bytes={1&name="\ud800"&scenario=x`),
  );
  expect(changes).toEqual([['seed', 4]]);
  expect(unread).toEqual(['flows.0.bytes', 'name']);
});

it('a link rejects a packed scenario that is damaged or too large when unpacked', async () => {
  const [, value] = await packed(' '.repeat(5 << 20));
  await expect(unpacked(new URLSearchParams({ packed: value }))).rejects.toThrow('damaged');
  await expect(unpacked(new URLSearchParams({ packed: 'abc' }))).rejects.toThrow('damaged');
  await expect(unpacked(new URLSearchParams({ plain: '!' }))).rejects.toThrow('damaged');
  expect(await unpacked(new URLSearchParams())).toBeNull();
});

it('the mark of a scenario depends on values but not on white space', () => {
  const text = scenarioText('ahn-fig1-vr');
  expect(markOf(text)).toMatch(/^[0-9a-z]{8}$/);
  expect(markOf(JSON.stringify(JSON.parse(text)))).toBe(markOf(text));
  expect(markOf(JSON.stringify({ ...JSON.parse(text), seed: 99 }))).not.toBe(markOf(text));
});

it('a pinned run is carried with its name and its changes, but without its seed', async () => {
  const name = 'ahn-fig1-vr';
  const files = new Map([[name, scenarioText(name)]]);
  const base = scenarioOf(name);
  const edited = read(withValue(base, 'flows.0.sender', senderOf(catalogue, 'reno')));
  const pinned = { letter: 'C', label: 'Réno & co', name, text: JSON.stringify(edited), changes: [] };
  const query = new URLSearchParams({ scenario: name, seed: '5' });
  query.append('with', await pinnedParameter(pinned, base, { ...edited, seed: 99 }, catalogue));
  expect(query.toString().length).toBeLessThan(200);
  const arrived = new URLSearchParams(query.toString());
  expect(changesOf(arrived)).toEqual({ changes: [['seed', 5]], unread: [] });
  const [back, ...more] = await pinnedOf(arrived, async (one) => files.get(one) ?? null);
  expect(more).toEqual([]);
  expect(back).toMatchObject({ letter: 'B', label: 'Réno & co', name });
  expect(read(base, back?.changes)).toEqual(edited);
});

it('a pinned run is carried whole if it has no file, and skipped if unreadable', async () => {
  const base = scenarioOf('ahn-fig1-vr');
  const pinned = { letter: 'B', label: 'x', name: 'p/e', text: JSON.stringify(base), changes: [] };
  const query = new URLSearchParams([
    ['with', 'scenario=gone'],
    ['with', await pinnedParameter(pinned, base, base, catalogue)],
  ]);
  const back = await pinnedOf(query, async () => null);
  expect(back).toEqual([{ ...pinned, changes: [] }]);
});
