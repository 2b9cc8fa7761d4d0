/** The same cases in a frame and in an element, with the real engine: what a host changes, and what it hears. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WorkerLike } from '../../engine/client';
import { inlineWorker } from '../../engine/inlineWorker';
import { catalogue } from '../../engine/nodeEngine';
import type { FromWorker, ToWorker } from '../../engine/protocol';
import type { Scenario } from '../../engine/schema';
import { BenchGroup } from '../../lessons/experiment/benchGroup';
import type { RunExperiment } from '../../lessons/lesson';
import type { Bench } from '../../run/bench';
import { at, withValue } from '../../scenario/path';
import { Lab } from '../element/lab';
import { DEFAULTS } from '../element/options';
import { HostConnection } from '../embed/hostConnection';
import { readParameters } from '../embed/parameters';
import { Session } from '../embed/session';
import { BENCH, subjectOf } from '../embed/subject';
import { readOption } from './options';
import { problemsForHost } from './problems';

const COURSE = 'https://course.example';
const ALPHA = 'flows.0.sender.avoidance.alpha';
const BETA = 'flows.0.sender.avoidance.beta';

interface Look {
  cursor?: number | null;
  seconds?: [number, number] | null;
}

/** A lab in another page, by what its host can do and hear. */
interface Hosted {
  bench: Bench;
  benches: readonly Bench[];
  /** Digests of the runs that were reported. */
  runs(): string[];
  /** Paths of the problems that were reported. */
  problems(): string[];
  /** Changes fields. Resolves with the engine's refusal; empty if there is none. */
  change(fields: Record<string, string | number>, arm?: string): Promise<string>;
  look(look: Look): Promise<unknown>;
  /** The message that says why there's no run. */
  failure(): Promise<string>;
  dispose(): void;
}

type Open = (query: string, create?: () => WorkerLike) => Promise<Hosted>;

const frame: Open = async (query, create = inlineWorker) => {
  const { parameters, problems: wrong } = readParameters(new URLSearchParams(query));
  const subject = await subjectOf(parameters);
  const sent: { type: string; event?: string; id?: number; data?: unknown; failure?: unknown }[] = [];
  const listeners: ((event: MessageEvent) => void)[] = [];
  const parent = { postMessage: (message: unknown) => sent.push(structuredClone(message) as never) };
  const host = new HostConnection(
    { parent, innerWidth: 640, addEventListener: (_, listener) => listeners.push(listener) },
    COURSE,
  );
  const post = (data: object) => {
    for (const listener of listeners)
      listener({ data: { vegaslab: 1, ...data }, origin: COURSE, source: parent } as never);
  };
  const session = new Session(subject, parameters, wrong, host);
  session.open();
  const experiment = subject.lessonSession.opened.lesson.experiments[BENCH] as RunExperiment;
  const group = new BenchGroup(subject.lessonSession, BENCH, experiment, [], create);
  subject.lessonSession.addBenchGroup(BENCH, group);
  void group.start();
  let latest = 0;
  const request = (method: string, params: object) => {
    latest += 1;
    const id = latest;
    post({ type: 'request', id, method, params });
    return vi.waitFor(() => {
      const answer = sent.find((one) => one.type === 'answer' && one.id === id);
      if (answer === undefined) throw new Error('no answer yet');
      return answer as { failure?: { code: string; message: string } };
    }, 60_000);
  };
  return {
    bench: group.first,
    benches: group.benches,
    runs: () =>
      sent
        .filter(({ event }) => event === 'summary')
        .map(({ data }) => (data as { arms: Record<string, { summary: { digest: string } }> }).arms)
        .map((arms) => arms[BENCH]?.summary.digest ?? ''),
    problems: () => problemsForHost(session.problems.value).map(({ path }) => path),
    change: async (changes, arm) => {
      const { failure } = await request('setState', { changes, ...(arm !== undefined && { arm }) });
      return failure === undefined ? '' : failure.message;
    },
    look: (look) => request('setState', look),
    failure: async () => (await request('run', {})).failure?.message ?? '',
    dispose: () => group.dispose(),
  };
};

const element: Open = (query, create = inlineWorker) => {
  const link = new URLSearchParams(query);
  const own = ['panels', 'controls', 'flows', 'seconds'] as const;
  const options = own.flatMap((name) => {
    const text = link.get(name);
    link.delete(name);
    return text === null ? [] : [[name, readOption(name, text, [])]];
  });
  const runs: string[] = [];
  const failures: string[] = [];
  const found: string[] = [];
  let accepted: Scenario | null = null;
  const lab = new Lab(
    { ...DEFAULTS, ...Object.fromEntries(options), link: link.toString() },
    {
      change: () => undefined,
      accepted: (_, scenario) => {
        accepted = scenario;
      },
      finished: ({ summary }) => runs.push(summary.digest),
      failed: ({ message, problems }) => {
        failures.push(message);
        found.push(...problems.map(({ path }) => path));
      },
    },
    create,
  );
  const { bench } = lab as unknown as { bench: Bench };
  return Promise.resolve({
    bench,
    benches: [bench],
    runs: () => runs,
    problems: () => found,
    change: async (fields) => {
      const [ran, failed] = [runs.length, failures.length];
      const changed = Object.entries(fields).reduce<unknown>(
        (tree, [path, value]) => withValue(tree, path, value),
        accepted,
      );
      lab.set({ scenario: JSON.stringify(changed, null, 2) });
      await vi.waitFor(() => expect(runs.length + failures.length).toBeGreaterThan(ran + failed), 60_000);
      return failures.slice(failed).join();
    },
    look: (look) => Promise.resolve(lab.set(look)),
    failure: () => vi.waitFor(() => failures[0] ?? expect.fail('no failure yet')),
    dispose: () => lab.dispose(),
  });
};

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => void vi.unstubAllGlobals());

/** An engine that can't run. */
function brokenWorker(): WorkerLike {
  const worker: WorkerLike = {
    postMessage: (message: ToWorker) =>
      setTimeout(() => {
        const run = message.type === 'start' ? message.run : 0;
        const data: FromWorker = { type: 'failed', run, problems: [], message: 'out of memory' };
        worker.onmessage?.({ data } as MessageEvent<FromWorker>);
      }),
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  setTimeout(() => {
    const data: FromWorker = { type: 'ready', engine_version: '0', catalogue };
    worker.onmessage?.({ data } as MessageEvent<FromWorker>);
  });
  return worker;
}

const VR = 'scenario=ahn-fig1-vr&duration_s=3';

const ran = (lab: Hosted, times: number) => vi.waitFor(() => expect(lab.runs()).toHaveLength(times), 60_000);

describe.each<[string, Open]>([
  ['a frame', frame],
  ['an element', element],
])('%s', (name, openLab) => {
  let lab: Hosted;
  const field = (path: string) => at(lab.bench.runner.state.value.accepted?.scenario, path);
  const open = async (query: string, create?: () => WorkerLike) => {
    lab = await openLab(query, create);
  };
  afterEach(() => lab.dispose());

  test('opens a link with its changes, reports one run, and resets to the link', async () => {
    await open(`${VR}&seed=9&panels=window`);
    await ran(lab, 1);
    expect(field('seed')).toBe(9);
    expect(lab.problems()).toEqual([]);
    const [digest] = lab.runs();
    expect(await lab.change({ [ALPHA]: 2 })).toBe('');
    await ran(lab, 2);
    expect(lab.runs()[1]).not.toBe(digest);
    expect(await lab.change({ [ALPHA]: 1 })).toBe('');
    await ran(lab, 3);
    expect(lab.runs()[2]).toBe(digest);
  });

  test('runs without a link’s changes if the engine refuses them, and says why', async () => {
    await open('scenario=ahn-fig1-vr&seed=-1');
    await ran(lab, 1);
    expect(field('seed')).toBe(8);
    expect(lab.problems()).toEqual(['seed']);
  });

  test('reports options that the scenario doesn’t fit', async () => {
    await open(`${VR}&controls=seed,flows.0.nonsense&flows=0,4&seconds=5,9`);
    await ran(lab, 1);
    expect(lab.problems().sort()).toEqual(['controls', 'flows', 'seconds']);
  });

  test('applies several changes as one run', async () => {
    await open(VR);
    await ran(lab, 1);
    expect(await lab.change({ [ALPHA]: 2, [BETA]: 4, seed: 5 })).toBe('');
    await ran(lab, 2);
    expect([ALPHA, BETA, 'seed'].map(field)).toEqual([2, 4, 5]);
  });

  test('shows the cursor and the time window, and takes them back', async () => {
    await open(VR);
    await ran(lab, 1);
    const { view } = lab.bench;
    const shown = () => [view.cursor.value, view.window.from, view.window.to];
    await lab.look({ cursor: 2, seconds: [1, 2.5] });
    expect(shown()).toEqual([2, 1, 2.5]);
    await lab.look({ seconds: null });
    expect(shown()).toEqual([2, 0, 3]);
    await lab.look({ cursor: null });
    expect(shown()).toEqual([null, 0, 3]);
    expect(lab.runs()).toHaveLength(1);
  });

  test('undoes what the engine refuses, or keeps it as a draft, and takes the next change', async () => {
    await open(VR);
    await ran(lab, 1);
    const [digest] = lab.runs();
    const { text } = lab.bench.state.value;
    expect(await lab.change({ [ALPHA]: 2, [BETA]: -1 })).toMatch(/^flows\.0\.sender\.avoidance\.beta: .*-1/);
    const { draft, text: after } = lab.bench.state.value;
    // Documented for each: a request applies all of its changes or none; a scenario that's wrong stays, to be corrected.
    const expected = name === 'a frame' ? text : expect.stringContaining('"beta": -1');
    expect(draft ?? after).toEqual(expected);
    expect(field(BETA)).toBe(3);
    expect(lab.bench.runner.state.value.shown?.summary?.digest).toBe(digest);
    const before = lab.runs().length;
    expect(await lab.change({ [BETA]: 4 })).toBe('');
    await ran(lab, before + 1);
    expect([ALPHA, BETA].map(field)).toEqual([1, 4]);
  });

  test('says that the engine can’t run', async () => {
    await open(VR, brokenWorker);
    expect(await lab.failure()).toContain('out of memory');
    expect(lab.runs()).toEqual([]);
  });
});

describe('an element', () => {
  const changes: [string, unknown][] = [];
  const started = vi.fn();
  const setUp = (options: object) => {
    changes.length = 0;
    const digests: string[] = [];
    const lab = new Lab(
      { ...DEFAULTS, ...options },
      {
        change: (name, value) => changes.push([name, value]),
        finished: ({ summary }) => digests.push(summary.digest),
        started,
      },
      inlineWorker,
    );
    return { lab, digests, bench: (lab as unknown as { bench: Bench }).bench };
  };

  test('reports no change of options that its host sets together with a scenario', async () => {
    const { lab, digests, bench } = setUp({ link: VR, cursor: 2, seconds: [1, 2] });
    await vi.waitFor(() => expect(digests).toHaveLength(1), 60_000);
    expect([bench.view.cursor.value, bench.view.window.from]).toEqual([2, 1]);
    const scenario = { ...bench.state.value.scenario, name: 'another' };
    lab.set({ scenario: JSON.stringify(scenario), cursor: 0.75, seconds: [0.5, 1] });
    await vi.waitFor(() => expect(digests).toHaveLength(2), 60_000);
    expect([bench.view.cursor.value, bench.view.window.from]).toEqual([0.75, 0.5]);
    expect(changes).toEqual([]);
    lab.dispose();
  });

  test('opens a link even if a run finishes before its files have come', async () => {
    const { lab, digests, bench } = setUp({ link: VR });
    await vi.waitFor(() => expect(digests).toHaveLength(1), 60_000);
    lab.set({ scenario: JSON.stringify({ ...bench.state.value.scenario, seed: 5 }) });
    lab.set({ link: 'experiment=low-2000/chain/wpf&duration_s=1' });
    await vi.waitFor(() => expect(bench.state.value.scenario?.duration_s).toBe(1), 60_000);
    lab.dispose();
  });
});

describe('a frame', () => {
  test('changes the arms that are named, or all of them, and waits for all runs', async () => {
    const other = `scenario=ahn-fig1-vr&duration_s=3&${ALPHA}=2`;
    const lab = await frame(`${VR}&${new URLSearchParams({ with: other })}`);
    await ran(lab, 1);
    const alphas = () => lab.benches.map(({ state }) => at(state.value.scenario, ALPHA));
    expect(alphas()).toEqual([1, 2]);
    expect(await lab.change({ [ALPHA]: 1.5 }, 'A')).toContain('params.arm: allowed: bench, B');
    expect(await lab.change({ [ALPHA]: 1.5 }, 'B')).toBe('');
    await ran(lab, 2);
    expect(alphas()).toEqual([1, 1.5]);
    expect(await lab.change({ [ALPHA]: 2.5, [BETA]: -1 })).toContain('beta');
    expect(alphas()).toEqual([1, 1.5]);
    expect(await lab.change({ [ALPHA]: 2.5 })).toBe('');
    expect(alphas()).toEqual([2.5, 2.5]);
    lab.dispose();
  });
});
