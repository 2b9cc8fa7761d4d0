/** Tests that a network under construction and the bench share one history, and that nothing is lost. */
import { describe, expect, it } from 'vitest';
import type { WorkerLike } from '../../engine/client';
import { catalogue } from '../../engine/nodeEngine';
import { Bench, type Work } from '../../run/bench';
import { View } from '../../run/view';
import { draftOf, storedDraft } from './draft';
import { addNode, connect, removeItem, removeNode, setEnd, setValue } from './operations';
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

describe('a session', () => {
  it('puts complete networks on the bench and keeps incomplete ones to itself', () => {
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

  it('undoes and redoes incomplete steps, and the bench follows the complete ones', () => {
    const { bench, session, draft, texts } = opened();
    session.apply(removeNode(draft(), 'D2'), 'remove D2', 1_000);
    session.apply(setEnd(draft(), 1, 'to', 'D3'), 'to D3', 2_000);
    const done = bench.state.value.text;
    session.undo(3_000);
    expect(texts()).toHaveLength(1);
    expect(bench.state.value.scenario).toEqual(start);
    session.undo(4_000);
    expect(texts()).toEqual([]);
    expect(draft().scenario).toBe(start);
    session.redo(5_000);
    expect(texts()).toHaveLength(1);
    session.redo(6_000);
    expect(bench.state.value.text).toBe(done);
    expect(session.state.value).toMatchObject({ undoable: true, redoable: false });
    // The bench's own buttons step over what was never complete.
    bench.undo(7_000);
    expect(bench.state.value.scenario).toEqual(start);
    expect(draft().scenario).toEqual(start);
    expect(session.state.value).toMatchObject({ missing: [], redoable: true });
    session.redo(8_000);
    expect(bench.state.value.text).toBe(done);
    expect(draft().scenario.flows[1]?.to).toBe('D3');
  });

  it('merges the steps of a drag', () => {
    const { bench, session, draft } = opened();
    for (let step = 1; step <= 5; step += 1)
      session.apply(setValue(draft(), 'links.3.delay_ms', 15 + step), 'links.3.delay_ms', 1_000 + 50 * step);
    expect(bench.state.value.scenario?.links[3]?.delay_ms).toBe(20);
    session.undo(2_000);
    expect(draft().scenario.links[3]?.delay_ms).toBe(15);
    expect(bench.state.value.scenario).toEqual(start);
    expect(bench.state.value.undoable).toBe(false);
  });

  it('takes over what controls change meanwhile, in a complete network and in an incomplete one', () => {
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

  it('offers an incomplete network again, also after another scenario was open', () => {
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
    session.undo(5_000);
    expect(texts()).toHaveLength(1);
    session.undo(6_000);
    expect(texts(), 'the steps are still there').toEqual([]);
  });

  it('leaves an incomplete network with the bench, which a reload and another tab get from it', () => {
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
    other.session.undo(3_000);
    expect(other.texts(), 'undo brings the replaced draft back').toEqual([
      'Flow reno 2 has no receiver. Connect it to a host.',
    ]);
  });

  it('goes to the bench when a control adds what the network misses', () => {
    const { bench, session, draft, texts } = opened();
    session.apply(setValue(draft(), 'flows.0.start_s', 40), 'start', 1_000);
    expect(texts()).toEqual(['Flow reno starts at 40 s, but the run ends at 30 s. Let it start earlier.']);
    bench.edit('duration_s', 60, 2_000);
    expect(texts()).toEqual([]);
    expect(bench.state.value.scenario).toMatchObject({ duration_s: 60, flows: [{ start_s: 40 }, {}, {}] });
  });

  it('is the same for everyone who asks for the one of a bench', () => {
    const { bench } = opened();
    expect(sessionOf(bench)).toBe(sessionOf(bench));
  });
});

describe('a stored draft', () => {
  it('gets defaults for fields that it lacks, and is ignored if it is something else', () => {
    const draft = removeNode(draftOf(start), 'D2');
    const stored = JSON.parse(JSON.stringify(draft));
    delete stored.scenario.timeline;
    delete stored.scenario.flows[1].sack_blocks;
    delete stored.scenario.flows[0].sender.avoidance.increase;
    expect(storedDraft(stored, catalogue)).toEqual(draft);
    for (const other of [null, 7, {}, { nodes: [], scenario: {} }, { ...stored, nodes: [{ name: 'R1' }] }])
      expect(storedDraft(other, catalogue)).toBeNull();
  });
});

describe('a draft on a changed scenario', () => {
  it('keeps its structure and takes changed values', () => {
    const draft = removeNode(draftOf(start), 'R2');
    const now = setValue(draftOf(start), 'flows.2.start_s', 7).scenario;
    const merged = rebased(draft, start, now);
    expect(merged.scenario.flows[2]?.start_s).toBe(7);
    expect({ ...merged.scenario, flows: [] }).toEqual({ ...draft.scenario, flows: [] });
    expect(rebased(draft, start, start)).toBe(draft);
  });
});
