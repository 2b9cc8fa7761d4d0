/** Tests that a network under construction and the bench share one history, and that nothing is lost. */
import { expect, it } from 'vitest';
import type { WorkerLike } from '../../engine/client';
import { catalogue } from '../../engine/nodeEngine';
import { Bench, type Work } from '../../run/bench';
import { View } from '../../run/view';
import { draftOf, storedDraft } from './draft';
import { addNode, connect, moveNode, removeItem, removeNode, setEnd, setValue } from './operations';
import { sampleDraft } from './sampleDraft';
import { rebased, Session, sessionOf } from './session';

const start = sampleDraft('two-bottlenecks', 3).scenario;

/** A worker that never answers: the bench shows what controls and the builder do before any run. */
const SILENT = (): WorkerLike => ({
  postMessage: () => {},
  onmessage: null,
  onerror: null,
  onmessageerror: null,
  terminate: () => {},
});

function opened(work: ReadonlyMap<string, Work> = new Map()) {
  const bench = new Bench(new View(), SILENT);
  bench.restoreWork(work);
  bench.open('two', JSON.stringify(start));
  bench.replaceScenario(start, 0);
  const session = new Session(bench);
  const stop = session.follow();
  const draft = () => {
    const { value } = session.state;
    if (value === null) throw new Error('the session has no draft');
    return value.draft;
  };
  const texts = () => session.state.value?.missing.map(({ text }) => text);
  return { bench, session, draft, texts, stop };
}

it('a session puts complete networks on the bench and keeps incomplete ones to itself', () => {
  const { bench, session, draft, texts } = opened();
  expect(draft().scenario).toBe(start);
  session.apply(removeNode(draft(), 'D2'), 'remove D2', 1_000);
  expect(texts()).toEqual(['Flow reno 2 has no receiver. Connect it to a host.']);
  expect(bench.state.value.scenario).toBe(start);
  session.apply(setEnd(draft(), 1, 'to', 'D3'), 'to D3', 2_000);
  expect(texts()).toEqual([]);
  expect(bench.state.value.scenario?.flows[1]?.to).toBe('D3');
  expect(bench.state.value.scenario?.links).toHaveLength(start.links.length - 1);
});

it('a session undoes and redoes incomplete steps, and the bench follows the complete ones', () => {
  const { bench, session, draft, texts } = opened();
  session.apply(removeNode(draft(), 'D2'), 'remove D2', 1_000);
  session.apply(setEnd(draft(), 1, 'to', 'D3'), 'to D3', 2_000);
  const done = bench.state.value.text;
  bench.undo(3_000);
  expect(texts()).toHaveLength(1);
  expect(bench.state.value.scenario).toEqual(start);
  bench.undo(4_000);
  expect(texts()).toEqual([]);
  expect(draft().scenario).toBe(start);
  bench.redo(5_000);
  expect(texts()).toHaveLength(1);
  bench.redo(6_000);
  expect(bench.state.value.text).toBe(done);
  expect(bench.state.value).toMatchObject({ undoable: true, redoable: false });
  expect(draft().scenario.flows[1]?.to).toBe('D3');
});

it('a session undoes the last step first, in the builder or in the controls', () => {
  const { bench, session, draft, texts } = opened();
  session.apply(removeNode(draft(), 'D2'), 'remove D2', 1_000);
  bench.edit('duration_s', 20, 2_000);
  expect(draft().scenario.duration_s).toBe(20);
  session.apply(removeNode(draft(), 'D3'), 'remove D3', 3_000);
  expect(texts()).toHaveLength(2);
  bench.undo(4_000);
  expect(texts()).toHaveLength(1);
  expect(bench.state.value.scenario?.duration_s, 'what the control changed stays').toBe(20);
  bench.undo(5_000);
  expect(texts(), 'the network stays').toHaveLength(1);
  expect([bench.state.value.scenario, draft().scenario]).toMatchObject([
    { duration_s: 30 },
    { duration_s: 30 },
  ]);
  bench.undo(6_000);
  expect(bench.state.value).toMatchObject({ network: null, undoable: false });
  expect(draft().scenario).toBe(start);
  for (const at of [7_000, 8_000, 9_000]) bench.redo(at);
  expect(texts()).toHaveLength(2);
  expect([bench.state.value.scenario, draft().scenario]).toMatchObject([
    { duration_s: 20 },
    { duration_s: 20 },
  ]);
  expect(bench.state.value.redoable).toBe(false);
});

it('a session undoes where nodes were, without another run', () => {
  const { bench, session, draft } = opened();
  const { nodes } = draft();
  const { text, edited } = bench.state.value;
  const work = bench.ownWork;
  session.apply(moveNode(draft(), 'R1', { along: 7, across: 7 }), 'move R1', 1_000);
  const moved = draft().nodes;
  bench.edit('duration_s', 20, 2_000);
  expect(draft().nodes).toBe(moved);
  bench.undo(3_000);
  expect(draft().nodes).toBe(moved);
  bench.undo(4_000);
  expect(draft().nodes).toBe(nodes);
  expect(bench.state.value).toMatchObject({ text, edited, undoable: false });
  bench.redo(5_000);
  expect(draft().nodes).toBe(moved);
  expect(bench.ownWork, 'places alone are not stored').toEqual(work);
});

it('a session merges the steps of a drag', () => {
  const { bench, session, draft } = opened();
  for (let step = 1; step <= 5; step += 1)
    session.apply(setValue(draft(), 'links.3.delay_ms', 15 + step), 'links.3.delay_ms', 1_000 + 50 * step);
  expect(bench.state.value.scenario?.links[3]?.delay_ms).toBe(20);
  bench.undo(2_000);
  expect(draft().scenario.links[3]?.delay_ms).toBe(15);
  expect(bench.state.value.scenario).toEqual(start);
  expect(bench.state.value.undoable).toBe(false);
});

it('a session takes over what controls change meanwhile, in a complete network and in an incomplete one', () => {
  const { bench, session, draft, texts } = opened();
  bench.edit('links.3.delay_ms', 40, 1_000);
  expect(draft().scenario.links[3]?.delay_ms).toBe(40);
  session.apply(removeItem(draft(), { kind: 'link', entry: 0 }), 'remove link', 3_000);
  expect(texts()).toHaveLength(1);
  bench.edit('links.4.rate_bps', 700_000, 5_000);
  bench.edit('duration_s', 20, 7_000);
  expect(texts()).toHaveLength(1);
  session.apply(connect(draft(), catalogue, 'S1', 'R1'), 'connect', 9_000);
  const { scenario } = bench.state.value;
  expect(scenario?.links.find(({ name }) => name === 'R2-R3')?.rate_bps).toBe(700_000);
  expect(scenario?.duration_s).toBe(20);
  expect(texts()).toEqual([]);
});

it('a session offers an incomplete network again, also after another scenario was open', () => {
  const { bench, session, draft, texts, stop } = opened();
  session.apply(addNode(draft(), 'router'), 'add', 1_000);
  stop();
  session.follow();
  expect(texts()).toEqual(['Router R4 has no link. Connect it or remove it.']);
  bench.open('other', JSON.stringify(start));
  expect(session.state.value).toBeNull();
  bench.replaceScenario(sampleDraft('chain', 1).scenario, 2_000);
  expect(texts()).toEqual([]);
  bench.open('two', JSON.stringify(start));
  bench.replaceScenario(start, 3_000);
  expect(texts()).toEqual(['Router R4 has no link. Connect it or remove it.']);
  session.discard(4_000);
  expect(texts()).toEqual([]);
  bench.undo(5_000);
  expect(texts()).toHaveLength(1);
  bench.undo(6_000);
  expect(texts(), 'the steps are still there').toEqual([]);
});

it('a session takes over what its scenario was exchanged for while another one was open', () => {
  const { bench, session, draft, texts } = opened();
  session.apply(addNode(draft(), 'router'), 'add', 1_000);
  bench.open('other', JSON.stringify(start));
  bench.replaceScenario(start, 2_000);
  const pinned = setValue(draftOf(start), 'duration_s', 45).scenario;
  bench.restorePinned([{ letter: 'B', label: 'longer', name: 'two', text: '', changes: [] }]);
  bench.exchange('B', pinned, 3_000);
  bench.open('two', JSON.stringify(start));
  bench.replaceScenario(pinned, 4_000);
  expect(texts()).toHaveLength(1);
  expect(draft().scenario.duration_s).toBe(45);
});

it('a session leaves an incomplete network with the bench, which a reload and another tab get from it', () => {
  const first = opened();
  first.session.apply(addNode(first.draft(), 'router'), 'add', 1_000);
  const stored = JSON.stringify([...first.bench.work()]);
  const work = new Map<string, Work>(JSON.parse(stored));

  const reloaded = opened(work);
  expect(reloaded.texts()).toEqual(['Router R4 has no link. Connect it or remove it.']);
  expect(reloaded.draft()).toEqual(first.draft());
  expect(reloaded.bench.state.value.scenario, 'the last complete network stays').toEqual(start);
  reloaded.session.apply(connect(reloaded.draft(), catalogue, 'R4', 'R1'), 'connect', 2_000);
  expect(reloaded.bench.state.value.network).toBeNull();
  expect(reloaded.bench.state.value.scenario?.links).toHaveLength(start.links.length + 1);

  const other = opened();
  other.session.apply(removeNode(other.draft(), 'D2'), 'remove D2', 1_000);
  const offered = work.get('two');
  if (offered === undefined) throw new Error('nothing was stored');
  other.bench.resume(offered, 2_000);
  expect(other.draft()).toEqual(first.draft());
  other.bench.undo(3_000);
  expect(other.texts(), 'undo brings the replaced draft back').toEqual([
    'Flow reno 2 has no receiver. Connect it to a host.',
  ]);
});

it('a session goes to the bench when a control adds what the network misses', () => {
  const { bench, session, draft, texts } = opened();
  session.apply(setValue(draft(), 'flows.0.start_s', 40), 'start', 1_000);
  expect(texts()).toEqual(['Flow reno starts at 40 s, but the run ends at 30 s. Let it start earlier.']);
  bench.edit('duration_s', 60, 2_000);
  expect(texts()).toEqual([]);
  expect(bench.state.value.scenario).toMatchObject({ duration_s: 60, flows: [{ start_s: 40 }, {}, {}] });
  bench.undo(3_000);
  expect(texts(), 'as one step').toHaveLength(1);
  expect(bench.state.value.scenario).toEqual(start);
});

it('a session is the same for everyone who asks for the one of a bench', () => {
  const { bench } = opened();
  expect(sessionOf(bench)).toBe(sessionOf(bench));
});

it('a stored draft gets defaults for fields that it lacks, and is ignored if it is something else', () => {
  const draft = removeNode(draftOf(start), 'D2');
  const stored = JSON.parse(JSON.stringify(draft));
  delete stored.scenario.timeline;
  delete stored.scenario.flows[1].sack_blocks;
  delete stored.scenario.flows[0].sender.avoidance.increase;
  expect(storedDraft(stored, catalogue)).toEqual(draft);
  for (const other of [null, 7, {}, { nodes: [], scenario: {} }, { ...stored, nodes: [{ name: 'R1' }] }])
    expect(storedDraft(other, catalogue)).toBeNull();
});

it('a draft on a changed scenario keeps its structure and takes changed values', () => {
  const draft = removeNode(draftOf(start), 'R2');
  const now = setValue(draftOf(start), 'flows.2.start_s', 7).scenario;
  const merged = rebased(draft, start, now);
  expect(merged.scenario.flows[2]?.start_s).toBe(7);
  expect({ ...merged.scenario, flows: [] }).toEqual({ ...draft.scenario, flows: [] });
  expect(rebased(draft, start, start)).toBe(draft);
});
