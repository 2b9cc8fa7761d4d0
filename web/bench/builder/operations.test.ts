/** Tests that changes to a network keep it valid: a draft that misses nothing is a scenario that the engine accepts as it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/child.mjs';
import { scenarioNames } from '../../../scripts/engine.mjs';
import { catalogue, read, scenarioOf } from '../../engine/nodeEngine';
import type { Scenario } from '../../engine/schema';
import { at } from '../../scenario/path';
import { type Draft, draftOf, type Item, missingIn, streamAt } from './draft';
import {
  addFlow,
  addNode,
  addSource,
  connect,
  likelyEnds,
  linkTargets,
  moveNode,
  nameProblem,
  namesOf,
  rearrange,
  redirectLink,
  removeItem,
  removeNode,
  removeStream,
  renameNode,
  renameStream,
  setEnd,
  setOwnWayBack,
  setRoute,
  setSender,
  setTraffic,
  setTwoWay,
  setValue,
} from './operations';
import { directionsOf } from './references';
import { pathNodes, pathsBetween, reachedFrom } from './routes';
import { sampleDraft } from './sampleDraft';
import { TEMPLATES } from './templates';

const EMPTY = (): Draft => {
  const { scenario } = sampleDraft('chain', 1);
  return { nodes: [], scenario: { ...scenario, links: [], flows: [] } };
};

const textsOf = (draft: Draft) => missingIn(draft).map(({ text }) => text);

/** Expects the engine to accept the draft's scenario without filling in anything. */
function expectAccepted({ scenario }: Draft): void {
  expect(read(scenario)).toEqual(scenario);
}

it('a network built from nothing says at each step what is missing, and is accepted in the end', () => {
  let draft = EMPTY();
  expect(textsOf(draft)).toEqual(['The network is empty. Add a host, or start from a template.']);
  draft = addNode(draft, 'host');
  draft = addNode(draft, 'router');
  draft = addNode(draft, 'host');
  expect(namesOf(draft)).toEqual(['H1', 'R1', 'H2']);
  expect(textsOf(draft)).toEqual([
    'Host H1 has no link. Connect it or remove it.',
    'Router R1 has no link. Connect it or remove it.',
    'Host H2 has no link. Connect it or remove it.',
    'Nothing is sent yet. Add a flow.',
  ]);
  draft = connect(draft, catalogue, 'H1', 'R1');
  draft = addFlow(draft, catalogue, 'H1', '', 'vegas');
  expect(textsOf(draft)).toEqual([
    'Host H2 has no link. Connect it or remove it.',
    'Flow vegas has no receiver. Connect it to a host.',
  ]);
  draft = setEnd(draft, 0, 'to', 'H2');
  draft = connect(draft, catalogue, 'R1', 'H2');
  expect(textsOf(draft)).toEqual([]);
  expectAccepted(draft);
  expect(pathNodes(draft.scenario)).toEqual([{ data: ['H1', 'R1', 'H2'], acks: ['H2', 'R1', 'H1'] }]);
});

it('a network built from nothing gives hosts fast links, and places no two nodes on top of each other', () => {
  let draft = EMPTY();
  for (let n = 0; n < 30; n += 1) draft = addNode(draft, n % 3 === 0 ? 'host' : 'router');
  const spots = draft.nodes.map(({ spot }) => `${spot.along} ${spot.across}`);
  expect(new Set(spots).size).toBe(30);
  draft = connect(connect(draft, catalogue, 'H1', 'R1'), catalogue, 'R1', 'R2');
  expect(draft.scenario.links.map(({ rate_bps }) => rate_bps)).toEqual([10_000_000, 1_000_000]);
});

it('links cannot double, lead to their own start, or end at a node that does not exist', () => {
  const draft = sampleDraft('dumbbell', 1);
  expect(connect(draft, catalogue, 'R1', 'R2')).toBe(draft);
  expect(connect(draft, catalogue, 'R2', 'R1')).toBe(draft);
  expect(connect(draft, catalogue, 'R1', 'R1')).toBe(draft);
  expect(connect(draft, catalogue, 'R1', 'X')).toBe(draft);
  expect(linkTargets(draft, 'R1')).toEqual(['D1']);
  expect(redirectLink(draft, 0, 'to', 'S1')).toBe(draft);
});

it('links take their name, scripted drops and timed changes along when they are redirected', () => {
  let draft = sampleDraft('dumbbell', 1);
  const changed = {
    ...draft.scenario,
    drops: [
      {
        link: 'S1>R1',
        flow: 'reno',
        segment: 3,
        transmission: 1,
        packet: null,
        ack: null,
        effect: 'drop',
        delay_ms: 0,
      },
    ],
    timeline: [
      { at_s: 1, change: { kind: 'set_link', link: 'S1-R1', rate_bps: 5_000, delay_ms: null } },
      { at_s: 2, change: { kind: 'set_link', link: 'R1>S1', rate_bps: null, delay_ms: 4 } },
    ],
  } as Scenario;
  draft = { ...draft, scenario: changed };
  expectAccepted(draft);
  const moved = redirectLink(draft, 0, 'to', 'R2');
  expect(moved.scenario.links[0]).toMatchObject({ name: 'S1-R2', from: 'S1', to: 'R2' });
  expect(moved.scenario.drops[0]?.link).toBe('S1>R2');
  expect(moved.scenario.timeline.map(({ change }) => at(change, 'link'))).toEqual(['S1-R2', 'R2>S1']);
  expectAccepted(moved);
  const gone = removeItem(moved, { kind: 'link', entry: 0 });
  expect(gone.scenario.drops).toEqual([]);
  expect(gone.scenario.timeline).toEqual([]);
  expect(textsOf(gone)).toEqual(['Host S1 has no link. Connect it or remove it.']);
});

it('links that lead one way leave ACKs without a path', () => {
  const draft = setTwoWay(sampleDraft('chain', 1), 1, false);
  expect(textsOf(draft)).toEqual([
    'Flow reno has no path for its ACKs from D back to S. Add a link, or make its links two-way.',
  ]);
  expect(setTwoWay(draft, 1, true)).toEqual(sampleDraft('chain', 1));
  const circle = connect(connect(draft, catalogue, 'R3', 'R1'), catalogue, 'R2', 'R1');
  expect(circle.scenario.links).toHaveLength(5);
  expectAccepted(circle);
  expect(pathNodes(circle.scenario)[0]).toEqual({
    data: ['S', 'R1', 'R3', 'D'],
    acks: ['D', 'R3', 'R1', 'S'],
  });
});

it('links can have other values on the way back', () => {
  const draft = setOwnWayBack(sampleDraft('chain', 1), 1, true);
  expect(draft.scenario.links[1]?.back).toMatchObject({ rate_bps: 1_000_000, delay_ms: 20 });
  expectAccepted(draft);
  expect(setOwnWayBack(draft, 1, false)).toEqual(sampleDraft('chain', 1));
  expect(setTwoWay(draft, 1, false).scenario.links[1]?.back).toBeNull();
});

it('nodes are renamed in links, flows, routes, drops and the timeline', () => {
  const before = draftOf(scenarioOf('ahn-table1-both-ways'));
  const node = before.scenario.links[0]?.to ?? '';
  const after = renameNode(before, node, 'Middle');
  expectAccepted(after);
  expect(JSON.stringify(after.scenario.links)).not.toContain(`"${node}"`);
  expect(JSON.stringify(after.scenario.flows)).not.toContain(`"${node}"`);
  expect(renameNode(after, 'Middle', node)).toEqual(before);
  expect(renameNode(before, node, before.scenario.links[0]?.from ?? '')).toBe(before);
});

it('nodes leave open ends of flows when they are removed', () => {
  const draft = removeNode(sampleDraft('two-bottlenecks', 3), 'D2');
  expect(textsOf(draft)).toEqual(['Flow reno 2 has no receiver. Connect it to a host.']);
  const [item] = missingIn(draft).map((one) => one.item);
  expect(item).toEqual({ kind: 'flow', index: 1 });
  const cut = removeNode(sampleDraft('two-bottlenecks', 3), 'R2');
  expect(textsOf(cut)).toEqual([
    'Host S3 has no link. Connect it or remove it.',
    'Host D2 has no link. Connect it or remove it.',
    'There’s no path from S1 to D1. Add a link.',
  ]);
  expectAccepted(removeStream(removeItem(draft, { kind: 'flow', index: 1 }), 99));
});

it('nodes have names that the engine accepts', () => {
  expect(nameProblem('', [])).toBe('Enter a name.');
  expect(nameProblem('a>b', [])).toBe('Leave out the characters > / . and =');
  expect(nameProblem('a'.repeat(65), [])).toBe('Use at most 64 characters.');
  expect(nameProblem('R1', ['R1'])).toBe('R1 already exists. Choose another name.');
  expect(nameProblem('Ämter 2', ['R1'])).toBeNull();
  expectAccepted(renameNode(sampleDraft('chain', 1), 'R1', '—'.repeat(64)));
});

it('flows named after their sender follow it; others keep their name', () => {
  let draft = sampleDraft('dumbbell', 2);
  draft = setSender(draft, catalogue, 1, 'vegas');
  expect(draft.scenario.flows.map(({ name }) => name)).toEqual(['reno', 'vegas']);
  draft = setSender(draft, catalogue, 0, 'vegas');
  expect(draft.scenario.flows.map(({ name }) => name)).toEqual(['vegas 2', 'vegas']);
  draft = setSender(renameStream(draft, 0, 'mine'), catalogue, 0, 'cubic');
  expect(draft.scenario.flows[0]).toMatchObject({ name: 'mine', sender: { preset: 'cubic' } });
  expectAccepted(draft);
});

it('flows take the path with the fewest links, or one that is chosen', () => {
  let draft = sampleDraft('chain', 1);
  draft = connect(draft, catalogue, 'R1', 'R3');
  const { scenario } = draft;
  expect(pathsBetween(scenario, 'S', 'D')).toEqual([
    ['R1', 'R3'],
    ['R1', 'R2', 'R3'],
  ]);
  expect(pathNodes(scenario)[0]?.data).toEqual(['S', 'R1', 'R3', 'D']);
  draft = setRoute(draft, 0, 'route', ['R1', 'R2', 'R3']);
  expect(pathNodes(draft.scenario)[0]).toEqual({
    data: ['S', 'R1', 'R2', 'R3', 'D'],
    acks: ['D', 'R3', 'R1', 'S'],
  });
  expectAccepted(draft);
  // A route over a removed link gives way to the shortest path.
  draft = removeItem(draft, { kind: 'link', entry: 1 });
  expect(draft.scenario.flows[0]?.route).toEqual([]);
  expect(reachedFrom(draft.scenario, 'S')).toEqual(new Set(['R1', 'R3', 'D', 'R2']));
});

it('flows begin at an idle host and end at an idle one that it reaches', () => {
  const draft = removeStream(sampleDraft('dumbbell', 3), 1);
  const ends = (from?: string) => likelyEnds(draft, (node) => reachedFrom(draft.scenario, node), from);
  expect(ends()).toEqual({ from: 'S2', to: 'D2' });
  expect(ends('S1')).toEqual({ from: 'S1', to: 'D2' });
  expect(likelyEnds(EMPTY(), () => new Set())).toEqual({ from: '', to: '' });
});

it('flows must start while the run goes on', () => {
  const draft = setValue(sampleDraft('chain', 1), 'flows.0.start_s', 40);
  expect(textsOf(draft)).toEqual([
    'Flow reno starts at 40 s, but the run ends at 30 s. Let it start earlier.',
  ]);
});

it('datagram sources are added, changed, renamed and removed like flows', () => {
  let draft = addSource(sampleDraft('dumbbell', 2), catalogue, 'S1', 'D2');
  draft = addSource(draft, catalogue, 'S2', 'D1');
  expectAccepted(draft);
  expect(draft.scenario.datagrams.map(({ name }) => name)).toEqual(['udp', 'udp 2']);
  draft = setTraffic(draft, catalogue, 3, 'bursts');
  draft = renameStream(draft, 3, 'files');
  draft = setEnd(draft, 2, 'to', 'D1');
  expectAccepted(draft);
  expect(draft.scenario.datagrams).toMatchObject([
    { from: 'S1', to: 'D1', traffic: { kind: 'constant_rate' } },
    { name: 'files', traffic: { kind: 'bursts', burst_bytes: 8_192 } },
  ]);
  draft = removeNode(draft, 'D1');
  expect(textsOf(draft)).toContain('Datagram source files has no receiver. Connect it to a host.');
  draft = removeStream(removeStream(draft, 3), 2);
  expect(draft.scenario.datagrams).toEqual([]);
});

it('datagram sources can be all that a network has', () => {
  const draft = addSource(removeStream(sampleDraft('chain', 1), 0), catalogue, 'S', 'D');
  expect(textsOf(draft)).toEqual([]);
  expectAccepted(draft);
});

/** Numbers from 0 up to 1, the same on each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** One random change. */
function change(draft: Draft, random: () => number): Draft {
  const { scenario } = draft;
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const node = () => one(namesOf(draft)) ?? '';
  const link = () => Math.floor(random() * scenario.links.length);
  const stream = () => Math.floor(random() * (scenario.flows.length + scenario.datagrams.length));
  const presets = catalogue.presets.map(({ name }) => name);
  const index = stream();
  const route = () => {
    const way = random() < 0.5 ? 'route' : 'route_back';
    const { from = '', to = '' } = scenario.flows[index] ?? {};
    const between = pathsBetween(scenario, way === 'route' ? from : to, way === 'route' ? to : from);
    return setRoute(draft, index, way, one(between) ?? []);
  };
  const changes: (() => Draft)[] = [
    () => addNode(draft, random() < 0.5 ? 'host' : 'router'),
    () => connect(draft, catalogue, node(), node()),
    () => connect(draft, catalogue, node(), node()),
    () => connect(draft, catalogue, node(), node()),
    () => redirectLink(draft, link(), random() < 0.5 ? 'from' : 'to', node()),
    () => setTwoWay(draft, link(), random() < 0.7),
    () => setOwnWayBack(draft, link(), random() < 0.5),
    () => addFlow(draft, catalogue, node(), node(), one(presets) ?? 'reno'),
    () => addSource(draft, catalogue, node(), node()),
    () => setSender(draft, catalogue, index, one(presets) ?? 'reno'),
    () => setEnd(draft, index, random() < 0.5 ? 'from' : 'to', node()),
    () => setEnd(draft, index, random() < 0.5 ? 'from' : 'to', node()),
    () => renameNode(draft, node(), one(['A', 'B', 'Very long '.repeat(6), 'R1', '']) ?? ''),
    () => renameStream(draft, index, one(['x', 'y', 'reno', 'a.b']) ?? ''),
    () => moveNode(draft, node(), { along: 5 * random(), across: 3 * random() }),
    route,
    () => {
      const items: Item[] = [
        { kind: 'node', name: node() },
        { kind: 'link', entry: link() },
        { kind: 'flow', index },
      ];
      return random() < 0.5 ? removeItem(draft, one(items) as Item) : draft;
    },
  ];
  return (one(changes) as () => Draft)();
}

/** Expects every name in the scenario to be that of an item, and each missing thing to point to one. */
function expectConsistent(draft: Draft): void {
  const { scenario } = draft;
  const names = new Set([...namesOf(draft), '']);
  expect(names.size).toBe(draft.nodes.length + 1);
  const directions = new Set(scenario.links.flatMap(directionsOf));
  expect(directions.size).toBe(scenario.links.flatMap(directionsOf).length);
  expect(new Set(scenario.links.map(({ name }) => name)).size).toBe(scenario.links.length);
  for (const { from, to } of [...scenario.links, ...scenario.flows, ...scenario.datagrams]) {
    expect(names).toContain(from);
    expect(names).toContain(to);
  }
  for (const { item, text } of missingIn(draft)) {
    expect(text).not.toMatch(/[{}]|undefined/);
    if (item?.kind === 'node') expect(names).toContain(item.name);
    if (item?.kind === 'flow') expect(streamAt(scenario, item.index)).toBeDefined();
  }
}

it('arranging puts linked nodes along the paths and the others below, and changes nothing else', () => {
  const moved = moveNode(sampleDraft('dumbbell', 3), 'R1', { along: 9, across: 9 });
  const draft = addNode(addNode(moved, 'host'), 'router');
  const { nodes, scenario } = rearrange(draft);
  expect(scenario).toBe(draft.scenario);
  const spots = new Map(nodes.map(({ name, spot }) => [name, spot]));
  const along = ['S1', 'R1', 'R2', 'D1'].map((name) => spots.get(name)?.along);
  expect(along).toEqual([0, 1, 2, 3]);
  expect(new Set(nodes.map(({ spot }) => JSON.stringify(spot))).size).toBe(nodes.length);
  const lowest = Math.max(...['S1', 'S2', 'S3', 'D3'].map((name) => spots.get(name)?.across ?? 0));
  expect(spots.get('H1')?.across).toBeGreaterThan(lowest);
  expect(rearrange({ ...draft, nodes: [] }).nodes).toEqual([]);
});

it.each(TEMPLATES.map(({ id }) => id))(
  'any sequence of changes keeps the template %s valid or says what is missing',
  (id) => {
    let accepted = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = randomFrom(seed);
      let draft = sampleDraft(id, 1 + (seed % 5));
      for (let step = 0; step < 40; step += 1) {
        const before = JSON.stringify(draft);
        const next = change(draft, random);
        expect(JSON.stringify(draft), 'drafts are never changed in place').toBe(before);
        draft = next;
        expectConsistent(draft);
        if (missingIn(draft).length > 0) continue;
        expectAccepted(draft);
        accepted += 1;
      }
    }
    expect(accepted, 'complete drafts along the way').toBeGreaterThan(100);
  },
);

it.each(scenarioNames())(
  'any sequence of changes keeps the scenario %s valid or says what is missing',
  (file) => {
    const start = draftOf(scenarioOf(file));
    expect(missingIn(start)).toEqual([]);
    expect(start.nodes.length).toBeGreaterThan(1);
    const large = start.nodes.length > 50;
    for (let seed = 1; seed <= (large ? 1 : 12); seed += 1) {
      const random = randomFrom(seed);
      let draft = start;
      for (let step = 0; step < 12; step += 1) {
        draft = change(draft, random);
        if (!large) expectConsistent(draft);
        if (missingIn(draft).length === 0) expectAccepted(draft);
      }
    }
  },
);

it.each(
  readdirSync(`${ROOT}content/lessons`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.scenario.json'),
  ),
)('any sequence of changes misses nothing in the scenario %s', (file) => {
  const scenario = read(readFileSync(`${ROOT}content/lessons/${file}`, 'utf8'));
  const draft = draftOf(scenario);
  expect(missingIn(draft)).toEqual([]);
  expect(setValue(draft, 'seed', scenario.seed).scenario, 'valid references stay').toEqual(scenario);
});
