/** Tests that lessons show flows by names that mean something, while their runs and links keep the scenario's. */
import { expect, it } from 'vitest';
import { longestPassage, recording } from '../lab/topology/closeup';
import { networkOf } from '../lab/topology/network';
import { measuresOf } from '../run/measures';
import { simulated, simulatedText } from '../run/simulated';
import { type Run, Trace } from '../run/trace';
import { COURSE, openLesson } from './course';
import { shownRun, withFlowNames } from './flowNames';
import type { Experiment } from './lesson';
import { metricRows } from './metrics';
import { textsOf } from './numbers';
import { scenarioOf } from './simulatedLesson';

it('a run is shown with the names that the lesson gives its flows', async () => {
  const run = await simulated('ahn-fig3', (scenario) => {
    scenario.duration_s = 2;
  });
  const names = { one: 'Reno', two: 'Vegas' };
  const shown = shownRun(run, { flowNames: names });
  expect(shown.scenario.flows.map(({ name }) => name)).toEqual(['Reno', 'Vegas']);
  expect(shown.summary?.flows.map(({ name }) => name)).toEqual(['Reno', 'Vegas']);
  expect([shown.id, shown.trace]).toEqual([run.id, run.trace]);
  expect(shownRun(run, { flowNames: names }), 'the same object for the same run').toBe(shown);
  expect(run.scenario.flows.map(({ name }) => name)).toEqual(['one', 'two']);
  expect(shownRun(run, {})).toBe(run);
});

/** The queue of low-buffer's bottleneck in its first two seconds. */
function queueOf(trace: Trace): readonly (readonly [time_s: number, packets: number])[] {
  const { time_s, packets } = trace.rows('queues', 2);
  return Array.from(time_s, (time, row) => [time, packets[row] ?? 0] as const).filter(([time]) => time < 2);
}

it('packets are looked up in the run as it was made, because names decide random numbers', async () => {
  const run = await simulated('low-buffer', (scenario) => {
    scenario.duration_s = 3;
  });
  const names = { one: 'flow 1', two: 'flow 2', three: 'flow 3' };
  const shown = shownRun(run, { flowNames: names });
  expect(shown.scenario.flows.map(({ name }) => name)).toEqual(Object.values(names));
  const again = async ({ scenario }: Pick<Run, 'scenario'>) => {
    const near = recording({ trace: new Trace(scenario) }, { from: 1, to: 2 }, longestPassage(shown));
    const { trace } = await simulatedText(JSON.stringify(near));
    return queueOf(trace);
  };
  const made = queueOf(run.trace);
  expect(await again({ scenario: shown.trace.scenario })).toEqual(made);
  expect(await again(shown), 'the names matter').not.toEqual(made);
});

it('a change of the timeline is about the renamed flow', async () => {
  const { scenario } = await simulated('ahn-fig3', (one) => {
    one.duration_s = 1;
    one.timeline = [{ at_s: 0.5, change: { kind: 'set_route', flow: 'one', route: [], route_back: null } }];
  });
  expect(withFlowNames(scenario, { one: 'Reno' }).timeline[0]?.change).toMatchObject({ flow: 'Reno' });
});

it('a run is drawn with the names that the lesson gives its hosts, over the same links and paths', async () => {
  const run = await simulated('low-chain', (scenario) => {
    scenario.duration_s = 1;
    scenario.timeline = [
      { at_s: 0.5, change: { kind: 'set_link', link: 'LA>SF', rate_bps: 1e6, delay_ms: null } },
    ];
  });
  const shown = shownRun(run, { nodeNames: { Host6a: 'long', Host6b: 'East host', SF: 'San Francisco' } });
  const [before, after] = [run, shown].map(({ scenario }) => networkOf(scenario));
  expect(after?.nodes).toContain('San Francisco');
  expect(after?.nodes).not.toContain('Host6a');
  expect(after?.paths, 'the same links').toEqual(before?.paths);
  expect(after?.links.map(({ steps }) => steps)).toEqual(before?.links.map(({ steps }) => steps));
  expect(shown.scenario.flows[5]).toMatchObject({ from: 'long', to: 'East host' });
  expect(shown.trace.scenario.flows[5], 'packets are looked up by the scenario’s').toMatchObject({
    from: 'Host6a',
  });
});

it.each(COURSE.map(({ name }) => name))('no two hosts in %s have the same name', async (name) => {
  const opened = await openLesson(name);
  for (const experiment of Object.values(opened?.lesson.experiments ?? {}))
    for (const arm of 'arms' in experiment ? Object.values(experiment.arms) : [experiment.base]) {
      if (arm.nodeNames === undefined) continue;
      const { nodes } = networkOf(await scenarioOf(arm));
      expect(nodes, arm.label).toEqual(expect.arrayContaining(Object.keys(arm.nodeNames)));
      const names = nodes.map((node) => arm.nodeNames?.[node] ?? node);
      expect(new Set(names).size, arm.label).toBe(nodes.length);
    }
});

/** The flows that an experiment's table or charts name. */
async function namedIn(experiment: Experiment): Promise<string[]> {
  const [arm] = experiment.kind === 'sweep' ? [experiment.base] : Object.values(experiment.arms);
  if (arm === undefined) return [];
  const scenario = withFlowNames(await scenarioOf(arm), arm.flowNames);
  if (experiment.kind === 'runs') return metricRows(experiment, scenario).map(({ group }) => group);
  return measuresOf(scenario).flatMap(({ name, group }) =>
    experiment.measures.includes(name) ? [group] : [],
  );
}

it.each(COURSE.map(({ name }) => name))('no flow in %s is called by a number', async (name) => {
  const opened = await openLesson(name);
  if (opened === null) throw new Error(`${name} is not a complete lesson`);
  const { lesson } = opened;
  for (const [id, experiment] of Object.entries(lesson.experiments))
    for (const named of await namedIn(experiment))
      expect(named, id).not.toMatch(/^(?:one|two|three|four|five)$/);
  for (const [id, words] of textsOf(lesson))
    expect(words, id).not.toMatch(/[“"](?:one|two|three)[”"]|\b(?:flow|transfer) (?:one|two|three)\b/);
});
